// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/draft.h"

#include <algorithm>

#include "client/new_problem/draft_arguments.h"
#include "client/new_problem/draft_cases.h"
#include "client/new_problem/draft_problem.h"
#include "client/source_reading/slice.h"
#include "model/space/names.h"

namespace kw::drafting {

namespace {

using reading::GatheredSource;
using reading::KernelSignature;

std::string listed(const std::vector<std::string>& names) {
  std::string all;
  for (const std::string& name : names)
    all += (all.empty() ? "" : ", ") + name;
  return all;
}

Place placeOf(const GatheredSource& source, int line = 0) {
  return Place{source.file.string(), line, 0, {}};
}

// Empty where the user has to choose.
Result<std::string> chosenKernel(const GatheredSource& source, const Answers& answers) {
  const std::vector<std::string> names = kernelNames(source);
  if (names.empty())
    return failInput("expected a __global__ function, found none", placeOf(source),
                     "give the .cu file that holds the kernel");
  if (answers.kernel.empty()) return names.size() == 1 ? names.front() : std::string();
  const std::string wanted = baseName(answers.kernel);
  if (std::find(names.begin(), names.end(), wanted) != names.end()) return wanted;
  return failInput(
      "there is no __global__ function \"" + answers.kernel + "\"; there are: " + listed(names),
      placeOf(source), suggestion(wanted, names));
}

// What a launch in the file gives for every parameter without knowing host code; nothing otherwise.
std::optional<std::vector<std::string>> instanceInFile(const GatheredSource& source,
                                                       const KernelSignature& kernel) {
  for (const reading::FoundLaunch& launch : launchesOf(source, kernel.name)) {
    if (launch.templateArguments.empty()) continue;
    const bool known = std::ranges::all_of(launch.templateArguments, [](const std::string& text) {
      return cppElementType(text, {}).has_value() || text == "true" || text == "false" ||
             (!text.empty() && text.find_first_not_of("0123456789") == std::string::npos);
    });
    if (known) return launch.templateArguments;
  }
  const bool allHaveDefaults = std::ranges::all_of(
      kernel.templateParameters, [](const auto& one) { return !one.fallback.empty(); });
  if (allHaveDefaults) return std::vector<std::string>();
  return std::nullopt;
}

std::string templateHead(const KernelSignature& kernel) {
  std::string text;
  for (const reading::TemplateParameter& one : kernel.templateParameters) {
    text += text.empty() ? "" : ", ";
    text += one.kind == reading::TemplateParameter::Kind::value ? one.type + " " + one.name
                                                                : "typename " + one.name;
    if (!one.fallback.empty()) text += " = " + one.fallback;
  }
  return "template <" + text + ">";
}

std::string parametersText(const KernelSignature& kernel) {
  std::string text;
  for (const reading::KernelParameter& one : kernel.parameters)
    text += (text.empty() ? "" : ", ") + one.type + (one.name.empty() ? "" : " " + one.name);
  return text;
}

std::string exampleInstance(const KernelSignature& kernel) {
  std::string text;
  for (const reading::TemplateParameter& one : kernel.templateParameters) {
    if (!one.fallback.empty()) break;
    const bool isValue = one.kind == reading::TemplateParameter::Kind::value;
    text += (text.empty() ? "" : ",") + std::string(!isValue             ? "float"
                                                    : one.type == "bool" ? "true"
                                                                         : "8");
  }
  return text.empty() ? "float" : text;
}

class Drafter {
 public:
  Drafter(const GatheredSource& source, const Answers& answers)
      : m_source(source), m_answers(answers) {}

  Result<Draft> run() {
    KW_ASSIGN(const std::string kernel, chosenKernel(m_source, m_answers));
    if (kernel.empty()) {
      m_draft.missing.push_back({"which kernel: " + listed(kernelNames(m_source)), "--kernel", "",
                                 kernelNames(m_source).front()});
      return std::move(m_draft);
    }
    m_draft.name = kernel;
    KW_TRY(readKernel(kernel));
    if (!m_draft.missing.empty()) return std::move(m_draft);
    noteSlice();
    KW_TRY(draftArguments(m_kernel, instanceOf(m_kernel, m_instance), kernelText(), m_answers,
                          m_draft));
    m_draft.geometry = geometryOf(m_source, m_kernel, instanceOf(m_kernel, m_instance), m_answers);
    askForGeometry();
    if (!m_draft.missing.empty()) return std::move(m_draft);
    for (std::string& note : caseNotes(m_draft, m_answers))
      m_draft.notes.push_back(std::move(note));
    m_draft.problem = problemOf(m_draft, m_answers);
    return std::move(m_draft);
  }

 private:
  std::string kernelText() const {
    return m_slice.text.substr(m_kernel.begin, m_kernel.end - m_kernel.begin);
  }

  Status readKernel(const std::string& name) {
    m_slice =
        reading::sliceOf(m_source, name, m_answers.instance.value_or(std::vector<std::string>()));
    KW_TRY(findSignature(name));
    m_draft.parameters = parametersText(m_kernel);
    if (m_kernel.isTemplate()) m_draft.templateHead = templateHead(m_kernel);
    if (m_kernel.isTemplate()) KW_TRY(chooseInstance());
    m_draft.instance = listed(m_instance);
    if (!m_kernel.isTemplate() && m_answers.instance && !m_answers.instance->empty())
      return failInput("\"" + name + "\" is no template", placeOf(m_source),
                       "leave out --instance");
    m_draft.kernel = m_kernel.qualifiedName;
    if (m_kernel.isTemplate()) m_draft.kernel += "<" + listed(m_instance) + ">";
    m_draft.sourceText = m_slice.text;
    return {};
  }

  Status findSignature(const std::string& name) {
    KW_ASSIGN(reading::ReadKernels read, reading::readKernels(m_slice.text));
    m_unknown = read.unknown;
    std::erase_if(m_unknown,
                  [&](const std::string& one) { return m_answers.defines.contains(one); });
    for (KernelSignature& kernel : read.kernels) {
      if (kernel.name != name || (!m_kernel.name.empty() && !kernel.hasBody)) continue;
      if (m_kernel.name.empty()) m_kernel = std::move(kernel);
    }
    if (!m_kernel.name.empty()) return {};
    return failInput(
        "the parameters of \"" + name + "\" could not be read" +
            (m_unknown.empty() ? std::string() : "; unknown in the file: " + listed(m_unknown)),
        placeOf(m_source),
        "give the folders of its headers with --include, or copy the kernel into a file of its "
        "own");
  }

  Status chooseInstance() {
    std::optional<std::vector<std::string>> chosen = m_answers.instance;
    if (!chosen) {
      chosen = instanceInFile(m_source, m_kernel);
      if (chosen && !chosen->empty())
        m_draft.notes.push_back("the instance " + m_kernel.name + "<" + listed(*chosen) +
                                "> is the one that the file launches");
    }
    if (!chosen) {
      std::string seen;
      for (const reading::FoundLaunch& launch : launchesOf(m_source, m_kernel.name))
        if (launch.isInstance && seen.empty())
          seen = "; the file launches <" + listed(launch.templateArguments) + ">";
      m_draft.missing.push_back(
          {"which instance of " + templateHead(m_kernel) + " " + m_kernel.name + seen, "--instance",
           "", exampleInstance(m_kernel)});
      return {};
    }
    m_instance = std::move(*chosen);
    return checkInstance();
  }

  Status checkInstance() const {
    size_t needed = 0;
    for (const reading::TemplateParameter& one : m_kernel.templateParameters)
      needed += one.fallback.empty() ? 1 : 0;
    const size_t most = m_kernel.templateParameters.size();
    if (m_instance.size() >= needed && m_instance.size() <= most) return {};
    return failInput(templateHead(m_kernel) + " " + m_kernel.name + " takes " +
                         std::to_string(needed) + " to " + std::to_string(most) +
                         " arguments, --instance gives " + std::to_string(m_instance.size()),
                     placeOf(m_source), "such as --instance \"" + exampleInstance(m_kernel) + "\"");
  }

  void noteSlice() {
    for (const std::string& one : m_slice.replaced)
      m_draft.notes.push_back("replaced " + one);
    if (!m_slice.leftIncludes.empty())
      m_draft.notes.push_back("left out the includes " + listed(m_slice.leftIncludes));
    const auto includes = [&](const char* part) {
      return std::ranges::any_of(includesIn(m_slice.text),
                                 [&](const Include& one) { return one.file.starts_with(part); });
    };
    if (includes("cutlass/") || includes("cute/"))
      m_draft.notes.push_back(
          "CUTLASS's headers stay named, but a candidate includes CUDA's own headers and files of "
          "its problem "
          "only: it does not compile without them");
    if (!m_unknown.empty())
      m_draft.notes.push_back(
          "NOT FOUND, so it may not compile: " + listed(m_unknown) +
          " (--include DIR names a folder of headers, --define NAME=VALUE a macro)");
  }

  void askForGeometry() {
    const Geometry& geometry = m_draft.geometry;
    const auto said = [&](const std::string& text) {
      return text.empty()
                 ? std::string()
                 : "; the launch in line " + std::to_string(geometry.line) + " says (" + text + ")";
    };
    const std::string size = m_answers.sizes.empty() ? "n" : m_answers.sizes.front().first;
    if (geometry.grid.empty())
      m_draft.missing.push_back(
          {"the grid" + said(geometry.unreadGrid), "--grid", "", "ceil_div(" + size + ", 256)"});
    if (geometry.block.empty())
      m_draft.missing.push_back({"the block" + said(geometry.unreadBlock), "--block", "", "256"});
    if (!geometry.unreadSharedMemory.empty() && geometry.sharedMemory.empty())
      m_draft.missing.push_back(
          {"the dynamic shared memory in bytes" + said(geometry.unreadSharedMemory),
           "--shared-memory", "", "4 * 256"});
    if (geometry.line > 0 && m_answers.grid.empty() && m_answers.block.empty() &&
        m_draft.missing.empty())
      m_draft.notes.push_back("grid and block are those of the launch in line " +
                              std::to_string(geometry.line));
  }

  const GatheredSource& m_source;
  const Answers& m_answers;
  Draft m_draft;
  reading::Slice m_slice;
  KernelSignature m_kernel;
  std::vector<std::string> m_instance, m_unknown;
};

}  // namespace

std::vector<std::string> kernelNames(const GatheredSource& source) {
  std::vector<std::string> names;
  for (const reading::Piece& piece : source.pieces) {
    if (piece.kind != reading::Piece::Kind::declaration || !piece.uses.contains("__global__"))
      continue;
    for (const KernelDeclaration& kernel : kernelsIn(piece.text))
      if (std::find(names.begin(), names.end(), kernel.name) == names.end())
        names.push_back(kernel.name);
  }
  return names;
}

Result<Draft> draftOf(const GatheredSource& source, const Answers& answers) {
  return Drafter(source, answers).run();
}

}  // namespace kw::drafting
