#!/usr/bin/env bash
# Type-checks the libraries for the oldest Apple systems that Package.swift names, on Linux: against the interface of
# the toolchain's own standard library, retargeted. It finds whatever those systems lack, and all that LayoutEngine
# or LayoutWire import besides the standard library. It generates no code and links nothing.
#
#   Tests/Tools/apple.sh               the systems that Package.swift names
#   Tests/Tools/apple.sh ios26.0 …     other systems: ios, macosx, tvos, watchos or xros, and a version
set -euo pipefail
cd "$(dirname "$0")/../.."

swiftc=$(command -v swiftc)
library=$(cd "$(dirname "$(readlink -f "$swiftc")")/../lib" && pwd)
folder=.build/apple
mkdir -p "$folder"

# Numbers have other types on other processors, so the target has this machine's.
case $(uname -m) in
  x86_64) processor=x86_64 ;;
  *) processor=arm64 ;;
esac

# Prints the systems that Package.swift names, as in targets: `.iOS(.v15)` is ios15.0.
systems() {
  grep -oE '\.(iOS|macOS|tvOS|watchOS|visionOS)\(\.v[0-9]+\)' Package.swift | tr -d '.()' |
    sed -E 's/^iOSv/ios/; s/^macOSv/macosx/; s/^tvOSv/tvos/; s/^watchOSv/watchos/; s/^visionOSv/xros/; s/$/.0/'
}

# Writes the interface of a module of the standard library for a system.
retarget() {
  local module=$1 target=$2 interface
  # Without the private one beside it.
  for interface in "$library/swift_static/linux/$module.swiftmodule/"*-gnu.swiftinterface; do break; done
  mkdir -p "$folder/$system/$module.swiftmodule"
  # One function is declared as back-deployed, but has no body in this interface: the attribute goes.
  sed -E "/^\/\/ swift-module-flags:/ s/-target [^ ]+/-target $target/" "$interface" |
    awk '{ lines[NR] = $0 }
      /func _diagnoseUnavailableCodeReached\(\)/ {
        for (i = NR - 4; i < NR; i++) if (lines[i] ~ /^@backDeployed/) lines[i] = ""
      }
      END { for (i = 1; i <= NR; i++) print lines[i] }' >"$folder/$system/$module.swiftmodule/$name.swiftinterface"
}

# Type-checks a module with SwiftPM's settings for it; the remaining arguments say what for.
check() {
  local module=$1 target=$2 files
  shift 2
  mapfile -t files < <(find "${sources:-Sources/$module}" -name '*.swift' | sort)
  "$swiftc" "$@" -wmo -module-name "$module" -package-name tatami -target "$target" -diagnostic-style llvm \
    -swift-version 6 -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
    -enable-upcoming-feature MemberImportVisibility -strict-memory-safety -warnings-as-errors \
    -I "$folder/$system" -module-cache-path "$folder/cache" -Xcc "-I$library/swift/shims" \
    -Xfrontend -disable-implicit-string-processing-module-import \
    -Xfrontend -disable-implicit-concurrency-module-import -Xfrontend -disable-objc-interop "${files[@]}"
  echo "$module: type-checked for $target"
}

versions=("$@")
[ $# -gt 0 ] || mapfile -t versions < <(systems)
[ ${#versions[@]} -gt 0 ] || { echo "Package.swift names no Apple system" >&2; exit 1; }
for version in "${versions[@]}"; do
  system=${version%%[0-9]*}
  simulator=
  if [ "$processor" = x86_64 ] && [ "$system" != macosx ]; then simulator=-simulator; fi
  # Modules are found by the target without its version.
  name=$processor-apple-${system/macosx/macos}$simulator
  target=$processor-apple-$version$simulator
  for module in Swift _Concurrency _StringProcessing SwiftOnoneSupport; do retarget "$module" "$target"; done
  # A stand-in for CoreGraphics, which those systems have.
  mkdir -p "$folder/$system/CoreGraphics.swiftmodule"
  sources=Tests/Tools/CoreGraphics.swift check CoreGraphics "$target" -parse-as-library -emit-module \
    -emit-module-path "$folder/$system/CoreGraphics.swiftmodule/$name.swiftmodule"
  for module in TextStyling LayoutEngine; do
    mkdir -p "$folder/$system/$module.swiftmodule"
    check $module "$target" -emit-module \
      -emit-module-path "$folder/$system/$module.swiftmodule/$name.swiftmodule"
  done
  check LayoutWire "$target" -typecheck
done
