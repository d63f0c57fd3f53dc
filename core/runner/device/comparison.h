// SPDX-License-Identifier: GPL-3.0-or-later
// Whether one element is what the oracle says, the same on CPU and GPU.
#pragma once

#include "scalar_types.h"

namespace kw::comparison {

using scalar::Bits;
using scalar::Integer;

// The same numbers as kw::Comparison::Kind; sets and top-k never get here.
enum Kind : int { tolerance, exact, codes };

struct Rule {
  int kind;
  int type;           // of what was got
  bool wantIsDouble;  // else the wanted value has `type` too
  // Where the wanted value is NaN, or infinite, anything is right. (Here, where they take no room.)
  bool anyNan = false, anyInfinity = false;
  double relative, absolute;
  Integer codes;
};

struct Outcome {
  bool different;
  double got, want, allowed;
  double distance;  // |got - want|; 0 where both are NaN or the same infinity, infinity where only
                    // one is
};

// Places every value of a type on a line of integers, neighbours one apart; both zeros are 0.
KW_DEVICE Integer ordinal(Bits bits, int type) {
  if (!scalar::isFloat(type)) {
    // Moves unsigned 64-bit values down by half their range, so that their order is kept.
    if (type == scalar::uint64) return static_cast<Integer>(bits ^ 0x8000000000000000ull);
    return scalar::decodeInteger(bits, type);
  }
  const scalar::Layout layout = scalar::layoutOf(type);
  const Bits sign = Bits{1} << (layout.exponentBits + layout.mantissaBits);
  const Integer size = static_cast<Integer>(bits & (sign - 1));
  return (bits & sign) != 0 ? -size : size;
}

KW_DEVICE Bits ordinalDistance(Bits a, Bits b, int type) {
  const Integer first = ordinal(a, type), second = ordinal(b, type);
  return first > second ? static_cast<Bits>(first) - static_cast<Bits>(second)
                        : static_cast<Bits>(second) - static_cast<Bits>(first);
}

// Where the wanted value is beyond the type's range, the right result is what rounding gives or,
// for the fp8 types, the largest finite value.
KW_DEVICE bool isOverflowOf(double got, double want, Bits wantBits, int type) {
  if (!scalar::isFloat(type) || scalar::isInfinite(want)) return false;
  const scalar::Layout layout = scalar::layoutOf(type);
  const double largest = scalar::decodeFloat(scalar::largestBits(layout), layout);
  if (!(scalar::magnitude(want) > largest) || (got < 0) != (want < 0)) return false;
  if (got == scalar::decode(wantBits, type)) return true;
  return scalar::sizeOf(type) == 1 && scalar::magnitude(got) >= largest;
}

KW_DEVICE double allowedFor(const Rule& rule, double want) {
  return scalar::add(scalar::multiply(rule.relative, scalar::magnitude(want)), rule.absolute);
}

// What compare() does where a quick look was not enough.
KW_DEVICE_RARE Outcome compareFully(const Rule& rule, Bits gotBits, Bits wantRaw, double got,
                                    double want) {
  const double infinity = scalar::doubleOf(0x7ff0000000000000ull);
  Outcome outcome = {};
  outcome.got = got;
  outcome.want = want;
  if (rule.kind == tolerance) outcome.allowed = allowedFor(rule, want);
  if (rule.anyNan && scalar::isNan(want)) return outcome;
  if (rule.anyInfinity && scalar::isInfinite(want)) return outcome;
  if (scalar::isNan(got) || scalar::isNan(want)) {
    outcome.different = scalar::isNan(got) != scalar::isNan(want);
    outcome.distance = outcome.different ? infinity : 0;
    return outcome;
  }
  const Bits wantBits = rule.wantIsDouble ? scalar::encode(want, rule.type) : wantRaw;
  if (isOverflowOf(got, want, wantBits, rule.type)) return outcome;
  if (scalar::isInfinite(got) || scalar::isInfinite(want)) {
    outcome.different = got != want;
    outcome.distance = outcome.different ? infinity : 0;
    return outcome;
  }
  outcome.distance = scalar::magnitude(scalar::add(got, -want));
  if (rule.kind == tolerance) {
    outcome.different = !(outcome.distance <= outcome.allowed);
    return outcome;
  }
  const Bits apart = ordinalDistance(gotBits, wantBits, rule.type);
  const Bits most = rule.kind == codes ? static_cast<Bits>(rule.codes) : 0;
  outcome.allowed = static_cast<double>(most);
  outcome.different = apart > most;
  return outcome;
}

// The distance in representable values of the type (ULPs), the wanted value rounded to it.
// `comparable` is false where one is a NaN or an infinity and the other is not the same.
KW_DEVICE_RARE Bits ulpsApart(const Rule& rule, Bits gotBits, Bits wantRaw, bool& comparable) {
  const double got = scalar::decode(gotBits, rule.type);
  const double want =
      rule.wantIsDouble ? scalar::doubleOf(wantRaw) : scalar::decode(wantRaw, rule.type);
  const Bits wantBits = rule.wantIsDouble ? scalar::encode(want, rule.type) : wantRaw;
  comparable = true;
  if (!scalar::isFloat(rule.type)) return ordinalDistance(gotBits, wantBits, rule.type);
  if (scalar::isNan(got) || scalar::isNan(want)) {
    comparable = scalar::isNan(got) == scalar::isNan(want);
    return 0;
  }
  if (got == want || isOverflowOf(got, want, wantBits, rule.type)) return 0;
  comparable = !scalar::isInfinite(got) && !scalar::isInfinite(want);
  return comparable ? ordinalDistance(gotBits, wantBits, rule.type) : 0;
}

// Which count of a histogram a distance belongs to: 0 for 0, k for 2^(k-1) to 2^k - 1.
inline constexpr int ulpBuckets = 65;
KW_DEVICE int ulpBucket(Bits apart) {
  int bucket = 0;
  for (; apart != 0; apart >>= 1)
    ++bucket;
  return bucket;
}

// The elements as a matrix of `width` columns and `height` rows, cut into rows * columns cells of
// about equal size.
struct Cells {
  Integer width, height;  // elements: width * height
  Integer rows, columns;  // at most height and width
};
KW_DEVICE Integer cellOf(const Cells& cells, Integer index) {
  const Integer row = index / cells.width;
  return row * cells.rows / cells.height * cells.columns +
         (index - row * cells.width) * cells.columns / cells.width;
}

// NaN where the oracle has NaN is equal, any other NaN differs; infinities must match in sign.
// `exact` and `codes` look at the wanted value rounded to the type; both zeros are equal.
KW_DEVICE Outcome compare(const Rule& rule, Bits gotBits, Bits wantRaw) {
  const double got = scalar::decode(gotBits, rule.type);
  const double want =
      rule.wantIsDouble ? scalar::doubleOf(wantRaw) : scalar::decode(wantRaw, rule.type);
  if (rule.kind == tolerance) {
    // Nearly every element leaves here; NaN and infinities do not.
    const double allowed = allowedFor(rule, want);
    const double distance = scalar::magnitude(scalar::add(got, -want));
    if (distance <= allowed && allowed < scalar::doubleOf(0x7ff0000000000000ull))
      return {false, got, want, allowed, distance};
  }
  return compareFully(rule, gotBits, wantRaw, got, want);
}

}  // namespace kw::comparison
