# shellcheck shell=bash disable=SC2034  # sourced
# Sourced by deb.sh and dist.sh: what both packages hold beside the program, made from the project's files.

version=$(cat VERSION)
dist=$PWD/.build/dist
# The time of what is packed: the commit's, so that the same sources give the same package.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y VERSION)}
export SOURCE_DATE_EPOCH

# Installs Debian packages that are missing.
need() { # PACKAGE …
  local package missing=() as_root=()
  for package in "$@"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  echo "Installing ${missing[*]}" >&2
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
}

# The unit for a program under PREFIX, with settings in /etc/default/tatami. The lines on how to install the
# example are left out.
unit() { # PREFIX
  sed -e '/^# systemd unit\./,/^\[Unit\]/{/^\[Unit\]/!d}' \
    -e "s#^ExecStart=/usr/local/bin/tatami#ExecStart=$1/bin/tatami#" \
    -e 's#^EnvironmentFile=.*#EnvironmentFile=-/etc/default/tatami#' Examples/tatami.service
}
