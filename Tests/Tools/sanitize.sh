#!/usr/bin/env bash
# Runs the suites of the targets that hold threads or parse bytes under the sanitizers named:
#     Tests/Tools/sanitize.sh thread address
# Each has its own build folder, so that neither spoils the other's nor the plain build.
# No report is suppressed. Where tests fail without one under AddressSanitizer they are run once more: a
# machine that stands still for seconds breaks their times, to which they are held without it, too. Races
# come and go, so that nothing is run twice under ThreadSanitizer. That it would report a race between a job
# and an event loop is tested with the rest (ThreadSanitizerTests).
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

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
log=$results/log

# One run of the suites; its output is kept in the log, too.
run() {
  env TATAMI_SANITIZED=1 "$options" "$swift" test --sanitize="$sanitizer" --scratch-path "$scratch" \
    ${arguments[@]+"${arguments[@]}"} --filter "$suites" 2>&1 | tee "$log"
}

# Whether the run in the log came to its end, and no process under AddressSanitizer reported anything.
failed_tests_only() {
  [ "$sanitizer" = address ] && grep -aqE '^✘ Test run with .* failed' "$log" &&
    ! compgen -G "$results/report.*" >/dev/null
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
      # Leaks are not looked for: the exit tests' child processes end without unwinding. Reports go to
      # files, of child processes, too.
      options="ASAN_OPTIONS=detect_leaks=0:log_path=$results/report"
      ;;
    *)
      echo "No such sanitizer here: $sanitizer (thread, address)" >&2
      exit 2
      ;;
  esac
  echo "== $sanitizer sanitizer: $suites"
  if ! run; then
    if ! failed_tests_only; then
      cat "$results"/report.* 2>/dev/null || true
      exit 1
    fi
    echo "== $sanitizer sanitizer: no report, but these failed, and are run once more with the rest:"
    grep -aE '^✘' "$log"
    run
  fi
done
