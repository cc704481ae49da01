#!/bin/sh
# Sets up .venv from the lock files and nothing else; says in a sentence what is missing. Usage: setup.sh run|dev
#
# run  what the program needs (requirements.lock)      dev  that and what tests and checks need (requirements-dev.lock)
# Does nothing, and needs no network, when .venv is already what the lock files say. PYTHON names an interpreter to use.
set -eu
cd "$(dirname "$0")/.."
unset PYTHONPATH PYTHONHOME 2>/dev/null || true
export PIP_USER=0 PIP_DISABLE_PIP_VERSION_CHECK=1

want=${1:-run}
case $want in
    run) lock=requirements.lock ;;
    dev) lock=requirements-dev.lock ;;
    *) echo "setup.sh: say run or dev, not '$want'" >&2; exit 2 ;;
esac

fail() {
    printf '%s\n' "$@" >&2
    exit 1
}

# --- which Python -------------------------------------------------------------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
can_make_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

find_python() {
    found_old='' found_bare=''
    for name in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
        command -v "$name" >/dev/null 2>&1 || continue
        if ! new_enough "$name"; then
            version=$("$name" -c 'import platform; print(platform.python_version())' 2>/dev/null) || continue
            found_old="${found_old:-$name is Python $version}"
        elif ! can_make_venv "$name"; then
            found_bare="${found_bare:-$name}"
        else
            python=$name
            return
        fi
    done
    if [ -n "$found_bare" ]; then
        package=$("$found_bare" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
        fail "$found_bare has no working 'venv' module, which Strandline needs to keep its packages apart." \
             "On Debian or Ubuntu: apt-get install $package. Then run make again."
    fi
    if [ -n "$found_old" ]; then
        fail "Strandline needs Python 3.11 or newer, and $found_old." \
             "Install a newer one and run make again, or name it: make PYTHON=/path/to/python3.12 ..."
    fi
    fail "Strandline needs Python 3.11 or newer, and there is no ${PYTHON:-python3} here." \
         "Install it (Debian, Ubuntu: apt-get install python3 python3-venv) and run make again," \
         "or name it: make PYTHON=/path/to/python3.12 ..."
}

# --- is there anything to do --------------------------------------------------------------------------------------

state() { # what .venv must have been made from: this folder, the lock file, the project's own settings
    printf '%s %s\n' "$PWD" "$(cat "$lock" pyproject.toml | cksum)"
}

if [ -x .venv/bin/python ] && new_enough .venv/bin/python; then
    if [ "$(cat ".venv/ready-$want" 2>/dev/null)" = "$(state)" ]; then
        exit 0
    fi
    case $(cat .venv/ready-* 2>/dev/null) in
        '' | "$PWD "*) ;;
        *) rm -rf .venv ;; # made in another folder: its scripts point there
    esac
else
    rm -rf .venv
fi

# --- make it so ---------------------------------------------------------------------------------------------------

install() {
    if .venv/bin/python -m pip install --quiet --retries 2 "$@" >>.venv/setup.log 2>&1; then
        return
    fi
    if grep -qE 'NewConnectionError|ConnectTimeout|ReadTimeout|ProxyError|SSLError|name resolution|No matching distribution' .venv/setup.log; then
        fail "The packages that Strandline needs could not be downloaded: is this machine online?" \
             "Behind a proxy set HTTPS_PROXY; for a mirror of the package index set PIP_INDEX_URL." \
             "All that pip said is in .venv/setup.log. Once set up, Strandline needs no network but for fetching."
    fi
    tail -n 4 .venv/setup.log >&2
    fail "Setting up failed. All that pip said is in .venv/setup.log."
}

if [ ! -x .venv/bin/python ]; then
    find_python
    echo "Setting up .venv with $("$python" -c 'import platform; print("Python", platform.python_version())') ..." >&2
    "$python" -m venv .venv || fail "$python could not make a virtual environment in .venv; see above."
fi
: >.venv/setup.log
echo "Installing what $lock lists ..." >&2
# setuptools first: with it and --no-build-isolation nothing outside the lock is downloaded to build with.
sed -n '/^setuptools==/,/[^\\]$/p' "$lock" >.venv/build.lock
install --require-hashes --no-deps -r .venv/build.lock
install --require-hashes --no-deps --no-build-isolation -r "$lock"
install --no-index --no-deps --no-build-isolation --editable .
.venv/bin/python -m compileall -q ingest web || true # as pip does with packages: a command that is run every few minutes starts sooner
state >".venv/ready-$want"
