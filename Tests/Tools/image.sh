#!/usr/bin/env bash
# Builds the container's image with Docker or Podman, whichever answers, and prints its digest last.
#
#     IMAGE=tatami Tests/Tools/image.sh [OPTION OF BUILD …]
#
# Labels say what was built: the version, and the commit and its time where git knows them; a commit
# from which the sources differ ends in -dirty. What is not known has no label. SWIFT_DIGEST and
# DEBIAN_DIGEST (sha256:…) name the content of the images that it is built of.
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
version=$(cat VERSION)
revision=$(git describe --always --abbrev=40 --exclude='*' --dirty 2>/dev/null || true)
created=$(git show --no-patch --format=%cI HEAD 2>/dev/null || true)
source=$(git remote get-url origin 2>/dev/null | grep '^https://' || true)

# Podman's own format has no health check.
options=()
[ "$engine" = docker ] || options+=(--format docker)
for digest in SWIFT_DIGEST DEBIAN_DIGEST; do
  [ -z "${!digest:-}" ] || options+=(--build-arg "$digest=${!digest}")
done
label() { # NAME VALUE
  [ -z "$2" ] || options+=(--label "org.opencontainers.image.$1=$2")
}
label version "$version"
label revision "$revision"
label created "$created"
label source "$source"
label base.digest "${DEBIAN_DIGEST:-}"

told=$(mktemp)
trap 'rm -f "$told"' EXIT
"$engine" build "${options[@]}" --iidfile "$told" --tag "$name:latest" --tag "$name:$version" "$@" . >&2
"$engine" image inspect --format '{{range $name, $value := .Config.Labels}}{{$name}}={{$value}}
{{end}}' "$name:latest" >&2
echo "$name:$version $(cat "$told")"
