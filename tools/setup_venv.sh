#!/usr/bin/env bash
# Bring .venv up to date: tools/setup_venv.sh play|dev
#   play  what the game needs          dev  that and the developer's tools
# Nothing happens when .venv was made for this pyproject.toml, this folder and this purpose (a stamp file says so).
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:-play}

fail() {
    echo "wab: $1" >&2
    exit 1
}

in_range() {
    "$1" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' >/dev/null 2>&1
}

find_python() {
    local candidate
    for candidate in python3.13 python3.12 python3.11 python3; do
        if in_range "$candidate"; then
            echo "$candidate"
            return
        fi
    done
    fail "no Python 3.11, 3.12 or 3.13 found: install one (Debian, Ubuntu: apt-get install python3 python3-venv; macOS: brew install python@3.13)"
}

make_venv() {
    local python=$1
    "$python" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
        fail "$python cannot make virtual environments: install its venv module (Debian, Ubuntu: apt-get install $(venv_package "$python"))"
    rm -rf .venv
    "$python" -m venv .venv || fail "$python could not make .venv"
}

venv_package() {
    "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

wanted_stamp() {
    echo "$PWD $(cksum <pyproject.toml)"
}

up_to_date() {
    in_range .venv/bin/python && [ -f ".venv/wab-$purpose" ] && [ "$(cat ".venv/wab-$purpose")" = "$(wanted_stamp)" ]
}

install() {
    case $purpose in
    dev) .venv/bin/python -m pip install --quiet --editable '.[dev]' ;;
    play)
        # numba makes the AI faster and nothing else: a machine without a build of it plays all the same.
        .venv/bin/python -m pip install --quiet --editable '.[fast]' ||
            .venv/bin/python -m pip install --quiet --editable .
        ;;
    *) fail "unknown purpose $purpose (expected play or dev)" ;;
    esac
}

if up_to_date; then
    exit 0
fi
# A folder that was moved keeps scripts that point to the old place: make it anew.
if ! in_range .venv/bin/python || ! grep -qsF "$PWD/.venv" .venv/bin/activate; then
    python=$(find_python)
    make_venv "$python"
fi
echo "wab: installing into .venv (once, and after a change of pyproject.toml)"
install || fail "could not install the packages (is there a network? pip says why above)"
wanted_stamp >".venv/wab-$purpose"
if [ "$purpose" = dev ]; then
    wanted_stamp >".venv/wab-play"
fi
