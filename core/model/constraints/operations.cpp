// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/constraints/operations.h"

#include <algorithm>

#include "base/expression/arithmetic.h"
#include "base/expression/functions.h"

namespace kw::constraints {

namespace {

using expression::Comparison;
using expression::Operation;
using expression::Value;

bool hasFault(std::span<const Scalar> operands) {
  return std::ranges::any_of(operands, [](const Scalar& operand) { return operand.isFault(); });
}

// The common operations of integers, without the detour over expression::Value. False where the
// general way is to be taken.
bool calculateFast(Operation operation, int64_t a, int64_t b, Scalar& result) {
  int64_t value = 0;
  bool overflows = false;
  switch (operation) {
    case Operation::add:
      overflows = __builtin_add_overflow(a, b, &value);
      break;
    case Operation::subtract:
      overflows = __builtin_sub_overflow(a, b, &value);
      break;
    case Operation::multiply:
      overflows = __builtin_mul_overflow(a, b, &value);
      break;
    case Operation::modulo:
      if (b <= 0 || a < 0) return false;
      value = a % b;
      break;
    default:
      if (operation == Operation::power || b <= 0 || a < 0) return false;
      value = a / b;
      if (operation == Operation::divide && value * b != a) {
        result = Scalar::real(static_cast<double>(a) / static_cast<double>(b));
        return true;
      }
      break;
  }
  result = overflows ? Scalar::fault() : Scalar::integer(value);
  return true;
}

Scalar calculate(Operation operation, Scalar a, Scalar b, const Texts& texts) {
  if (a.isFault() || b.isFault()) return Scalar::fault();
  if (a.kind == Kind::text || b.kind == Kind::text) return Scalar::fault();
  Scalar fast;
  if (a.isWhole() && b.isWhole() && calculateFast(operation, a.bits, b.bits, fast)) return fast;
  Value value;
  std::string fault;
  if (!expression::calculate(operation, texts.valueOf(a), texts.valueOf(b), value, fault))
    return Scalar::fault();
  // Numbers give numbers: no new text can come up.
  if (const auto* integer = std::get_if<int64_t>(&value)) return Scalar::integer(*integer);
  return Scalar::real(std::get<double>(value));
}

Scalar negate(Scalar a, const Texts& texts) {
  if (a.kind == Kind::real) return Scalar::real(-a.asReal());
  return calculate(Operation::subtract, Scalar::integer(0), a, texts);
}

template <class T>
bool holds(Comparison comparison, T ordering) {
  switch (comparison) {
    case Comparison::less:
      return ordering < 0;
    case Comparison::lessEqual:
      return ordering <= 0;
    case Comparison::greater:
      return ordering > 0;
    default:
      return ordering >= 0;
  }
}

bool equal(Scalar a, Scalar b, const Texts& texts) {
  if (a.isWhole() && b.isWhole()) return a.bits == b.bits;
  if (a.kind == Kind::text && b.kind == Kind::text) return a.bits == b.bits;
  return expression::equal(texts.valueOf(a), texts.valueOf(b));
}

Scalar compare(Comparison comparison, Scalar a, Scalar b, const Texts& texts) {
  if (a.isFault() || b.isFault()) return Scalar::fault();
  if (comparison == Comparison::equal) return Scalar::boolean(equal(a, b, texts));
  if (comparison == Comparison::notEqual) return Scalar::boolean(!equal(a, b, texts));
  if (a.isWhole() && b.isWhole()) return Scalar::boolean(holds(comparison, a.bits <=> b.bits));
  if ((a.kind == Kind::text) != (b.kind == Kind::text)) return Scalar::fault();
  return Scalar::boolean(holds(comparison, expression::order(texts.valueOf(a), texts.valueOf(b))));
}

Scalar member(std::span<const Scalar> operands, const Texts& texts) {
  if (hasFault(operands)) return Scalar::fault();
  for (const Scalar& element : operands.subspan(1))
    if (equal(operands[0], element, texts)) return Scalar::boolean(true);
  return Scalar::boolean(false);
}

Scalar junction(bool ending, std::span<const Scalar> operands, const Texts& texts) {
  for (const Scalar& operand : operands) {
    if (operand.isFault()) return Scalar::fault();
    if (texts.isTrue(operand) == ending) return Scalar::boolean(ending);
  }
  return Scalar::boolean(!ending);
}

Scalar call(expression::Function function, std::span<const Scalar> operands, const Texts& texts) {
  if (hasFault(operands)) return Scalar::fault();
  std::vector<Value> arguments;
  for (const Scalar& operand : operands)
    arguments.push_back(texts.valueOf(operand));
  Value value;
  std::string fault;
  if (!expression::call(function, arguments, value, fault)) return Scalar::fault();
  if (const auto* integer = std::get_if<int64_t>(&value)) return Scalar::integer(*integer);
  if (const auto* boolean = std::get_if<bool>(&value)) return Scalar::boolean(*boolean);
  return Scalar::real(std::get<double>(value));
}

Scalar folded(Operation operation, std::span<const Scalar> operands, const Texts& texts) {
  Scalar value = operands[0];
  for (const Scalar& operand : operands.subspan(1))
    value = calculate(operation, value, operand, texts);
  return value;
}

}  // namespace

Scalar valueOf(const Term& term, std::span<const Scalar> operands, const Texts& texts) {
  switch (term.code) {
    case Code::calculate:
      return calculate(term.operation, operands[0], operands[1], texts);
    case Code::negate:
      return negate(operands[0], texts);
    case Code::plus:
      return calculate(Operation::add, Scalar::integer(0), operands[0], texts);
    case Code::compare:
      return compare(term.comparison, operands[0], operands[1], texts);
    case Code::member:
      return member(operands, texts);
    case Code::all:
    case Code::any:
      return junction(term.code == Code::any, operands, texts);
    case Code::invert:
      if (operands[0].isFault()) return Scalar::fault();
      return Scalar::boolean(!texts.isTrue(operands[0]));
    case Code::choice:
      if (operands[0].isFault()) return Scalar::fault();
      return operands[texts.isTrue(operands[0]) ? 1 : 2];
    case Code::call:
      return call(term.function, operands, texts);
    case Code::sum:
      return folded(Operation::add, operands, texts);
    case Code::product:
      return folded(Operation::multiply, operands, texts);
    default:
      return term.value;
  }
}

}  // namespace kw::constraints
