// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/expression/functions.h"

#include <bit>
#include <climits>
#include <cmath>

#include "base/expression/arithmetic.h"

namespace kw::expression {

namespace {

constexpr Signature signatures[] = {
    {"min", Function::minimum, 1, INT_MAX}, {"max", Function::maximum, 1, INT_MAX},
    {"abs", Function::absolute, 1, 1},      {"ceil_div", Function::ceilDivide, 2, 2},
    {"round_up", Function::roundUp, 2, 2},  {"is_power_of_two", Function::isPowerOfTwo, 1, 1},
    {"log2", Function::log2, 1, 1},         {"int", Function::toInteger, 1, 1},
    {"floor", Function::floor, 1, 1},       {"ceil", Function::ceil, 1, 1},
};

bool checkNumbers(std::span<const Value> arguments, std::string& fault) {
  for (const Value& argument : arguments) {
    if (isNumber(argument)) continue;
    fault = "expected a number, found " + found(argument);
    return false;
  }
  return true;
}

bool isPowerOfTwo(int64_t value) {
  return value > 0 && std::has_single_bit(static_cast<uint64_t>(value));
}

Value extreme(std::span<const Value> arguments, std::partial_ordering wanted) {
  const Value* best = &arguments.front();
  for (const Value& argument : arguments)
    if (order(argument, *best) == wanted) best = &argument;
  return *best;
}

// Toward plus infinity; toward minus infinity with the sign turned, twice.
bool ceilDivide(const Value& a, const Value& b, Value& result, std::string& fault) {
  int64_t dividend = 0;
  int64_t divisor = 0;
  if (!toInteger(a, dividend, fault) || !toInteger(b, divisor, fault)) return false;
  Value quotient;
  Value remainder;
  if (!calculate(Operation::floorDivide, dividend, divisor, quotient, fault)) return false;
  if (!calculate(Operation::modulo, dividend, divisor, remainder, fault)) return false;
  result = std::get<int64_t>(quotient) + (std::get<int64_t>(remainder) != 0 ? 1 : 0);
  return true;
}

bool roundUp(const Value& a, const Value& b, Value& result, std::string& fault) {
  Value quotient;
  int64_t step = 0;
  if (!toInteger(b, step, fault) || !ceilDivide(a, b, quotient, fault)) return false;
  return calculate(Operation::multiply, quotient, step, result, fault);
}

bool log2(const Value& a, Value& result, std::string& fault) {
  int64_t number = 0;
  if (!toInteger(a, number, fault)) return false;
  if (!isPowerOfTwo(number)) {
    fault = "log2 needs a power of two, found " + std::to_string(number);
    return false;
  }
  result = int64_t{std::countr_zero(static_cast<uint64_t>(number))};
  return true;
}

using Rounding = double (*)(double);

bool rounded(const Value& a, Rounding rounding, Value& result, std::string& fault) {
  const double* real = std::get_if<double>(&a);
  int64_t number = 0;
  if (!toInteger(real ? Value(rounding(*real)) : a, number, fault)) return false;
  result = number;
  return true;
}

bool absolute(const Value& a, Value& result, std::string& fault) {
  if (order(a, int64_t{0}) == std::partial_ordering::less) return negate(a, result, fault);
  result = a;
  return true;
}

bool testPowerOfTwo(const Value& a, Value& result, std::string& fault) {
  int64_t number = 0;
  if (!toInteger(a, number, fault)) return false;
  result = isPowerOfTwo(number);
  return true;
}

}  // namespace

const Signature* findFunction(std::string_view name) {
  for (const Signature& signature : signatures)
    if (signature.name == name) return &signature;
  return nullptr;
}

std::vector<std::string> functionNames() {
  std::vector<std::string> names;
  for (const Signature& signature : signatures)
    names.emplace_back(signature.name);
  return names;
}

bool call(Function function, std::span<const Value> arguments, Value& result, std::string& fault) {
  if (!checkNumbers(arguments, fault)) return false;
  const Value& first = arguments.front();
  switch (function) {
    case Function::minimum:
      result = extreme(arguments, std::partial_ordering::less);
      return true;
    case Function::maximum:
      result = extreme(arguments, std::partial_ordering::greater);
      return true;
    case Function::absolute:
      return absolute(first, result, fault);
    case Function::ceilDivide:
      return ceilDivide(first, arguments[1], result, fault);
    case Function::roundUp:
      return roundUp(first, arguments[1], result, fault);
    case Function::isPowerOfTwo:
      return testPowerOfTwo(first, result, fault);
    case Function::log2:
      return log2(first, result, fault);
    case Function::toInteger:
      return rounded(first, std::trunc, result, fault);
    case Function::floor:
      return rounded(first, std::floor, result, fault);
    case Function::ceil:
      return rounded(first, std::ceil, result, fault);
  }
  return false;
}

}  // namespace kw::expression
