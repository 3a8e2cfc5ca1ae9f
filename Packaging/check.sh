#!/usr/bin/env bash
# Tries the packages in a Debian 12 that was never used: installed, run, asked by curl, taken away.
#
#     Packaging/check.sh deb     .build/dist/tatami_*.deb: by apt; its pages, its settings, its unit
#     Packaging/check.sh dist    .build/dist/tatami-*.tar.gz: unpacked, and run with glibc alone
#
# Needs root, and the archive that this machine's apt uses.
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/parts.sh

kind=${1:?deb or dist}
[ "$(id -u)" = 0 ] || { echo "a clean system takes root" >&2; exit 1; }
need mmdebstrap
work=$(mktemp -d)
root=$work/root
finish() {
  local status=$?
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
  [ $status = 0 ] && echo "check-$kind: passed" || echo "check-$kind: FAILED"
}
trap finish EXIT

fail() { echo "  FAILED: $*" >&2; exit 1; }

# A system of Debian's packages, by the sources of this machine that have them.
make_root() { # PACKAGES
  local sources=("/etc/apt/sources.list.d/debian.sources")
  [ -e "${sources[0]}" ] || sources=("/etc/apt/sources.list")
  mmdebstrap --quiet --variant=apt --include="$1" bookworm "$root" "${sources[@]}"
  mount -t proc proc "$root/proc"
  cp /etc/resolv.conf "$root/etc/"
}

inside() { chroot "$root" env LC_ALL=C.UTF-8 "$@"; }

# Starts the service in the system, and has it answer: its health, a layout, the frames of an item.
serves() { # PROGRAM
  # shellcheck disable=SC2016  # expanded in the system
  inside bash -euc '
    "$1" serve --bind 127.0.0.1:0 2>/tmp/log & service=$!
    until url=$(sed -nE "s/.*(http:\/\/127\.0\.0\.1:[0-9]+).*/\1/p" /tmp/log | head -n 1) && [ -n "$url" ]; do
      kill -0 $service || { cat /tmp/log >&2; exit 1; }
      sleep 0.1
    done
    curl -fsS "$url/healthz" >/dev/null
    curl -fsS "$url/tatami.wasm" -o /tmp/module
    head -c 4 /tmp/module | grep -q asm
    curl -fsS "$url/v1/layouts?rect=0,0,90,90" -d "{\"container\":{\"width\":90,\"height\":90},
      \"layout\":{\"type\":\"list\"},\"items\":[40,60]}" | grep -q "\"frame\":{\"x\":0,\"y\":40,\"width\":90,\"height\":60}"
    kill $service
    wait $service' serves "$1"
}

# The settings that the default file shows are settings of the program.
check_settings() { # DEFAULT-FILE PROGRAM
  local name help
  help=$(inside "$2" serve --help)
  for name in $(grep -oE '^#?[A-Z_]+=' "$1" | tr -d '#='); do
    grep -q "^ *$name, default " <<<"$help" || fail "$1: no such setting: $name"
  done
}

check_deb() {
  local package=("$dist"/tatami_*.deb) page
  [ -e "${package[0]}" ] || fail "make deb has not been run"
  make_root ca-certificates,curl
  cp "${package[0]}" "$root/tmp/tatami.deb"
  inside apt-get update -qq
  inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 /tmp/tatami.deb >/dev/null
  [ "$(inside tatami --version | sed 's/tatami \([^,]*\),.*/\1/')" = "$version" ] || fail "another version"
  serves tatami
  check_settings "$root/etc/default/tatami" tatami
  for page in tatami tatami-serve; do
    zcat "$root/usr/share/man/man1/$page.1.gz" 2>/dev/null | grep -q '^\.SH NAME' ||
      # Slim images leave manual pages out.
      dpkg --contents "${package[0]}" | grep -q "man1/$page.1.gz" || fail "no page $page"
  done
  grep -q '^ExecStart=/usr/bin/tatami serve$' "$root"/lib/systemd/system/tatami.service || fail "no unit"
  inside env DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq -o Dpkg::Use-Pty=0 tatami >/dev/null
  [ ! -e "$root/usr/bin/tatami" ] && [ ! -e "$root/etc/default/tatami" ] || fail "files are left"
}

check_dist() {
  local archive=("$dist"/tatami-*.tar.gz)
  [ -e "${archive[0]}" ] || fail "make dist has not been run"
  make_root curl
  tar -xzf "${archive[0]}" -C "$root/opt" --strip-components=1
  serves /opt/bin/tatami
  check_settings "$root/opt/tatami.default" /opt/bin/tatami
}

"check_$kind"
