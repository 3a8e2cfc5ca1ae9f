// Decimal text to the nearest double, for numbers whose digits arithmetic of doubles does not take.
//
// The number is a fraction of two whole ones. Its first 53 bits come of as many subtractions, and the next
// one, and whether anything is left, say how it is rounded.
#include <stddef.h>
#include <stdint.h>

// 801 digits and ten to the 1,201st have 4,000 bits; both are shifted by as many at most.
enum { LIMBS = 272 };

typedef struct {
  int count;
  uint32_t limbs[LIMBS];
} Number;

static void multiply_add(Number *number, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (int i = 0; i < number->count; i++) {
    carry += (uint64_t)number->limbs[i] * factor;
    number->limbs[i] = carry;
    carry >>= 32;
  }
  if (carry) {
    if (number->count == LIMBS) __builtin_trap();
    number->limbs[number->count++] = carry;
  }
}

static int bits(const Number *number) {
  return number->count ? 32 * number->count - __builtin_clz(number->limbs[number->count - 1]) : 0;
}

static void shift(Number *number, int count) {
  for (; count >= 16; count -= 16) multiply_add(number, 1 << 16, 0);
  multiply_add(number, 1u << count, 0);
}

static int compare(const Number *one, const Number *other) {
  if (one->count != other->count) return one->count < other->count ? -1 : 1;
  for (int i = one->count - 1; i >= 0; i--) {
    if (one->limbs[i] != other->limbs[i]) return one->limbs[i] < other->limbs[i] ? -1 : 1;
  }
  return 0;
}

static void subtract(Number *from, const Number *number) {
  int64_t borrow = 0;
  for (int i = 0; i < from->count; i++) {
    borrow += (int64_t)from->limbs[i] - (i < number->count ? number->limbs[i] : 0);
    from->limbs[i] = borrow;
    borrow >>= 32;
  }
  while (from->count && !from->limbs[from->count - 1]) from->count--;
}

// The nearest double to a fraction > 0, of two equal ones the even one.
static double quotient(Number *dividend, Number *divisor) {
  // Shifted so that the quotient is at least 1 and less than 2.
  int exponent = bits(dividend) - bits(divisor);
  shift(exponent > 0 ? divisor : dividend, exponent > 0 ? exponent : -exponent);
  if (compare(dividend, divisor) < 0) {
    shift(dividend, 1);
    exponent--;
  }
  if (exponent > 1023) return __builtin_inf();
  // Below 2^-1022 there are fewer bits.
  int count = exponent < -1022 ? 53 + exponent + 1022 : 53;
  if (count < 0) return 0;
  uint64_t mantissa = 0;
  for (int i = 0; i < count; i++) {
    mantissa <<= 1;
    if (compare(dividend, divisor) >= 0) {
      subtract(dividend, divisor);
      mantissa |= 1;
    }
    shift(dividend, 1);
  }
  // What is left is twice the rest, and one unit of the last bit is twice the divisor.
  int half = compare(dividend, divisor);
  if (half > 0 || (half == 0 && mantissa & 1)) mantissa++;
  // A mantissa that has grown by a bit carries into the exponent, as it should.
  uint64_t biased = exponent < -1022 ? 0 : (uint64_t)(exponent + 1022) << 52;
  uint64_t pattern = biased + mantissa;
  double result;
  __builtin_memcpy(&result, &pattern, sizeof result);
  return result;
}

static int is_digit(char byte) { return byte >= '0' && byte <= '9'; }

// Digits, and where one is an `e`, a sign and digits: what the engine makes of a long number.
// The end of what was read; NULL where it is none.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  static Number dividend, divisor;
  dividend.count = divisor.count = 0;
  const char *start = text;
  for (; is_digit(*text); text++) {
    if (text - start > 801) return NULL;
    multiply_add(&dividend, 10, *text - '0');
  }
  if (text == start) return NULL;
  int exponent = 0, is_negative = 0;
  if (*text == 'e') {
    text++;
    if (*text == '-') is_negative = 1, text++;
    for (start = text; is_digit(*text) && exponent < 10000; text++) exponent = exponent * 10 + (*text - '0');
    if (text == start) return NULL;
  }
  if (exponent > 1201) return NULL;
  multiply_add(&divisor, 10, 1);
  for (int i = 0; i < exponent; i++) multiply_add(is_negative ? &divisor : &dividend, 10, 0);
  *result = dividend.count ? quotient(&dividend, &divisor) : 0;
  return text;
}
