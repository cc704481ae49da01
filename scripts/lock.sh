#!/bin/sh
# Writes the two lock files from pyproject.toml: names, versions, hashes; for Python 3.11 to 3.14 on Linux and macOS.
#
# One resolution serves all of them ("universal"), with markers kept. The development lock holds the same versions of
# what the program needs. No address of an index is written: whoever installs says where from, the hashes say what.
set -eu
cd "$(dirname "$0")/.."

compile() {
    scripts/uv.sh pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate --no-emit-index-url --no-emit-find-links ${UPGRADE:+--upgrade} "$@" pyproject.toml
}

compile --output-file requirements.lock
compile --group dev --constraints requirements.lock --output-file requirements-dev.lock
