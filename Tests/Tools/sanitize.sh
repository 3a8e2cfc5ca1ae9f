#!/usr/bin/env bash
# Runs the suites of the targets that hold threads or parse bytes under the sanitizers named:
#     Tests/Tools/sanitize.sh thread address
# Each has its own build folder, so that neither spoils the other's nor the plain build.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=${SWIFT:-swift}

for sanitizer in "$@"; do
  case $sanitizer in
    thread)
      scratch=.build-tsan
      suites='EventHTTPTests|LayoutServiceTests'
      export TSAN_OPTIONS="suppressions=$PWD/Tests/Tools/tsan-suppressions.txt halt_on_error=0 exitcode=66"
      ;;
    address)
      scratch=.build-asan
      suites='EventHTTPTests|LayoutWireTests|LayoutServiceTests'
      # Leaks are not looked for: the exit tests' child processes end without unwinding.
      export ASAN_OPTIONS="detect_leaks=0"
      ;;
    *)
      echo "No such sanitizer here: $sanitizer (thread, address)" >&2
      exit 2
      ;;
  esac
  echo "== $sanitizer sanitizer: $suites"
  "$swift" test --sanitize="$sanitizer" --scratch-path "$scratch" --filter "$suites"
done
