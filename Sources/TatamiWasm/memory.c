// The module's allocator.
//
// Blocks lie side by side, each with its own size and the one before it, so that free neighbours become
// one. Free ones are in lists by size, eight to each power of two: taking and freeing cost the same
// however many there are (two-level segregated fit).
#include <stddef.h>
#include <stdint.h>

// The module's memory at most, which the linker is told, too.
#ifndef MAX_MEMORY
#error "MAX_MEMORY is how many bytes the module's memory may have"
#endif

enum { PAGE = 65536, GROWTH = 1 << 20, ALIGNMENT = 16, HEADER = 8, FIRST = 7, LEVELS = 25, LISTS = 8 };

typedef struct Block {
  uint32_t before;  // the size of the block before
  uint32_t size;    // with the header; the lowest bit says whether it is in use
  struct Block *next, *previous;  // in the list, where it is free
} Block;

extern unsigned char __heap_base;
static Block *lists[LEVELS][LISTS];
static uint32_t levels, occupied[LEVELS];
static uintptr_t heap_end;
static uint32_t free_bytes;

static Block *after(Block *block) { return (Block *)((uintptr_t)block + (block->size & ~1u)); }

// Which list holds blocks of a size.
static void place(uint32_t size, uint32_t *level, uint32_t *list) {
  uint32_t bit = 31 - __builtin_clz(size | 1 << FIRST);
  *level = size < 1 << FIRST ? 0 : bit - FIRST + 1;
  *list = size < 1 << FIRST ? size >> 4 : (size >> (bit - 3)) & 7;
}

static void insert(Block *block) {
  uint32_t level, list;
  place(block->size, &level, &list);
  block->previous = NULL;
  block->next = lists[level][list];
  if (block->next) block->next->previous = block;
  lists[level][list] = block;
  occupied[level] |= 1u << list;
  levels |= 1u << level;
  free_bytes += block->size;
}

static void take_out(Block *block) {
  uint32_t level, list;
  place(block->size, &level, &list);
  if (block->next) block->next->previous = block->previous;
  if (block->previous) block->previous->next = block->next;
  else if (!(lists[level][list] = block->next) && !(occupied[level] &= ~(1u << list))) levels &= ~(1u << level);
  free_bytes -= block->size;
}

// A block of that size or more, taken out of its list; NULL where there is none.
static Block *find(uint32_t size) {
  uint32_t level, list;
  // Rounded up to where every block of the list is large enough.
  place(size < 1 << FIRST ? size : size + (1u << (28 - __builtin_clz(size))) - 1, &level, &list);
  uint32_t here = occupied[level] & ~0u << list;
  if (!here) {
    uint32_t above = level + 1 < 32 ? levels & ~0u << (level + 1) : 0;
    if (!above) return NULL;
    level = __builtin_ctz(above);
    here = occupied[level];
  }
  Block *block = lists[level][__builtin_ctz(here)];
  take_out(block);
  return block;
}

// Frees a block that is in no list, together with its free neighbours.
static void release(Block *block) {
  Block *next = after(block);
  if (!(next->size & 1)) {
    take_out(next);
    block->size += next->size;
  }
  if (block->before) {
    Block *former = (Block *)((uintptr_t)block - block->before);
    if (!(former->size & 1)) {
      take_out(former);
      former->size += block->size;
      block = former;
    }
  }
  after(block)->before = block->size;
  insert(block);
}

// Takes a block into use that is in no list, and frees what it has beyond a size.
static void use(Block *block, uint32_t size) {
  uint32_t beyond = block->size - size;
  block->size -= beyond;
  Block *rest = after(block);
  block->size |= 1;
  if (!beyond) return;
  rest->before = size;
  rest->size = beyond;
  release(rest);
}

// The last header of the heap is one without a block: in use, of no size.
static void grow(uint32_t size) {
  uint32_t wanted = (size + 2 * ALIGNMENT + GROWTH - 1) & ~(uint32_t)(GROWTH - 1);
  uintptr_t end = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (wanted > MAX_MEMORY - end) wanted = (size + 2 * ALIGNMENT + PAGE - 1) & ~(uint32_t)(PAGE - 1);
  if (wanted > MAX_MEMORY - end || __builtin_wasm_memory_grow(0, wanted / PAGE) == ~(size_t)0) __builtin_trap();
  Block *block;
  if (heap_end) {
    block = (Block *)(heap_end - HEADER);
  } else {
    uintptr_t base = ((uintptr_t)&__heap_base + ALIGNMENT - 1) & ~(uintptr_t)(ALIGNMENT - 1);
    block = (Block *)(base + ALIGNMENT - HEADER);
    block->before = 0;
  }
  heap_end = end + wanted;
  block->size = heap_end - HEADER - (uintptr_t)block;
  after(block)->size = 1;
  release(block);
}

int posix_memalign(void **memory, size_t alignment, size_t count) {
  // More than there can be is refused before anything is added to it.
  if (count > MAX_MEMORY || alignment > PAGE) __builtin_trap();
  uint32_t size = (count + HEADER + ALIGNMENT - 1) & ~(uint32_t)(ALIGNMENT - 1);
  uint32_t extra = alignment > ALIGNMENT ? alignment : 0;
  Block *block = find(size + extra);
  if (!block) {
    grow(size + extra + (size >> 3));
    block = find(size + extra);
    if (!block) __builtin_trap();
  }
  uintptr_t offset = extra ? -((uintptr_t)block + HEADER) & (alignment - 1) : 0;
  if (offset) {
    Block *front = block;
    block = (Block *)((uintptr_t)front + offset);
    block->before = offset;
    block->size = front->size - offset;
    front->size = offset;
    after(block)->before = block->size;
    block->size |= 1;
    release(front);
    block->size &= ~1u;
  }
  use(block, size);
  *memory = (void *)((uintptr_t)block + HEADER);
  return 0;
}

void free(void *memory) {
  if (!memory) return;
  Block *block = (Block *)((uintptr_t)memory - HEADER);
  block->size &= ~1u;
  release(block);
}

uint32_t tatami_memory_left(void) {
  return MAX_MEMORY - (uint32_t)__builtin_wasm_memory_size(0) * PAGE + free_bytes;
}
