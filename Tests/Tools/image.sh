#!/usr/bin/env bash
# Builds the container's image with Docker or Podman, whichever answers, and prints its digest last.
#
#     IMAGE=tatami Tests/Tools/image.sh [OPTION OF BUILD …]
#
# Labels say what was built: the version, and the commit and its time where git knows them; a commit
# from which the sources differ ends in -dirty.
set -euo pipefail
cd "$(dirname "$0")/../.."

engine=
for one in docker podman; do
  if command -v "$one" >/dev/null && "$one" info >/dev/null 2>&1; then
    engine=$one
    break
  fi
done
if [ -z "$engine" ]; then
  echo "no image is built: neither docker nor podman answers here ('docker info' says why)" >&2
  exit 1
fi

name=${IMAGE:-tatami}
version=$(sed -n 's/^  static let version = "\(.*\)"$/\1/p' Sources/tatami/Tatami.swift)
revision=$(git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null || true)
created=$(git show --no-patch --format=%cI HEAD 2>/dev/null || true)
source=$(git remote get-url origin 2>/dev/null | grep '^https://' || true)

# Podman's own format has no health check.
format=()
[ "$engine" = docker ] || format=(--format docker)

told=$(mktemp)
trap 'rm -f "$told"' EXIT
"$engine" build "${format[@]}" --iidfile "$told" --tag "$name:latest" --tag "$name:$version" \
  --build-arg "VERSION=$version" --build-arg "REVISION=$revision" --build-arg "CREATED=$created" \
  --build-arg "SOURCE=$source" "$@" . >&2
"$engine" image inspect --format '{{range $name, $value := .Config.Labels}}{{$name}}={{$value}}
{{end}}' "$name:latest" >&2
echo "$name:$version $(cat "$told")"
