// The files that the program carries with it, so that its binary needs nothing beside itself.
// C's #embed costs no compile time; a Swift array literal of this size takes half a minute.

#ifndef TATAMI_EMBEDDED_H
#define TATAMI_EMBEDDED_H

#include <stddef.h>

/// A file, and how it is served; one that this build does not carry has no bytes.
typedef struct {
  const char *_Nonnull path;
  const char *_Nonnull media_type;
  const unsigned char *_Nonnull bytes;
  size_t count;
  /// Whether it belongs to the playground, which can be turned off.
  int is_playground;
} EmbeddedFile;

/// All files, one behind the other.
extern const EmbeddedFile *_Nonnull const embedded_files;
extern const size_t embedded_file_count;

/// Files as brotli streams, one behind the other: the file's SHA-256 (32 bytes), the stream's length (4 bytes, the
/// least one first), and the stream. Nothing in a build without `make wasm`.
extern const unsigned char *_Nonnull const embedded_brotli;
extern const size_t embedded_brotli_count;

/// The text of the file VERSION, with its line feed.
extern const char *_Nonnull const embedded_version;

#endif
