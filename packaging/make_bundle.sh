#!/bin/sh
# Puts packages and chosen models into one folder, for a USB stick: verified here and again where they are installed.
#   sh packaging/make_bundle.sh OUT FOLDER MODEL.gguf...
# OUT holds the packages that build.sh made.
set -eu
[ $# -ge 3 ] || { printf 'usage: make_bundle.sh OUT FOLDER MODEL.gguf...\n' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
out=$(cd "$1" && pwd)
folder=$2
shift 2
mkdir -p "$folder/models"
folder=$(cd "$folder" && pwd)
for model in "$@"; do
    case $model in *.gguf) ;; *) printf 'make_bundle: %s is no GGUF file\n' "$model" >&2; exit 1 ;; esac
    [ "$(head -c 4 "$model")" = GGUF ] || { printf 'make_bundle: %s is no GGUF file\n' "$model" >&2; exit 1; }
    [ ! -e "$folder/models/${model##*/}" ] || { printf 'make_bundle: %s is there twice\n' "${model##*/}" >&2; exit 1; }
    cp "$model" "$folder/models/"
done
(cd "$folder/models" && sha256sum -- *.gguf >SHA256SUMS)
cp "$out"/galley_*.deb "$out"/galley-*.run "$out/SHA256SUMS" "$folder/"
cp "$here/linux/install.sh" "$folder/"
printf '%s\n' "$folder"
