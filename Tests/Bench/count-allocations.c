/* Counts calls of malloc and its kin in the process that it is preloaded into.
 *
 *     cc -O2 -shared -fPIC -o count-allocations.so count-allocations.c
 *     LD_PRELOAD=./count-allocations.so .build/release/tatami-bench
 *
 * The process reads the count by dlsym("tatami_allocation_count"). Built on glibc's own entry
 * points, so that no allocation is made while looking for the next one's symbol: for programs on glibc's
 * malloc, as tatami-bench is, and not for tatami, whose `free` is jemalloc's.
 */
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static _Atomic uint64_t count;

uint64_t tatami_allocation_count(void) {
  return atomic_load_explicit(&count, memory_order_relaxed);
}

static void counted(void) { atomic_fetch_add_explicit(&count, 1, memory_order_relaxed); }

void *malloc(size_t size) {
  counted();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  counted();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  counted();
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  counted();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  counted();
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *result = made;
  return 0;
}
