#include "embedded.h"

// #embed is C23; the compilers that come with Swift have it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Paths are relative to this file.

static const unsigned char openapi[] = {
#embed "../../openapi.yaml"
};
static const unsigned char document_schema[] = {
#embed "../LayoutService/Resources/layout-document.schema.json"
};
static const unsigned char update_schema[] = {
#embed "../LayoutService/Resources/layout-update.schema.json"
};
static const unsigned char reference[] = {
#embed "../LayoutService/Resources/reference/index.html"
};
static const unsigned char reference_css[] = {
#embed "../LayoutService/Resources/reference/reference.css"
};
static const unsigned char appearance_js[] = {
#embed "../LayoutService/Resources/reference/appearance.js"
};
static const unsigned char playground[] = {
#embed "../LayoutService/Resources/playground/index.html"
};
static const unsigned char playground_css[] = {
#embed "../LayoutService/Resources/playground/playground.css"
};
static const unsigned char icon[] = {
#embed "../LayoutService/Resources/playground/icon.svg"
};
static const unsigned char playground_js[] = {
#embed "../LayoutService/Resources/playground/playground.js"
};
static const unsigned char presets_js[] = {
#embed "../LayoutService/Resources/playground/presets.js"
};
static const unsigned char drawing_js[] = {
#embed "../LayoutService/Resources/playground/drawing.js"
};
static const unsigned char editor_js[] = {
#embed "../LayoutService/Resources/playground/editor.js"
};
static const unsigned char link_js[] = {
#embed "../LayoutService/Resources/playground/link.js"
};
static const unsigned char scroll_mark_js[] = {
#embed "../LayoutService/Resources/playground/scroll-mark.js"
};
static const unsigned char wire_js[] = {
#embed "../LayoutService/Resources/playground/wire.js"
};
static const unsigned char json_places_js[] = {
#embed "../LayoutService/Resources/playground/json-places.js"
};
static const unsigned char settling_js[] = {
#embed "../LayoutService/Resources/playground/settling.js"
};
static const unsigned char shelves_js[] = {
#embed "../LayoutService/Resources/playground/shelves.js"
};
static const unsigned char snippets_js[] = {
#embed "../LayoutService/Resources/playground/snippets.js"
};
static const unsigned char tatami_client_js[] = {
#embed "../LayoutService/Resources/playground/tatami-client.js"
};
static const unsigned char tatami_layout_js[] = {
#embed "../LayoutService/Resources/playground/tatami-layout.js"
};
static const unsigned char tatami_columns_js[] = {
#embed "../LayoutService/Resources/playground/tatami-columns.js"
};
static const unsigned char tatami_wire_js[] = {
#embed "../LayoutService/Resources/playground/tatami-wire.js"
};
static const unsigned char virtual_wall_js[] = {
#embed "../LayoutService/Resources/playground/virtual-wall.js"
};
static const unsigned char laid_lengths_js[] = {
#embed "../LayoutService/Resources/playground/laid-lengths.js"
};
static const unsigned char placeholders_js[] = {
#embed "../LayoutService/Resources/playground/placeholders.js"
};
static const unsigned char rects_js[] = {
#embed "../LayoutService/Resources/playground/rects.js"
};
static const unsigned char scroll_space_js[] = {
#embed "../LayoutService/Resources/playground/scroll-space.js"
};
static const unsigned char living_wall_js[] = {
#embed "../LayoutService/Resources/playground/living-wall.js"
};
static const unsigned char living_presets_js[] = {
#embed "../LayoutService/Resources/playground/living-presets.js"
};
static const unsigned char living_js[] = {
#embed "../LayoutService/Resources/playground/living.js"
};
static const unsigned char living_cells_js[] = {
#embed "../LayoutService/Resources/playground/living-cells.js"
};
static const unsigned char reading_wall_js[] = {
#embed "../LayoutService/Resources/playground/reading-wall.js"
};
static const unsigned char measuring_js[] = {
#embed "../LayoutService/Resources/playground/measuring.js"
};
static const unsigned char turning_js[] = {
#embed "../LayoutService/Resources/playground/turning.js"
};
static const unsigned char costs_js[] = {
#embed "../LayoutService/Resources/playground/costs.js"
};
static const unsigned char texts_js[] = {
#embed "../LayoutService/Resources/playground/texts.js"
};

#define HTML "text/html; charset=utf-8"
#define CSS "text/css; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define FILE(path, type, bytes) {path, type, bytes, sizeof bytes, 0}
#define PLAYGROUND(path, type, bytes) {path, type, bytes, sizeof bytes, 1}

static const EmbeddedFile files[] = {
    FILE("/openapi.yaml", "application/yaml", openapi),
    FILE("/schemas/layout-document.json", "application/schema+json", document_schema),
    FILE("/schemas/layout-update.json", "application/schema+json", update_schema),
    FILE("/docs", HTML, reference),
    FILE("/docs/reference.css", CSS, reference_css),
    FILE("/docs/appearance.js", SCRIPT, appearance_js),
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
    PLAYGROUND("/playground/laid-lengths.js", SCRIPT, laid_lengths_js),
    PLAYGROUND("/playground/placeholders.js", SCRIPT, placeholders_js),
    PLAYGROUND("/playground/rects.js", SCRIPT, rects_js),
    PLAYGROUND("/playground/scroll-space.js", SCRIPT, scroll_space_js),
    PLAYGROUND("/playground/living-wall.js", SCRIPT, living_wall_js),
    PLAYGROUND("/playground/living-presets.js", SCRIPT, living_presets_js),
    PLAYGROUND("/playground/living.js", SCRIPT, living_js),
    PLAYGROUND("/playground/living-cells.js", SCRIPT, living_cells_js),
    PLAYGROUND("/playground/reading-wall.js", SCRIPT, reading_wall_js),
    PLAYGROUND("/playground/measuring.js", SCRIPT, measuring_js),
    PLAYGROUND("/playground/turning.js", SCRIPT, turning_js),
    PLAYGROUND("/playground/costs.js", SCRIPT, costs_js),
    PLAYGROUND("/playground/texts.js", SCRIPT, texts_js),
};

const EmbeddedFile *const embedded_files = files;
const size_t embedded_file_count = sizeof files / sizeof files[0];
