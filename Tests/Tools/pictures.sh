#!/bin/sh
# Draws Examples/pictures/*.svg: each document there by the queries that queries.txt lists for it,
# one parameter a line.
#
#     pictures.sh .build/release/tatami
set -eu
program=$1
cd "$(dirname "$0")/../.."
cut -d' ' -f1 Examples/pictures/queries.txt | sort -u | while read -r name; do
  # Neither names nor values hold spaces.
  options=$(awk -v name="$name" '$1 == name { printf " --%s %s", $2, $3 }' \
    Examples/pictures/queries.txt)
  # shellcheck disable=SC2086
  "$program" layout "Examples/pictures/$name.json" --format svg $options \
    > "Examples/pictures/$name.svg.new"
  mv "Examples/pictures/$name.svg.new" "Examples/pictures/$name.svg"
done
