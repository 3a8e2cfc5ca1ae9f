#!/bin/sh
# Draws the pictures of documents: Examples/pictures/*.svg, README's, each by the queries that
# queries.txt lists for it, one parameter a line; those of LayoutRules, whole; and those of the API
# reference (reference.py generate puts them into its page).
#
#     pictures.sh .build/release/tatami
set -eu
program=$1
cd "$(dirname "$0")/../.."

# draw DOCUMENT OPTION...: the picture beside a document, replaced only where it could be drawn.
draw() {
  document=$1
  shift
  "$program" layout "$document" --format svg "$@" >"${document%.json}.svg.new"
  mv "${document%.json}.svg.new" "${document%.json}.svg"
}

cut -d' ' -f1 Examples/pictures/queries.txt | sort -u | while read -r name; do
  # Neither names nor values hold spaces.
  options=$(awk -v name="$name" '$1 == name { printf " --%s %s", $2, $3 }' \
    Examples/pictures/queries.txt)
  # shellcheck disable=SC2086
  draw "Examples/pictures/$name.json" $options
done
for document in Sources/LayoutEngine/LayoutEngine.docc/Resources/*.json; do
  draw "$document" --rect all
done
Tests/Generators/reference.py pictures "$program"
