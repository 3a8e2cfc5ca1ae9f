// What compilers call of a C library beside memory, with nothing of a host's behind it.
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 Wide;

// Each of the first three is one instruction of WebAssembly.
void *memcpy(void *restrict to, const void *restrict from, size_t count) {
  return __builtin_memcpy(to, from, count);
}

void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }

void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *one, const void *other, size_t count) {
  const unsigned char *here = one, *there = other;
  for (; count >= 8; count -= 8, here += 8, there += 8) {
    uint64_t left, right;
    __builtin_memcpy(&left, here, 8);
    __builtin_memcpy(&right, there, 8);
    if (left != right) break;
  }
  for (; count; count--, here++, there++) {
    if (*here != *there) return *here - *there;
  }
  return 0;
}

size_t strlen(const char *text) {
  const char *end = text;
  while (*end) end++;
  return end - text;
}

// The seed of hashes: nobody but the page itself chooses what is hashed.
void arc4random_buf(void *bytes, size_t count) { __builtin_memset(bytes, 0x5A, count); }

// Swift prints nothing here but on its way to a trap.
int putchar(int character) { return character; }

// The product of two numbers of 128 bits, by halves of 64.
Wide __multi3(Wide one, Wide other) {
  uint64_t a = one, b = other;
  uint64_t low = (a & ~0u) * (b & ~0u), left = (a >> 32) * (b & ~0u), right = (a & ~0u) * (b >> 32);
  uint64_t middle = (low >> 32) + (left & ~0u) + (right & ~0u);
  uint64_t high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32) + (middle >> 32);
  high += a * (uint64_t)(other >> 64) + (uint64_t)(one >> 64) * b;
  return (Wide)high << 64 | (middle << 32 | (low & ~0u));
}

Wide __ashlti3(Wide number, int bits) {
  uint64_t low = number, high = number >> 64;
  if (bits >= 64) return (Wide)(low << (bits - 64)) << 64;
  if (bits) high = high << bits | low >> (64 - bits);
  return (Wide)high << 64 | low << bits;
}

Wide __lshrti3(Wide number, int bits) {
  uint64_t low = number, high = number >> 64;
  if (bits >= 64) return high >> (bits - 64);
  if (bits) low = low >> bits | high << (64 - bits);
  return (Wide)(high >> bits) << 64 | low;
}

// The quotient, one bit after the other: only numbers of more digits than a double has need it.
static Wide divide(Wide dividend, Wide divisor, Wide *remainder) {
  if (!divisor) __builtin_trap();
  Wide quotient = 0, rest = 0;
  for (int bit = 127; bit >= 0; bit--) {
    int carry = rest >> 127;
    rest = rest << 1 | (dividend >> 127);
    dividend <<= 1;
    quotient <<= 1;
    if (carry || rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
  }
  *remainder = rest;
  return quotient;
}

Wide __udivti3(Wide dividend, Wide divisor) {
  Wide rest;
  return divide(dividend, divisor, &rest);
}

Wide __umodti3(Wide dividend, Wide divisor) {
  Wide rest;
  divide(dividend, divisor, &rest);
  return rest;
}

// To the nearest whole number, halves away from zero: the greatest double below a half brings over what
// is to be rounded up, and nothing else.
double round(double number) { return __builtin_trunc(number + __builtin_copysign(0x1.fffffffffffffp-2, number)); }
