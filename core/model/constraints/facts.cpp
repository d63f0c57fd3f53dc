// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/facts.h"

#include <algorithm>
#include <array>

#include "model/constraints/term.h"

namespace kw::constraints {

namespace {

using expression::Comparison;
using expression::Function;
using expression::Operation;

__extension__ using Wide = __int128;  // holds sums and products of two 64-bit integers

constexpr Wide least = INT64_MIN;
constexpr Wide most = INT64_MAX;

// Values that do not fit are faults.
Facts checked(Wide low, Wide high) {
  Facts facts;
  if (low > most || high < least) {
    facts.add(Kind::fault);
    return facts;
  }
  facts = Facts::whole(static_cast<int64_t>(std::max(low, least)),
                       static_cast<int64_t>(std::min(high, most)));
  if (low < least || high > most) facts.add(Kind::fault);
  return facts;
}

Facts product(const Facts& a, const Facts& b) {
  const std::array<Wide, 4> corners = {
      static_cast<Wide>(a.low) * b.low, static_cast<Wide>(a.low) * b.high,
      static_cast<Wide>(a.high) * b.low, static_cast<Wide>(a.high) * b.high};
  return checked(*std::ranges::min_element(corners), *std::ranges::max_element(corners));
}

int64_t floorQuotient(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

// By a positive divisor the quotient is monotonic in both, whatever the sign of the dividend.
Facts floorQuotients(const Facts& a, const Facts& b) {
  const std::array<int64_t, 4> corners = {floorQuotient(a.low, b.low), floorQuotient(a.low, b.high),
                                          floorQuotient(a.high, b.low),
                                          floorQuotient(a.high, b.high)};
  return Facts::whole(*std::ranges::min_element(corners), *std::ranges::max_element(corners));
}

Facts ceiledQuotients(const Facts& a, const Facts& b) {
  const Facts floored = floorQuotients(a, b);
  return Facts::whole(floored.low, std::min(floored.high, INT64_MAX - 1) + 1);
}

Facts remainders(const Facts& a, const Facts& b) {
  if (a.low >= 0 && a.high < b.low) return Facts::whole(a.low, a.high);
  return Facts::whole(0, a.low >= 0 ? std::min(a.high, b.high - 1) : b.high - 1);
}

Facts divided(Operation operation, const Facts& a, const Facts& b) {
  if (b.low <= 0) return Facts::anyNumber();
  if (operation == Operation::floorDivide) return floorQuotients(a, b);
  if (operation == Operation::modulo) return remainders(a, b);
  Facts facts = floorQuotients(a, b);  // the whole ones among the quotients
  facts.add(Kind::real);
  return facts;
}

Facts calculated(Operation operation, const Facts& a, const Facts& b) {
  if (!a.mayOnly(wholeKinds | static_cast<uint8_t>(Kind::fault)) ||
      !b.mayOnly(wholeKinds | static_cast<uint8_t>(Kind::fault)))
    return Facts::anyNumber();
  Facts facts;
  if (a.low <= a.high && b.low <= b.high) {
    if (operation == Operation::add)
      facts = checked(static_cast<Wide>(a.low) + b.low, static_cast<Wide>(a.high) + b.high);
    else if (operation == Operation::subtract)
      facts = checked(static_cast<Wide>(a.low) - b.high, static_cast<Wide>(a.high) - b.low);
    else if (operation == Operation::multiply)
      facts = product(a, b);
    else if (operation == Operation::power)
      facts = Facts::anyNumber();
    else
      facts = divided(operation, a, b);
  }
  if (a.may(Kind::fault) || b.may(Kind::fault)) facts.add(Kind::fault);
  return facts;
}

Facts ordered(Comparison comparison, const Facts& a, const Facts& b) {
  if (comparison == Comparison::greater) return ordered(Comparison::less, b, a);
  if (comparison == Comparison::greaterEqual) return ordered(Comparison::lessEqual, b, a);
  if (comparison == Comparison::less) return Facts::boolean(a.high < b.low, a.low < b.high);
  return Facts::boolean(a.high <= b.low, a.low <= b.high);
}

Facts equals(const Facts& a, const Facts& b) {
  const bool mayBe = a.low <= b.high && b.low <= a.high;
  return Facts::boolean(a.low == a.high && b.low == b.high && a.low == b.low, mayBe);
}

Facts compared(Comparison comparison, const Facts& a, const Facts& b) {
  const bool isEquality = comparison == Comparison::equal || comparison == Comparison::notEqual;
  const bool mayFault = a.may(Kind::fault) || b.may(Kind::fault);
  Facts facts = Facts::boolean(0, 1);
  const uint8_t allowed = wholeKinds | static_cast<uint8_t>(Kind::fault);
  if (a.mayOnly(allowed) && b.mayOnly(allowed) && a.low <= a.high && b.low <= b.high) {
    facts = isEquality ? equals(a, b) : ordered(comparison, a, b);
    if (comparison == Comparison::notEqual) facts = Facts::boolean(1 - facts.high, 1 - facts.low);
  }
  // A number and a text have no order.
  const bool mayDiffer = a.may(Kind::text) || b.may(Kind::text);
  if (mayFault || (mayDiffer && !isEquality)) facts.add(Kind::fault);
  return facts;
}

Facts member(std::span<const Facts> operands) {
  Facts facts = Facts::boolean(0, 1);
  for (const Facts& operand : operands)
    if (operand.may(Kind::fault)) facts.add(Kind::fault);
  return facts;
}

// Operands behind one that is certain to end it are not looked at.
Facts junction(bool ending, std::span<const Facts> operands) {
  bool mayEnd = false, mustEnd = false, mayFault = false;
  for (const Facts& operand : operands) {
    mayFault = mayFault || operand.may(Kind::fault);
    const std::optional<bool> truth = operand.truth();
    mayEnd = mayEnd || !truth || *truth == ending;
    mustEnd = truth && *truth == ending && !operand.may(Kind::fault);
    if (mustEnd) break;
  }
  const int64_t end = ending ? 1 : 0;
  Facts facts = mustEnd   ? Facts::boolean(end, end)
                : !mayEnd ? Facts::boolean(1 - end, 1 - end)
                          : Facts::boolean(0, 1);
  if (mayFault) facts.add(Kind::fault);
  return facts;
}

Facts inverted(const Facts& a) {
  const std::optional<bool> truth = a.truth();
  Facts facts = Facts::boolean(truth && !*truth, !truth || !*truth);
  if (a.may(Kind::fault)) facts.add(Kind::fault);
  return facts;
}

Facts chosen(std::span<const Facts> operands) {
  const std::optional<bool> truth = operands[0].truth();
  Facts facts;
  if (!truth || *truth) facts.add(operands[1]);
  if (!truth || !*truth) facts.add(operands[2]);
  if (operands[0].may(Kind::fault)) facts.add(Kind::fault);
  return facts;
}

bool allWhole(std::span<const Facts> operands) {
  return std::ranges::all_of(operands, [](const Facts& facts) { return facts.isWhole(); });
}

Facts extreme(bool isMinimum, std::span<const Facts> operands) {
  Facts facts = operands[0];
  for (const Facts& operand : operands.subspan(1)) {
    facts.kinds = static_cast<uint8_t>(facts.kinds | operand.kinds);
    facts.low = isMinimum ? std::min(facts.low, operand.low) : std::max(facts.low, operand.low);
    facts.high =
        isMinimum ? std::min(facts.high, operand.high) : std::max(facts.high, operand.high);
  }
  return facts;
}

Facts called(Function function, std::span<const Facts> operands) {
  if (!allWhole(operands)) return Facts::anyNumber();
  switch (function) {
    case Function::minimum:
    case Function::maximum:
      return extreme(function == Function::minimum, operands);
    case Function::isPowerOfTwo:
      return Facts::boolean(0, 1);
    case Function::absolute:
      return operands[0].low >= 0 ? operands[0] : Facts::anyNumber();
    case Function::ceilDivide:
      return operands[1].low > 0 ? ceiledQuotients(operands[0], operands[1]) : Facts::anyNumber();
    case Function::toInteger:
    case Function::floor:
    case Function::ceil:
      return Facts::whole(operands[0].low, operands[0].high);
    default:
      return Facts::anyNumber();
  }
}

Facts folded(Operation operation, std::span<const Facts> operands) {
  Facts facts = operands[0];
  for (const Facts& operand : operands.subspan(1))
    facts = calculated(operation, facts, operand);
  return facts;
}

}  // namespace

Facts Facts::whole(int64_t low, int64_t high) {
  return {static_cast<uint8_t>(Kind::integer), low, high};
}

Facts Facts::boolean(int64_t low, int64_t high) {
  return {static_cast<uint8_t>(Kind::boolean), low, high};
}

Facts Facts::of(Scalar value) {
  if (value.isWhole()) return {static_cast<uint8_t>(value.kind), value.bits, value.bits};
  Facts facts;
  facts.add(value.kind);
  return facts;
}

Facts Facts::anyNumber() {
  Facts facts = whole(INT64_MIN, INT64_MAX);
  for (const Kind kind : {Kind::boolean, Kind::real, Kind::fault})
    facts.add(kind);
  return facts;
}

bool Facts::isWhole() const {
  return kinds != 0 && mayOnly(wholeKinds);
}

bool Facts::isSingle() const {
  const bool oneKind =
      kinds == static_cast<uint8_t>(Kind::integer) || kinds == static_cast<uint8_t>(Kind::boolean);
  return oneKind && low == high;
}

std::optional<bool> Facts::truth() const {
  if (!mayOnly(wholeKinds | static_cast<uint8_t>(Kind::fault)) || low > high) return std::nullopt;
  if (low == 0 && high == 0) return false;
  if (low > 0 || high < 0) return true;
  return std::nullopt;
}

void Facts::add(const Facts& other) {
  kinds = static_cast<uint8_t>(kinds | other.kinds);
  low = std::min(low, other.low);
  high = std::max(high, other.high);
}

Facts factsOf(const Term& term, std::span<const Facts> operands) {
  switch (term.code) {
    case Code::calculate:
      return calculated(term.operation, operands[0], operands[1]);
    case Code::negate:
      return calculated(Operation::subtract, Facts::of(Scalar::integer(0)), operands[0]);
    case Code::plus:
      return calculated(Operation::add, Facts::of(Scalar::integer(0)), operands[0]);
    case Code::compare:
      return compared(term.comparison, operands[0], operands[1]);
    case Code::member:
      return member(operands);
    case Code::all:
    case Code::any:
      return junction(term.code == Code::any, operands);
    case Code::invert:
      return inverted(operands[0]);
    case Code::choice:
      return chosen(operands);
    case Code::call:
      return called(term.function, operands);
    case Code::sum:
      return folded(Operation::add, operands);
    case Code::product:
      return folded(Operation::multiply, operands);
    default:
      return Facts::anyNumber();
  }
}

}  // namespace kw::constraints
