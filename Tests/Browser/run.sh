#!/usr/bin/env bash
# Drives the playground and the server-rendered wall in a headless Chromium against the built service.
#
#   Tests/Browser/run.sh PATH_OF_TATAMI [FOLDER_FOR_SCREENSHOTS]
#   Tests/Browser/run.sh PATH_OF_TATAMI --bench
#
# With --bench it measures pages instead (Tests/Bench/pages.py).
#
# Among the screenshots is playground.png, which Examples/pictures holds for README.
#
# Needs Debian's chromium, chromium-driver, node-typescript, nodejs, esbuild, node-react and node-react-dom, and selenium from
# PyPI; what is missing is installed where that is possible, else the tests are skipped by name.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
tatami=$(realpath "${1:?the tatami binary}")
bench=
if [ "${2:-}" = --bench ]; then bench=1; else export SCREENSHOTS=${2:-}; fi

missing=()
for tool in chromium:chromium chromedriver:chromium-driver tsc:node-typescript node:nodejs esbuild:esbuild; do
  command -v "${tool%%:*}" >/dev/null || missing+=("${tool##*:}")
done
# The real React, for the hook; without it its tests are skipped by name.
[ -d /usr/share/nodejs/react-dom/umd ] || missing+=(node-react node-react-dom)
# The fonts of the texts that the service measures; without them those tests are skipped by name.
for font in opentype/inter:fonts-inter truetype/dejavu:fonts-dejavu-core truetype/roboto:fonts-roboto-unhinted; do
  [ -d "/usr/share/fonts/${font%%:*}" ] || missing+=("${font##*:}")
done
if [ ${#missing[@]} -gt 0 ]; then
  root=()
  [ "$(id -u)" = 0 ] || root=(sudo)
  if ! command -v apt-get >/dev/null || ! { "${root[@]}" apt-get update -qq &&
    "${root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}"; }; then
    echo "skipped: browser tests (missing: ${missing[*]})"
    exit 0
  fi
fi
venv=${TMPDIR:-/tmp}/tatami-browser-venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import selenium' 2>/dev/null || "$venv/bin/pip" install -q 'selenium>=4.20,<5'

work=$(mktemp -d)
trap 'kill "$service" 2>/dev/null || true; rm -rf "$work"' EXIT
port=$("$venv/bin/python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
TATAMI_LOG_LEVEL=error "$tatami" serve --bind "127.0.0.1:$port" &
service=$!
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$port/healthz" >/dev/null && break; sleep 0.1; done
curl -sf "http://127.0.0.1:$port/healthz" >/dev/null || { echo "$tatami does not answer" >&2; exit 1; }
tsc -p "$here/../../Web/tatami-client" --outDir "$work/clients"
echo '{"type":"module"}' >"$work/clients/package.json"
export TATAMI_URL="http://127.0.0.1:$port" CLIENTS="$work/clients" TATAMI="$tatami"
if [ -n "$bench" ]; then
  "$venv/bin/python" "$here/../Bench/pages.py"
else
  "$venv/bin/python" -m unittest -v "$here"/test_*.py
fi
