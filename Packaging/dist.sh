#!/usr/bin/env bash
# Builds .build/dist/tatami-VERSION-linux-ARCH.tar.gz: a program that needs nothing but glibc, of the release that
# it is built with or later, and the libraries that measure texts.
set -euo pipefail
cd "$(dirname "$0")/.."
. Packaging/parts.sh

need gcc binutils
binary=$(Packaging/build.sh portable)
name=tatami-$version-linux-$(uname -m)
folder=$PWD/.build/packaging/dist/$name
rm -rf "$folder"
install -D --strip "$binary" "$folder/bin/tatami"
mkdir -p "$folder/share/man/man1" "$folder/licenses" "$dist"
Packaging/man.py "$binary" "$folder/share/man/man1"
unit /usr/local >"$folder/tatami.service"
cp Packaging/tatami.default LICENSE README.md CHANGELOG.md "$folder/"
cp NOTICE "$folder/"
# What is not inside: HarfBuzz, ICU and their own libraries.
mkdir -p "$folder/lib/tatami"
while read -r library file; do
  case $library in libc.so.* | libm.so.* | libpthread.so.* | libdl.so.* | librt.so.*) continue ;; esac
  install -m 644 "$(readlink -f "$file")" "$folder/lib/tatami/$library"
  # Packages name files below /usr/lib or /lib.
  package=$({ dpkg-query -S "$(readlink -f "$file")" "$file" 2>/dev/null || true; } | head -n 1 | cut -d: -f1)
  [ -n "$package" ] || { echo "no package has $file" >&2; exit 1; }
  cp -L "/usr/share/doc/$package/copyright" "$folder/licenses/$package"
done < <(ldd "$binary" | awk '$2 == "=>" {print $1, $3}')
# The licences of the libraries that are inside want to be passed on.
for package in libevent hiredis libdeflate zlib libssl libjemalloc libstdc++; do
  file=$(compgen -G "/usr/share/doc/*$package*-dev/copyright" | head -n 1)
  [ -n "$file" ] || { echo "$package's licence is missing in /usr/share/doc" >&2; exit 1; }
  cp -L "$file" "$folder/licenses/$package"
done
cp .build/packaging/checkouts/swift-argument-parser/LICENSE.txt "$folder/licenses/swift-argument-parser"
cat .build/packaging/checkouts/swift-log/{LICENSE,NOTICE}.txt >"$folder/licenses/swift-log"

chmod -R u=rwX,go=rX "$folder"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
  -C "$(dirname "$folder")" -c "$name" | gzip -9n >"$dist/$name.tar.gz"
ls -l "$dist/$name.tar.gz"
echo "needs glibc $(objdump -T "$folder/bin/tatami" | grep -oE 'GLIBC_[0-9.]+' | cut -d_ -f2 | sort -Vu | tail -n 1)"
