// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/expression/arithmetic.h"

#include <cmath>

namespace kw::expression {

namespace {

constexpr const char* overflow = "the result is outside the 64-bit integers";

std::optional<int64_t> integer(const Value& value) {
  if (const int64_t* number = std::get_if<int64_t>(&value)) return *number;
  if (const bool* truth = std::get_if<bool>(&value)) return *truth ? 1 : 0;
  return std::nullopt;
}

double real(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number;
  return static_cast<double>(integer(value).value_or(0));
}

std::partial_ordering order(int64_t a, double b) {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  if (b >= 0x1p63) return std::partial_ordering::less;
  if (b < -0x1p63) return std::partial_ordering::greater;
  const double whole = std::floor(b);
  const auto wholeInteger = static_cast<int64_t>(whole);
  if (a != wholeInteger) return a <=> wholeInteger;
  return whole < b ? std::partial_ordering::less : std::partial_ordering::equivalent;
}

std::partial_ordering reversed(std::partial_ordering ordering) {
  return 0 <=> ordering;
}

// Rounded toward minus infinity, as in Python.
int64_t floorQuotient(int64_t a, int64_t b) {
  const int64_t quotient = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

int64_t floorRemainder(int64_t a, int64_t b) {
  const int64_t remainder = a % b;
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

bool divideIntegers(Operation operation, int64_t a, int64_t b, Value& result, std::string& fault) {
  if (b == 0) {
    fault = "division by zero";
    return false;
  }
  // The only quotient that does not fit; its remainder, which would trap as well, is 0.
  if (b == -1 && operation == Operation::modulo) {
    result = int64_t{0};
    return true;
  }
  if (b == -1 && a == INT64_MIN) {
    fault = overflow;
    return false;
  }
  if (operation == Operation::floorDivide)
    result = floorQuotient(a, b);
  else if (operation == Operation::modulo)
    result = floorRemainder(a, b);
  else if (a % b == 0)
    result = a / b;
  else
    result = static_cast<double>(a) / static_cast<double>(b);
  return true;
}

// By squaring. False on overflow.
bool powerOfIntegers(int64_t base, int64_t exponent, int64_t& result) {
  result = 1;
  while (exponent > 0) {
    if (exponent & 1 && __builtin_mul_overflow(result, base, &result)) return false;
    exponent >>= 1;
    if (exponent > 0 && __builtin_mul_overflow(base, base, &base)) return false;
  }
  return true;
}

bool calculateIntegers(Operation operation, int64_t a, int64_t b, Value& result,
                       std::string& fault) {
  int64_t whole = 0;
  bool overflows = false;
  switch (operation) {
    case Operation::add:
      overflows = __builtin_add_overflow(a, b, &whole);
      break;
    case Operation::subtract:
      overflows = __builtin_sub_overflow(a, b, &whole);
      break;
    case Operation::multiply:
      overflows = __builtin_mul_overflow(a, b, &whole);
      break;
    case Operation::power:
      if (b < 0) {
        fault = "an integer to a negative power; write a real, such as 2.0 ** -1";
        return false;
      }
      overflows = !powerOfIntegers(a, b, whole);
      break;
    default:
      return divideIntegers(operation, a, b, result, fault);
  }
  if (overflows)
    fault = overflow;
  else
    result = whole;
  return !overflows;
}

// Python's: of the divisor's sign.
double realRemainder(double a, double b) {
  const double remainder = std::fmod(a, b);
  return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
}

// As Python does it, by way of the remainder: the quotient itself may have been rounded up to an
// integer, as that of 1.0 // 0.1 is, which must give 9.
double realFloorQuotient(double a, double b) {
  return std::round((a - realRemainder(a, b)) / b);
}

bool calculateReals(Operation operation, double a, double b, Value& result, std::string& fault) {
  const bool divides = operation == Operation::divide || operation == Operation::floorDivide ||
                       operation == Operation::modulo;
  if (divides && b == 0) {
    fault = "division by zero";
    return false;
  }
  double value = 0;
  switch (operation) {
    case Operation::add:
      value = a + b;
      break;
    case Operation::subtract:
      value = a - b;
      break;
    case Operation::multiply:
      value = a * b;
      break;
    case Operation::divide:
      value = a / b;
      break;
    case Operation::floorDivide:
      value = realFloorQuotient(a, b);
      break;
    case Operation::modulo:
      value = realRemainder(a, b);
      break;
    default:
      value = std::pow(a, b);
      break;
  }
  if (!std::isfinite(value)) {
    fault = "the result is no real number, or too large for one";
    return false;
  }
  result = value;
  return true;
}

}  // namespace

bool isNumber(const Value& value) {
  return !std::holds_alternative<std::string>(value);
}

std::string found(const Value& value) {
  if (std::holds_alternative<std::string>(value)) return "the text " + toText(value);
  if (std::holds_alternative<bool>(value)) return toText(value);
  return "the number " + toText(value);
}

std::partial_ordering order(const Value& a, const Value& b) {
  const std::string* textA = std::get_if<std::string>(&a);
  const std::string* textB = std::get_if<std::string>(&b);
  if (textA && textB) return *textA <=> *textB;
  if (textA || textB) return std::partial_ordering::unordered;
  const std::optional<int64_t> wholeA = integer(a);
  const std::optional<int64_t> wholeB = integer(b);
  if (wholeA && wholeB) return *wholeA <=> *wholeB;
  if (wholeA) return order(*wholeA, real(b));
  if (wholeB) return reversed(order(*wholeB, real(a)));
  return real(a) <=> real(b);
}

bool calculate(Operation operation, const Value& a, const Value& b, Value& result,
               std::string& fault) {
  const int64_t* fastA = std::get_if<int64_t>(&a);
  const int64_t* fastB = std::get_if<int64_t>(&b);
  if (fastA && fastB) return calculateIntegers(operation, *fastA, *fastB, result, fault);
  for (const Value* value : {&a, &b}) {
    if (isNumber(*value)) continue;
    fault = "expected a number, found " + found(*value);
    return false;
  }
  const std::optional<int64_t> wholeA = integer(a);
  const std::optional<int64_t> wholeB = integer(b);
  if (wholeA && wholeB) return calculateIntegers(operation, *wholeA, *wholeB, result, fault);
  return calculateReals(operation, real(a), real(b), result, fault);
}

bool negate(const Value& a, Value& result, std::string& fault) {
  if (const double* number = std::get_if<double>(&a)) {
    result = -*number;
    return true;
  }
  return calculate(Operation::subtract, int64_t{0}, a, result, fault);
}

bool toInteger(const Value& value, int64_t& result, std::string& fault) {
  if (const std::optional<int64_t> whole = integer(value)) {
    result = *whole;
    return true;
  }
  const double* number = std::get_if<double>(&value);
  if (number && *number >= -0x1p63 && *number < 0x1p63 && std::trunc(*number) == *number) {
    result = static_cast<int64_t>(*number);
    return true;
  }
  fault = "expected an integer, found " + found(value);
  return false;
}

}  // namespace kw::expression
