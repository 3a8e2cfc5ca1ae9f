#!/usr/bin/env bash
# Runs the suites of the targets that hold threads or parse bytes under the sanitizers named:
#     Tests/Tools/sanitize.sh thread address
# Each has its own build folder, so that neither spoils the other's nor the plain build; Package.swift leaves
# out the suites that are not run. No report is suppressed and no failure is run again. ThreadSanitizerTests
# show that a race between a job and an event loop would be reported.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=${SWIFT:-swift}

# Compiles what the thread sanitizer's programs are linked with, under a name that changes with its text, so
# that they are linked again; prints its path.
mutex_object() {
  local source=Tests/Tools/tsan-mutex.c object
  object=$PWD/$1/tsan-mutex-$(cksum <"$source" | cut -d ' ' -f 1).o
  mkdir -p "$1"
  "$(dirname "$(command -v "$swift")")/clang" -O1 -Wall -Werror -c "$source" -o "$object"
  echo "$object"
}

reports=$(mktemp -d)
trap 'rm -rf "$reports"' EXIT

for sanitizer in "$@"; do
  arguments=()
  case $sanitizer in
    thread)
      scratch=.build-tsan
      # ThreadSanitizerTests run if these are set. A report is dropped if the history of the earlier access is
      # gone, so it is as long as it may be.
      options="TSAN_OPTIONS=halt_on_error=0 exitcode=66 history_size=7"
      arguments+=(-Xlinker "$(mutex_object "$scratch")")
      ;;
    address)
      scratch=.build-asan
      # Leaks are not looked for: the exit tests' child processes end without unwinding. Reports go to
      # files, those of child processes too.
      options="ASAN_OPTIONS=detect_leaks=0:log_path=$reports/report"
      ;;
    *)
      echo "unknown sanitizer: $sanitizer (thread, address)" >&2
      exit 2
      ;;
  esac
  echo "== $sanitizer sanitizer"
  if ! env TATAMI_SANITIZED="$sanitizer" "$options" "$swift" test --sanitize="$sanitizer" \
    --scratch-path "$scratch" ${arguments[@]+"${arguments[@]}"}; then
    cat "$reports"/report.* 2>/dev/null || true
    exit 1
  fi
done
