// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/answers.h"

#include <algorithm>
#include <charconv>

#include "base/expression/expression.h"
#include "base/text/trimmed.h"
#include "model/problem/problem.h"
#include "model/space/names.h"

namespace kw::drafting {

namespace {

struct Assignment {
  std::string name, text;
};

Result<Assignment> assignment(const std::string& option, const std::string& text,
                              const std::string& example) {
  const size_t equals = text.find('=');
  const std::string name(trimmed(std::string_view(text).substr(0, equals)));
  if (equals == std::string::npos || !isIdentifier(name) ||
      trimmed(text.substr(equals + 1)).empty())
    return failInput(option + " expects NAME=…, found \"" + text + "\"", {},
                     "such as " + option + " " + example);
  return Assignment{name, std::string(trimmed(std::string_view(text).substr(equals + 1)))};
}

// Texts between commas that stand in no brackets.
std::vector<std::string> parts(std::string_view text) {
  std::vector<std::string> all;
  int depth = 0;
  size_t first = 0;
  for (size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : ',';
    if (std::string_view("([{<").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")]}>").find(c) != std::string_view::npos) --depth;
    if (c != ',' || (depth > 0 && i < text.size())) continue;
    all.emplace_back(trimmed(text.substr(first, i - first)));
    first = i + 1;
  }
  return all;
}

Status checkExpressions(const std::vector<std::string>& texts, const std::string& option) {
  for (const std::string& text : texts) {
    const auto parsed = expression::Expression::parse(text);
    if (!parsed)
      return failInput(option + ": " + parsed.error().message, {},
                       "give expressions over sizes, such as " + option + " \"ceil_div(n, 256)\"");
  }
  return {};
}

}  // namespace

const std::vector<int64_t>* Answers::size(const std::string& name) const {
  for (const auto& [known, all] : sizes)
    if (known == name) return &all;
  return nullptr;
}

Status addSize(Answers& answers, const std::string& text) {
  KW_ASSIGN(const Assignment given, assignment("--size", text, "tokens=16,16384"));
  if (answers.size(given.name))
    return failInput("--size names \"" + given.name + "\" twice", {},
                     "list its values with commas");
  if (isReservedName(given.name))
    return failInput(
        "\"" + given.name + "\" is a word of the expression language and no name of a size", {},
        "rename the kernel's parameter");
  std::vector<int64_t> values;
  for (const std::string& one : parts(given.text)) {
    int64_t value = 0;
    const auto [end, fault] = std::from_chars(one.data(), one.data() + one.size(), value);
    if (fault != std::errc() || end != one.data() + one.size() || value < 0)
      return failInput(
          "--size " + given.name + " expects whole numbers of at least 0, found \"" + one + "\"",
          {}, "such as --size " + given.name + "=1024");
    values.push_back(value);
  }
  answers.sizes.emplace_back(given.name, std::move(values));
  return {};
}

Status addShape(Answers& answers, const std::string& text) {
  KW_ASSIGN(const Assignment given, assignment("--shape", text, "x=tokens,width"));
  std::vector<std::string> shape = parts(given.text);
  KW_TRY(checkExpressions(shape, "--shape"));
  answers.shapes[given.name] = std::move(shape);
  return {};
}

Status addRole(Answers& answers, const std::string& text) {
  KW_ASSIGN(const Assignment given, assignment("--role", text, "x=output"));
  const std::vector<std::string> known{"input", "output", "inout", "workspace", "size", "value"};
  if (std::find(known.begin(), known.end(), given.text) == known.end())
    return failInput("--role " + given.name + ": \"" + given.text + "\" is no role", {},
                     "use input, output, inout, workspace, size or value");
  answers.roles[given.name] = given.text;
  return {};
}

Status addValue(Answers& answers, const std::string& text) {
  KW_ASSIGN(const Assignment given, assignment("--value", text, "epsilon=1e-5"));
  KW_TRY(checkExpressions({given.text}, "--value"));
  answers.values[given.name] = given.text;
  return {};
}

Status addType(Answers& answers, const std::string& text) {
  KW_ASSIGN(const Assignment given, assignment("--type", text, "x=bf16"));
  if (!elementType(given.text)) {
    std::string all;
    for (const std::string& one : elementTypeNames())
      all += (all.empty() ? "" : " ") + one;
    return failInput("--type " + given.name + ": \"" + given.text + "\" is no type", {},
                     "use one of " + all);
  }
  answers.types[given.name] = given.text;
  return {};
}

Status addDefine(Answers& answers, const std::string& text) {
  const size_t equals = std::min(text.find('='), text.size());
  const std::string name = text.substr(0, equals);
  if (!isIdentifier(name) || text.find('\n') != std::string::npos)
    return failInput("--define expects NAME or NAME=VALUE, found \"" + text + "\"", {},
                     "such as --define WARP_SIZE=32");
  const bool isNew = answers.defines.emplace(name, text.substr(equals)).second;
  if (isNew) return {};
  return failInput("--define names \"" + name + "\" twice", {}, "leave out one of them");
}

Status setInstance(Answers& answers, const std::string& text) {
  std::vector<std::string> arguments = parts(text);
  for (const std::string& argument : arguments)
    if (argument.empty())
      return failInput("--instance expects template arguments, found \"" + text + "\"", {},
                       "such as --instance \"float,8\"");
  answers.instance = std::move(arguments);
  return {};
}

Status setGeometry(std::vector<std::string>& into, const std::string& option,
                   const std::string& text) {
  std::vector<std::string> extents = parts(text);
  if (extents.empty() || extents.size() > 3)
    return failInput(option + " expects one to three expressions, found \"" + text + "\"", {},
                     "such as " + option + " \"ceil_div(n, 256)\"");
  KW_TRY(checkExpressions(extents, option));
  into = std::move(extents);
  return {};
}

}  // namespace kw::drafting
