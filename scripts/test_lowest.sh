#!/bin/sh
# Runs the tests with the lowest version of everything that pyproject.toml admits, in a virtual environment of its own.
#
# Only what we name ourselves is lowered; what those packages need in turn is whatever fits.
set -eu
cd "$(dirname "$0")/.."
uv=.venv/bin/uv
[ -x "$uv" ] || .venv/bin/python -m pip install --quiet --group lock

mkdir -p build
"$uv" pip compile --quiet --resolution lowest-direct --python .venv/bin/python \
    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    --group dev --output-file build/lowest.txt pyproject.toml
"$uv" venv --quiet --clear --python .venv/bin/python build/lowest
"$uv" pip install --quiet --python build/lowest/bin/python --requirement build/lowest.txt
"$uv" pip install --quiet --python build/lowest/bin/python --no-deps --no-build-isolation --editable .
grep -E '^[a-z]' build/lowest.txt | tr '\n' ' '
echo
exec build/lowest/bin/python -m pytest "$@"
