#!/usr/bin/env bash
# Builds the release binary that packages carry, and prints its path. Swift's runtime is always inside.
#
#     Packaging/build.sh shared     C libraries are the system's: for the Debian package
#     Packaging/build.sh portable   C and C++ libraries are inside or in ../lib/tatami, glibc is the system's: for
#                                   the tarball
#
# Both share one folder of object files and differ only in how they are linked.
#
# The portable binary is not fully static: a static glibc loads the modules that /etc/nsswitch.conf names
# (systemd's, Avahi's), and with another release of glibc it crashes in them when it resolves the store's name.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:?shared or portable}
swift=${SWIFT:-swift}
scratch=$PWD/.build/packaging
options=(-c release --product tatami --static-swift-stdlib --scratch-path "$scratch")

# A folder of archives alone, which pkg-config's files name before the system's folder.
archives() {
  local folder=$scratch/archives name
  rm -rf "$folder"
  mkdir -p "$folder"
  for name in event event_pthreads hiredis deflate z crypto stdc++; do
    ln -s "$(archive "lib$name.a")" "$folder/lib$name.a"
  done
  # The unwinder, which the compiler asks for by the name of the shared library.
  ln -s "$(archive libgcc_eh.a)" "$folder/libgcc_s.a"
  # Swift hides the symbols of archives. The allocator's must be visible, or glibc allocates by its own and
  # Tatami frees by jemalloc's: one object file in place of the archive, which is left empty. C++'s `new` is
  # libstdc++'s, which calls malloc: both libraries define it.
  cp "$(archive libjemalloc.a)" "$folder/whole.a"
  ar d "$folder/whole.a" jemalloc_cpp.o
  ld -r --whole-archive "$folder/whole.a" -o "$folder/jemalloc.o"
  rm "$folder/whole.a"
  ar rcs "$folder/libjemalloc.a"
  for name in libevent libevent_pthreads libdeflate zlib libcrypto jemalloc; do
    sed "s#^libdir=.*#libdir=$folder#; s#-L[^ ]*#-L\${libdir}#" "$(pkg-config --variable=pcfiledir "$name")/$name.pc" \
      >"$folder/$name.pc"
  done
  options+=(--pkg-config-path "$folder" -Xlinker "$folder/jemalloc.o")
  # Debian has no archive of HarfBuzz: the tarball carries it, ICU and what they need as shared libraries. They find
  # each other by the program's path only if it is of the old kind (DT_RPATH).
  options+=(-Xlinker -rpath -Xlinker "\$ORIGIN/../lib/tatami" -Xlinker --disable-new-dtags)
}

# An archive's path; fails if it is not installed.
archive() {
  local found
  found=$(gcc -print-file-name="$1")
  [ "$found" != "$1" ] || { echo "$1 is missing" >&2; exit 1; }
  echo "$found"
}

case $kind in
  shared) ;;
  portable) archives ;;
  *) echo "shared or portable (got $kind)" >&2; exit 2 ;;
esac
# Package.swift is not changed by another list of libraries, so the linker has to be told to run again.
rm -f "$scratch/release/tatami"
"$swift" build "${options[@]}" >&2
binary=$scratch/tatami-$kind
cp "$scratch/release/tatami" "$binary"

# The allocator is jemalloc, as a library or inside.
if [ "$kind" = shared ]; then
  ldd "$binary" | grep -q libjemalloc || { echo "$binary does not use jemalloc" >&2; exit 1; }
else
  nm -D --defined-only "$binary" | grep -q ' T malloc$' || { echo "$binary hides jemalloc" >&2; exit 1; }
  needed=$(objdump -p "$binary" | sed -n 's/^ *NEEDED *//p' |
    grep -vE '^(libc|libm|ld-linux-.*|libharfbuzz|libicuuc|libicudata)\.so\.[0-9]+$' || true)
  [ -z "$needed" ] || { echo "$binary needs more than glibc and what the tarball carries: $needed" >&2; exit 1; }
fi
echo "$binary"
