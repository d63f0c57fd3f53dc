// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/kernel_export.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/json/text.h"
#include "embedded/formats_text.h"
#include "model/formats/cuda_types.h"
#include "model/formats/export_record.h"
#include "model/formats/launcher.h"
#include "model/formats/wording.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

std::string identifierFrom(std::string_view name) {
  std::string text;
  for (const char c : name)
    text += std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  return text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) ? "kernel_" + text
                                                                           : text;
}

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
  std::string out;
  for (size_t at = 0;;) {
    const size_t found = text.find(what, at);
    out += text.substr(at, found - at);
    if (found == std::string_view::npos) return out;
    out += with;
    at = found + what.size();
  }
}

// Comment lines; a backslash at the end of one would swallow the next.
std::string comment(std::string_view text) {
  std::string out;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    while (!line.empty() && (line.back() == '\\' || line.back() == '\r'))
      line.pop_back();
    out += line.empty() ? "//\n" : "// " + line + "\n";
    at = end + 1;
  }
  return out;
}

class Exporter {
 public:
  explicit Exporter(const KernelExport& request)
      : m_request(request),
        m_problem(request.problem->problem),
        m_best(*request.standing.bestEvaluation()),
        m_stem(std::filesystem::path(request.fileName).stem().string()),
        m_name(identifierFrom(m_problem.name)) {}

  Result<std::vector<ExportedFile>> files();

 private:
  bool isTemplate() const { return m_best.candidate.isTemplate; }
  bool hasFallback() const {
    return isTemplate() && m_problem.space && !m_problem.space->requirements.empty();
  }
  LauncherPlan winnerPlan() const;
  LauncherPlan fallbackPlan() const;
  Result<std::string> unit(const std::string& text, const std::string& macrosAbove,
                           const std::string& macrosBelow, const LauncherPlan& plan) const;
  Result<std::string> winner() const;
  Result<std::string> fallback() const;
  std::string header() const;
  std::string provenance() const;
  std::string options() const;
  Status addIncludes(std::string_view text, std::vector<ExportedFile>& files) const;

  const KernelExport& m_request;
  const Problem& m_problem;
  const Evaluation& m_best;
  std::string m_stem;
  std::string m_name;
};

LauncherPlan Exporter::winnerPlan() const {
  LauncherPlan plan{&m_problem,
                    isTemplate(),
                    m_best.candidate.configuration,
                    m_name + "_launch",
                    m_name + "_support",
                    hasFallback() ? m_name + "_source_launch" : "",
                    {},
                    {}};
  for (const KernelResources& kernel : m_best.resources)
    plan.staticShared[kernel.function] = kernel.staticShared;
  return plan;
}

// The source's kernels get other names, since the template's usually have the same.
LauncherPlan Exporter::fallbackPlan() const {
  LauncherPlan plan{&m_problem, false, {}, m_name + "_source_launch", m_name + "_source_support",
                    "",         {},    {}};
  for (const KernelDeclaration& kernel : kernelsIn(m_problem.sourceText))
    plan.renamed[kernel.name] = kernel.name + "_source";
  for (const Symbol& symbol : m_problem.symbols)
    plan.renamed[symbol.name] = symbol.name + "_source";
  if (const Evaluation* source = m_request.standing.sourceEvaluation())
    for (const KernelResources& kernel : source->resources)
      plan.staticShared[kernel.function] = kernel.staticShared;
  return plan;
}

std::string Exporter::options() const {
  std::string text = "-std=" + m_problem.compile.standard;
  std::vector<std::pair<std::string, std::string>> values;
  for (const auto& [name, value] : m_best.candidate.configuration.values())
    values.emplace_back(name, expression::toPlainText(value));
  for (const std::string& option : m_problem.compile.options)
    text += " " + replaceIdentifiers(option, values);
  for (const std::string& folder : m_problem.compile.includeFolders)
    text += " -I" + folder;
  return text;
}

std::string Exporter::provenance() const {
  const Finding finding{&m_problem,
                        m_request.device.isHost(),
                        m_request.standing.deviceModel,
                        m_request.standing.sourceEvaluation(),
                        &m_best,
                        m_request.standing.speedup};
  std::string text = "Found by Kernelwright.\n";
  if (m_request.device.isHost()) text += std::string(hostHeading) + "\n";
  text += findingText(finding) + "\n";
  for (const std::string& baseline : baselineTexts(finding))
    text += baseline + "\n";
  text += "Device: " + m_request.standing.deviceModel + ", " + m_request.device.architecture +
          ", driver " + m_request.device.driver + ", compiler " + m_request.device.compiler +
          ".\nTiming protocol: " + m_request.standing.protocol + ".\nCompile with: nvcc " +
          options() + "\nThe next line is for `kwr verify-export`.\n" +
          writeExportRecord(recordOf(m_request, options()));
  return comment(text);
}

Result<std::string> Exporter::unit(const std::string& text, const std::string& macrosAbove,
                                   const std::string& macrosBelow, const LauncherPlan& plan) const {
  KW_ASSIGN(const std::string definitions, launcherDefinitions(plan));
  return "#include \"" + m_stem +
         ".h\"\n\n#include <cmath>\n#include <cstring>\n#include <initializer_list>\n\n" +
         macrosAbove + text + (text.empty() || text.back() == '\n' ? "\n" : "\n\n") + macrosBelow +
         replaced(formats_text::launcher_support_txt, "@NAMESPACE@", plan.space) + "\n" +
         definitions;
}

std::string defineLine(const std::string& define) {
  const size_t equals = define.find('=');
  if (equals == std::string::npos) return "#define " + define + " 1\n";
  return "#define " + define.substr(0, equals) + " " + define.substr(equals + 1) + "\n";
}

Result<std::string> Exporter::winner() const {
  std::string above, below;
  for (const std::string& define : m_problem.compile.defines) {
    above += defineLine(define);
    below += "#undef " + define.substr(0, define.find('=')) + "\n";
  }
  for (const auto& [name, value] : m_best.candidate.configuration.values()) {
    const Parameter* parameter = m_problem.space ? m_problem.space->find(name) : nullptr;
    above += "#define " + name + " " + expression::toPlainText(value) +
             (parameter && !parameter->meaning.empty()
                  ? "  // " + replaced(parameter->meaning, "\n", " ")
                  : "") +
             "\n";
    below += "#undef " + name + "\n";
  }
  if (!above.empty()) above += "\n";
  if (!below.empty()) below += "\n";
  KW_ASSIGN(const std::string text,
            unit(isTemplate() ? m_problem.templateText : m_problem.sourceText, above, below,
                 winnerPlan()));
  return provenance() + text;
}

Result<std::string> Exporter::fallback() const {
  const LauncherPlan plan = fallbackPlan();
  const std::vector<std::pair<std::string, std::string>> renamed(plan.renamed.begin(),
                                                                 plan.renamed.end());
  std::string above, below;
  for (const std::string& define : m_problem.compile.defines) {
    above += defineLine(define);
    below += "#undef " + define.substr(0, define.find('=')) + "\n";
  }
  KW_ASSIGN(const std::string text,
            unit(replaceIdentifiers(m_problem.sourceText, renamed), above, below, plan));
  return comment("The source kernel of " + m_problem.name +
                 ", for the sizes that the tuned one does not take.") +
         text;
}

std::string Exporter::header() const {
  const LauncherPlan plan = winnerPlan();
  std::set<std::string_view> includes;
  for (const Argument& argument : m_problem.arguments)
    if (const std::string_view file = cudaTypeHeader(argument.type);
        argument.isBuffer() && !file.empty())
      includes.insert(file);
  std::string text =
      comment(m_problem.name + ", tuned: see " + m_stem + ".cu for how it was found.") +
      "#pragma once\n\n#include <cuda_runtime.h>\n";
  for (const std::string_view file : includes)
    text += "#include <" + std::string(file) + ">\n";
  text += "\n#include <cstddef>\n#include <cstdint>\n\n";
  std::string notes =
      "Queues the kernel on `stream` and returns at once. Pointers are device memory; buffers and "
      "their alignment in bytes:";
  for (const Argument& argument : m_problem.arguments) {
    if (!argument.isBuffer() || argument.role == Role::workspace) continue;
    std::string shape;
    for (const auto& side : argument.shape)
      shape += (shape.empty() ? "" : ", ") + side.text();
    notes += "\n  " + argument.name + "[" + shape + "] " + std::string(name(argument.role)) + ", " +
             std::to_string(argument.alignment);
    if (!argument.strides.empty()) {
      std::string strides;
      for (const auto& stride : argument.strides)
        strides += (strides.empty() ? "" : ", ") + stride.text();
      notes += ", strides (" + strides + ")";
    }
    if (argument.offset.text() != "0")
      notes +=
          ", points " + argument.offset.text() + " elements past the aligned start of its buffer";
  }
  notes +=
      "\nGives cudaErrorInvalidValue for a negative size, one that its kernel's type cannot hold, "
      "a missing pointer or too "
      "little workspace,\ncudaErrorMisalignedAddress for a pointer that is not aligned, otherwise "
      "what the launch gave.";
  if (hasFallback()) {
    notes += "\nSizes that do not meet these go to the source kernel (" + m_stem +
             "_fallback.cu, to be linked too):";
    for (const auto& requirement : m_problem.space->requirements)
      notes += "\n  " + requirement.text();
  }
  if (needsWorkspace(m_problem))
    notes +=
        "\nThe workspace is one block of device memory, aligned to 256 bytes; launches that may "
        "overlap need one each.";
  const bool keepsState = !m_problem.symbols.empty();
  if (keepsState)
    notes +=
        "\nFill the symbols first: each _set_ function copies to one of them, in the stream's "
        "order.";
  text += comment(notes) + launcherDeclaration(plan, true) + ";\n";
  if (needsWorkspace(m_problem))
    text += comment("Bytes of workspace for these sizes on the current device.") +
            workspaceDeclaration(plan) + ";\n";
  for (const Symbol& symbol : m_problem.symbols)
    text += symbolDeclaration(plan, symbol, true) + ";\n";
  if (!hasFallback()) return text;
  const LauncherPlan other = fallbackPlan();
  text += comment("The same with the source kernel.") + launcherDeclaration(other, true) + ";\n";
  if (needsWorkspace(m_problem)) text += workspaceDeclaration(other) + ";\n";
  for (const Symbol& symbol : m_problem.symbols)
    text += symbolDeclaration(other, symbol, true) + ";\n";
  return text;
}

// The problem's own files that the text includes, and those that these include.
Status Exporter::addIncludes(std::string_view text, std::vector<ExportedFile>& files) const {
  for (const Include& include : includesIn(text)) {
    for (const ProblemPart& part : m_request.problem->parts) {
      const std::string file = "/" + include.file, path = "/" + part.path;
      if (!include.quoted || path.size() < file.size() ||
          path.compare(path.size() - file.size(), file.size(), file) != 0)
        continue;
      const auto isPart = [&](const ExportedFile& one) { return one.name == part.path; };
      if (std::any_of(files.begin(), files.end(), isPart)) continue;
      if (part.path == m_stem + ".h" || part.path == m_request.fileName)
        return failInput(
            "the kernel includes a file called " + part.path + ", as the export would be", {},
            "choose another name for the exported file");
      files.push_back({part.path, part.content});
      KW_TRY(addIncludes(part.content, files));
    }
  }
  return {};
}

Result<std::vector<ExportedFile>> Exporter::files() {
  std::vector<ExportedFile> all;
  KW_ASSIGN(std::string text, winner());
  all.push_back({m_request.fileName, std::move(text)});
  all.push_back({m_stem + ".h", header()});
  if (hasFallback()) {
    KW_ASSIGN(std::string other, fallback());
    all.push_back({m_stem + "_fallback.cu", std::move(other)});
    KW_TRY(addIncludes(m_problem.sourceText, all));
  }
  KW_TRY(addIncludes(isTemplate() ? m_problem.templateText : m_problem.sourceText, all));
  return all;
}

}  // namespace

Result<std::vector<ExportedFile>> exportKernel(const KernelExport& request) {
  if (!request.standing.bestEvaluation())
    return failInput(
        "there is no verified candidate of " + request.problem->problem.name + " to export", {},
        "`kwr tune` finds one");
  if (std::filesystem::path(request.fileName).extension() != ".cu")
    return failInput("an exported kernel is a .cu file, not " + request.fileName);
  return Exporter(request).files();
}

}  // namespace kw
