#!/usr/bin/env bash
# Builds .build/dist/tatami_VERSION_ARCH.deb, for the release of Debian that it runs on (Debian 12).
# The packages that building takes are installed if they are missing (apt).
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/parts.sh

command -v apt-get >/dev/null || { echo "no package is built: this is not Debian" >&2; exit 1; }
need debhelper dpkg-dev fakeroot binutils lintian
binary=$(Packaging/build.sh shared)

# Debian's tools write around the folder that they build in.
staging=$PWD/.build/packaging/deb
rm -rf "$staging"
mkdir -p "$staging/tatami/usr/bin" "$staging/tatami/man" "$dist"
cp -r Packaging/debian README.md NOTICE "$staging/tatami/"
cp "$binary" "$staging/tatami/usr/bin/tatami"
cp Packaging/tatami.default "$staging/tatami/debian/tatami.default"
unit /usr >"$staging/tatami/debian/tatami.service"
Packaging/man.py "$binary" "$staging/tatami/man"
cat >"$staging/tatami/debian/changelog" <<END
tatami ($version) $(. /etc/os-release && echo "$VERSION_CODENAME"); urgency=medium

  * Version $version.

 -- $(sed -n 's/^Maintainer: //p' Packaging/debian/control)  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END

cd "$staging/tatami"
DEB_BUILD_OPTIONS="noautodbgsym ${DEB_BUILD_OPTIONS:-}" dpkg-buildpackage -b --no-sign >"$staging/log" 2>&1 ||
  { tail -n 30 "$staging/log" >&2; exit 1; }
grep -E 'dpkg-shlibdeps: warning' "$staging/log" >&2 || true
rm -f "$dist"/tatami_*.deb
mv "$staging"/tatami_*.deb "$dist/"
lintian --tag-display-limit 0 --fail-on error,warning "$dist"/tatami_*.deb >&2
ls -l "$dist"/tatami_*.deb
