#!/usr/bin/env bash
# Makes stand-ins for the two images that the Dockerfile begins with, where no registry of images is
# reached: Debian from its packages, and on it the Swift toolchain of this machine. What is shipped is
# built of the real ones; with these `make image` can be tried:
#
#     Tests/Tools/image-bases.sh && IMAGE_OPTIONS="--network host" Tests/Tools/examples.py image
#
# Needs root, mmdebstrap, the Dockerfile's release of Swift, and Docker's engine; one without a bridge does
# (dockerd --iptables=false --ip6tables=false --bridge=none).
set -euo pipefail
cd "$(dirname "$0")/../.."

base() { sed -n "s/^FROM \($1:[^$]*\)\\$.*/\1/p" Dockerfile; }
debian=$(base debian)
swift=$(base swift)
suite=${swift##*-}
wanted=${swift#*:}
wanted=${wanted%-*}
swiftc --version 2>/dev/null | grep -q "Swift version $wanted " || { echo "swiftc is not of $wanted" >&2; exit 1; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=http://deb.debian.org
mmdebstrap --quiet --variant=minbase --include=ca-certificates "$suite" - \
  "deb $mirror/debian $suite main" "deb $mirror/debian $suite-updates main" \
  "deb $mirror/debian-security $suite-security main" | docker import - "$debian"

# The folders that git reads here in place of the network, with the settings that say so.
mirrors=$(git config --get-regexp '^url\./.*\.insteadof$' | sed 's/^url\.\(.*\)\.insteadof .*/\1/' | sort -u || true)
git config --get-regexp '^url\./.*\.insteadof$' >"$work/insteadof" || true
{
  echo "FROM $debian"
  # What the official image installs.
  echo "RUN apt-get update && apt-get install -y --no-install-recommends binutils git libc6-dev libcurl4" \
    "libedit2 libgcc-12-dev libncurses6 libpython3.11 libsqlite3-0 libstdc++-12-dev libxml2 libz3-4" \
    "pkg-config tzdata zlib1g-dev && rm -rf /var/lib/apt/lists/*"
  for folder in $mirrors; do echo "COPY .$folder $folder"; done
  echo "RUN git config --system safe.directory '*'"
  while read -r key value; do echo "RUN git config --system --add $key $value"; done <"$work/insteadof"
  echo "COPY usr /usr"
} >"$work/Dockerfile"
toolchain=$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")")
# shellcheck disable=SC2046  # a list of folders
tar -c -C "$work" Dockerfile -C / $(sed 's/^.//' <<<"$mirrors") -C "$toolchain" \
  --exclude='usr/bin/lldb*' --exclude='usr/lib/liblldb*' --exclude=usr/bin/sourcekit-lsp --exclude=usr/bin/clangd \
  --exclude=usr/bin/docc usr | docker build --network host --tag "$swift" -
