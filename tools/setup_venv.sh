#!/usr/bin/env bash
# Bring a virtual environment up to date: tools/setup_venv.sh play|cluster|dev|newest
#   play    .venv, what the game needs          dev  .venv, that and the developer's tools
#   cluster .venv, what a machine of a cluster needs (docs/cluster.md)
#   newest  build/newest, the same as dev in the newest versions, without the lock
# What goes into .venv stands in requirements.lock with version and hash. Nothing happens if .venv was made for this
# lock, this pyproject.toml, this folder and this purpose (a stamp file says so).
set -euo pipefail
cd "$(dirname "$0")/.."
purpose=${1:-play}
venv=.venv
if [ "$purpose" = newest ]; then
    venv=build/newest
fi
python=$venv/bin/python

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
    local maker=$1
    "$maker" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
        fail "$maker cannot make virtual environments: install its venv module (Debian, Ubuntu: apt-get install $(venv_package "$maker"))"
    rm -rf "$venv"
    "$maker" -m venv "$venv" || fail "$maker could not make $venv"
}

venv_package() {
    "$1" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])'
}

wanted_stamp() {
    echo "$PWD $(cat pyproject.toml requirements.lock | cksum)"
}

up_to_date() {
    [ "$purpose" != newest ] && in_range "$python" && [ -f "$venv/wab-$purpose" ] &&
        [ "$(cat "$venv/wab-$purpose")" = "$(wanted_stamp)" ]
}

# The lock from its start to the end of a section.
locked_up_to() {
    awk -v last="$1" '/^# ---- / { if (done) exit; done = ($3 == last) } { print }' requirements.lock
}

install_locked() {
    locked_up_to "$1" >"$venv/wab-lock.txt"
    "$python" -m pip install --quiet --require-hashes --only-binary :all: --no-deps -r "$venv/wab-lock.txt" &&
        "$python" -m pip install --quiet --no-deps --no-build-isolation --editable .
}

install() {
    case $purpose in
    cluster | dev) install_locked "$purpose" ;;
    # numba makes the AI faster and nothing else: a machine without a build of it plays all the same.
    play) install_locked fast || install_locked online ;;
    newest) "$python" -m pip install --quiet --upgrade --upgrade-strategy eager --editable '.[dev]' ;;
    *) fail "unknown purpose $purpose (expected play, cluster, dev or newest)" ;;
    esac
}

if up_to_date; then
    exit 0
fi
# A folder that was moved keeps scripts that point to the old place: make it again.
if ! in_range "$python" || ! grep -qsF "$PWD/$venv" "$venv/bin/activate"; then
    maker=$(find_python)
    make_venv "$maker"
fi
echo "wab: installing into $venv (once, and after a change of the packages)"
install || fail "could not install the packages (is there a network? pip says why above)"
wanted_stamp >"$venv/wab-$purpose"
if [ "$purpose" = dev ]; then
    wanted_stamp | tee "$venv/wab-cluster" >"$venv/wab-play"
elif [ "$purpose" = cluster ]; then
    wanted_stamp >"$venv/wab-play"
fi
