#!/usr/bin/env bash
# Compiles LayoutEngine, then LayoutWire, with Embedded Swift for WebAssembly, as a page that lays
# out by itself would: existentials of values, key paths, untyped throws and what needs an operating
# system are refused, some of it only while code is made. Nothing is linked or run.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=$(command -v "${SWIFT:-swift}")
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT

# The features are those that Package.swift builds with.
arguments=(
  -enable-experimental-feature Embedded -target wasm32-unknown-none-wasm -wmo -parse-as-library
  -swift-version 6 -warnings-as-errors -strict-memory-safety -package-name tatami
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault
  -enable-upcoming-feature MemberImportVisibility
)

for target in LayoutEngine LayoutWire; do
  started=$SECONDS
  find "Sources/$target" -name '*.swift' -print0 | sort -z |
    xargs -0 "${swift}c" "${arguments[@]}" -I "$made" -module-name "$target" \
      -emit-module -emit-module-path "$made/$target.swiftmodule" -c -o "$made/$target.o"
  echo "$target: $(wc -c <"$made/$target.o") bytes for wasm32, compiled in $((SECONDS - started)) s"
done
