#!/usr/bin/env bash
# Installs the C libraries that Tatami is built on, where they are missing: libevent, hiredis,
# libdeflate, zlib, libcrypto, jemalloc, HarfBuzz, ICU; and with them the font Inter.
# Does nothing, and needs no network, where pkg-config finds them all.
#   --wasm       Installs what `make wasm` needs instead: wasm-opt and brotli.
set -euo pipefail

modules=(libevent libevent_pthreads hiredis libdeflate zlib libcrypto jemalloc harfbuzz icu-uc)
packages=(libevent-dev libhiredis-dev libdeflate-dev zlib1g-dev libssl-dev libjemalloc-dev libharfbuzz-dev
  libicu-dev fonts-inter pkg-config)

found() { command -v pkg-config >/dev/null && pkg-config --exists "${modules[@]}"; }

if [ "${1:-}" = --wasm ]; then
  modules=(wasm-opt brotli)
  packages=(binaryen brotli)
  found() { command -v wasm-opt >/dev/null && command -v brotli >/dev/null; }
fi

found && exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing: one of ${modules[*]} (libraries with their headers, and pkg-config)." >&2
  echo "There is no apt-get here: install them by your system's own means, then run this again." >&2
  exit 1
fi

as_root=()
if [ "$(id -u)" != 0 ]; then
  if ! command -v sudo >/dev/null; then
    echo "Missing: ${packages[*]}. Install them as root: apt-get install ${packages[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "Installing ${packages[*]}" >&2
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >&2

if ! found; then
  echo "${modules[*]} are still not found after installing ${packages[*]}." >&2
  exit 1
fi
