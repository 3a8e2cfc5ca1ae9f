#!/usr/bin/env bash
# Runs the suites of the targets that hold threads or parse bytes under the sanitizers named:
#     Tests/Tools/sanitize.sh thread address
# Each has its own build folder, so that neither spoils the other's nor the plain build.
# No report is suppressed. Tests that fail without one are run once more: a machine that stands still for
# seconds breaks their times, and they are held to them without a sanitizer, too. That ThreadSanitizer would report a race between a job and an event loop
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

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# One run of the suites; its output is kept in the log, too.
run() {
  env "$options" "$swift" test --sanitize="$sanitizer" --scratch-path "$scratch" \
    ${arguments[@]+"${arguments[@]}"} --filter "$suites" 2>&1 | tee "$log"
}

# Whether the run in the log came to its end, its failures are the tests' own, and no sanitizer's report.
failed_tests_only() {
  grep -aqE '^✘ Test run with .* failed' "$log" &&
    ! grep -aqE '^(SUMMARY|WARNING|==[0-9]+==ERROR): .*Sanitizer' "$log"
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
  if ! run; then
    failed_tests_only || exit 1
    echo "== $sanitizer sanitizer: no report, but these failed, and are run once more with the rest:"
    grep -aE '^✘' "$log"
    run
  fi
done
