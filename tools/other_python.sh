#!/usr/bin/env bash
# README's two commands in a clone of HEAD on a fresh Debian 13, whose Python is 3.13. The system is built in a temporary
# folder and removed at the end. Arguments are for `make test`: tools/other_python.sh PYTEST_ARGS="tests/puzzle -x"
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$(id -u)" -ne 0 ] || ! command -v debootstrap > /dev/null; then
  echo 'make other-python builds a Debian 13, for which it requires root and debootstrap: apt install debootstrap' >&2
  exit 1
fi

work=$(mktemp -d)
root=$work/root
remove() {
  # While a folder of this system is still mounted there, removing would empty it.
  for place in $(awk -v root="$root/" 'index($2, root) == 1 {print $2}' /proc/self/mounts | tac); do
    umount --lazy "$place" || { echo "Not removed, because $place is mounted: $work" >&2; return; }
  done
  rm -rf --one-file-system "$work"
}
trap remove EXIT
trap 'exit 130' INT TERM HUP
debootstrap --variant=minbase --include=python3,python3-venv,make,git,procps trixie "$root"

# pip and npm need certificates, pip its configuration and what it names; the files of an index lie beside `simple`.
named=$(python3 -m pip config list 2> /dev/null | grep --only-matching "/[^ ',]*" | sed 's|/simple/*$||' || true)
for place in /proc /dev /dev/pts /etc/resolv.conf /etc/ssl/certs /etc/pip.conf /etc/xdg/pip ~/.config/pip $named; do
  place=$(realpath --canonicalize-missing --no-symlinks "$place")
  if [ ! -e "$place" ] || [ "$place" = / ] || [ "$place" -ef "$root$place" ]; then continue; fi
  mkdir -p "$(dirname "$root$place")"
  if [ -d "$place" ]; then mkdir -p "$root$place"; else touch "$root$place"; fi
  mount --bind "$place" "$root$place"
done

git clone --quiet --no-local . "$root/srv/cubeproof"
mkdir -p "$root$HOME"
mapfile -d '' -t kept < <(env --null | grep --null-data --extended-regexp '^(PIP_|SSL_CERT_|NODE_EXTRA_|[A-Za-z]+_(proxy|PROXY)=)')
inside() { chroot "$root" env -i HOME="$HOME" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "${kept[@]}" make -C /srv/cubeproof "$@"; }
inside run
inside test "$@"
