#!/bin/sh
# Makes the Debian package from the program's folder. Its Depends are measured, not guessed: what every library in it
# needs and does not find in it.
#   sh packaging/make_deb.sh TREE OUT VERSION
set -eu
here=$(cd "$(dirname "$0")" && pwd)
tree=$1 out=$2 version=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
chmod 755 "$stage"
package=$stage/package
mkdir -p "$package/DEBIAN" "$package/opt" "$package/usr/bin" "$package/usr/share/applications" \
    "$package/usr/share/mime/packages" "$package/usr/share/man/man1" "$package/usr/share/doc/galley" \
    "$package/usr/share/icons/hicolor/scalable/apps" "$package/usr/share/lintian/overrides"
cp -a "$tree" "$package/opt/galley"
ln -s ../../opt/galley/galley "$package/usr/bin/galley"
cp "$tree/share/galley.desktop" "$package/usr/share/applications/"
cp "$tree/share/galley.xml" "$package/usr/share/mime/packages/"
cp "$tree/share/galley.1.gz" "$package/usr/share/man/man1/"
cp "$tree/share/icons/galley.svg" "$package/usr/share/icons/hicolor/scalable/apps/"
for size in 16 32 48 64 128 256; do
    mkdir -p "$package/usr/share/icons/hicolor/${size}x$size/apps"
    cp "$tree/share/icons/galley-$size.png" "$package/usr/share/icons/hicolor/${size}x$size/apps/galley.png"
done
sed "s|@PREFIX@|/opt/galley|" "$here/linux/copyright" >"$package/usr/share/doc/galley/copyright"
printf 'galley: dir-or-file-in-opt\n' >"$package/usr/share/lintian/overrides/galley"

# dpkg-shlibdeps wants a source package around it, and knows libraries by their names: the packages of those that come
# along are left out. libvulkan is looked for at run time, so it is no dependency; the keyboard's data belong to
# libxkbcommon, which comes along.
mkdir -p "$stage/debian"
printf 'Source: galley\n\nPackage: galley\nArchitecture: amd64\n' >"$stage/debian/control"
brought=$(
    for library in "$tree"/lib/*.so*; do
        theirs=$(readlink -f "/usr/lib/x86_64-linux-gnu/${library##*/}" || true)
        if [ -n "$theirs" ] && [ -f "$library" ]; then
            { dpkg-query --search "$theirs" || dpkg-query --search "${theirs#/usr}"; } 2>/dev/null | cut -d: -f1
        fi
    done | sort -u | sed 's/^/-x/'
)
# shellcheck disable=SC2046,SC2086 # lists of options
depends=$(
    cd "$stage"
    find "$package/opt/galley" -type f \( -name '*.so' -o -name '*.so.*' -o -name galley \) ! -name '*vulkan*' -print0 |
        xargs -0 dpkg-shlibdeps -O --ignore-missing-info --warnings=0 $brought \
            $(find "$package/opt/galley/lib" -name '*.so*' -printf '%h\n' | sort -u | sed 's/^/-l/') |
        sed -n 's/^shlibs:Depends=//p'
)
[ -n "$depends" ] || { printf 'make_deb: no dependencies were found\n' >&2; exit 1; }
size=$(du -sk --apparent-size "$package" | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@SIZE@/$size/" -e "s/@DEPENDS@/$depends, xkb-data/" "$here/linux/control.in" \
    >"$package/DEBIAN/control"
for script in preinst postrm; do
    sed "s/@VERSION@/$version/g" "$here/linux/$script" >"$package/DEBIAN/$script"
    chmod 755 "$package/DEBIAN/$script"
done
(cd "$package" && find opt usr -type f -print0 | sort -z | xargs -0 md5sum) >"$package/DEBIAN/md5sums"
find "$package" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
# One thread: the bytes depend on how many there are.
# shellcheck disable=SC2086 # several options in one variable
dpkg-deb --root-owner-group ${DEB_COMPRESSION:--Zxz -z9 --threads-max=1} --build "$package" "$out/galley_${version}_amd64.deb" >&2
