#!/usr/bin/env bash
# Builds the program for release, and says of each module when it is built, how many are left, and about how long that
# takes: by what this machine took for those before it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

# The hundredths of the whole time, on two cores, after which each module is built.
declare -A part=(
  [Libevent]=2 [Logging]=3 [TextMeasure]=10 [HTTPMessage]=12 [EventHTTP]=16 [ArgumentParserToolInfo]=17 [ArgumentParser]=30
  [LayoutEngine]=52 [LayoutWire]=74 [LayoutAPI]=78 [LayoutService]=91 [ValkeyStore]=94 [tatami]=99
)
declare -A built
start=$EPOCHSECONDS

echo "Building Tatami for the first time: ${#part[@]} modules."
"${SWIFT:-swift}" build -c release --product tatami 2>&1 | while read -r number verb module rest; do
  case "$number $verb" in
    *error:* | *warning:* | "Build of"* | Fetching*) echo "$number $verb $module $rest" ;;
    *Compiling)
      share=${part[$module]:-}
      if [ -z "$share" ] || [ -n "${built[$module]:-}" ]; then continue; fi
      built[$module]=1
      left=
      # The first seconds say little.
      [ "$share" -lt 10 ] || left=", about $(((EPOCHSECONDS - start) * (100 - share) / share)) s left"
      echo "  ${#built[@]} of ${#part[@]}: $module$left"
      ;;
  esac
done
