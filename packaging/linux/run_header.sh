#!/bin/sh
# Galley @VERSION@ for one user: installs into ~/.local without root, updates in place, and takes itself away again.
# Everything behind the last line of this script is the packed program.
set -eu
VERSION=@VERSION@
PAYLOAD_BYTES=@BYTES@
UNPACKER_BYTES=@UNPACKER@
PAYLOAD_SHA256=@SHA256@
NEEDED_KB=@KB@

say() { printf 'galley: %s\n' "$*"; }
fail() { printf 'galley: %s\n' "$*" >&2; exit 1; }

# t ENGLISH DUTCH: the one that the user reads
language=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
case $language in C | POSIX | C.*) ;; *) language=${LANGUAGE:-$language} ;; esac
t() { case $language in nl*) printf '%s' "$2" ;; *) printf '%s' "$1" ;; esac; }
unchanged=$(t "Nothing was changed." "Er is niets veranderd.")

usage() {
    case $language in nl*) usage_nl; return ;; esac
    cat <<TEXT
Galley $VERSION, for one user.
  sh $(basename "$0")                 install, or update what is installed
  sh $(basename "$0") --uninstall     take the program away; conversations and settings stay
  sh $(basename "$0") --check         see whether this file is whole
  sh $(basename "$0") --prefix DIR    install there instead of ~/.local
A folder named "models" beside this file, with a SHA256SUMS in it, is copied along.
TEXT
}

usage_nl() {
    cat <<TEXT
Galley $VERSION, voor één gebruiker.
  sh $(basename "$0")                 installeren, of bijwerken wat er al is
  sh $(basename "$0") --uninstall     het programma weghalen; gesprekken en instellingen blijven
  sh $(basename "$0") --check         kijken of dit bestand heel is
  sh $(basename "$0") --prefix MAP    daar installeren in plaats van in ~/.local
Een map "models" naast dit bestand, met SHA256SUMS erin, gaat mee.
TEXT
}

action=install
[ -n "${HOME:-}" ] || fail "$(t "HOME is not set, so there is no place to install to." \
    "HOME is niet gezet, dus er is geen plek om te installeren.")"
prefix=$HOME/.local
while [ $# -gt 0 ]; do
    case $1 in
        --uninstall) action=uninstall ;;
        --check) action=check ;;
        --prefix) [ $# -ge 2 ] || fail "$(t "--prefix needs a folder" "bij --prefix hoort een map")"; prefix=$2; shift ;;
        --help | -h) usage; exit 0 ;;
        *)
            say "$(t "there is no option $1" "de optie $1 is er niet")" >&2
            usage >&2
            exit 2
            ;;
    esac
    shift
done
case $prefix in /*) ;; *) prefix=$(pwd)/$prefix ;; esac
program=$prefix/opt/galley
share=$prefix/share
[ "$prefix" = "$HOME/.local" ] && share=${XDG_DATA_HOME:-$share}

refresh() {
    for command in "update-desktop-database $share/applications" "update-mime-database $share/mime"; do
        if command -v "${command%% *}" >/dev/null; then
            "${command%% *}" "${command#* }" >/dev/null 2>&1 || say "${command%% *} $(t "did not work; the menu may follow later" "werkte niet; het menu volgt misschien later")"
        fi
    done
}

# Prints the process ids of the installed program.
running() {
    for link in /proc/[0-9]*/exe; do
        target=$(readlink "$link" 2>/dev/null) || continue
        case $target in "$program"/*) link=${link#/proc/}; printf '%s ' "${link%/exe}" ;; esac
    done
}

refuse_while_running() {
    pids=$(running)
    [ -z "$pids" ] || fail "$(t "Galley is running; close it first." "Galley is nog open; sluit het eerst.") $unchanged"
}

if [ "$action" = uninstall ]; then
    [ -d "$program" ] || fail "$(t "there is no Galley in" "er is geen Galley in") $program"
    refuse_while_running
    rm -rf "$program"
    rm -f "$prefix/bin/galley" "$share/applications/galley.desktop" "$share/mime/packages/galley.xml" \
        "$share/icons/hicolor/scalable/apps/galley.svg" "$share/man/man1/galley.1.gz"
    for size in 16 32 48 64 128 256; do
        rm -f "$share/icons/hicolor/${size}x$size/apps/galley.png"
    done
    refresh
    say "$(t "taken away. Conversations, settings and models stay where they are." \
        "weggehaald. Gesprekken, instellingen en modellen blijven waar ze zijn.")"
    exit 0
fi

payload() { tail -c "$PAYLOAD_BYTES" "$0"; }
sum=$(payload | sha256sum)
[ "${sum%% *}" = "$PAYLOAD_SHA256" ] || fail "$(t "this file is not whole; copy it again." \
    "dit bestand is niet heel; kopieer het opnieuw.") $unchanged"
[ "$action" = check ] && { say "$VERSION, $(t "whole." "heel.")"; exit 0; }

[ "$(uname -s) $(uname -m)" = "Linux x86_64" ] || fail "$(t "this is for 64-bit Linux on x86, not for" \
    "dit is voor 64-bits Linux op x86, niet voor") $(uname -s) $(uname -m)"
for flag in ssse3 sse4_1 sse4_2 popcnt; do
    grep -qw "$flag" /proc/cpuinfo || fail "$(t "this processor is too old: it lacks" \
        "deze processor is te oud: hij mist") $flag"
done
refuse_while_running
if [ -f "$program/VERSION" ]; then
    read -r installed <"$program/VERSION"
    newest=$(printf '%s\n%s\n' "$installed" "$VERSION" | sort -V | tail -n 1)
    [ "$newest" = "$VERSION" ] || fail "$(t "version $installed is installed, and this is the older $VERSION." \
        "versie $installed is geïnstalleerd, en dit is de oudere $VERSION.") $unchanged"
fi

there=$prefix/opt # or what of it is there already
while [ ! -e "$there" ]; do there=$(dirname "$there"); done
[ -d "$there" ] && [ -w "$there" ] || fail "$(t "$there is no folder that you may write into." \
    "$there is geen map waarin je mag schrijven.") $unchanged"
free=$(df -Pk "$there" | awk 'NR == 2 { print $4 }')
[ "$free" -gt "$NEEDED_KB" ] || fail "$(t "there is not enough room in $there: $((NEEDED_KB / 1024)) MB are needed." \
    "er is te weinig ruimte in $there: er is $((NEEDED_KB / 1024)) MB nodig.") $unchanged"
mkdir -p "$prefix/opt" 2>/dev/null || fail "$(t "$prefix/opt could not be made." \
    "$prefix/opt kon niet worden gemaakt.") $unchanged"

new=$program.new.$$ unpacker=$program.unpacker.$$
trap 'rm -rf "$new" "$unpacker"' EXIT
mkdir "$new" "$unpacker"
payload | head -c "$UNPACKER_BYTES" | tar -xzf - -C "$unpacker"
payload | tail -c "+$((UNPACKER_BYTES + 1))" | (cd "$unpacker" && LD_LIBRARY_PATH=. ./xz -dc) | tar -xf - -C "$new"
[ -f "$new/VERSION" ] || fail "$(t "unpacking failed." "uitpakken is mislukt.") $unchanged"
# The old program makes room only when the new one is complete.
rm -rf "$program.old"
[ ! -d "$program" ] || mv "$program" "$program.old"
mv "$new" "$program"
rm -rf "$program.old"

mkdir -p "$prefix/bin" "$share/applications" "$share/mime/packages" "$share/man/man1" "$share/icons/hicolor/scalable/apps"
ln -sf "$program/galley" "$prefix/bin/galley"
desktop=$program/share/galley.desktop
# The path stands in quotes there, with what is special between quotes escaped twice: for the entry, then for the file.
quoted=$(printf '%s' "$program/galley" | sed -e 's/[\\`"$]/\\\\&/g' -e 's/%/%%/g')
escaped=$(printf '%s' "\"$quoted\"" | sed 's/[\\&|]/\\&/g')
plain=$(printf '%s' "$program/galley" | sed -e 's/\\/\\\\/g' | sed 's/[\\&|]/\\&/g')
sed -e "s|^Exec=[^ ]*|Exec=$escaped|" -e "s|^TryExec=.*|TryExec=$plain|" "$desktop" >"$share/applications/galley.desktop"
cp "$program/share/galley.xml" "$share/mime/packages/"
cp "$program/share/galley.1.gz" "$share/man/man1/"
cp "$program/share/icons/galley.svg" "$share/icons/hicolor/scalable/apps/"
for size in 16 32 48 64 128 256; do
    mkdir -p "$share/icons/hicolor/${size}x$size/apps"
    cp "$program/share/icons/galley-$size.png" "$share/icons/hicolor/${size}x$size/apps/galley.png"
done
refresh
beside=$(dirname "$0")/models
[ ! -f "$beside/SHA256SUMS" ] || "$program/add-models" "$beside"
say "$(t "version $VERSION is installed in $program." "versie $VERSION is geïnstalleerd in $program.")"
case :$PATH: in
    *:"$prefix/bin":*) say "$(t "Start it from the menu, or with:" "Start het vanuit het menu, of met:") galley" ;;
    *) say "$(t "Start it from the menu, or with:" "Start het vanuit het menu, of met:") $prefix/bin/galley" ;;
esac
exit 0
