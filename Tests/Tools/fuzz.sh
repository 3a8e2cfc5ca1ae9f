#!/usr/bin/env bash
# Builds and runs the libFuzzer targets under Tests/Fuzz, each for so many seconds:
#     Tests/Tools/fuzz.sh 60 [TARGET…]
# A target is a file NAMEFuzz.swift with a @_cdecl("LLVMFuzzerTestOneInput") entry; the modules that
# it imports are compiled with the same instruments, and so are the files and folders that its line
# "// with: …" names, as part of it.
# What is found is kept in .build-fuzz/NAME; what teaches it something new, in its corpus there,
# which begins with Tests/Fuzz/Corpus/NAME.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
shift || true
swiftc=${SWIFTC:-swiftc}
out=.build-fuzz
flags=(-O -g -swift-version 6 -package-name tatami "-sanitize=fuzzer,address" -parse-as-library -wmo
  -I "$out"
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility)
mkdir -p "$out"

# Compiles a module where its sources are newer than what was built of it.
module() {
  local name=$1
  [ -f "$out/$name.o" ] && [ -z "$(find "Sources/$name" -newer "$out/$name.o" -print -quit)" ] &&
    return
  echo "-- compiling $name"
  find "Sources/$name" -name '*.swift' -print0 | sort -z |
    xargs -0 "$swiftc" "${flags[@]}" -module-name "$name" -emit-module \
      -emit-module-path "$out/$name.swiftmodule" -c -o "$out/$name.o"
}

# HarfBuzz comes with a module map; ICU's wrapper gets one, and is compiled with the instruments.
texts() {
  mkdir -p "$out/CICU"
  echo "module CICU { header \"$PWD/Sources/CICU/include/CICU.h\" export * }" >"$out/CICU/module.modulemap"
  local flag
  for flag in $(pkg-config --cflags harfbuzz); do flags+=(-Xcc "$flag"); done
  flags+=(-I "$out/CICU" -I Sources/CHarfBuzz)
  "$(dirname "$(readlink -f "$(command -v "$swiftc")")")/clang" -g -O1 -fsanitize=address \
    -ISources/CICU/include -c Sources/CICU/cicu.c -o "$out/CICU.o"
}

targets=("$@")
if [ ${#targets[@]} -eq 0 ]; then
  for file in Tests/Fuzz/*Fuzz.swift; do
    targets+=("$(basename "$file" Fuzz.swift)")
  done
fi

failed=()
for target in "${targets[@]}"; do
  file=Tests/Fuzz/${target}Fuzz.swift
  objects=()
  if grep -qE '^ *import TextMeasure$' "$file"; then
    texts
    objects+=("$out/CICU.o" -lharfbuzz -licuuc -licudata)
  fi
  for name in HTTPMessage TextStyling LayoutEngine LayoutWire LayoutAPI TextMeasure; do # each after what it imports
    # What is imported by the modules that are imported.
    [ "$name" = TextStyling ] || grep -qE "^ *import $name\$" "$file" || continue
    module "$name"
    objects+=("$out/$name.o")
  done
  sources=("$file")
  for with in $(sed -n 's|^// with: ||p' "$file"); do
    while IFS= read -r -d '' source; do sources+=("$source"); done \
      < <(find "$with" -name '*.swift' -print0 | sort -z)
  done
  # The linker's remarks on the sanitizer's own symbols say nothing.
  "$swiftc" "${flags[@]}" -emit-executable -module-name "${target}Fuzz" \
    -emit-module-path "$out/${target}Fuzz.swiftmodule" -o "$out/${target}Fuzz" \
    "${sources[@]}" "${objects[@]}" 2> >(grep -v 'Cannot export local symbol' >&2)
  mkdir -p "$out/$target/corpus"
  corpora=("$out/$target/corpus")
  [ -d "Tests/Fuzz/Corpus/$target" ] && corpora+=("Tests/Fuzz/Corpus/$target")
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=256
    -print_final_stats=1 -artifact_prefix="$out/$target/" -verbosity=0 -print_funcs=0)
  [ -f "Tests/Fuzz/$target.dict" ] && options+=(-dict="Tests/Fuzz/$target.dict")
  echo "== $target: $seconds s"
  # Freed memory that is kept to catch its later use is no cost of the input's.
  # libFuzzer tells of traps itself; the runtime's own report may hang in an instrumented program.
  ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16 SWIFT_BACKTRACE=enable=no \
    "$out/${target}Fuzz" "${options[@]}" "${corpora[@]}" || failed+=("$target")
done

if [ ${#failed[@]} -gt 0 ]; then
  echo "fuzz: findings in ${failed[*]}: see $out"
  exit 1
fi
echo "fuzz: nothing found"
