#ifndef TATAMI_CHARFBUZZ_SHIM_H
#define TATAMI_CHARFBUZZ_SHIM_H

#include <hb-ot.h>
#include <hb.h>
#include <stdlib.h>

/* The advances of a face at one size: units of the font × a 16.16 scale, or widths of a bitmap strike. */
typedef struct {
  const uint16_t *units;
  unsigned int count;
  int32_t scale;
  /* 1 if `units` are already pixels of a strike: the advance is units × scale. */
  int is_strike;
} tatami_hb_advances;

/* Returns the advance of a glyph in 16.16. */
static inline hb_position_t tatami_hb_advance(const tatami_hb_advances *advances, hb_codepoint_t glyph) {
  if (advances->count == 0) return 0;
  int64_t units = advances->units[glyph < advances->count ? glyph : advances->count - 1];
  int64_t product = units * advances->scale;
  return (hb_position_t)(advances->is_strike ? product : (product + 32) >> 6);
}

static hb_position_t tatami_hb_glyph_advance(
    hb_font_t *font, void *font_data, hb_codepoint_t glyph, void *user_data) {
  (void)font;
  (void)user_data;
  return tatami_hb_advance((const tatami_hb_advances *)font_data, glyph);
}

static void tatami_hb_glyph_advances(
    hb_font_t *font, void *font_data, unsigned int count, const hb_codepoint_t *glyphs,
    unsigned int glyph_stride, hb_position_t *advances, unsigned int advance_stride, void *user_data) {
  (void)font;
  (void)user_data;
  for (unsigned int i = 0; i < count; i++) {
    *advances = tatami_hb_advance((const tatami_hb_advances *)font_data, *glyphs);
    glyphs = (const hb_codepoint_t *)((const char *)glyphs + glyph_stride);
    advances = (hb_position_t *)((char *)advances + advance_stride);
  }
}

/* Returns functions that take advances from a table, and everything else from the parent font. */
static inline hb_font_funcs_t *tatami_hb_create_advance_functions(void) {
  hb_font_funcs_t *functions = hb_font_funcs_create();
  hb_font_funcs_set_glyph_h_advance_func(functions, tatami_hb_glyph_advance, NULL, NULL);
  hb_font_funcs_set_glyph_h_advances_func(functions, tatami_hb_glyph_advances, NULL, NULL);
  hb_font_funcs_make_immutable(functions);
  return functions;
}

/* Sets a sub-font's advances; the font owns a copy of `advances`, not the units. */
static inline void tatami_hb_set_advances(
    hb_font_t *font, hb_font_funcs_t *functions, const tatami_hb_advances *advances) {
  tatami_hb_advances *copy = (tatami_hb_advances *)malloc(sizeof(tatami_hb_advances));
  if (copy == NULL) return;
  *copy = *advances;
  hb_font_set_funcs(font, functions, copy, free);
}

static hb_blob_t *tatami_hb_table_without_kern(hb_face_t *face, hb_tag_t tag, void *user_data) {
  (void)face;
  if (tag == HB_TAG('k', 'e', 'r', 'n')) return hb_blob_get_empty();
  return hb_face_reference_table((hb_face_t *)user_data, tag);
}

static void tatami_hb_release_face(void *face) { hb_face_destroy((hb_face_t *)face); }

/* Returns the face without its kern table; it keeps `face` alive. */
static inline hb_face_t *tatami_hb_face_without_kern(hb_face_t *face) {
  hb_face_t *result = hb_face_create_for_tables(
      tatami_hb_table_without_kern, hb_face_reference(face), tatami_hb_release_face);
  hb_face_set_upem(result, hb_face_get_upem(face));
  hb_face_set_glyph_count(result, hb_face_get_glyph_count(face));
  return result;
}

static inline hb_tag_t tatami_hb_tag(char a, char b, char c, char d) { return HB_TAG(a, b, c, d); }

#endif
