#!/usr/bin/env bash
# Holds the running service to openapi.yaml (schemathesis, from PyPI), openapi.yaml to what makes
# clients of it (openapi-python-client and datamodel-code-generator, from PyPI), its metrics to
# Prometheus' own parser (prometheus_client, from PyPI), and its deadlines to slow clients
# (slowhttptest, from Debian). Installs what is missing.
#     Tests/Tools/conformance.sh [EXAMPLES-AN-OPERATION]     (TATAMI: a program built
# already; PHASES: schemathesis' phases)
set -euo pipefail
cd "$(dirname "$0")/../.."

root=$PWD
examples=${1:-100}
phases=${PHASES:-examples,coverage,fuzzing}
venv=$root/.build-conformance
swift=${SWIFT:-swift}
failed=()

if ! command -v slowhttptest >/dev/null && command -v apt-get >/dev/null; then
  as_root=()
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends slowhttptest >/dev/null
fi
# Without PyPI the slow clients are left, and what is left out is named.
left_out=
has() { # PROGRAM PACKAGE...: installs the packages where the program is missing
  [ -x "$venv/bin/$1" ] || { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet "${@:2}"; }
}
leave_out() { left_out="${left_out:+$left_out, }$1"; }
has schemathesis schemathesis prometheus_client || leave_out 'schemathesis, metrics'
generators='openapi-python-client datamodel-code-generator pyyaml jsonschema'
# shellcheck disable=SC2086  # a list of packages
has datamodel-codegen $generators || leave_out 'generated clients'

if [ -z "${TATAMI:-}" ]; then
  "$swift" build -c release --product tatami >&2
  TATAMI=.build/release/tatami
fi
work=$(mktemp -d)
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
base=http://127.0.0.1:$port
TATAMI_HEADER_TIMEOUT=3 TATAMI_BODY_TIMEOUT=3 TATAMI_WRITE_TIMEOUT=3 TATAMI_BIND=127.0.0.1:$port \
  TATAMI_LOG_LEVEL=warning "$TATAMI" serve >"$work/log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null; wait $server 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  curl -sf "$base/healthz" >/dev/null && break
  sleep 0.05
done

# A layout that is there, for the operations that need one.
id=$(curl -s "$base/v1/layouts" -d '
  {"container":{"width":390,"height":844},
   "layout":{"type":"compositional","orthogonalScrollingBehavior":"groupPaging",
     "group":{"direction":"horizontal",
       "size":{"width":{"fractionalWidth":0.8},"height":{"absolute":150}},
       "subitems":[{"size":{"width":{"fractionalWidth":1},"height":{"fractionalHeight":1}}}]}},
   "items":50}' | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')
# And a version of it, which changes lead to.
version=$(curl -s "$base/v1/layouts/$id/updates" -d '{"append":[{"items":3}]}' | cut -c8-71)
cat >"$work/schemathesis.toml" <<END
[[operations]]
include-path-regex = "/(attributes|attributes.svg|attributes.css|attributes.columns|attributes.packed|sections|target-offset|index-path|updates|document)$"
parameters = { "path.id" = "$id" }

[[operations]]
include-path-regex = "/changes(.svg)?$"
parameters = { "path.id" = "$version", "query.from" = "$id" }

# 501 is the answer to methods that no resource here has (RFC 9110 §15.6.2): no fault of the server.
[checks]
not_a_server_error.expected-statuses = ["2xx", "3xx", "4xx", "501"]
# 412 comes before the body is looked at: \`If-Match: *\` demands a layout that is stored.
negative_data_rejection.expected-statuses = ["4xx", "5xx"]
# What excludes what in a query, and what can be laid out at all, OpenAPI cannot say: 400 and 422
# with the reason are right answers to what its schemas allow. Nor does OpenAPI 3.1 know the method
# QUERY, which Allow names. So three checks are left out below.
END

if [ -x "$venv/bin/schemathesis" ]; then
  echo "== schemathesis: $examples examples an operation"
  # In a folder of its own: it keeps what it learned beside itself.
  # The first request for the fonts reads all of them, which takes a slow machine more than the usual ten seconds.
  (cd "$work" && "$venv/bin/schemathesis" --config-file schemathesis.toml run "$root/openapi.yaml" \
    --url "$base" --max-examples "$examples" --checks all \
    --exclude-checks unsupported_method,positive_data_acceptance,allow_header_conformance \
    --request-timeout 120 --phases "$phases" --seed 1 --no-color) || failed+=(schemathesis)

  echo "== metrics"
  "$venv/bin/python" Tests/Tools/check-metrics.py "$base" || failed+=(metrics)
fi

if [ -x "$venv/bin/datamodel-codegen" ]; then
  echo "== generated clients"
  "$venv/bin/python" Tests/Tools/generated_client.py "$base" || failed+=("generated clients")
fi

# Slow heads, slow bodies, slow reading: a hundred connections at once. Each must be closed by its
# deadline, so that none is left when the run ends well after it.
slow() {
  local name=$1
  shift
  echo "== slowhttptest: $name"
  slowhttptest "$@" -c 100 -r 100 -l 12 -u "$base/v1/layouts" -p 3 >"$work/slow" 2>&1 || true
  local open
  open=$(ss -Htn state established "( sport = :$port )" | wc -l)
  if [ "$open" -gt 1 ]; then
    echo "   $open connections are still open"
    failed+=("$name")
  else
    echo "   all closed"
  fi
  curl -sf --max-time 1 "$base/healthz" >/dev/null || failed+=("health after $name")
}
if ! command -v slowhttptest >/dev/null; then
  slow() { leave_out "$1"; }
fi
slow 'slow headers' -H -i 1
slow 'slow bodies' -B -i 1 -s 8192
slow 'slow reading' -X -w 1 -y 2 -n 1 -z 1 -k 3

kill -0 $server || failed+=("the service ended")
if [ ${#failed[@]} -gt 0 ]; then
  echo "conformance: failed: ${failed[*]}"
  exit 1
fi
echo "conformance: passed${left_out:+, without: $left_out}"
