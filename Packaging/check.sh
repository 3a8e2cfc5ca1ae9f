#!/usr/bin/env bash
# Tries the packages in a new Debian 12: installs one, starts the service, asks it by curl, removes the package.
#
#     Packaging/check.sh deb     .build/dist/tatami_*.deb: by apt; its pages, its settings, its unit
#     Packaging/check.sh dist    .build/dist/tatami-*.tar.gz: unpacked beside glibc, without any other library
#
# Needs root, and the archive that this machine's apt uses.
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/parts.sh

kind=${1:?deb or dist}
[ "$(id -u)" = 0 ] || { echo "a clean system takes root" >&2; exit 1; }
need mmdebstrap curl man-db
work=$(mktemp -d)
root=$work/root
service=
finish() {
  local status=$?
  [ -z "$service" ] || kill "$service" 2>/dev/null || true
  umount "$root/proc" 2>/dev/null || true
  rm -rf --one-file-system "$work"
  [ $status = 0 ] && echo "check-$kind: passed" || echo "check-$kind: FAILED"
}
trap finish EXIT

fail() { echo "  FAILED: $*" >&2; exit 1; }

# A system made from Debian's packages, by the sources of this machine that have them.
make_root() { # VARIANT PACKAGES
  local sources=("/etc/apt/sources.list.d/debian.sources")
  [ -e "${sources[0]}" ] || sources=("/etc/apt/sources.list")
  mmdebstrap --quiet --variant="$1" --include="$2" bookworm "$root" "${sources[@]}"
  mkdir -p "$root/proc"
  mount -t proc proc "$root/proc"
}

inside() { LC_ALL=C.UTF-8 chroot "$root" "$@"; }

# Starts the service in the system; from outside, POSTs a layout and GETs it by its id.
serves() { # PROGRAM
  local url='' id
  LC_ALL=C.UTF-8 chroot "$root" "$1" serve --bind 127.0.0.1:0 2>"$work/log" & service=$!
  until url=$(grep -oE 'http://127\.0\.0\.1:[0-9]+' "$work/log" | head -n 1) && [ -n "$url" ]; do
    kill -0 $service 2>/dev/null || { cat "$work/log" >&2; fail "$1 does not start"; }
    sleep 0.1
  done
  curl -fsS "$url/healthz" >/dev/null
  curl -fsS "$url/tatami.wasm" -o "$work/module"
  [ "$(head -c 4 "$work/module" | tr -d '\0')" = asm ] || fail "no tatami.wasm inside"
  curl -fsS "$url/v1/layouts?rect=0,0,90,90" -o "$work/posted" -d '{"container":{"width":90,"height":90},
    "layout":{"type":"list"},"items":[40,60]}'
  id=$(sed -nE 's/^\{"id":"([0-9a-f]{64})".*/\1/p' "$work/posted")
  curl -fsS "$url/v1/layouts/$id/attributes?rect=0,40,90,1" -o "$work/got"
  grep -q '"frame":{"x":0,"y":40,"width":90,"height":60}' "$work/posted" || fail "posted: $(cat "$work/posted")"
  grep -q '"frame":{"x":0,"y":40,"width":90,"height":60}' "$work/got" || fail "got: $(cat "$work/got")"
  kill $service
  wait $service || fail "$1 ends with status $?"
  service=
  echo "  $1 serves: GET /v1/layouts/$id/attributes"
}

# The settings that the default file shows are settings of the program.
check_settings() { # DEFAULT-FILE PROGRAM
  local name help
  help=$(inside "$2" serve --help)
  for name in $(grep -oE '^#?[A-Z_]+=' "$1" | tr -d '#='); do
    grep -q "^ *$name, default " <<<"$help" || fail "$1: no such setting: $name"
  done
}

# `man` shows a page without a warning from troff.
check_page() { # FILE WORD
  MANWIDTH=80 MANROFFSEQ='' LC_ALL=C.UTF-8 man --warnings -l "$1" >"$work/page" 2>"$work/warnings"
  [ ! -s "$work/warnings" ] || fail "$1: $(cat "$work/warnings")"
  grep -q -- "$2" "$work/page" || fail "$1 does not name $2"
  echo "  $(basename "$1"): $(wc -l <"$work/page") lines"
}

check_deb() {
  local package=("$dist"/tatami_*.deb) file
  [ -e "${package[0]}" ] || fail "make deb has not been run"
  make_root apt ca-certificates
  cp /etc/resolv.conf "$root/etc/"
  cp "${package[0]}" "$root/tmp/tatami.deb"
  inside apt-get update -qq
  DEBIAN_FRONTEND=noninteractive inside apt-get install -y -qq -o Dpkg::Use-Pty=0 /tmp/tatami.deb >/dev/null
  [ "$(inside tatami --version | sed 's/tatami \([^,]*\),.*/\1/')" = "$version" ] || fail "another version"
  serves tatami
  check_settings "$root/etc/default/tatami" tatami
  check_page "$root/usr/share/man/man1/tatami.1.gz" SUBCOMMANDS
  check_page "$root/usr/share/man/man1/tatami-serve.1.gz" TATAMI_BIND
  grep -q '^ExecStart=/usr/bin/tatami serve$' "$root/lib/systemd/system/tatami.service" || fail "no unit"
  DEBIAN_FRONTEND=noninteractive inside apt-get purge -y -qq -o Dpkg::Use-Pty=0 tatami >/dev/null
  for file in usr/bin/tatami etc/default/tatami; do
    [ ! -e "$root/$file" ] || fail "/$file is left"
  done
}

# The system is glibc, unpacked, and nothing that it does not depend on: no shell, no other library.
check_dist() {
  local archive=("$dist"/tatami-*.tar.gz)
  [ -e "${archive[0]}" ] || fail "make dist has not been run"
  make_root extract libc6
  mkdir -p "$root/opt"
  tar -xzf "${archive[0]}" -C "$root/opt" --strip-components=1
  serves /opt/bin/tatami
  check_settings "$root/opt/tatami.default" /opt/bin/tatami
  check_page "$root/opt/share/man/man1/tatami-serve.1" TATAMI_BIND
}

"check_$kind"
