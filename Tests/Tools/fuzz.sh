#!/usr/bin/env bash
# Builds and runs the libFuzzer targets under Tests/Fuzz, each for so many seconds:
#     Tests/Tools/fuzz.sh 60 [TARGET…]
# A target is a file NAMEFuzz.swift with a @_cdecl("LLVMFuzzerTestOneInput") entry; the modules that
# it imports are compiled with the same instruments.
# What is found is kept in .build-fuzz/NAME; what teaches it something new, in its corpus there,
# which begins with Tests/Fuzz/Corpus/NAME.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${1:-60}
shift || true
swiftc=${SWIFTC:-swiftc}
out=.build-fuzz
flags=(-O -g -swift-version 6 -package-name tatami -sanitize=fuzzer,address -parse-as-library -wmo
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
  for name in HTTPMessage LayoutEngine LayoutWire; do # each after what it imports
    grep -qE "^ *import $name\$" "$file" || continue
    module "$name"
    objects+=("$out/$name.o")
  done
  # The linker's remarks on the sanitizer's own symbols say nothing.
  "$swiftc" "${flags[@]}" -module-name "${target}Fuzz" -o "$out/${target}Fuzz" "$file" \
    "${objects[@]}" 2> >(grep -v 'Cannot export local symbol' >&2)
  mkdir -p "$out/$target/corpus"
  corpora=("$out/$target/corpus")
  [ -d "Tests/Fuzz/Corpus/$target" ] && corpora+=("Tests/Fuzz/Corpus/$target")
  options=(-max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix="$out/$target/" -verbosity=0 -print_funcs=0)
  [ -f "Tests/Fuzz/$target.dict" ] && options+=(-dict="Tests/Fuzz/$target.dict")
  echo "== $target: $seconds s"
  ASAN_OPTIONS=detect_leaks=0 "$out/${target}Fuzz" "${options[@]}" "${corpora[@]}" ||
    failed+=("$target")
done

if [ ${#failed[@]} -gt 0 ]; then
  echo "fuzz: findings in ${failed[*]}: see $out"
  exit 1
fi
echo "fuzz: nothing found"
