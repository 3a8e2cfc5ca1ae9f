#!/usr/bin/env bash
# Builds the program for release, and says of each module when it is built, how many are left, and about how long that
# takes: by what this machine took for those before it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

echo "Building Tatami for the first time."
"${SWIFT:-swift}" build -c release --product tatami 2>&1 | awk '
  BEGIN {
    # The part of the whole time, on two cores, after which each module is built.
    count = split("Libevent 0.02 Logging 0.03 TextMeasure 0.10 HTTPMessage 0.12 EventHTTP 0.16 " \
      "ArgumentParserToolInfo 0.17 ArgumentParser 0.30 LayoutEngine 0.52 LayoutWire 0.76 LayoutService 0.91 " \
      "ValkeyStore 0.94 tatami 0.99", words, " ") / 2
    for (i = 1; i <= count; i++) part[words[2 * i - 1]] = words[2 * i]
    "date +%s" | getline start
  }
  /error:|warning:/ { print; next }
  $2 == "Compiling" && ($3 in part) && !($3 in built) {
    built[$3] = 1
    done += 1
    close("date +%s")
    "date +%s" | getline now
    # The first seconds say little.
    left = part[$3] >= 0.1 ? sprintf(", about %d s left", (now - start) * (1 - part[$3]) / part[$3]) : ""
    printf "  %d of %d modules: %s%s\n", done, count, $3, left
    fflush()
    next
  }
  /^(Build|Fetching|error)/ { print; fflush() }
'
