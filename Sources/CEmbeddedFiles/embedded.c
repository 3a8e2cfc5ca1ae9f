#include "embedded.h"

// #embed is C23; the compilers that come with Swift have it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

// Paths are relative to this file.
#define FILE_OF(name) const EmbeddedFile embedded_##name = {name, sizeof name};

static const unsigned char openapi_yaml[] = {
#if __has_embed("../../openapi.yaml")
#embed "../../openapi.yaml"
#else
  0
#endif
};
FILE_OF(openapi_yaml)

static const unsigned char landing_html[] = {
#embed "../LayoutService/Resources/landing.html"
};
FILE_OF(landing_html)
