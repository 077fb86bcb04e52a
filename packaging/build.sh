#!/bin/sh
# Builds the packages for Linux: galley_VERSION_amd64.deb, galley-VERSION-x86_64.run and SHA256SUMS. No network is used.
#   sh packaging/build.sh WHEELS OUT [deb|run|all]
# WHEELS is the folder that fetch_wheels.sh filled. What takes long is kept in OUT/work for the next time: llama.cpp's
# libraries (a quarter of an hour on two cores) and the environment; remove that folder to build everything anew.
# Needs: Python 3.11 with its shared library, cmake, ninja, g++, dpkg-dev, fakeroot, xz-utils, and for Vulkan libvulkan1.
set -eu
[ $# -ge 2 ] || { printf 'usage: build.sh WHEELS OUT [deb|run|all]\n' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
wheels=$(cd "$1" && pwd)
mkdir -p "$2/work"
out=$(cd "$2" && pwd)
what=${3:-all}
work=$out/work
say() { printf '== %s\n' "$*" >&2; }

version=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$root/pyproject.toml")
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
    SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/pyproject.toml")
fi
commit=${GALLEY_COMMIT:-$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null || printf unknown)}
export SOURCE_DATE_EPOCH PYTHONHASHSEED=1 LC_ALL=C.UTF-8 TZ=UTC PYTHONDONTWRITEBYTECODE=1
umask 022

say "Environment"
venv=$work/venv
python=$venv/bin/python
if [ ! -f "$venv/complete" ] || ! cmp -s "$here/requirements.txt" "$venv/complete"; then
    rm -rf "$venv"
    "${PYTHON:-python3}" -m venv "$venv"
    pip() { "$python" -m pip --isolated --disable-pip-version-check "$@"; }
    grep -v '^llama-cpp-python' "$here/requirements.txt" >"$work/requirements.txt"
    pip install --quiet --no-index --find-links "$wheels" --no-deps --require-hashes --requirement "$work/requirements.txt"
    # Only its Python part: the libraries are built below, for more machines than this one.
    grep '^llama-cpp-python' "$here/requirements.txt" >"$work/llama.txt"
    CMAKE_ARGS='-DLLAMA_BUILD=OFF -DLLAVA_BUILD=OFF' pip install --quiet --no-index --find-links "$wheels" --no-deps \
        --no-build-isolation --require-hashes --requirement "$work/llama.txt"
    cp "$here/requirements.txt" "$venv/complete"
fi

llama=$work/llama
if [ ! -f "$llama/complete" ]; then
    say "llama.cpp, for every kind of processor"
    sh "$here/build_llama.sh" "$wheels" "$llama"
    touch "$llama/complete"
fi

say "Program"
GALLEY_LLAMA=$llama "$venv/bin/pyinstaller" --noconfirm --log-level WARN \
    --distpath "$work/dist" --workpath "$work/freeze" "$here/galley.spec"
tree=$work/tree
rm -rf "$tree"
mv "$work/dist/galley" "$tree"

# Python and SQLCipher come with their symbols where nobody took them away.
find "$tree/lib" \( -name 'libpython3*.so*' -o -name '_sqlite3*.so' \) -type f -exec strip --strip-unneeded {} +

say "What comes along"
"$python" "$here/fetch_models.py" --starter "$tree/models" --from "$wheels" >/dev/null
mkdir -p "$tree/share"
"$python" "$here/make_icons.py" "$tree/share/icons"
cp "$here/linux/add-models" "$tree/"
cp "$here/linux/galley.xml" "$tree/share/"
sed "s|@PROGRAM@|/opt/galley/galley|g" "$here/linux/galley.desktop" >"$tree/share/galley.desktop"
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%d)
sed -e "s/@VERSION@/$version/g" -e "s/@DATE@/$date/g" "$here/linux/galley.1" | gzip -9n >"$tree/share/galley.1.gz"
printf '%s\n' "$version" >"$tree/VERSION"
printf '{"version": "%s", "built": "%s", "commit": "%s"}\n' "$version" "$date" "$commit" >"$tree/build.json"
"$python" "$here/contents.py" "$tree" "$llama"
chmod -R u+rwX,go+rX,go-w "$tree"
find "$tree" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

if [ "$what" = deb ] || [ "$what" = all ]; then
    say "Debian package"
    sh "$here/make_deb.sh" "$tree" "$out" "$version"
fi
if [ "$what" = run ] || [ "$what" = all ]; then
    say "Self-extracting package"
    sh "$here/make_run.sh" "$tree" "$out" "$version"
fi
(cd "$out" && sha256sum galley*.deb galley*.run 2>/dev/null >SHA256SUMS || true; cat SHA256SUMS; ls -l galley*)
