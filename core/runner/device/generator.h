// SPDX-License-Identifier: GPL-3.0-or-later
// The values of inputs: a function of seed, stream and index only, bit-identical on CPU and GPU, so
// that only seeds travel. Random words come from Philox4x32-10 (Salmon, Moraes, Dror, Shaw:
// "Parallel random numbers: as easy as 1, 2, 3", SC 2011).
#pragma once

#include "scalar_types.h"

namespace kw::generator {

using scalar::Bits;
using scalar::Integer;
using scalar::Word;

// The same numbers as kw::Fill::Kind; files and functions never get here.
enum Kind : int { normal, uniform, integers, permutation, csrOffsets, constant, special };

// FillPlan as plain data, so that it can be a kernel's argument.
struct Plan {
  int kind;
  int type;
  Integer elements;
  double low, high;
  Integer lowInteger, highInteger;
  Bits seed, stream;
};

struct Words {
  Word a, b, c, d;
};

KW_DEVICE Words philox(Words counter, Word key0, Word key1) {
  for (int round = 0; round < 10; ++round) {
    const Bits first = Bits{0xD2511F53u} * counter.a;
    const Bits second = Bits{0xCD9E8D57u} * counter.c;
    counter = {static_cast<Word>(second >> 32) ^ counter.b ^ key0, static_cast<Word>(second),
               static_cast<Word>(first >> 32) ^ counter.d ^ key1, static_cast<Word>(first)};
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return counter;
}

KW_DEVICE Words wordsAt(const Plan& plan, Bits index) {
  return philox({static_cast<Word>(index), static_cast<Word>(index >> 32),
                 static_cast<Word>(plan.stream), static_cast<Word>(plan.stream >> 32)},
                static_cast<Word>(plan.seed), static_cast<Word>(plan.seed >> 32));
}

KW_DEVICE Bits joined(Word high, Word low) {
  return (Bits{high} << 32) | low;
}

// The high 64 bits of a product.
KW_DEVICE Bits highProduct(Bits a, Bits b) {
  const Bits aLow = a & 0xffffffffu, aHigh = a >> 32, bLow = b & 0xffffffffu, bHigh = b >> 32;
  const Bits middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const Bits other = aLow * bHigh + (middle & 0xffffffffu);
  return aHigh * bHigh + (middle >> 32) + (other >> 32);
}

// Irwin-Hall: the sum of eight 16-bit uniforms, less its mean of 262140, over its deviation of
// sqrt(8 (2^32 - 1) / 12).
KW_DEVICE double standardNormal(Words words) {
  const Word sum = (words.a & 0xffffu) + (words.a >> 16) + (words.b & 0xffffu) + (words.b >> 16) +
                   (words.c & 0xffffu) + (words.c >> 16) + (words.d & 0xffffu) + (words.d >> 16);
  return scalar::multiply(static_cast<double>(static_cast<int>(sum) - 262140),
                          1.8688123650118534e-05);
}

// In [0, 1), a multiple of 2^-53.
KW_DEVICE double unitUniform(Words words) {
  const Bits bits = joined(words.b, words.a) >> 11;
  return scalar::multiply(static_cast<double>(bits), 1.1102230246251565e-16);
}

KW_DEVICE Integer integerBetween(Words words, Integer low, Integer high) {
  const Bits range = static_cast<Bits>(high) - static_cast<Bits>(low) + 1;  // 0: all of them
  const Bits random = joined(words.b, words.a);
  return static_cast<Integer>(static_cast<Bits>(low) +
                              (range == 0 ? random : highProduct(random, range)));
}

// Where `index` goes under a permutation of 0 to elements-1: a Feistel network of six rounds over
// the next power of four, walked until it lands inside.
KW_DEVICE Integer permuted(const Plan& plan, Bits index) {
  int halfBits = 1;
  while (2 * halfBits < 63 && (Bits{1} << (2 * halfBits)) < static_cast<Bits>(plan.elements))
    ++halfBits;
  const Bits mask = (Bits{1} << halfBits) - 1;
  const Words keys = wordsAt(plan, ~Bits{0});
  const Word key[4] = {keys.a, keys.b, keys.c, keys.d};
  Bits value = index;
  do {
    Bits left = value >> halfBits, right = value & mask;
    for (unsigned round = 0; round < 6; ++round) {
      Bits mixed = (right + key[round & 3] + round) * 0x9E3779B97F4A7C15ull;
      mixed = (mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9ull;
      const Bits next = left ^ ((mixed >> 32) & mask);
      left = right;
      right = next;
    }
    value = (left << halfBits) | right;
  } while (value >= static_cast<Bits>(plan.elements));
  return static_cast<Integer>(value);
}

// Row offsets of a CSR matrix with elements-1 rows and highInteger entries: evenly spaced, each
// moved up by less than a row's least length, so that they never fall; the ends are 0 and
// highInteger.
KW_DEVICE Integer csrOffset(const Plan& plan, Bits index) {
  const Bits rows = static_cast<Bits>(plan.elements) - 1;
  if (index == 0 || plan.highInteger <= 0) return 0;
  if (index == rows) return plan.highInteger;
  const Bits total = static_cast<Bits>(plan.highInteger);
  const Bits step = total / rows;
  const Bits base = index * step + (index * (total % rows)) / rows;
  const Words words = wordsAt(plan, index);
  return static_cast<Integer>(base + (step == 0 ? 0 : joined(words.b, words.a) % step));
}

// Twelve values in turn: for floats 0, -0, 1, -1, least subnormal, -least normal, largest,
// -largest, NaN, infinity, -infinity, 1 + one step (types without infinities: the largest values
// again); for integers 0, 1, -1, least, greatest and neighbours, clipped to the type.
KW_DEVICE Bits specialBits(int type, Bits index) {
  const int which = static_cast<int>(index % 12);
  if (!scalar::isFloat(type)) {
    const Integer least = scalar::leastInteger(type), greatest = scalar::greatestInteger(type);
    const Integer values[12] = {0, 1,  -1, least, greatest,    least + 1, greatest - 1,
                                2, -2, 7,  -7,    greatest / 2};
    return scalar::encodeInteger(values[which], type);
  }
  const scalar::Layout layout = scalar::layoutOf(type);
  const Bits sign = Bits{1} << (layout.exponentBits + layout.mantissaBits);
  const Bits one = static_cast<Bits>((1 << (layout.exponentBits - 1)) - 1) << layout.mantissaBits;
  const Bits largest = scalar::largestBits(layout);
  const Bits infinity = layout.hasInfinity ? scalar::infinityBits(layout) : largest;
  const Bits values[12] = {0,
                           sign,
                           one,
                           sign | one,
                           1,
                           sign | (Bits{1} << layout.mantissaBits),
                           largest,
                           sign | largest,
                           scalar::nanBits(layout),
                           infinity,
                           sign | infinity,
                           one + 1};
  return values[which];
}

// The bits of element `index`, in the low sizeOf(type) bytes. A uniform value may reach `high`
// itself by rounding to the type; integer types take the floor of a uniform and the nearest integer
// of a normal value.
KW_DEVICE Bits element(const Plan& plan, Integer at) {
  const Bits index = static_cast<Bits>(at);
  switch (plan.kind) {
    case normal: {
      const double z = standardNormal(wordsAt(plan, index));
      return scalar::encode(scalar::add(plan.low, scalar::multiply(plan.high, z)), plan.type);
    }
    case uniform: {
      const double width = scalar::add(plan.high, -plan.low);
      const double value =
          scalar::add(plan.low, scalar::multiply(width, unitUniform(wordsAt(plan, index))));
      if (scalar::isFloat(plan.type)) return scalar::encode(value, plan.type);
      const Integer toZero = static_cast<Integer>(value);
      return scalar::encodeInteger(toZero - (static_cast<double>(toZero) > value ? 1 : 0),
                                   plan.type);
    }
    case integers:
      return scalar::encodeInteger(
          integerBetween(wordsAt(plan, index), plan.lowInteger, plan.highInteger), plan.type);
    case permutation:
      return scalar::encodeInteger(permuted(plan, index), plan.type);
    case csrOffsets:
      return scalar::encodeInteger(csrOffset(plan, index), plan.type);
    case special:
      return specialBits(plan.type, index);
    default:
      return scalar::isFloat(plan.type) ? scalar::encode(plan.low, plan.type)
                                        : scalar::encodeInteger(plan.lowInteger, plan.type);
  }
}

// One 64-bit word's part of a checksum. The parts are added, so their order does not matter.
KW_DEVICE Bits mixed(Bits index, Bits word) {
  const Bits spread = (word ^ ((index + 1) * 0x9E3779B97F4A7C15ull)) * 0xD6E8FEB86659FD93ull;
  return spread ^ (spread >> 32);
}

}  // namespace kw::generator
