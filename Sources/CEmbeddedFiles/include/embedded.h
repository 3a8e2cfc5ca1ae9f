// The files that the program carries with it, so that its binary needs nothing beside itself.
// C's #embed costs no compile time; a Swift array literal of this size takes half a minute.

#ifndef TATAMI_EMBEDDED_H
#define TATAMI_EMBEDDED_H

#include <stddef.h>

/// A file's bytes.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} EmbeddedFile;

extern const EmbeddedFile embedded_openapi_yaml;
extern const EmbeddedFile embedded_landing_html;

#endif
