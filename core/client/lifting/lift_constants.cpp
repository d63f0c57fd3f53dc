// SPDX-License-Identifier: GPL-3.0-or-later
// Macros, const variables, template arguments and unrolling as parameters.
#include <algorithm>
#include <charconv>

#include "client/lifting/lift_work.h"
#include "client/source_reading/integer_constants.h"
#include "client/source_reading/kernel_signature.h"

namespace kw::lifting {

namespace {

using reading::IntegerConstant;
using reading::isOneOf;

std::optional<int64_t> plainInteger(std::string text) {
  while (!text.empty() && isOneOf(text.substr(text.size() - 1), {"u", "U", "l", "L"}))
    text.pop_back();
  int64_t value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string lineText(int line) {
  return "line " + std::to_string(line);
}

bool isWordOf(const std::vector<std::string>& texts, const std::string& name) {
  return std::ranges::any_of(texts, [&](const std::string& text) {
    return reading::namesOfExpression(text).contains(name);
  });
}

// Places outside its own definition.
size_t usesOf(const LiftWork& work, const IntegerConstant& constant) {
  size_t uses = 0;
  for (const reading::LocatedToken& token : work.all) {
    if (token.isDirective()) {
      if (token.begin == constant.begin) continue;
      for (const reading::LocatedToken& word : reading::directiveWords(token))
        uses += word.text == constant.name ? 1 : 0;
    } else {
      uses += token.text == constant.name ? 1 : 0;
    }
  }
  return constant.isMacro ? uses : uses - std::min<size_t>(uses, 1);
}

// A problem that was read from a file has numbers in its launches where the source has names.
void nameNumbers(LiftWork& work, const IntegerConstant& constant, bool blockToo) {
  const std::string value = std::to_string(constant.value),
                    below = std::to_string(constant.value - 1);
  const auto rewrite = [&](std::string& text, bool divides) {
    const reading::Tokens all = reading::locateExpression(text);
    std::string changed;
    size_t at = 0;
    for (const reading::LocatedToken& token : all) {
      const bool same = token.text == value,
                 less = divides && constant.value > 2 && token.text == below;
      if (!same && !less) continue;
      changed += text.substr(at, token.begin - at) +
                 (same ? constant.name : "(" + constant.name + " - 1)");
      at = token.end;
    }
    text = changed + text.substr(at);
  };
  if (blockToo)
    for (std::string& text : work.block)
      rewrite(text, false);
  for (std::string& text : work.grid)
    if (text.find("ceil_div") != std::string::npos || text.find('/') != std::string::npos)
      rewrite(text, true);
}

void liftConstant(LiftWork& work, const IntegerConstant& constant, bool inBlock) {
  Governs what = governs(constant.name);
  if (inBlock) what = Governs::blockSize;
  const std::string name =
      work.addParameter(macroName(constant.name), what, constant.value,
                        valuesAround(what, constant.value, inBlock && work.block.size() == 1),
                        constant.name, lineText(constant.line));
  work.lifted[constant.name] = name;
  if (constant.isMacro && name == constant.name) return;
  work.edits.push_back({constant.begin, constant.end,
                        constant.isMacro ? "#define " + constant.name + " " + name : name});
}

// The macro goes: the space defines it. Its name stays free for the parameter.
void liftMacro(LiftWork& work, const IntegerConstant& constant, bool inBlock) {
  work.identifiers.erase(constant.name);
  size_t end = constant.end;
  if (end < work.source.text.size() && work.source.text[end] == '\n') ++end;
  Governs what = inBlock ? Governs::blockSize : governs(constant.name);
  const std::string name =
      work.addParameter(constant.name, what, constant.value,
                        valuesAround(what, constant.value, inBlock && work.block.size() == 1),
                        "#define " + constant.name, lineText(constant.line));
  work.identifiers.insert(constant.name);
  work.lifted[constant.name] = name;
  if (name == constant.name)
    work.edits.push_back({constant.begin, end, ""});
  else
    work.edits.push_back({constant.begin, constant.end, "#define " + constant.name + " " + name});
}

}  // namespace

void liftConstants(LiftWork& work) {
  const std::vector<IntegerConstant> constants = reading::integerConstantsIn(work.source.text);
  for (const IntegerConstant& constant : constants) {
    const bool inLaunch = isWordOf(work.block, constant.name) || isWordOf(work.grid, constant.name);
    if (!constant.isRepeated) work.numbers[constant.name] = constant.value;
    std::string reason = whyNot(constant.name, constant.value);
    if (constant.isRepeated) reason = "it is defined more than once";
    if (work.source.defined.contains(constant.name)) reason = "the problem's defines give it";
    if (!constant.isLiteral) reason = "it follows from others";
    if (reason.empty() && usesOf(work, constant) == 0 && !inLaunch) reason = "nothing uses it";
    if (!reason.empty()) {
      work.result.left.push_back(constant.name + " = " + std::to_string(constant.value) + " (" +
                                 lineText(constant.line) + "): " + reason);
      continue;
    }
    if (work.source.grid.empty())
      nameNumbers(work, constant,
                  governs(constant.name) == Governs::blockSize ||
                      governs(constant.name) == Governs::tiling);
    const bool inBlock = isWordOf(work.block, constant.name);
    constant.isMacro ? liftMacro(work, constant, inBlock) : liftConstant(work, constant, inBlock);
  }
}

Status liftInstance(LiftWork& work) {
  const size_t open = work.function.find('<');
  if (open == std::string::npos) return {};
  KW_ASSIGN(const reading::ReadKernels read, reading::readKernels(work.source.text));
  const auto kernel =
      std::ranges::find(read.kernels, baseName(work.function), &reading::KernelSignature::name);
  if (kernel == read.kernels.end()) return {};
  const reading::Tokens all = reading::locate(std::string_view(work.function).substr(open));
  std::vector<std::string> arguments = reading::splitAtCommas(all, 1, all.size() - 1);
  for (size_t i = 0; i < arguments.size() && i < kernel->templateParameters.size(); ++i) {
    const reading::TemplateParameter& parameter = kernel->templateParameters[i];
    const std::optional<int64_t> value = plainInteger(arguments[i]);
    if (!value || parameter.kind != reading::TemplateParameter::Kind::value ||
        parameter.type.find("bool") != std::string::npos)
      continue;
    if (const std::string reason = whyNot(parameter.name, *value); !reason.empty()) {
      work.result.left.push_back(parameter.name + " = " + arguments[i] +
                                 " (template argument): " + reason);
      continue;
    }
    // What the launch calls alike, or what is as large as the block and called a block's size.
    const bool same = isWordOf(work.block, parameter.name) ||
                      (work.block.size() == 1 && governs(parameter.name) == Governs::blockSize &&
                       work.sourceValue(work.inParameters(work.block[0])) == value);
    const Governs what = same ? Governs::blockSize : governs(parameter.name);
    const std::string name =
        work.addParameter(macroName(parameter.name), what, *value,
                          valuesAround(what, *value, same && work.block.size() == 1),
                          parameter.name, "template argument");
    if (isWordOf(work.block, parameter.name) || isWordOf(work.grid, parameter.name))
      work.lifted[parameter.name] = name;
    else if (same)
      nameNumbers(work, {name, *value, false, true, 0, 0, 0, false}, true);
    arguments[i] = name;
  }
  work.function.resize(open);
  for (size_t i = 0; i < arguments.size(); ++i)
    work.function += (i == 0 ? "<" : ", ") + arguments[i];
  work.function += ">";
  return {};
}

void liftUnrolling(LiftWork& work) {
  for (const reading::LocatedToken& token : work.all) {
    if (!token.isDirective()) continue;
    const reading::Tokens words = reading::directiveWords(token);
    if (words.size() < 3 || words[0].text != "pragma" || words[1].text != "unroll") continue;
    const size_t at = words[2].text == "(" ? 3 : 2;
    const std::optional<int64_t> value =
        at < words.size() ? plainInteger(words[at].text) : std::nullopt;
    if (!value) continue;
    if (*value < 2) {
      work.result.left.push_back("#pragma unroll " + words[at].text + " (" + lineText(token.line) +
                                 "): somebody wanted it not to be unrolled");
      continue;
    }
    const std::string name = work.addParameter("UNROLL", Governs::unrolling, *value,
                                               valuesAround(Governs::unrolling, *value),
                                               "#pragma unroll", lineText(token.line));
    work.identifiers.insert(name);
    work.edits.push_back({token.begin, token.end, "#pragma unroll " + name});
  }
}

}  // namespace kw::lifting
