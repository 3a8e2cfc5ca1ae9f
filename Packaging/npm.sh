#!/usr/bin/env bash
# Compiles the npm package and packs it: .build/tatami-client.tgz, which `npm i FILE` takes without a network.
#
#   Packaging/npm.sh [FILE]
#
# npm packs it if it is installed, else tar, with the same layout: all files are below package/.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v tsc >/dev/null || { echo "tsc is missing: apt-get install node-typescript, or npm i -g typescript" >&2; exit 1; }
mkdir -p .build
file=$(realpath -m "${1:-.build/tatami-client.tgz}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tsc -p Web/tatami-client --outDir "$work/package/dist" --declaration --sourceMap --inlineSources
cp LICENSE NOTICE Web/tatami-client/README.md "$work/package/"
# The package is compiled already, so it has no scripts.
sed '/^  "scripts":/d' Web/tatami-client/package.json >"$work/package/package.json"
chmod -R u=rwX,go=rX "$work/package"
mkdir -p "$(dirname "$file")"
if command -v npm >/dev/null; then
  packed=$(cd "$work" && npm pack ./package --silent --offline)
  mv "$work/$packed" "$file"
else
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime='1985-10-26 08:15Z' -C "$work" -c package | gzip -9n >"$file"
fi
echo "npm i $file"
