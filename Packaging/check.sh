#!/usr/bin/env bash
# Tries a package in a Debian 12 that was never used: installed, run, asked by curl, taken away.
#
#     Packaging/check.sh deb     .build/dist/tatami_*.deb: by apt, its pages by man, its unit by systemd, booted
#     Packaging/check.sh dist    .build/dist/tatami-*.tar.gz: unpacked, run
#
# Needs root, mmdebstrap (or debootstrap) and Debian's archive; `deb` also boots the system by systemd-nspawn.
# Without them it says what it leaves out.
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/parts.sh

kind=${1:?deb or dist}
work=$(mktemp -d)
root=$work/root
machine=
finish() {
  local status=$?
  [ -z "$machine" ] || { kill -KILL "$machine" 2>/dev/null && wait "$machine" 2>/dev/null; } || true
  rm -rf --one-file-system "$work"
  [ $status = 0 ] && echo "check-$kind: passed" || echo "check-$kind: FAILED"
}
trap finish EXIT

fail() { echo "  FAILED: $*" >&2; exit 1; }
left_out() { echo "  left out: $*"; }

# The system, with what the checks use, or status 1 and why there is none.
make_root() { # PACKAGES
  [ "$(id -u)" = 0 ] || { left_out "everything that a chroot takes: this needs root"; return 1; }
  unshare --mount true 2>/dev/null || { left_out "everything that a chroot takes: none is allowed here"; return 1; }
  need mmdebstrap >/dev/null 2>&1 || true
  if command -v mmdebstrap >/dev/null; then
    mmdebstrap --quiet --variant=minbase --include="$1" bookworm "$root" || { left_out "no Debian to be had"; return 1; }
  elif command -v debootstrap >/dev/null; then
    debootstrap --variant=minbase --include="$1" bookworm "$root" >/dev/null || { left_out "no Debian to be had"; return 1; }
  else
    left_out "everything that a chroot takes: neither mmdebstrap nor debootstrap"
    return 1
  fi
}

# Runs a command in the system, with /proc and without a network of its own.
inside() {
  unshare --mount sh -euc 'mount -t proc proc "$1/proc"; root=$1; shift; exec chroot "$root" "$@"' inside "$root" "$@"
}

# Has a service answer in the system, and end: its health, a layout, the frames of the first item.
serves() { # NAME=VALUE … COMMAND …
  inside env LC_ALL=C.UTF-8 bash -euc '
    "$@" 2>/tmp/log & service=$!
    tries=0
    until url=$(sed -nE "s/.*listening at (http:[^ \"]+).*/\1/p" /tmp/log) && [ -n "$url" ]; do
      kill -0 $service 2>/dev/null && [ $((tries += 1)) -lt 100 ] || { cat /tmp/log >&2; exit 1; }
      sleep 0.1
    done
    curl -fsS "$url/healthz" >/dev/null
    curl -fsS "$url/v1/layouts?rect=0,0,90,90" -d "{\"container\":{\"width\":90,\"height\":90},
      \"layout\":{\"type\":\"list\"},\"items\":[40,60]}" | grep -q "\"frame\":{\"x\":0,\"y\":40,\"width\":90,\"height\":60}"
    kill $service
    wait $service
    rm /tmp/log' serves "$@"
}

# The system'"'"'s files, but for what apt, dpkg, the linker and logs write of their own.
files() {
  (cd "$root" && find . -xdev \( -path ./proc -o -path ./tmp -o -path ./var/cache -o -path ./var/log \
    -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./etc/ld.so.cache \) -prune -o -print | sort)
}

# The variables that the default file shows are settings of the program.
known_settings() { # DEFAULT-FILE HELP
  local name
  for name in $(grep -oE '^#?[A-Z_]+=' "$1" | tr -d '#='); do
    grep -q "^      $name, default " "$2" || fail "$1: no such setting: $name"
  done
}
