#ifndef TATAMI_CJEMALLOC_SHIM_H
#define TATAMI_CJEMALLOC_SHIM_H

#include <jemalloc/jemalloc.h>

#endif
