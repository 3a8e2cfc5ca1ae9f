#!/usr/bin/env bash
# Builds tatami.wasm, the engine for pages, with the Swift toolchain and wasm-opt: .build/wasm/tatami.wasm, which
# the next build of the program embeds. Does nothing if the module there is built from today's sources.
# Then compresses it and the program's other texts by brotli: .build/wasm/files.br, which the program embeds, too.
#   --check      Builds nothing: says whether the module is current, by exit status 0 or 1.
#   --embedded   Only compiles the libraries that the page's engine is made of with Embedded Swift, without
#                optimizing: it refuses existentials of values, key paths, untyped throws and all that needs an
#                operating system.
set -euo pipefail
cd "$(dirname "$0")/../.."

place=.build/wasm
# The module's memory at most, in bytes: what a browser gives any page.
memory=536870912

sources() { find "Sources/$1" -name '*.swift' | LC_ALL=C sort; }

modules=(TextStyling LayoutEngine LayoutWire HTTPMessage LayoutAPI TatamiWasm)
fingerprint() {
  {
    for module in "${modules[@]}"; do sources "$module"; done
    ls Sources/TatamiWasm/*.c Tests/Tools/wasm.sh
  } | xargs sha256sum | sha256sum | cut -d' ' -f1
}

# The module ends with the fingerprint, in a section of its own that no host looks at.
is_current() { tail -c 64 "$place/tatami.wasm" 2>/dev/null | grep -aqx "$(fingerprint)"; }

# Prints hex digits as bytes.
bytes() { printf '%b' "$(fold -w 2 <<<"$1" | sed 's/^/\\x/' | tr -d '\n')"; }

# The texts that the program embeds, and the module. Each entry is the file's SHA-256, the length of its brotli
# stream in four bytes, the least one first, and the stream. The program uses an entry only for a file with this
# SHA-256, so an old entry does no harm.
compress_files() {
  local file stream length
  sed -n 's|^#embed "\(.*\)"|Sources/CEmbeddedFiles/\1|p' Sources/CEmbeddedFiles/embedded.c | while read -r file; do
    case $file in *VERSION | *.webp | *.br) continue ;; esac
    stream=$(mktemp)
    brotli --best --lgwin=24 --stdout "$file" >"$stream"
    length=$(wc -c <"$stream")
    bytes "$(sha256sum "$file" | cut -d' ' -f1)"
    bytes "$(printf '%02x%02x%02x%02x' $((length & 255)) $((length >> 8 & 255)) $((length >> 16 & 255)) $((length >> 24)))"
    cat "$stream"
    rm "$stream"
  done >"$place/files.br.new"
  if cmp -s "$place/files.br.new" "$place/files.br"; then
    rm "$place/files.br.new"
  else
    mv "$place/files.br.new" "$place/files.br"
    # Compilers do not notice that a file which #embed takes has appeared.
    touch Sources/CEmbeddedFiles/embedded.c
  fi
}

case ${1:-} in
  --check)
    is_current && exit 0
    echo "$place/tatami.wasm is missing or built from other sources: run make wasm" >&2
    exit 1
    ;;
  --embedded) ;;
  *)
    for tool in wasm-opt brotli; do
      command -v "$tool" >/dev/null || { echo "$tool is missing (Debian: binaryen, brotli)" >&2; exit 1; }
    done
    if is_current; then
      echo "$place/tatami.wasm is current"
      compress_files
      exit 0
    fi
    ;;
esac

swift=$(command -v "${SWIFT:-swift}")
tools=$(dirname "$(readlink -f "$swift")")
for tool in clang wasm-ld; do
  [ -x "$tools/$tool" ] || { echo "$tool is not in $tools: this toolchain makes no WebAssembly" >&2; exit 1; }
done
resources=$tools/../lib/swift/embedded/wasm32-unknown-none-wasm
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# The features are those that Package.swift builds with. With vectors (-msimd128) layouts take 0.8 of the
# time, most of it in SHA-256, and the module is smaller. Texts are put together by calls: they are those
# of refusals, nearly all, and each made 150 bytes.
arguments=(
  -enable-experimental-feature Embedded -enable-experimental-feature Extern
  -target wasm32-unknown-none-wasm -wmo -parse-as-library -swift-version 6 -warnings-as-errors
  -strict-memory-safety -package-name tatami -enable-upcoming-feature ExistentialAny
  -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
)
if [ "${1:-}" = --embedded ]; then
  for module in TextStyling LayoutEngine LayoutWire HTTPMessage LayoutAPI; do
    started=$SECONDS
    sources "$module" | xargs "${swift}c" "${arguments[@]}" -I "$made" -module-name "$module" \
      -emit-module -emit-module-path "$made/$module.swiftmodule" -c -o "$made/$module.o"
    echo "$module: compiled for wasm32 in $((SECONDS - started)) s"
  done
  exit
fi
arguments+=(
  "${OPTIMIZATION:--Osize}" -Xfrontend -disable-stack-protector -Xfrontend -mergeable-traps
  -Xcc -msimd128 -Xllvm -sil-inline-never-functions=DefaultStringInterpolationV
)
# All modules are optimized once more as one, by the linker, with fixed addresses. They get there as text,
# which clang makes bitcode of: Swift's own writer of bitcode fails at functions without names.
bitcode=(
  --target=wasm32-unknown-none -msimd128 -fno-pic -O1 -Xclang -disable-llvm-passes -Wno-override-module
  -emit-llvm
)
for module in "${modules[@]}"; do
  started=$SECONDS
  sources "$module" | xargs "${swift}c" "${arguments[@]}" -I "$made" -module-name "$module" \
    -emit-module -emit-module-path "$made/$module.swiftmodule" -emit-ir -o "$made/$module.ll"
  "$tools/clang" "${bitcode[@]}" -c "$made/$module.ll" -o "$made/$module.o"
  echo "$module: compiled in $((SECONDS - started)) s"
done
for file in Sources/TatamiWasm/*.c; do
  "$tools/clang" --target=wasm32-unknown-none -ffreestanding -fno-builtin -msimd128 -O2 -Wall -Werror \
    -DMAX_MEMORY=$memory -c "$file" -o "$made/$(basename "$file").o"
done
# Functions that come out alike, as many of one generic function do, are made one.
"$tools/wasm-ld" --no-entry --gc-sections --strip-all -O2 --lto-O2 -mllvm -enable-merge-functions \
  --compress-relocations --stack-first -z stack-size=1048576 --max-memory=$memory \
  -o "$made/tatami.wasm" "$made"/*.o "$resources/libswiftUnicodeDataTables.a"
# What the toolchain leaves, wasm-opt makes 5 % smaller; it may use the features of the target above, and no others.
wasm-opt -Oz --enable-simd --enable-bulk-memory --enable-sign-ext --enable-mutable-globals \
  --enable-nontrapping-float-to-int --enable-multivalue --enable-reference-types --strip-debug --strip-producers \
  -o "$made/small.wasm" "$made/tatami.wasm"
mv "$made/small.wasm" "$made/tatami.wasm"
# A custom section: its number, its length, its name's, its name, the fingerprint.
printf '\x00\x4c\x0bfingerprint%s' "$(fingerprint)" >>"$made/tatami.wasm"
mkdir -p "$place"
mv "$made/tatami.wasm" "$place/tatami.wasm"
compress_files
echo "$place/tatami.wasm: $(wc -c <"$place/tatami.wasm") bytes, $(gzip -9 -c "$place/tatami.wasm" | wc -c) as gzip," \
  "$(brotli --best --lgwin=24 -c "$place/tatami.wasm" | wc -c) as brotli"
