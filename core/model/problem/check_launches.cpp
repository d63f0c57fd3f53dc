// SPDX-License-Identifier: GPL-3.0-or-later
// Launches against the kernels of a text and the arguments of the problem.
#include <algorithm>

#include "base/result/message.h"
#include "model/kernel/source_scan.h"
#include "model/problem/check_kernels.h"
#include "model/space/expression_fields.h"
#include "model/space/names.h"

namespace kw {

namespace {

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names)
    all += (all.empty() ? "" : ", ") + name;
  return all.empty() ? "none" : all;
}

// A parameter that is one upper-case word is a macro, which may stand for any number of parameters.
bool isCountable(const KernelDeclaration& kernel) {
  return std::none_of(kernel.parameters.begin(), kernel.parameters.end(),
                      [](const std::string& text) {
                        return std::all_of(text.begin(), text.end(), [](char c) {
                          return c == '_' || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
                        });
                      });
}

// A macro that writes kernels: what they are called cannot be read off the text.
bool writesKernelsByMacro(std::string_view text) {
  for (const Token& token : tokens(text))
    if (token.kind == Token::Kind::directive && token.text.find("__global__") != std::string::npos)
      return true;
  return false;
}

class LaunchCheck {
 public:
  LaunchCheck(const Problem& problem, const KernelText& text, json::Faults& faults)
      : m_problem(problem), m_text(text), m_faults(faults) {
    addText(text.text);
    for (const std::string& included : text.included)
      addText(included);
    for (const Argument& argument : problem.arguments)
      m_arguments.push_back(argument.name);
  }

  void check(const Launch& launch, const json::Value& at, const std::string& path) {
    if (!launch.memset.empty()) return checkMemset(launch, at, path);
    if (launch.function.empty()) return;  // a fault already
    for (size_t i = 0; i < launch.arguments.size(); ++i) {
      const std::string& name = launch.arguments[i];
      if (m_problem.argument(name)) continue;
      const json::Array& items = at["arguments"].asArray();
      m_faults.add(i < items.size() ? items[i] : at, elementPath(path + ".arguments", i),
                   "\"" + name + "\" is none of the problem's arguments",
                   suggestion(name, m_arguments));
    }
    if (!m_isOpen)
      checkFunction(launch, at["function"].isNull() ? at : at["function"], path + ".function");
  }

 private:
  void addText(const std::string& text) {
    for (KernelDeclaration& kernel : kernelsIn(text))
      m_kernels.push_back(std::move(kernel));
    m_isOpen = m_isOpen || writesKernelsByMacro(text);
  }

  void checkMemset(const Launch& launch, const json::Value& at, const std::string& path) {
    const Argument* argument = m_problem.argument(launch.memset);
    if (argument && argument->isBuffer() && argument->role != Role::input) return;
    std::vector<std::string> buffers;
    for (const Argument& one : m_problem.arguments)
      if (one.isBuffer() && one.role != Role::input) buffers.push_back(one.name);
    m_faults.add(at["memset"], path + ".memset",
                 "\"" + launch.memset + "\" is no buffer that a candidate may write",
                 suggestion(launch.memset, buffers));
  }

  void checkFunction(const Launch& launch, const json::Value& at, const std::string& path) {
    const std::string name = baseName(launch.function);
    std::vector<const KernelDeclaration*> alike;
    std::vector<std::string> known;
    for (const KernelDeclaration& kernel : m_kernels) {
      if (std::find(known.begin(), known.end(), kernel.name) == known.end())
        known.push_back(kernel.name);
      if (kernel.name == name) alike.push_back(&kernel);
    }
    if (alike.empty()) {
      m_faults.add(at, path,
                   m_text.shownFile + " has no __global__ function \"" + name +
                       "\"; it has: " + listed(known),
                   suggestion(name, known));
      return;
    }
    checkInstance(launch.function, alike, at, path);
    checkCount(launch, alike, at, path);
  }

  void checkInstance(const std::string& function,
                     const std::vector<const KernelDeclaration*>& alike, const json::Value& at,
                     const std::string& path) {
    const bool isInstance = function.find('<') != std::string::npos;
    const bool any = std::any_of(alike.begin(), alike.end(), [&](const KernelDeclaration* kernel) {
      return kernel->isTemplate == isInstance;
    });
    if (any) return;
    m_faults.add(
        at, path,
        isInstance ? "\"" + baseName(function) + "\" is no template"
                   : "\"" + function + "\" is a template: say which instance is launched",
        isInstance ? "leave out the arguments in <>" : "such as \"" + function + "<float>\"");
  }

  void checkCount(const Launch& launch, const std::vector<const KernelDeclaration*>& alike,
                  const json::Value& at, const std::string& path) {
    const bool all = launch.arguments.empty();
    const size_t given = all ? m_problem.arguments.size() : launch.arguments.size();
    for (const KernelDeclaration* kernel : alike)
      if (!isCountable(*kernel) || kernel->parameters.size() == given) return;
    m_faults.add(at, path,
                 "\"" + baseName(launch.function) + "\" takes " +
                     counted(alike.front()->parameters.size(), "argument") + " (" +
                     m_text.shownFile + ":" + std::to_string(alike.front()->line) +
                     "), the launch passes " + std::to_string(given) +
                     (all ? " (all of the problem's, in order)" : ""),
                 "name them in the launch's \"arguments\"");
  }

  const Problem& m_problem;
  const KernelText& m_text;
  json::Faults& m_faults;
  std::vector<KernelDeclaration> m_kernels;
  std::vector<std::string> m_arguments;
  bool m_isOpen = false;
};

}  // namespace

void checkLaunches(const std::vector<Launch>& launches, const json::Value& at,
                   const Problem& problem, const KernelText& text, json::Faults& faults) {
  LaunchCheck check(problem, text, faults);
  const json::Array& items = at.asArray();
  for (size_t i = 0; i < launches.size() && i < items.size(); ++i)
    check.check(launches[i], items[i], elementPath("launches", i));
}

}  // namespace kw
