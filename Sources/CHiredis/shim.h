#ifndef TATAMI_CHIREDIS_SHIM_H
#define TATAMI_CHIREDIS_SHIM_H

/* The system's types (timeval) are taken from the module in which Swift has them. */
#pragma clang module import SwiftGlibc

#include <hiredis/async.h>
#include <hiredis/hiredis.h>

/* Arrays, and what only RESP3 has, answer no command of ours: a reader that cannot make them takes
   them for a protocol error. The functions' types differ between hiredis 0.14 and 1.x. */

#if HIREDIS_MAJOR >= 1
typedef size_t tatami_hiredis_count;
#else
typedef int tatami_hiredis_count;
#endif

static inline void *tatami_hiredis_no_array(const redisReadTask *task, tatami_hiredis_count count) {
  (void)task;
  (void)count;
  return NULL;
}

#if HIREDIS_MAJOR >= 1
static inline void *tatami_hiredis_no_double(
    const redisReadTask *task, double value, char *text, size_t length) {
  (void)task;
  (void)value;
  (void)text;
  (void)length;
  return NULL;
}

static inline void *tatami_hiredis_no_bool(const redisReadTask *task, int value) {
  (void)task;
  (void)value;
  return NULL;
}
#endif

/* Takes the functions away that make what no command of ours is answered with. */
static inline void tatami_hiredis_refuse_others(redisReplyObjectFunctions *functions) {
  functions->createArray = tatami_hiredis_no_array;
#if HIREDIS_MAJOR >= 1
  functions->createDouble = tatami_hiredis_no_double;
  functions->createBool = tatami_hiredis_no_bool;
#endif
}

#endif
