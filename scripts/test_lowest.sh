#!/bin/sh
# Runs the tests with the lowest version of everything that pyproject.toml admits, in a virtual environment of its own.
#
# Only what we name ourselves is lowered; what those packages need in turn is whatever fits. Arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."

mkdir -p build
scripts/uv.sh pip compile --quiet --resolution lowest-direct --python .venv/bin/python \
    --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
    --group dev --output-file build/lowest.txt pyproject.toml
scripts/uv.sh venv --quiet --clear --python .venv/bin/python build/lowest
scripts/uv.sh pip install --quiet --python build/lowest/bin/python --requirement build/lowest.txt setuptools
scripts/uv.sh pip install --quiet --python build/lowest/bin/python --no-deps --no-build-isolation --editable .
grep -E '^[a-z]' build/lowest.txt | tr '\n' ' '
echo
exec build/lowest/bin/python -m pytest "$@"
