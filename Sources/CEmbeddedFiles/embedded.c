#include "embedded.h"

// #embed is C23; the compilers that come with Swift have it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Paths are relative to this file.

// VERSION ends with a line feed; a zero after it ends the string.
static const char version[] = {
#embed "../../VERSION"
    , 0};
const char *const embedded_version = version;

static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};
static const unsigned char openapi_json[] = {
#embed "../../Web/contract/openapi.json"
};
static const unsigned char document_schema[] = {
#embed "../../Web/contract/layout-document.schema.json"
};
static const unsigned char update_schema[] = {
#embed "../../Web/contract/layout-update.schema.json"
};
static const unsigned char reference[] = {
#embed "../../Web/reference/index.html"
};
static const unsigned char reference_css[] = {
#embed "../../Web/reference/reference.css"
};
static const unsigned char appearance_js[] = {
#embed "../../Web/reference/appearance.js"
};
// `make wasm` builds the module and touches this file. A program built without it serves everything else.
#if __has_embed("../../.build/wasm/tatami.wasm")
static const unsigned char tatami_wasm[] = {
#embed "../../.build/wasm/tatami.wasm"
};
#define TATAMI_WASM tatami_wasm, sizeof tatami_wasm
#else
#define TATAMI_WASM (const unsigned char *)"", 0
#endif
// `make wasm` compresses the files of this list by brotli, too.
#if __has_embed("../../.build/wasm/files.br")
static const unsigned char brotli[] = {
#embed "../../.build/wasm/files.br"
};
const unsigned char *const embedded_brotli = brotli;
const size_t embedded_brotli_count = sizeof brotli;
#else
const unsigned char *const embedded_brotli = (const unsigned char *)"";
const size_t embedded_brotli_count = 0;
#endif
static const unsigned char tatami_engine_js[] = {
#embed "../../Web/engine/tatami-engine.js"
};
static const unsigned char text_measuring_js[] = {
#embed "../../Web/engine/text-measuring.js"
};
static const unsigned char text_lines_js[] = {
#embed "../../Web/engine/text-lines.js"
};
static const unsigned char page_texts_js[] = {
#embed "../../Web/engine/page-texts.js"
};
static const unsigned char line_breaks_js[] = {
#embed "../../Web/engine/line-breaks.js"
};
static const unsigned char line_break_classes_js[] = {
#embed "../../Web/engine/line-break-classes.js"
};
static const unsigned char playground[] = {
#embed "../../Web/playground/index.html"
};
static const unsigned char playground_css[] = {
#embed "../../Web/playground/playground.css"
};
static const unsigned char icon[] = {
#embed "../../Web/playground/icon.svg"
};
static const unsigned char playground_js[] = {
#embed "../../Web/playground/playground.js"
};
static const unsigned char presets_js[] = {
#embed "../../Web/playground/presets.js"
};
static const unsigned char drawing_js[] = {
#embed "../../Web/playground/drawing.js"
};
static const unsigned char editor_js[] = {
#embed "../../Web/playground/editor.js"
};
static const unsigned char link_js[] = {
#embed "../../Web/playground/link.js"
};
static const unsigned char scroll_mark_js[] = {
#embed "../../Web/playground/scroll-mark.js"
};
static const unsigned char wire_js[] = {
#embed "../../Web/playground/wire.js"
};
static const unsigned char json_places_js[] = {
#embed "../../Web/playground/json-places.js"
};
static const unsigned char settling_js[] = {
#embed "../../Web/playground/settling.js"
};
static const unsigned char shelves_js[] = {
#embed "../../Web/playground/shelves.js"
};
static const unsigned char snippets_js[] = {
#embed "../../Web/playground/snippets.js"
};
static const unsigned char tatami_client_js[] = {
#embed "../../Web/playground/tatami-client.js"
};
static const unsigned char tatami_layout_js[] = {
#embed "../../Web/playground/tatami-layout.js"
};
static const unsigned char tatami_columns_js[] = {
#embed "../../Web/playground/tatami-columns.js"
};
static const unsigned char tatami_wire_js[] = {
#embed "../../Web/playground/tatami-wire.js"
};
static const unsigned char virtual_wall_js[] = {
#embed "../../Web/playground/virtual-wall.js"
};
static const unsigned char hidden_js[] = {
#embed "../../Web/playground/hidden.js"
};
static const unsigned char laid_lengths_js[] = {
#embed "../../Web/playground/laid-lengths.js"
};
static const unsigned char placeholders_js[] = {
#embed "../../Web/playground/placeholders.js"
};
static const unsigned char rects_js[] = {
#embed "../../Web/playground/rects.js"
};
static const unsigned char reader_place_js[] = {
#embed "../../Web/playground/reader-place.js"
};
static const unsigned char reading_order_js[] = {
#embed "../../Web/playground/reading-order.js"
};
static const unsigned char scroll_space_js[] = {
#embed "../../Web/playground/scroll-space.js"
};
static const unsigned char scrolled_item_js[] = {
#embed "../../Web/playground/scrolled-item.js"
};
static const unsigned char scrolling_js[] = {
#embed "../../Web/playground/scrolling.js"
};
static const unsigned char updating_js[] = {
#embed "../../Web/playground/updating.js"
};
static const unsigned char view_merging_js[] = {
#embed "../../Web/playground/view-merging.js"
};
static const unsigned char wall_js[] = {
#embed "../../Web/playground/wall.js"
};
static const unsigned char element_source_js[] = {
#embed "../../Web/playground/element-source.js"
};
static const unsigned char versions_js[] = {
#embed "../../Web/playground/versions.js"
};
static const unsigned char columns_reading_js[] = {
#embed "../../Web/playground/columns-reading.js"
};
static const unsigned char walking_keys_js[] = {
#embed "../../Web/playground/walking-keys.js"
};
static const unsigned char finding_js[] = {
#embed "../../Web/playground/finding.js"
};
static const unsigned char printing_js[] = {
#embed "../../Web/playground/printing.js"
};
static const unsigned char wall_options_js[] = {
#embed "../../Web/playground/wall-options.js"
};
static const unsigned char view_js[] = {
#embed "../../Web/playground/view.js"
};
static const unsigned char bodies_js[] = {
#embed "../../Web/playground/bodies.js"
};
static const unsigned char watching_js[] = {
#embed "../../Web/playground/watching.js"
};
static const unsigned char living_wall_js[] = {
#embed "../../Web/playground/living-wall.js"
};
static const unsigned char living_presets_js[] = {
#embed "../../Web/playground/living-presets.js"
};
static const unsigned char living_js[] = {
#embed "../../Web/playground/living.js"
};
static const unsigned char living_cells_js[] = {
#embed "../../Web/playground/living-cells.js"
};
static const unsigned char reading_wall_js[] = {
#embed "../../Web/playground/reading-wall.js"
};
static const unsigned char measuring_js[] = {
#embed "../../Web/playground/measuring.js"
};
static const unsigned char turning_js[] = {
#embed "../../Web/playground/turning.js"
};
static const unsigned char core_js[] = {
#embed "../../Web/playground/core.js"
};
static const unsigned char wall_reordering_js[] = {
#embed "../../Web/playground/wall-reordering.js"
};
static const unsigned char reordering_js[] = {
#embed "../../Web/playground/reordering.js"
};
static const unsigned char dragging_js[] = {
#embed "../../Web/playground/dragging.js"
};
static const unsigned char resting_js[] = {
#embed "../../Web/playground/resting.js"
};
static const unsigned char item_counts_js[] = {
#embed "../../Web/playground/item-counts.js"
};
static const unsigned char naming_js[] = {
#embed "../../Web/playground/naming.js"
};
static const unsigned char wall_keyboard_js[] = {
#embed "../../Web/playground/wall-keyboard.js"
};
static const unsigned char saved_place_js[] = {
#embed "../../Web/playground/saved-place.js"
};
static const unsigned char sliding_js[] = {
#embed "../../Web/playground/sliding.js"
};
static const unsigned char moves_js[] = {
#embed "../../Web/playground/moves.js"
};
static const unsigned char walking_js[] = {
#embed "../../Web/playground/walking.js"
};
static const unsigned char costs_js[] = {
#embed "../../Web/playground/costs.js"
};
static const unsigned char texts_js[] = {
#embed "../../Web/playground/texts.js"
};
static const unsigned char sayings_js[] = {
#embed "../../Web/playground/sayings.js"
};
static const unsigned char browser_lines_js[] = {
#embed "../../Web/playground/browser-lines.js"
};
static const unsigned char text_bar_js[] = {
#embed "../../Web/playground/text-bar.js"
};
static const unsigned char text_presets_js[] = {
#embed "../../Web/playground/text-presets.js"
};
static const unsigned char choosing_js[] = {
#embed "../../Web/playground/choosing.js"
};
static const unsigned char code_js[] = {
#embed "../../Web/playground/code.js"
};
static const unsigned char gallery_js[] = {
#embed "../../Web/playground/gallery.js"
};
static const unsigned char headline_js[] = {
#embed "../../Web/playground/headline.js"
};
static const unsigned char json_format_js[] = {
#embed "../../Web/playground/json-format.js"
};
static const unsigned char photo_aurora[] = {
#embed "../../Web/playground/photos/aurora.webp"
};
static const unsigned char photo_city[] = {
#embed "../../Web/playground/photos/city.webp"
};
static const unsigned char photo_dunes[] = {
#embed "../../Web/playground/photos/dunes.webp"
};
static const unsigned char photo_figure[] = {
#embed "../../Web/playground/photos/figure.webp"
};
static const unsigned char photo_flower[] = {
#embed "../../Web/playground/photos/flower.webp"
};
static const unsigned char photo_forest[] = {
#embed "../../Web/playground/photos/forest.webp"
};
static const unsigned char photo_lake[] = {
#embed "../../Web/playground/photos/lake.webp"
};
static const unsigned char photo_lavender[] = {
#embed "../../Web/playground/photos/lavender.webp"
};
static const unsigned char photo_mist[] = {
#embed "../../Web/playground/photos/mist.webp"
};
static const unsigned char photo_oranges[] = {
#embed "../../Web/playground/photos/oranges.webp"
};
static const unsigned char photo_stars[] = {
#embed "../../Web/playground/photos/stars.webp"
};
static const unsigned char photo_sunset[] = {
#embed "../../Web/playground/photos/sunset.webp"
};
static const unsigned char photos_js[] = {
#embed "../../Web/playground/photos.js"
};
static const unsigned char picturing_js[] = {
#embed "../../Web/playground/picturing.js"
};
static const unsigned char preset_parts_js[] = {
#embed "../../Web/playground/preset-parts.js"
};
static const unsigned char previews_js[] = {
#embed "../../Web/playground/previews.js"
};
static const unsigned char problems_js[] = {
#embed "../../Web/playground/problems.js"
};
static const unsigned char simple_presets_js[] = {
#embed "../../Web/playground/simple-presets.js"
};
static const unsigned char stage_js[] = {
#embed "../../Web/playground/stage.js"
};
static const unsigned char stretching_js[] = {
#embed "../../Web/playground/stretching.js"
};
static const unsigned char undoing_js[] = {
#embed "../../Web/playground/undoing.js"
};
static const unsigned char visits_js[] = {
#embed "../../Web/playground/visits.js"
};
static const unsigned char engine_switch_js[] = {
#embed "../../Web/playground/engine-switch.js"
};
static const unsigned char completion_js[] = {
#embed "../../Web/playground/completion.js"
};
static const unsigned char json_tree_js[] = {
#embed "../../Web/playground/json-tree.js"
};
static const unsigned char schema_guide_js[] = {
#embed "../../Web/playground/schema-guide.js"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define WEBP "image/webp"
#define SCRIPT "text/javascript; charset=utf-8"
#define FILE(path, type, bytes) {path, type, bytes, sizeof bytes, 0}
#define PLAYGROUND(path, type, bytes) {path, type, bytes, sizeof bytes, 1}

static const EmbeddedFile files[] = {
    FILE("/openapi.yaml", "application/yaml", openapi),
    FILE("/openapi.json", "application/json", openapi_json),
    FILE("/schemas/layout-document.json", "application/schema+json", document_schema),
    FILE("/schemas/layout-update.json", "application/schema+json", update_schema),
    FILE("/docs", HTML, reference),
    FILE("/docs/reference.css", CSS, reference_css),
    FILE("/docs/appearance.js", SCRIPT, appearance_js),
    {"/tatami.wasm", "application/wasm", TATAMI_WASM, 0},
    FILE("/tatami-engine.js", SCRIPT, tatami_engine_js),
    FILE("/text-measuring.js", SCRIPT, text_measuring_js),
    FILE("/text-lines.js", SCRIPT, text_lines_js),
    FILE("/page-texts.js", SCRIPT, page_texts_js),
    FILE("/line-breaks.js", SCRIPT, line_breaks_js),
    FILE("/line-break-classes.js", SCRIPT, line_break_classes_js),
    // The reference shows the icon, too, whether there is a playground or not.
    FILE("/playground/icon.svg", "image/svg+xml", icon),
    PLAYGROUND("/", HTML, playground),
    PLAYGROUND("/playground/playground.css", CSS, playground_css),
    PLAYGROUND("/playground/playground.js", SCRIPT, playground_js),
    PLAYGROUND("/playground/presets.js", SCRIPT, presets_js),
    PLAYGROUND("/playground/drawing.js", SCRIPT, drawing_js),
    PLAYGROUND("/playground/editor.js", SCRIPT, editor_js),
    PLAYGROUND("/playground/link.js", SCRIPT, link_js),
    PLAYGROUND("/playground/scroll-mark.js", SCRIPT, scroll_mark_js),
    PLAYGROUND("/playground/wire.js", SCRIPT, wire_js),
    PLAYGROUND("/playground/json-places.js", SCRIPT, json_places_js),
    PLAYGROUND("/playground/settling.js", SCRIPT, settling_js),
    PLAYGROUND("/playground/shelves.js", SCRIPT, shelves_js),
    PLAYGROUND("/playground/snippets.js", SCRIPT, snippets_js),
    PLAYGROUND("/playground/tatami-client.js", SCRIPT, tatami_client_js),
    PLAYGROUND("/playground/tatami-layout.js", SCRIPT, tatami_layout_js),
    PLAYGROUND("/playground/tatami-columns.js", SCRIPT, tatami_columns_js),
    PLAYGROUND("/playground/tatami-wire.js", SCRIPT, tatami_wire_js),
    PLAYGROUND("/playground/virtual-wall.js", SCRIPT, virtual_wall_js),
    PLAYGROUND("/playground/hidden.js", SCRIPT, hidden_js),
    PLAYGROUND("/playground/laid-lengths.js", SCRIPT, laid_lengths_js),
    PLAYGROUND("/playground/placeholders.js", SCRIPT, placeholders_js),
    PLAYGROUND("/playground/rects.js", SCRIPT, rects_js),
    PLAYGROUND("/playground/reader-place.js", SCRIPT, reader_place_js),
    PLAYGROUND("/playground/reading-order.js", SCRIPT, reading_order_js),
    PLAYGROUND("/playground/scroll-space.js", SCRIPT, scroll_space_js),
    PLAYGROUND("/playground/scrolled-item.js", SCRIPT, scrolled_item_js),
    PLAYGROUND("/playground/scrolling.js", SCRIPT, scrolling_js),
    PLAYGROUND("/playground/updating.js", SCRIPT, updating_js),
    PLAYGROUND("/playground/view-merging.js", SCRIPT, view_merging_js),
    PLAYGROUND("/playground/wall.js", SCRIPT, wall_js),
    PLAYGROUND("/playground/element-source.js", SCRIPT, element_source_js),
    PLAYGROUND("/playground/versions.js", SCRIPT, versions_js),
    PLAYGROUND("/playground/columns-reading.js", SCRIPT, columns_reading_js),
    PLAYGROUND("/playground/walking-keys.js", SCRIPT, walking_keys_js),
    PLAYGROUND("/playground/finding.js", SCRIPT, finding_js),
    PLAYGROUND("/playground/printing.js", SCRIPT, printing_js),
    PLAYGROUND("/playground/wall-options.js", SCRIPT, wall_options_js),
    PLAYGROUND("/playground/view.js", SCRIPT, view_js),
    PLAYGROUND("/playground/bodies.js", SCRIPT, bodies_js),
    PLAYGROUND("/playground/watching.js", SCRIPT, watching_js),
    PLAYGROUND("/playground/living-wall.js", SCRIPT, living_wall_js),
    PLAYGROUND("/playground/living-presets.js", SCRIPT, living_presets_js),
    PLAYGROUND("/playground/living.js", SCRIPT, living_js),
    PLAYGROUND("/playground/living-cells.js", SCRIPT, living_cells_js),
    PLAYGROUND("/playground/reading-wall.js", SCRIPT, reading_wall_js),
    PLAYGROUND("/playground/measuring.js", SCRIPT, measuring_js),
    PLAYGROUND("/playground/turning.js", SCRIPT, turning_js),
    PLAYGROUND("/playground/core.js", SCRIPT, core_js),
    PLAYGROUND("/playground/wall-reordering.js", SCRIPT, wall_reordering_js),
    PLAYGROUND("/playground/reordering.js", SCRIPT, reordering_js),
    PLAYGROUND("/playground/dragging.js", SCRIPT, dragging_js),
    PLAYGROUND("/playground/resting.js", SCRIPT, resting_js),
    PLAYGROUND("/playground/item-counts.js", SCRIPT, item_counts_js),
    PLAYGROUND("/playground/naming.js", SCRIPT, naming_js),
    PLAYGROUND("/playground/wall-keyboard.js", SCRIPT, wall_keyboard_js),
    PLAYGROUND("/playground/saved-place.js", SCRIPT, saved_place_js),
    PLAYGROUND("/playground/sliding.js", SCRIPT, sliding_js),
    PLAYGROUND("/playground/moves.js", SCRIPT, moves_js),
    PLAYGROUND("/playground/walking.js", SCRIPT, walking_js),
    PLAYGROUND("/playground/costs.js", SCRIPT, costs_js),
    PLAYGROUND("/playground/texts.js", SCRIPT, texts_js),
    PLAYGROUND("/playground/sayings.js", SCRIPT, sayings_js),
    PLAYGROUND("/playground/browser-lines.js", SCRIPT, browser_lines_js),
    PLAYGROUND("/playground/text-bar.js", SCRIPT, text_bar_js),
    PLAYGROUND("/playground/text-presets.js", SCRIPT, text_presets_js),
    PLAYGROUND("/playground/choosing.js", SCRIPT, choosing_js),
    PLAYGROUND("/playground/code.js", SCRIPT, code_js),
    PLAYGROUND("/playground/gallery.js", SCRIPT, gallery_js),
    PLAYGROUND("/playground/headline.js", SCRIPT, headline_js),
    PLAYGROUND("/playground/json-format.js", SCRIPT, json_format_js),
    PLAYGROUND("/playground/photos/aurora.webp", WEBP, photo_aurora),
    PLAYGROUND("/playground/photos/city.webp", WEBP, photo_city),
    PLAYGROUND("/playground/photos/dunes.webp", WEBP, photo_dunes),
    PLAYGROUND("/playground/photos/figure.webp", WEBP, photo_figure),
    PLAYGROUND("/playground/photos/flower.webp", WEBP, photo_flower),
    PLAYGROUND("/playground/photos/forest.webp", WEBP, photo_forest),
    PLAYGROUND("/playground/photos/lake.webp", WEBP, photo_lake),
    PLAYGROUND("/playground/photos/lavender.webp", WEBP, photo_lavender),
    PLAYGROUND("/playground/photos/mist.webp", WEBP, photo_mist),
    PLAYGROUND("/playground/photos/oranges.webp", WEBP, photo_oranges),
    PLAYGROUND("/playground/photos/stars.webp", WEBP, photo_stars),
    PLAYGROUND("/playground/photos/sunset.webp", WEBP, photo_sunset),
    PLAYGROUND("/playground/photos.js", SCRIPT, photos_js),
    PLAYGROUND("/playground/picturing.js", SCRIPT, picturing_js),
    PLAYGROUND("/playground/preset-parts.js", SCRIPT, preset_parts_js),
    PLAYGROUND("/playground/previews.js", SCRIPT, previews_js),
    PLAYGROUND("/playground/problems.js", SCRIPT, problems_js),
    PLAYGROUND("/playground/simple-presets.js", SCRIPT, simple_presets_js),
    PLAYGROUND("/playground/stage.js", SCRIPT, stage_js),
    PLAYGROUND("/playground/stretching.js", SCRIPT, stretching_js),
    PLAYGROUND("/playground/undoing.js", SCRIPT, undoing_js),
    PLAYGROUND("/playground/visits.js", SCRIPT, visits_js),
    PLAYGROUND("/playground/engine-switch.js", SCRIPT, engine_switch_js),
    PLAYGROUND("/playground/completion.js", SCRIPT, completion_js),
    PLAYGROUND("/playground/json-tree.js", SCRIPT, json_tree_js),
    PLAYGROUND("/playground/schema-guide.js", SCRIPT, schema_guide_js),
};

const EmbeddedFile *const embedded_files = files;
const size_t embedded_file_count = sizeof files / sizeof files[0];
