// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/draft_arguments.h"

#include <algorithm>

#include "client/new_problem/buffer_use.h"
#include "model/space/names.h"

namespace kw::drafting {

namespace {

using reading::KernelParameter;
using reading::KernelSignature;

class ArgumentDrafter {
 public:
  ArgumentDrafter(const KernelSignature& kernel, const Instance& instance,
                  std::string_view kernelText, const Answers& answers, Draft& draft)
      : m_kernel(kernel),
        m_instance(instance),
        m_text(kernelText),
        m_answers(answers),
        m_draft(draft) {}

  Status run() {
    KW_TRY(checkNames());
    for (size_t i = 0; i < m_kernel.parameters.size(); ++i) {
      const KernelParameter& parameter = m_kernel.parameters[i];
      DraftArgument argument;
      argument.name = parameter.name.empty() ? "argument" + std::to_string(i) : parameter.name;
      argument.declared = parameter.type;
      argument.isBuffer = parameter.isPointer;
      if (parameter.isPointer)
        buffer(parameter, argument);
      else
        KW_TRY(scalar(parameter, argument));
      m_draft.arguments.push_back(std::move(argument));
    }
    return {};
  }

 private:
  // Every answer must be of use, or it is a slip.
  Status checkNames() const {
    std::vector<std::string> known;
    for (const KernelParameter& parameter : m_kernel.parameters)
      known.push_back(parameter.name);
    const auto check = [&](const char* option, const auto& given) -> Status {
      for (const auto& [name, ignored] : given)
        if (std::find(known.begin(), known.end(), name) == known.end())
          return failInput(
              std::string(option) + " " + name + ": " + m_kernel.name + " has no such parameter",
              {}, suggestion(name, known));
      return {};
    };
    KW_TRY(check("--shape", m_answers.shapes));
    KW_TRY(check("--role", m_answers.roles));
    KW_TRY(check("--type", m_answers.types));
    return check("--value", m_answers.values);
  }

  void ask(const std::string& what, const std::string& option, const std::string& name,
           const std::string& example) {
    m_draft.missing.push_back({what, option, name + "=", example});
  }

  std::string typeOf(const KernelParameter& parameter) const {
    if (const auto given = m_answers.types.find(parameter.name); given != m_answers.types.end())
      return given->second;
    if (parameter.isEnum) return "int32";
    const std::string& element = parameter.isPointer ? parameter.pointee : parameter.canonical;
    auto type = cppElementType(element, m_instance);
    // libclang takes a type that it does not know for int: the text knows better.
    std::string written = parameter.type.substr(0, parameter.type.find('*'));
    const auto asWritten = cppElementType(written, m_instance);
    if (asWritten) type = asWritten;
    if (!asWritten && element == "int") type.reset();
    return type ? std::string(name(*type)) : std::string();
  }

  void buffer(const KernelParameter& parameter, DraftArgument& argument) {
    argument.type = typeOf(parameter);
    if (argument.type.empty())
      ask("the element type of " + argument.name + " (" + parameter.type + ")", "--type",
          argument.name, "float32");
    argument.role = roleOf(parameter);
    const auto shape = m_answers.shapes.find(parameter.name);
    if (shape != m_answers.shapes.end()) {
      argument.shape = shape->second;
      return;
    }
    const std::string size = m_answers.sizes.empty() ? "n" : m_answers.sizes.front().first;
    ask("the shape of " + argument.name + " (" + parameter.type + ", " + argument.role + ")",
        "--shape", argument.name, size);
  }

  std::string roleOf(const KernelParameter& parameter) {
    const auto given = m_answers.roles.find(parameter.name);
    if (given != m_answers.roles.end()) return given->second;
    if (parameter.isConst) return "input";
    const BufferUse use = bufferUse(m_text, parameter.name);
    std::string role = "inout";
    if (use.writes && !use.reads && !use.escapes) role = "output";
    if (use.reads && !use.writes && !use.escapes) role = "input";
    if (use.escapes)
      m_draft.notes.push_back(parameter.name +
                              " is taken for inout, since the kernel passes it on (--role " +
                              parameter.name + "=output if it is only written)");
    return role;
  }

  Status scalar(const KernelParameter& parameter, DraftArgument& argument) {
    argument.type = typeOf(parameter);
    if (argument.type.empty())
      return failInput("the parameter " + argument.name + " is a " + parameter.type +
                           ", which is neither a pointer nor a number",
                       {},
                       "write the problem by hand with role \"struct\", or wrap the kernel in one "
                       "that takes plain parameters");
    argument.isInteger = argument.type.find("int") != std::string::npos;
    const auto role = m_answers.roles.find(parameter.name);
    const auto value = m_answers.values.find(parameter.name);
    if (m_answers.size(parameter.name) && value != m_answers.values.end())
      return failInput("--size and --value both name \"" + parameter.name + "\"", {},
                       "leave out one of them");
    if (m_answers.size(parameter.name) && argument.isInteger) {
      argument.role = "size";
      return {};
    }
    if (m_answers.size(parameter.name))
      return failInput("--size names \"" + parameter.name + "\", which is a " + parameter.type, {},
                       "a size is an integer; use --value");
    argument.role = "value";
    if (value != m_answers.values.end()) {
      argument.value = value->second;
      return {};
    }
    const bool asValue = role != m_answers.roles.end() && role->second == "value";
    if (argument.isInteger && !asValue) {
      argument.role = "size";
      ask("the size " + argument.name + " (" + parameter.type + "; or --value " + argument.name +
              "=… if it is no size)",
          "--size", argument.name, "1024");
    } else {
      ask("the value of " + argument.name + " (" + parameter.type + ")", "--value", argument.name,
          argument.type == "bool" ? "true" : "1");
    }
    return {};
  }

  const KernelSignature& m_kernel;
  const Instance& m_instance;
  std::string_view m_text;
  const Answers& m_answers;
  Draft& m_draft;
};

}  // namespace

Status draftArguments(const KernelSignature& kernel, const Instance& instance,
                      std::string_view kernelText, const Answers& answers, Draft& draft) {
  return ArgumentDrafter(kernel, instance, kernelText, answers, draft).run();
}

}  // namespace kw::drafting
