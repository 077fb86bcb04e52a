#!/bin/sh
# Opens Galley from a checkout. The first time it sets everything up in .venv and fetches the starter model.
set -eu
cd "$(dirname "$0")/.."
. packaging/environment.sh

install_galley ""

# The starter model is a convenience: without it, or without a network, any GGUF file does.
models=$("$venv/bin/python" -c 'from app.settings.paths import find_folders; print(find_folders().data / "models")')
if ! "$venv/bin/python" packaging/fetch_models.py --starter "$models" >/dev/null; then
    say 'Going on without the starter model: open a GGUF file in the window.'
fi

exec "$venv/bin/galley" "$@"
