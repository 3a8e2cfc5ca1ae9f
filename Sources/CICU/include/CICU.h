#ifndef TATAMI_CICU_H
#define TATAMI_CICU_H

#include <stdint.h>

/* The dozen functions of ICU that texts need. ICU's headers add the library's version to the name of each
   function by a macro, which Swift does not import, and their types clash with those of Foundation's own ICU;
   so these functions have names and types of their own. */

/* A break iterator. */
struct tatami_ubrk;

/* The kinds of break iterators. */
enum { TATAMI_UBRK_CHARACTER = 0, TATAMI_UBRK_LINE = 2 };

struct tatami_ubrk *tatami_ubrk_open(int32_t kind, const char *locale);

void tatami_ubrk_close(struct tatami_ubrk *iterator);

/* Returns whether the iterator took the text; the text must outlive its use. */
int tatami_ubrk_set_text(struct tatami_ubrk *iterator, const uint16_t *text, int32_t length);

int32_t tatami_ubrk_next(struct tatami_ubrk *iterator);

/* Writes the embedding level of each UTF-16 unit; returns whether it could. */
int tatami_ubidi_levels(
    const uint16_t *text, int32_t length, int is_right_to_left, uint8_t *levels);

/* Returns whether text with the character may need levels: it is right-to-left, or a bidi control. */
int tatami_u_is_right_to_left(int32_t character);

int32_t tatami_uscript_script(int32_t character);

/* Writes up to `capacity` scripts of the character; returns how many were written. */
int32_t tatami_uscript_extensions(int32_t character, int32_t *scripts, int32_t capacity);

const char *tatami_uscript_short_name(int32_t script);

int32_t tatami_u_line_break_class(int32_t character);

int32_t tatami_u_east_asian_width(int32_t character);

/* Returns whether the character has no category yet, but the property Extended_Pictographic. */
int tatami_u_is_unassigned_picture(int32_t character);

int32_t tatami_u_paired_bracket_type(int32_t character);

const char *tatami_icu_version(void);

/* Returns the general category of the character as a bit. */
uint32_t tatami_u_category_mask(int32_t character);

int32_t tatami_u_paired_bracket(int32_t character);

/* Writes the text in capitals or small letters by the rules of a locale; returns its length, or 0 if it failed. */
int32_t tatami_u_change_case(
    uint16_t *result, int32_t capacity, const uint16_t *text, int32_t length, int is_upper, const char *locale);

/* Returns the form of the character at the start of a word, by Unicode's simple mapping. */
int32_t tatami_u_to_title(int32_t character);

#endif
