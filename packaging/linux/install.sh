#!/bin/sh
# Installs Galley and the models beside it from this folder: for everybody when root runs it, else for one user.
#   sh install.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
(cd "$here" && sha256sum --check --quiet SHA256SUMS) || { printf 'galley: a file is damaged; nothing was installed\n' >&2; exit 1; }
if [ "$(id -u)" = 0 ] && command -v dpkg >/dev/null; then
    dpkg --install "$here"/galley_*.deb
    exec /opt/galley/add-models "$here/models"
fi
exec sh "$here"/galley-*.run
