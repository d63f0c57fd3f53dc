// SPDX-License-Identifier: GPL-3.0-or-later
// Element types as bits, for code that has to give the same bits under g++ and under NVRTC:
// rounding and decoding in integer arithmetic, no math library, no contraction of a multiplication
// and an addition.
#pragma once

#ifdef __CUDACC__
#define KW_DEVICE __device__ __forceinline__
#define KW_DEVICE_RARE __device__ __noinline__  // keeps what hardly ever runs out of hot loops
#else
#include <cstdint>
#include <cstring>
#define KW_DEVICE inline
#define KW_DEVICE_RARE inline
#endif

namespace kw::scalar {

using Byte = unsigned char;
using Half = unsigned short;
using Word = unsigned int;        // 32 bits
using Bits = unsigned long long;  // 64 bits
using Integer = long long;        // 64 bits

// The same numbers as kw::ElementType (checked where both are seen).
enum Type : int {
  float64,
  float32,
  float16,
  bfloat16,
  fp8e4m3,
  fp8e5m2,
  int64,
  int32,
  int16,
  int8,
  uint64,
  uint32,
  uint16,
  uint8,
  boolean,
};

KW_DEVICE Bits bitsOf(double value) {
#ifdef __CUDACC__
  return static_cast<Bits>(__double_as_longlong(value));
#else
  Bits bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
#endif
}

KW_DEVICE double doubleOf(Bits bits) {
#ifdef __CUDACC__
  return __longlong_as_double(static_cast<Integer>(bits));
#else
  double value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
#endif
}

// Rounded separately, whatever the compiler may do with a*b+c. The folder's CMake file turns
// contraction off for the CPU.
KW_DEVICE double multiply(double a, double b) {
#ifdef __CUDACC__
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}
KW_DEVICE double add(double a, double b) {
#ifdef __CUDACC__
  return __dadd_rn(a, b);
#else
  return a + b;
#endif
}

KW_DEVICE bool isNan(double value) {
  return value != value;
}
KW_DEVICE double magnitude(double value) {
  return doubleOf(bitsOf(value) & 0x7fffffffffffffffull);
}
KW_DEVICE bool isInfinite(double value) {
  return (bitsOf(value) & 0x7fffffffffffffffull) == 0x7ff0000000000000ull;
}

// How a floating-point type lays out its bits.
struct Layout {
  int exponentBits;
  int mantissaBits;
  bool hasInfinity;  // else all ones is the only NaN and overflow saturates (fp8 e4m3)
};
KW_DEVICE Layout layoutOf(int type) {
  switch (type) {
    case float32:
      return {8, 23, true};
    case float16:
      return {5, 10, true};
    case bfloat16:
      return {8, 7, true};
    case fp8e4m3:
      return {4, 3, false};
    case fp8e5m2:
      return {5, 2, true};
    default:
      return {11, 52, true};
  }
}

KW_DEVICE bool isFloat(int type) {
  return type <= fp8e5m2;
}
KW_DEVICE bool isSigned(int type) {
  return type >= int64 && type <= int8;
}

KW_DEVICE int sizeOf(int type) {
  switch (type) {
    case float64:
    case int64:
    case uint64:
      return 8;
    case float32:
    case int32:
    case uint32:
      return 4;
    case float16:
    case bfloat16:
    case int16:
    case uint16:
      return 2;
    default:
      return 1;
  }
}

KW_DEVICE Bits infinityBits(Layout layout) {
  return ((Bits{1} << layout.exponentBits) - 1) << layout.mantissaBits;
}
// Bits of the largest finite value.
KW_DEVICE Bits largestBits(Layout layout) {
  if (layout.hasInfinity) return infinityBits(layout) - 1;
  return (Bits{1} << (layout.exponentBits + layout.mantissaBits)) - 2;
}
KW_DEVICE Bits nanBits(Layout layout) {
  if (!layout.hasInfinity) return (Bits{1} << (layout.exponentBits + layout.mantissaBits)) - 1;
  return infinityBits(layout) | (Bits{1} << (layout.mantissaBits - 1));
}

// Drops `count` low bits (1 to 63), to nearest with ties to even.
KW_DEVICE Bits dropRounded(Bits value, int count) {
  const Bits kept = value >> count;
  const Bits rest = value & ((Bits{1} << count) - 1);
  const Bits half = Bits{1} << (count - 1);
  return kept + ((rest > half || (rest == half && (kept & 1) != 0)) ? 1 : 0);
}

// A double rounded to nearest even in the given layout. Overflow gives infinity, or the largest
// finite value where the type has no infinity.
KW_DEVICE Bits encodeFloat(double value, Layout layout) {
  const Bits bits = bitsOf(value);
  const Bits sign = (bits >> 63) << (layout.exponentBits + layout.mantissaBits);
  const int exponent = static_cast<int>((bits >> 52) & 0x7ff);
  const Bits fraction = bits & 0xfffffffffffffull;
  if (layout.mantissaBits == 52) return bits;
  const Bits overflow = layout.hasInfinity ? infinityBits(layout) : largestBits(layout);
  if (exponent == 0x7ff) return sign | (fraction != 0 ? nanBits(layout) : overflow);
  if (exponent == 0) return sign;  // far below every smaller type's least value
  const int bias = (1 << (layout.exponentBits - 1)) - 1;
  const int scaled = exponent - 1023 + bias;  // the exponent field it would have
  Bits rounded = 0;
  if (scaled >= 1) {
    if (scaled >= (1 << layout.exponentBits)) return sign | overflow;
    // A carry out of the mantissa raises the exponent, as it should.
    rounded = dropRounded((static_cast<Bits>(scaled) << 52) | fraction, 52 - layout.mantissaBits);
  } else {
    const int count = 52 - layout.mantissaBits + 1 - scaled;
    rounded = count > 54 ? 0 : dropRounded((Bits{1} << 52) | fraction, count);
  }
  return sign | (rounded > largestBits(layout) ? overflow : rounded);
}

KW_DEVICE float floatOf(Word bits) {
#ifdef __CUDACC__
  return __uint_as_float(bits);
#else
  float value = 0;
  std::memcpy(&value, &bits, sizeof value);
  return value;
#endif
}

KW_DEVICE double decodeFloat(Bits bits, Layout layout) {
  if (layout.mantissaBits == 52) return doubleOf(bits);
  const int signShift = layout.exponentBits + layout.mantissaBits;
  const Word word = static_cast<Word>(bits);
  const Word rest = word & ((Word{1} << signShift) - 1);
  if (rest > static_cast<Word>(largestBits(layout))) {
    const Bits sign = ((bits >> signShift) & 1) << 63;
    const bool infinite = layout.hasInfinity && rest == static_cast<Word>(infinityBits(layout));
    return doubleOf(sign | (infinite ? 0x7ff0000000000000ull : 0x7ff8000000000000ull));
  }
  // As a float with the same fields it is too small by a power of two only, subnormal or not.
  const Word sign = ((word >> signShift) & 1) << 31;
  const double narrow = static_cast<double>(floatOf(sign | (rest << (23 - layout.mantissaBits))));
  const int exponent = 127 - ((1 << (layout.exponentBits - 1)) - 1);
  return multiply(narrow, doubleOf(static_cast<Bits>(1023 + exponent) << 52));
}

// The integer that `bits` hold, sign extended; unsigned 64-bit values above 2^63-1 wrap.
KW_DEVICE Integer decodeInteger(Bits bits, int type) {
  const int unused = 64 - 8 * sizeOf(type);
  if (isSigned(type)) return static_cast<Integer>(bits << unused) >> unused;
  return static_cast<Integer>((bits << unused) >> unused);
}

// Any element's value. 64-bit integers above 2^53 are rounded.
KW_DEVICE double decode(Bits bits, int type) {
  if (type == float64) return doubleOf(bits);
  if (isFloat(type)) return decodeFloat(bits, layoutOf(type));
  if (type == uint64) return static_cast<double>(bits);
  return static_cast<double>(decodeInteger(bits, type));
}

KW_DEVICE Integer leastInteger(int type) {
  return isSigned(type) ? static_cast<Integer>(~Bits{0} << (8 * sizeOf(type) - 1)) : 0;
}
// Clipped to what Integer holds for uint64.
KW_DEVICE Integer greatestInteger(int type) {
  if (type == boolean) return 1;
  const int used = 8 * sizeOf(type) - (isSigned(type) || type == uint64 ? 1 : 0);
  return static_cast<Integer>((Bits{1} << used) - 1);
}

// An integer as an element: out of range is clipped; floating-point types round.
KW_DEVICE Bits encodeInteger(Integer value, int type) {
  if (isFloat(type)) return encodeFloat(static_cast<double>(value), layoutOf(type));
  const Integer least = leastInteger(type);
  const Integer greatest = greatestInteger(type);
  const Integer clipped = value < least ? least : value > greatest ? greatest : value;
  const int unused = 64 - 8 * sizeOf(type);
  return (static_cast<Bits>(clipped) << unused) >> unused;
}

// A real as an element: integer types take the nearest integer (ties away from zero), clipped; NaN
// gives 0.
KW_DEVICE Bits encode(double value, int type) {
  if (isFloat(type)) return encodeFloat(value, layoutOf(type));
  if (isNan(value)) return 0;
  if (value >= 9223372036854775808.0) return encodeInteger(0x7fffffffffffffffll, type);
  if (value < -9223372036854775808.0) return encodeInteger(-0x7fffffffffffffffll - 1, type);
  const Integer whole = static_cast<Integer>(value);  // toward zero
  const double rest = add(value, -static_cast<double>(whole));
  return encodeInteger(whole + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0), type);
}

KW_DEVICE Bits loadBits(const void* from, Integer index, int type) {
  switch (sizeOf(type)) {
    case 8:
      return static_cast<const Bits*>(from)[index];
    case 4:
      return static_cast<const Word*>(from)[index];
    case 2:
      return static_cast<const Half*>(from)[index];
    default:
      return static_cast<const Byte*>(from)[index];
  }
}

KW_DEVICE void storeBits(void* to, Integer index, int type, Bits bits) {
  switch (sizeOf(type)) {
    case 8:
      static_cast<Bits*>(to)[index] = bits;
      break;
    case 4:
      static_cast<Word*>(to)[index] = static_cast<Word>(bits);
      break;
    case 2:
      static_cast<Half*>(to)[index] = static_cast<Half>(bits);
      break;
    default:
      static_cast<Byte*>(to)[index] = static_cast<Byte>(bits);
      break;
  }
}

}  // namespace kw::scalar
