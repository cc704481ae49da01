#!/bin/sh
# Runs uv, which resolves versions for us; fetches it into .venv the first time. Uses pip's index and the system's certificates.
set -eu
cd "$(dirname "$0")/.."
[ -x .venv/bin/uv ] || .venv/bin/python -m pip install --quiet --group lock
export UV_SYSTEM_CERTS=1
if [ -n "${PIP_INDEX_URL:-}" ]; then
    export UV_DEFAULT_INDEX="$PIP_INDEX_URL"
fi
exec .venv/bin/uv "$@"
