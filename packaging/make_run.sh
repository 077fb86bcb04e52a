#!/bin/sh
# Makes the self-extracting package for a user without root. Gzip, because every system can unpack it.
#   sh packaging/make_run.sh TREE OUT VERSION
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$1 out=$2 version=$3
payload=$(mktemp)
trap 'rm -f "$payload"' EXIT
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -C "$tree" -cf - . |
    gzip "-n${GZIP_LEVEL:-9}" >"$payload"
sum=$(sha256sum <"$payload")
size=$(stat -c %s "$payload")
room=$(du -sk "$tree" | cut -f1)
file=$out/galley-$version-x86_64.run
sed -e "s/@VERSION@/$version/g" -e "s/@BYTES@/$size/" -e "s/@SHA256@/${sum%% *}/" -e "s/@KB@/$((room + 20480))/" \
    "$here/linux/run_header.sh" >"$file"
cat "$payload" >>"$file"
chmod 755 "$file"
