# shellcheck shell=sh
# What start.sh and test.sh share: finding Python, naming what the system lacks, filling .venv.
# Sourced, never run; the caller stands in the repository's root and has set -eu.

venv=.venv

say() { printf '%s\n' "$*" >&2; }

fail() {
    say "galley: $*"
    exit 1
}

# Prints a Python of 3.11 or newer. PYTHON names one to use.
find_python() {
    for candidate in "${PYTHON:-python3}" python3.14 python3.13 python3.12 python3.11; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$candidate"
            return
        fi
    done
    fail "Python 3.11 or newer is needed and was not found. Install it, or name it: PYTHON=/path/to/python3.12"
}

# The libraries that Qt's window needs, and the Debian or Ubuntu package of each.
qt_libraries='
libEGL.so.1 libegl1
libGL.so.1 libgl1
libX11-xcb.so.1 libx11-xcb1
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-xkb.so.1 libxcb-xkb1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
'

# Prints the packages that are missing, one a line. $1 is the Python to ask.
missing_packages() {
    "$1" -c 'import venv, ensurepip' 2>/dev/null || printf 'python3-venv\n'
    command -v "${CC:-cc}" >/dev/null || printf 'gcc\n'
    command -v "${CXX:-c++}" >/dev/null || printf 'g++\n'
    if [ "$(uname -s)" = Linux ]; then
        present=$(PATH="$PATH:/sbin:/usr/sbin" ldconfig -p)
        printf '%s' "$qt_libraries" | while read -r library package; do
            case "$present" in
                *"$library"*) ;;
                *) [ -z "$library" ] || printf '%s\n' "$package" ;;
            esac
        done
    fi
}

# Ends with one line that says what to install, if anything is missing.
require_system() {
    missing=$(missing_packages "$1" | sort -u | tr '\n' ' ')
    [ -n "$missing" ] || return 0
    if command -v apt-get >/dev/null; then
        fail "the system lacks a few packages: sudo apt-get install $missing"
    fi
    fail "the system lacks (by Debian's names): $missing"
}

# Installs Galley into .venv; "dev" as $1 adds what the checks and tests need. A second call with the
# same pyproject.toml does nothing.
install_galley() {
    wanted=$(cksum <pyproject.toml)
    if [ -x "$venv/bin/galley" ]; then
        for stamp in "$venv/galley-installed-$1" "$venv/galley-installed-dev"; do
            if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then
                return 0
            fi
        done
    fi
    python=$(find_python)
    require_system "$python"
    [ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
    say 'Installing Galley into .venv. Where llama.cpp has to be compiled, that takes about ten minutes, once.'
    "$venv/bin/python" -m pip install --disable-pip-version-check -qq --editable ".${1:+[$1]}"
    printf '%s\n' "$wanted" >"$venv/galley-installed-$1"
}
