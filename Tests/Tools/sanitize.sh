#!/usr/bin/env bash
# Runs the suites of the targets that hold threads or parse bytes under the sanitizers named:
#     Tests/Tools/sanitize.sh thread address
# Each has its own build folder, so that neither spoils the other's nor the plain build.
# No report is suppressed. That ThreadSanitizer would report a race between a job and an event loop
# is tested with the rest (ThreadSanitizerTests).
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=${SWIFT:-swift}

# Compiles what the thread sanitizer's programs are linked with, anew for every text of it, so that
# they are linked again; prints where it is.
mutex_object() {
  local source=Tests/Tools/tsan-mutex.c object
  object=$PWD/$1/tsan-mutex-$(cksum <"$source" | cut -d ' ' -f 1).o
  mkdir -p "$1"
  "$(dirname "$(command -v "$swift")")/clang" -O1 -Wall -Werror -c "$source" -o "$object"
  echo "$object"
}

for sanitizer in "$@"; do
  arguments=()
  case $sanitizer in
    thread)
      scratch=.build-tsan
      suites='HTTPMessageTests|LibeventTests|EventHTTPTests|ValkeyStoreTests|LayoutServiceTests|tatamiTests'
      # ThreadSanitizerTests run where these are set.
      options="TSAN_OPTIONS=halt_on_error=0 exitcode=66"
      arguments+=(-Xlinker "$(mutex_object "$scratch")")
      ;;
    address)
      scratch=.build-asan
      suites='HTTPMessageTests|LibeventTests|EventHTTPTests|ValkeyStoreTests|LayoutWireTests|LayoutServiceTests|tatamiTests'
      # Leaks are not looked for: the exit tests' child processes end without unwinding.
      options="ASAN_OPTIONS=detect_leaks=0"
      ;;
    *)
      echo "No such sanitizer here: $sanitizer (thread, address)" >&2
      exit 2
      ;;
  esac
  echo "== $sanitizer sanitizer: $suites"
  env "$options" "$swift" test --sanitize="$sanitizer" --scratch-path "$scratch" \
    "${arguments[@]}" --filter "$suites"
done
