// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/kernel_export.h"

#include <algorithm>
#include <filesystem>

#include "embedded/formats_text.h"
#include "model/formats/export_texts.h"
#include "model/kernel/source_scan.h"

namespace kw {

namespace {

std::string supportText(std::string_view text, const std::string& space) {
  return replaceIdentifiers(text, {{"NAMESPACE", space}}) + "\n";
}

// Macros that a text needs above it, and that the launcher below it must not see.
struct Macros {
  std::string above, below;
  void add(const std::string& name, const std::string& value, const std::string& meaning = {}) {
    above += "#define " + name + " " + value + (meaning.empty() ? "" : "  // " + meaning) + "\n";
    below += "#undef " + name + "\n";
  }
};

void addDefines(const CompileOptions& options, Macros& macros) {
  for (const std::string& define : options.defines) {
    const size_t equals = define.find('=');
    macros.add(define.substr(0, equals),
               equals == std::string::npos ? "1" : define.substr(equals + 1));
  }
}

void addConfiguration(const ExportPlan& plan, const Configuration& configuration, Macros& macros) {
  for (const auto& [name, value] : configuration.values()) {
    const Parameter* parameter = plan.problem->space ? plan.problem->space->find(name) : nullptr;
    std::string meaning = parameter ? parameter->meaning : "";
    std::replace_if(
        meaning.begin(), meaning.end(), [](char c) { return c == '\n' || c == '\\'; }, ' ');
    macros.add(name, expression::toPlainText(value), meaning);
  }
}

std::string paragraph(const std::string& text) {
  if (text.empty()) return text;
  return text + (text.back() == '\n' ? "\n" : "\n\n");
}

Result<std::string> unit(const ExportPlan& plan, const LauncherPlan& launcher,
                         const std::string& text, const Macros& macros) {
  KW_ASSIGN(const std::string definitions, launcherDefinitions(launcher));
  std::string support = supportText(formats_text::launcher_support_txt, launcher.space);
  if (setsBuffers(launcher))
    support += supportText(formats_text::launcher_fill_txt, launcher.space);
  return "#include \"" + plan.stem +
         ".h\"\n\n#include <cmath>\n#include <cstring>\n#include <initializer_list>\n\n" +
         paragraph(macros.above) + paragraph(text) + paragraph(macros.below) + support +
         definitions;
}

Result<std::string> winnerFile(const ExportPlan& plan) {
  Macros macros;
  addDefines(plan.problem->compile, macros);
  addConfiguration(plan, plan.best->candidate.configuration, macros);
  const bool isTemplate = plan.best->candidate.isTemplate;
  KW_ASSIGN(const std::string text,
            unit(plan, plan.winner,
                 isTemplate ? plan.problem->templateText : plan.problem->sourceText, macros));
  return provenance(plan) + text;
}

const std::string& textOf(const ExportPlan& plan, const Evaluation& evaluation) {
  return evaluation.candidate.isTemplate ? plan.problem->templateText : plan.problem->sourceText;
}

Result<std::string> variantFile(const ExportPlan& plan, size_t index) {
  const ExportPlan::Variant& variant = plan.variants[index];
  const LauncherPlan& launcher = plan.winner.variants[index];
  Macros macros;
  addDefines(plan.problem->compile, macros);
  addConfiguration(plan, variant.evaluation->candidate.configuration, macros);
  const std::vector<std::pair<std::string, std::string>> renamed(launcher.renamed.begin(),
                                                                 launcher.renamed.end());
  KW_ASSIGN(
      const std::string text,
      unit(plan, launcher, replaceIdentifiers(textOf(plan, *variant.evaluation), renamed), macros));
  return variantProvenance(plan, variant) + text;
}

Result<std::string> fallbackFile(const ExportPlan& plan) {
  Macros macros;
  addDefines(plan.problem->compile, macros);
  const std::vector<std::pair<std::string, std::string>> renamed(plan.fallback.renamed.begin(),
                                                                 plan.fallback.renamed.end());
  KW_ASSIGN(
      const std::string text,
      unit(plan, plan.fallback, replaceIdentifiers(plan.problem->sourceText, renamed), macros));
  return comment("The source kernel of " + plan.problem->name +
                 ", for sizes that the tuned one does not take.") +
         text;
}

bool endsWith(const std::string& path, const std::string& file) {
  return path == file || path.ends_with("/" + file);
}

// The problem's own files that the text includes, and those that these include.
Status addIncludes(const ExportPlan& plan, std::string_view text,
                   std::vector<ExportedFile>& files) {
  for (const Include& include : includesIn(text)) {
    for (const ProblemPart& part : plan.request->problem->parts) {
      const bool known = std::any_of(files.begin(), files.end(), [&part](const ExportedFile& file) {
        return file.name == part.path;
      });
      if (!include.quoted || !endsWith(part.path, include.file)) continue;
      if (part.path == plan.stem + ".h")
        return failInput(
            "the kernel includes a file called " + part.path + ", as the export would be", {},
            "choose another name for the exported file");
      if (known) continue;
      files.push_back({part.path, part.content});
      KW_TRY(addIncludes(plan, part.content, files));
    }
  }
  return {};
}

}  // namespace

Result<std::vector<ExportedFile>> exportKernel(const KernelExport& request) {
  if (!request.standing.bestEvaluation())
    return failInput(
        "there is no verified candidate of " + request.problem->problem.name + " to export", {},
        "`kwr tune` finds one");
  if (std::filesystem::path(request.fileName).extension() != ".cu")
    return failInput("an exported kernel is a .cu file, not " + request.fileName);
  const ExportPlan plan = exportPlan(request);
  KW_ASSIGN(std::string winner, winnerFile(plan));
  std::vector<ExportedFile> files{{request.fileName, std::move(winner)},
                                  {plan.stem + ".h", exportedHeader(plan)}};
  for (size_t i = 0; i < plan.variants.size(); ++i) {
    KW_ASSIGN(std::string variant, variantFile(plan, i));
    files.push_back({plan.variants[i].fileName, std::move(variant)});
    KW_TRY(addIncludes(plan, textOf(plan, *plan.variants[i].evaluation), files));
  }
  if (plan.hasFallback) {
    KW_ASSIGN(std::string fallback, fallbackFile(plan));
    files.push_back({plan.stem + "_fallback.cu", std::move(fallback)});
    KW_TRY(addIncludes(plan, plan.problem->sourceText, files));
  }
  KW_TRY(addIncludes(
      plan, plan.best->candidate.isTemplate ? plan.problem->templateText : plan.problem->sourceText,
      files));
  return files;
}

}  // namespace kw
