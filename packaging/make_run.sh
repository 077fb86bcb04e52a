#!/bin/sh
# Makes the self-extracting package for a user without root: a script, a small archive that every system can unpack with
# what unpacks the rest in it, and the rest.
#   sh packaging/make_run.sh TREE OUT VERSION
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$1 out=$2 version=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# pack FOLDER: a tar whose bytes depend on nothing but what is in the folder
pack() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -C "$1" -cf - .
}

# Not every system has xz, and with gzip the package is a fifth larger.
mkdir "$stage/unpacker"
xz=$(command -v xz) || { printf 'make_run: xz is missing: apt-get install xz-utils\n' >&2; exit 1; }
lzma=$(ldd "$xz" | awk '$1 ~ /^liblzma/ { print $3 }')
cp -L "$xz" "$stage/unpacker/xz"
[ -z "$lzma" ] || cp -L "$lzma" "$stage/unpacker/"
chmod 755 "$stage/unpacker" "$stage/unpacker"/*
pack "$stage/unpacker" | gzip -n9 >"$stage/payload"
unpacker=$(stat -c %s "$stage/payload")
pack "$tree" | xz "${XZ_LEVEL:--9}" --threads=1 >>"$stage/payload"

sum=$(sha256sum <"$stage/payload")
size=$(stat -c %s "$stage/payload")
room=$(du -sk "$tree" | cut -f1)
file=$out/galley-$version-x86_64.run
sed -e "s/@VERSION@/$version/g" -e "s/@BYTES@/$size/" -e "s/@UNPACKER@/$unpacker/" -e "s/@SHA256@/${sum%% *}/" \
    -e "s/@KB@/$((room + 20480))/" "$here/linux/run_header.sh" >"$file"
cat "$stage/payload" >>"$file"
chmod 755 "$file"
