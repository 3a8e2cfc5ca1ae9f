#!/usr/bin/env bash
# Builds the documentation of the products and the service with the toolchain's docc: one site for any web server
# in .build/documentation/site, and the same as tatami-documentation.tar.gz beside it.
set -euo pipefail
cd "$(dirname "$0")/../.."

swift=${SWIFT:-swift}
docc=$(dirname "$(readlink -f "$(command -v "$swift")")")/docc
output=.build/documentation
rm -rf "$output"
mkdir -p "$output"

"$swift" package dump-symbol-graph --minimum-access-level public --skip-synthesized-members
graphs=$("$swift" build --show-bin-path)/../symbolgraph
archives=()
for target in TextStyling LayoutEngine LayoutWire TextMeasure TatamiClient LayoutService; do
  mkdir "$output/$target"
  cp "$graphs/$target".symbols.json "$graphs/$target"@*.symbols.json "$output/$target" 2>/dev/null ||
    test -f "$output/$target/$target.symbols.json"
  catalog=()
  [ ! -d "Sources/$target/$target.docc" ] || catalog=("Sources/$target/$target.docc")
  # Links to files of the repository lead nowhere in a site; PageLinkTests holds them.
  "$docc" convert "${catalog[@]}" --additional-symbol-graph-dir "$output/$target" \
    --fallback-display-name "$target" --fallback-bundle-identifier "$target" --warnings-as-errors \
    --transform-for-static-hosting --output-path "$output/$target.doccarchive"
  archives+=("$output/$target.doccarchive")
done
"$docc" merge "${archives[@]}" --synthesized-landing-page-name Tatami --output-path "$output/site"
tar -czf "$output/tatami-documentation.tar.gz" -C "$output/site" .
echo "$output/tatami-documentation.tar.gz: $(wc -c <"$output/tatami-documentation.tar.gz") bytes"
