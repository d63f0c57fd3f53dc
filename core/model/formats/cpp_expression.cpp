// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/cpp_expression.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

#include "base/expression/tree.h"

namespace kw {

namespace {

using expression::Comparison;
using expression::Function;
using expression::Node;
using expression::Operation;
using expression::Value;

// A piece of C++, and its value where it is constant (the only way for a text to be compared).
struct Piece {
  std::string text;
  CppType type = CppType::integer;
  std::optional<Value> constant;
};

std::string realText(double value) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.17g", value);
  std::string out = text.data();
  return out.find_first_of(".en") == std::string::npos ? out + ".0" : out;
}

std::string integerText(int64_t value) {
  if (value == INT64_MIN) return "INT64_MIN";
  std::string text = std::to_string(value);
  if (value > INT32_MAX || value < -INT32_MAX) text = "INT64_C(" + text + ")";
  return value < 0 ? "(" + text + ")" : text;
}

Piece constantPiece(const Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value))
    return {integerText(*integer), CppType::integer, value};
  if (const auto* real = std::get_if<double>(&value))
    return {realText(*real), CppType::real, value};
  if (const auto* flag = std::get_if<bool>(&value))
    return {*flag ? "true" : "false", CppType::boolean, value};
  return {"", CppType::integer, value};
}

std::string as(CppType type, const Piece& piece) {
  if (piece.type == type) return piece.text;
  switch (type) {
    case CppType::boolean:
      return "(" + piece.text + " != 0)";
    case CppType::real:
      return "static_cast<double>(" + piece.text + ")";
    case CppType::integer:
      break;
  }
  return piece.type == CppType::real ? "whole(" + piece.text + ")"
                                     : "static_cast<int64_t>(" + piece.text + ")";
}

// The type that arithmetic on both gives: a real as soon as one is.
CppType common(const Piece& a, const Piece& b) {
  return a.type == CppType::real || b.type == CppType::real ? CppType::real : CppType::integer;
}

std::string_view symbol(Comparison comparison) {
  switch (comparison) {
    case Comparison::equal:
      return " == ";
    case Comparison::notEqual:
      return " != ";
    case Comparison::less:
      return " < ";
    case Comparison::lessEqual:
      return " <= ";
    case Comparison::greater:
      return " > ";
    default:
      return " >= ";
  }
}

// "a + b" of "(a + b)", but "(a) + (b)" as it is.
std::string withoutOuterBrackets(const std::string& text) {
  if (text.empty() || text.front() != '(') return text;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i + 1 == text.size() ? text.substr(1, i - 1) : text;
  }
  return text;
}

class Translator {
 public:
  Translator(const CppNames& names, std::set<std::string>& deviceLimits)
      : m_names(names), m_deviceLimits(deviceLimits) {}

  Result<Piece> piece(const Node& node);

 private:
  Result<Piece> nameOf(const Node& node);
  Result<Piece> negated(const Node& node);
  Result<Piece> arithmetic(const Node& node);
  Result<Piece> comparison(const Node& node);
  Result<Piece> pair(Comparison which, const Piece& left, const Node& rightNode);
  Result<Piece> junction(const Node& node, std::string_view symbol);
  Result<Piece> choice(const Node& node);
  Result<Piece> call(const Node& node);
  // As piece(), but a text (a string constant) is refused.
  Result<Piece> number(const Node& node);

  const CppNames& m_names;
  std::set<std::string>& m_deviceLimits;
};

Result<Piece> Translator::number(const Node& node) {
  KW_ASSIGN(Piece made, piece(node));
  if (made.constant && std::holds_alternative<std::string>(*made.constant))
    return failInput("the text '" + std::get<std::string>(*made.constant) +
                     "' stands where C++ needs a number");
  return made;
}

Result<Piece> Translator::piece(const Node& node) {
  switch (node.operation) {
    case Operation::literal:
      return constantPiece(node.value);
    case Operation::name:
      return nameOf(node);
    case Operation::list:
      return failInput("a list may only stand to the right of `in`");
    case Operation::plus:
      return number(node.operands[0]);
    case Operation::negate:
      return negated(node);
    case Operation::logicalNot: {
      KW_ASSIGN(const Piece operand, number(node.operands[0]));
      return Piece{"!" + as(CppType::boolean, operand), CppType::boolean, {}};
    }
    case Operation::compare:
      return comparison(node);
    case Operation::logicalAnd:
      return junction(node, " && ");
    case Operation::logicalOr:
      return junction(node, " || ");
    case Operation::choice:
      return choice(node);
    case Operation::call:
      return call(node);
    default:
      return arithmetic(node);
  }
}

Result<Piece> Translator::nameOf(const Node& node) {
  if (std::find(m_names.sizes.begin(), m_names.sizes.end(), node.name) != m_names.sizes.end())
    return Piece{node.name, CppType::integer, {}};
  if (const ParameterValue* value = m_names.configuration.find(node.name))
    return constantPiece(*value);
  constexpr std::string_view prefix = "device.";
  if (node.name.rfind(prefix, 0) != 0)
    return failInput("the name " + node.name +
                     " is neither a size, a parameter nor a device limit");
  const std::string limit = node.name.substr(prefix.size());
  m_deviceLimits.insert(limit);
  return Piece{"device_" + limit, CppType::integer, {}};
}

Result<Piece> Translator::negated(const Node& node) {
  KW_ASSIGN(const Piece operand, number(node.operands[0]));
  if (operand.constant && operand.type == CppType::integer &&
      std::get<int64_t>(*operand.constant) != INT64_MIN)
    return constantPiece(-std::get<int64_t>(*operand.constant));
  const CppType type = operand.type == CppType::real ? CppType::real : CppType::integer;
  return Piece{"(-" + as(type, operand) + ")", type, {}};
}

// Products of parameters are worked out here: as C++ literals they would be of type int, and could
// overflow.
std::optional<Piece> folded(Operation operation, const Piece& a, const Piece& b) {
  if (!a.constant || !b.constant || a.type != CppType::integer || b.type != CppType::integer)
    return std::nullopt;
  const int64_t left = std::get<int64_t>(*a.constant), right = std::get<int64_t>(*b.constant);
  int64_t result = 0;
  bool overflow = true;
  if (operation == Operation::add) overflow = __builtin_add_overflow(left, right, &result);
  if (operation == Operation::subtract) overflow = __builtin_sub_overflow(left, right, &result);
  if (operation == Operation::multiply) overflow = __builtin_mul_overflow(left, right, &result);
  if (overflow) return std::nullopt;
  return constantPiece(result);
}

Result<Piece> Translator::arithmetic(const Node& node) {
  KW_ASSIGN(const Piece a, number(node.operands[0]));
  KW_ASSIGN(const Piece b, number(node.operands[1]));
  if (auto known = folded(node.operation, a, b)) return std::move(*known);
  const CppType type = node.operation == Operation::divide ? CppType::real : common(a, b);
  const bool real = type == CppType::real;
  const std::string left = as(type, a), right = as(type, b);
  const auto infix = [&](std::string_view sign) {
    return Piece{"(" + left + std::string(sign) + right + ")", type, {}};
  };
  const auto function = [&](std::string_view whole, std::string_view fractional) {
    return Piece{
        std::string(real ? fractional : whole) + "(" + left + ", " + right + ")", type, {}};
  };
  switch (node.operation) {
    case Operation::add:
      return infix(" + ");
    case Operation::subtract:
      return infix(" - ");
    case Operation::multiply:
      return infix(" * ");
    case Operation::divide:
      return infix(" / ");
    case Operation::floorDivide:
      return function("floorDivide", "realFloorDivide");
    case Operation::modulo:
      return function("floorModulo", "realFloorModulo");
    default:
      return function("power", "std::pow");
  }
}

Result<Piece> Translator::pair(Comparison which, const Piece& left, const Node& rightNode) {
  if (which == Comparison::in || which == Comparison::notIn) {
    std::string any;
    for (const Node& element : rightNode.operands) {
      KW_ASSIGN(const Piece equals, pair(Comparison::equal, left, element));
      any += (any.empty() ? "" : " || ") + equals.text;
    }
    if (any.empty()) any = "false";
    return Piece{(which == Comparison::in ? "(" : "!(") + any + ")", CppType::boolean, {}};
  }
  KW_ASSIGN(const Piece right, piece(rightNode));
  const auto isText = [](const Piece& one) {
    return one.constant && std::holds_alternative<std::string>(*one.constant);
  };
  if (isText(left) || isText(right)) {
    // A text equals another text only; no size is one.
    if (which != Comparison::equal && which != Comparison::notEqual)
      return failInput("texts can only be compared with == and != in an exported launcher");
    const bool equal =
        left.constant && right.constant && expression::equal(*left.constant, *right.constant);
    return constantPiece(equal == (which == Comparison::equal));
  }
  const CppType type = common(left, right);
  return Piece{"(" + as(type, left) + std::string(symbol(which)) + as(type, right) + ")",
               CppType::boolean,
               {}};
}

// As in Python: each with its neighbour.
Result<Piece> Translator::comparison(const Node& node) {
  std::string all;
  std::optional<Value> constant;
  for (size_t i = 0; i < node.comparisons.size(); ++i) {
    KW_ASSIGN(const Piece left, piece(node.operands[i]));
    KW_ASSIGN(const Piece holds, pair(node.comparisons[i], left, node.operands[i + 1]));
    all += (i ? " && " : "") + holds.text;
    constant = holds.constant;
  }
  if (node.comparisons.size() > 1) return Piece{"(" + all + ")", CppType::boolean, {}};
  return Piece{all, CppType::boolean, constant};
}

Result<Piece> Translator::junction(const Node& node, std::string_view sign) {
  std::string all;
  for (const Node& operand : node.operands) {
    KW_ASSIGN(const Piece one, number(operand));
    all += (all.empty() ? "(" : std::string(sign)) + as(CppType::boolean, one);
  }
  return Piece{all + ")", CppType::boolean, {}};
}

Result<Piece> Translator::choice(const Node& node) {
  KW_ASSIGN(const Piece condition, number(node.operands[0]));
  // Decided by a parameter: the other side may hold what C++ cannot say.
  if (condition.constant)
    return piece(node.operands[expression::isTrue(*condition.constant) ? 1 : 2]);
  KW_ASSIGN(const Piece yes, number(node.operands[1]));
  KW_ASSIGN(const Piece no, number(node.operands[2]));
  const CppType type = yes.type == no.type ? yes.type : common(yes, no);
  return Piece{
      "(" + as(CppType::boolean, condition) + " ? " + as(type, yes) + " : " + as(type, no) + ")",
      type,
      {}};
}

Result<Piece> Translator::call(const Node& node) {
  std::vector<Piece> arguments;
  for (const Node& operand : node.operands) {
    KW_ASSIGN(Piece one, number(operand));
    arguments.push_back(std::move(one));
  }
  const bool real = std::any_of(arguments.begin(), arguments.end(),
                                [](const Piece& one) { return one.type == CppType::real; });
  const CppType type = real ? CppType::real : CppType::integer;
  const auto nested = [&](const std::string& name) {
    std::string text = as(type, arguments[0]);
    for (size_t i = 1; i < arguments.size(); ++i)
      text = name + "(" + text + ", " + as(type, arguments[i]) + ")";
    return Piece{text, type, {}};
  };
  const auto ofIntegers = [&](const std::string& name, CppType result) {
    std::string text;
    for (const Piece& one : arguments)
      text += (text.empty() ? "" : ", ") + as(CppType::integer, one);
    return Piece{name + "(" + text + ")", result, {}};
  };
  const auto rounded = [&](const std::string& name) {
    return real
               ? Piece{"whole(" + name + "(" + arguments[0].text + "))", CppType::integer, {}}
               : Piece{as(CppType::integer, arguments[0]), CppType::integer, arguments[0].constant};
  };
  switch (node.function) {
    case Function::minimum:
      return nested(real ? "std::fmin" : "minimum");
    case Function::maximum:
      return nested(real ? "std::fmax" : "maximum");
    case Function::absolute:
      return Piece{(real ? "std::fabs(" : "absolute(") + as(type, arguments[0]) + ")", type, {}};
    case Function::ceilDivide:
      return ofIntegers("ceilDivide", CppType::integer);
    case Function::roundUp:
      return ofIntegers("roundUp", CppType::integer);
    case Function::isPowerOfTwo:
      return ofIntegers("isPowerOfTwo", CppType::boolean);
    case Function::log2:
      return ofIntegers("log2Of", CppType::integer);
    case Function::toInteger:
      return rounded("std::trunc");
    case Function::floor:
      return rounded("std::floor");
    case Function::ceil:
      return rounded("std::ceil");
  }
  return failInput("an unknown function");
}

}  // namespace

Result<std::string> toCpp(const expression::Expression& expression, CppType type,
                          const CppNames& names, std::set<std::string>& deviceLimits) {
  Translator translator(names, deviceLimits);
  Result<Piece> piece = translator.piece(expression.tree());
  if (!piece)
    return failInput("the expression \"" + expression.text() +
                     "\" has no form in C++: " + piece.error().message);
  if (piece->constant && std::holds_alternative<std::string>(*piece->constant))
    return failInput("the expression \"" + expression.text() +
                     "\" is a text where a number is needed");
  return withoutOuterBrackets(as(type, *piece));
}

}  // namespace kw
