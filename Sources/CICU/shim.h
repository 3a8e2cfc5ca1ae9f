#ifndef TATAMI_CICU_SHIM_H
#define TATAMI_CICU_SHIM_H

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/uversion.h>

/* ICU's headers add the library's version to the name of each function by a macro, which Swift does not
   import. These functions have names of their own. */

static inline UBreakIterator *tatami_ubrk_open(UBreakIteratorType type, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIterator *iterator = ubrk_open(type, locale, NULL, 0, &status);
  return U_FAILURE(status) ? NULL : iterator;
}

static inline void tatami_ubrk_close(UBreakIterator *iterator) { ubrk_close(iterator); }

/* Returns whether the iterator took the text; the text must outlive its use. */
static inline int tatami_ubrk_set_text(UBreakIterator *iterator, const UChar *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText(iterator, text, length, &status);
  return U_SUCCESS(status);
}

static inline int32_t tatami_ubrk_next(UBreakIterator *iterator) { return ubrk_next(iterator); }

/* Writes the embedding level of each UTF-16 unit; returns whether it could. */
static inline int tatami_ubidi_levels(
    const UChar *text, int32_t length, int is_right_to_left, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_openSized(length, 0, &status);
  ubidi_setPara(bidi, text, length, is_right_to_left ? 1 : 0, NULL, &status);
  const UBiDiLevel *computed = ubidi_getLevels(bidi, &status);
  int is_done = U_SUCCESS(status) && computed != NULL;
  for (int32_t i = 0; is_done && i < length; i++) levels[i] = computed[i];
  ubidi_close(bidi);
  return is_done;
}

/* Returns whether text with the character may need levels: it is right-to-left, or a bidi control. */
static inline int tatami_u_is_right_to_left(UChar32 character) {
  switch (u_charDirection(character)) {
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
    case U_ARABIC_NUMBER:
    case U_LEFT_TO_RIGHT_EMBEDDING:
    case U_RIGHT_TO_LEFT_EMBEDDING:
    case U_LEFT_TO_RIGHT_OVERRIDE:
    case U_RIGHT_TO_LEFT_OVERRIDE:
    case U_POP_DIRECTIONAL_FORMAT:
    case U_FIRST_STRONG_ISOLATE:
    case U_LEFT_TO_RIGHT_ISOLATE:
    case U_RIGHT_TO_LEFT_ISOLATE:
    case U_POP_DIRECTIONAL_ISOLATE:
      return 1;
    default:
      return 0;
  }
}

static inline int32_t tatami_uscript_script(UChar32 character) {
  UErrorCode status = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(character, &status);
}

/* Writes up to `capacity` scripts of the character; returns how many were written. */
static inline int32_t tatami_uscript_extensions(UChar32 character, int32_t *scripts, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode codes[32];
  int32_t count = uscript_getScriptExtensions(character, codes, 32, &status);
  if (count > 32) count = 32;
  if (count > capacity) count = capacity;
  for (int32_t i = 0; i < count; i++) scripts[i] = (int32_t)codes[i];
  return count;
}

static inline const char *tatami_uscript_short_name(int32_t script) {
  return uscript_getShortName((UScriptCode)script);
}

static inline int32_t tatami_u_property(UChar32 character, UProperty property) {
  return u_getIntPropertyValue(character, property);
}

static inline int tatami_u_has_property(UChar32 character, UProperty property) {
  return u_hasBinaryProperty(character, property);
}

/* Returns the general category of the character as a bit. */
static inline uint32_t tatami_u_category_mask(UChar32 character) { return U_MASK(u_charType(character)); }

static inline UChar32 tatami_u_paired_bracket(UChar32 character) {
  return u_getBidiPairedBracket(character);
}

#endif
