#!/usr/bin/env bash
# Bring the system to where every test can run: OpenGL in software, a virtual X server, Python's venv module.
# Installs with apt-get where it may (root, or sudo without a password); else says in one line what to install.
set -euo pipefail
cd "$(dirname "$0")/.."

# macOS has OpenGL; the tests that need a virtual X server are left out there (see Makefile).
if [ "$(uname -s)" = Darwin ]; then
    exit 0
fi

# Name of a package, then the file or command that shows that it is there (so that other distributions pass as well).
libraries="libgl1:libGL.so.1 libegl1:libEGL.so.1"
commands="xvfb:Xvfb xauth:xauth xdotool:xdotool imagemagick:import x11-apps:xwd x11-xkb-utils:setxkbmap"

has_library() {
    (ldconfig -p 2>/dev/null || /sbin/ldconfig -p) | grep -qF "$1"
}

has_software_opengl() {
    local folder
    for folder in /usr/lib/*/dri /usr/lib/dri /usr/lib64/dri /usr/lib/*/gallium* /usr/lib/*/libgallium*; do
        if [ -e "$folder" ]; then
            return 0
        fi
    done
    return 1
}

# Any Python that we may use, with the module that makes virtual environments.
has_python() {
    local candidate
    for candidate in .venv/bin/python python3.13 python3.12 python3.11 python3; do
        if "$candidate" -c 'import sys, ensurepip, venv; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' \
            >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

missing_packages() {
    local pair
    for pair in $libraries; do
        has_library "${pair#*:}" || echo "${pair%%:*}"
    done
    for pair in $commands; do
        command -v "${pair#*:}" >/dev/null || echo "${pair%%:*}"
    done
    has_software_opengl || echo libgl1-mesa-dri
    has_python || echo "python3 python3-venv"
}

# The newest Python in our range that the system's lists offer; its own python3 may be older or newer than we support.
python_packages() {
    local version
    for version in 3.13 3.12 3.11; do
        if apt-cache show "python$version-venv" >/dev/null 2>&1; then
            echo "python$version python$version-venv"
            return
        fi
    done
    echo "python3 python3-venv"
}

missing=$(missing_packages | tr '\n' ' ')
if [ -z "$missing" ]; then
    exit 0
fi

quietly="env DEBIAN_FRONTEND=noninteractive apt-get -q"
if command -v apt-get >/dev/null && [ "$(id -u)" = 0 ]; then
    install=$quietly
elif command -v apt-get >/dev/null && command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    install="sudo -n $quietly"
else
    echo "wab: the tests need system packages, install them and call again (Debian, Ubuntu: apt-get install $missing)" >&2
    exit 1
fi

# shellcheck disable=SC2086 # $install and $missing are lists of words
{
    $install update >/dev/null || echo "wab: apt-get update failed, going on with the lists there are" >&2
    missing=${missing/python3 python3-venv/$(python_packages)}
    echo "wab: installing system packages: $missing"
    if ! $install install --yes --no-install-recommends $missing >/dev/null; then
        echo "wab: apt-get could not install: $missing" >&2
        exit 1
    fi
}
