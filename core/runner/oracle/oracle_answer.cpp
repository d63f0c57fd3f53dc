// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/oracle_answer.h"

#include "base/json/text.h"

namespace kw {

namespace {

json::Value plainValue(const HostArray& scalar) {
  if (isFloatingPoint(scalar.type)) return scalar.real(0);
  if (scalar.type == ElementType::boolean) return scalar.bits(0) != 0;
  return static_cast<int64_t>(scalar.real(0));
}

std::string identityOf(const OracleQuestion& question) {
  std::string text = "case " + question.caseName;
  for (const auto& [name, size] : question.sizes)
    text += "\n" + name + " " + std::to_string(size);
  for (const auto& [name, value] : question.values) {
    text += "\n" + name + " " + json::writeLine(value);
  }
  for (const OracleQuestion::Output& output : question.outputs) {
    text += "\noutput " + output.name + " " + std::string(name(output.type)) + " " +
            shapeText(output.shape);
  }
  return text;
}

}  // namespace

ElementType answerType(ElementType output) {
  return isFloatingPoint(output) ? ElementType::float64 : output;
}

Result<ScalarValues> scalarValues(const CaseScope& scope) {
  ScalarValues values;
  for (const Argument& argument : scope.problem().arguments) {
    if (argument.role != Role::value) continue;
    KW_ASSIGN(const HostArray value, scope.scalar(argument));
    values.emplace_back(argument.name, plainValue(value));
  }
  return values;
}

Result<OracleQuestion> questionFor(const CaseScope& scope, CaseInputs& inputs) {
  OracleQuestion question{.caseName = scope.name(), .sizes = scope.sizes()};
  KW_ASSIGN(question.values, scalarValues(scope));
  std::string inputText;
  for (const Argument& argument : scope.problem().arguments) {
    if (argument.role == Role::input || argument.role == Role::inout) {
      KW_ASSIGN(Filled filled, inputs.filled(argument));
      KW_ASSIGN(const std::string identity, inputs.identity(filled));
      inputText += "\ninput " + identity;
      question.inputs.push_back(std::move(filled));
    }
    if (argument.isChecked()) {
      KW_ASSIGN(BufferLayout layout, scope.layout(argument));
      question.outputs.push_back({argument.name, argument.type, std::move(layout.shape)});
    }
  }
  question.identity = identityOf(question) + inputText;
  return question;
}

}  // namespace kw
