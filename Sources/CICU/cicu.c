#include "CICU.h"

#include <unicode/ubidi.h>
#include <unicode/ubrk.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

struct tatami_ubrk *tatami_ubrk_open(int32_t kind, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  UBreakIteratorType type = kind == TATAMI_UBRK_LINE ? UBRK_LINE : UBRK_CHARACTER;
  UBreakIterator *iterator = ubrk_open(type, locale, NULL, 0, &status);
  return U_FAILURE(status) ? NULL : (struct tatami_ubrk *)iterator;
}

void tatami_ubrk_close(struct tatami_ubrk *iterator) { ubrk_close((UBreakIterator *)iterator); }

int tatami_ubrk_set_text(struct tatami_ubrk *iterator, const uint16_t *text, int32_t length) {
  UErrorCode status = U_ZERO_ERROR;
  ubrk_setText((UBreakIterator *)iterator, (const UChar *)text, length, &status);
  return U_SUCCESS(status);
}

int32_t tatami_ubrk_next(struct tatami_ubrk *iterator) {
  return ubrk_next((UBreakIterator *)iterator);
}

int tatami_ubidi_levels(
    const uint16_t *text, int32_t length, int is_right_to_left, uint8_t *levels) {
  UErrorCode status = U_ZERO_ERROR;
  UBiDi *bidi = ubidi_openSized(length, 0, &status);
  ubidi_setPara(bidi, (const UChar *)text, length, is_right_to_left ? 1 : 0, NULL, &status);
  const UBiDiLevel *computed = ubidi_getLevels(bidi, &status);
  int is_done = U_SUCCESS(status) && computed != NULL;
  for (int32_t i = 0; is_done && i < length; i++) levels[i] = computed[i];
  ubidi_close(bidi);
  return is_done;
}

int tatami_u_is_right_to_left(int32_t character) {
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

int32_t tatami_uscript_script(int32_t character) {
  UErrorCode status = U_ZERO_ERROR;
  return (int32_t)uscript_getScript(character, &status);
}

int32_t tatami_uscript_extensions(int32_t character, int32_t *scripts, int32_t capacity) {
  UErrorCode status = U_ZERO_ERROR;
  UScriptCode codes[32];
  int32_t count = uscript_getScriptExtensions(character, codes, 32, &status);
  if (count > 32) count = 32;
  if (count > capacity) count = capacity;
  for (int32_t i = 0; i < count; i++) scripts[i] = (int32_t)codes[i];
  return count;
}

const char *tatami_uscript_short_name(int32_t script) {
  return uscript_getShortName((UScriptCode)script);
}

int32_t tatami_u_line_break_class(int32_t character) {
  return u_getIntPropertyValue(character, UCHAR_LINE_BREAK);
}

int32_t tatami_u_east_asian_width(int32_t character) {
  return u_getIntPropertyValue(character, UCHAR_EAST_ASIAN_WIDTH);
}

int tatami_u_is_unassigned_picture(int32_t character) {
  return u_charType(character) == U_UNASSIGNED && u_hasBinaryProperty(character, UCHAR_EXTENDED_PICTOGRAPHIC);
}

int32_t tatami_u_paired_bracket_type(int32_t character) {
  return u_getIntPropertyValue(character, UCHAR_BIDI_PAIRED_BRACKET_TYPE);
}

const char *tatami_icu_version(void) { return U_ICU_VERSION; }

uint32_t tatami_u_category_mask(int32_t character) { return U_MASK(u_charType(character)); }

int32_t tatami_u_paired_bracket(int32_t character) {
  return u_getBidiPairedBracket(character);
}

int32_t tatami_u_change_case(
    uint16_t *result, int32_t capacity, const uint16_t *text, int32_t length, int is_upper, const char *locale) {
  UErrorCode status = U_ZERO_ERROR;
  int32_t count = is_upper
    ? u_strToUpper((UChar *)result, capacity, (const UChar *)text, length, locale, &status)
    : u_strToLower((UChar *)result, capacity, (const UChar *)text, length, locale, &status);
  return U_SUCCESS(status) ? count : 0;
}

int32_t tatami_u_to_title(int32_t character) { return u_totitle(character); }
