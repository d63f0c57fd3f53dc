// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/exported_kernel.h"

#include <cctype>
#include <chrono>
#include <cstdlib>

#include "base/json/text.h"
#include "base/process/child.h"
#include "model/kernel/source_scan.h"
#include "model/metrics/ptxas_log.h"

namespace kw::cli {

namespace {

constexpr auto compileLimit = std::chrono::minutes(10);

// "sm_90a" of "sm_90": some instructions of Hopper and newer are there only for the very
// architecture, which is what the runner compiled for, too.
std::string fullArchitecture(const std::string& architecture) {
  const size_t digits = architecture.find_first_of("0123456789");
  if (digits == std::string::npos || std::isalpha(static_cast<unsigned char>(architecture.back())))
    return architecture;
  return std::stoi(architecture.substr(digits)) >= 90 ? architecture + "a" : architecture;
}

Result<std::string> runNvcc(std::vector<std::string> arguments, const std::filesystem::path& folder,
                            std::stop_token stop) {
  process::ChildOptions options;
  options.arguments = std::move(arguments);
  options.folder = folder.string();
  options.pipeErrors = true;
  KW_ASSIGN(const process::Output output, process::run(std::move(options), "", compileLimit, stop));
  std::string log = output.output + output.errors;
  if (output.timedOut) return fail("nvcc did not end within 10 minutes");
  if (output.exit.signalled || output.exit.code != 0)
    return fail("nvcc does not compile it:\n" + log);
  return log;
}

// Copies the headers beside the .cu that it includes, since the problem's folder must hold them.
Status copyIncludes(const std::filesystem::path& from, const std::filesystem::path& to,
                    std::string_view text) {
  for (const Include& include : includesIn(text)) {
    const std::filesystem::path source = from.parent_path() / include.file;
    std::error_code ignored;
    if (!include.quoted || !std::filesystem::is_regular_file(source, ignored)) continue;
    KW_ASSIGN(const std::string content, files::readText(source));
    KW_TRY(files::makeFolders((to / include.file).parent_path()));
    KW_TRY(files::writeAtomically(to / include.file, content));
  }
  return {};
}

json::Value compiledByNvcc(json::Value problem) {
  json::Value compile = problem["compile"];
  compile.set("compiler", "nvcc");
  problem.set("compile", std::move(compile));
  return problem;
}

}  // namespace

Result<std::string> findNvcc() {
  for (const char* variable : {"KERNELWRIGHT_CUDA", "CUDA_HOME", "CUDA_PATH"}) {
    const char* root = std::getenv(variable);
    if (!root || !*root) continue;
    const std::string found = process::findProgram(std::string(root) + "/bin/nvcc");
    if (!found.empty()) return found;
  }
  for (const char* program : {"nvcc", "/usr/local/cuda/bin/nvcc"})
    if (std::string found = process::findProgram(program); !found.empty()) return found;
  return failMissing("nvcc is not here, and an exported kernel can only be checked with it",
                     "install a CUDA toolkit, or set CUDA_HOME to one");
}

bool ComparedKernel::same() const {
  return isThere && recorded.registers == compiled.registers &&
         recorded.spillStores == compiled.spillStores && recorded.spillLoads == compiled.spillLoads;
}

Result<std::vector<ComparedKernel>> compileAndCompare(const std::filesystem::path& file,
                                                      const ExportRecord& record,
                                                      const std::string& architecture,
                                                      std::stop_token stop) {
  KW_ASSIGN(const std::string nvcc, findNvcc());
  KW_ASSIGN(const std::vector<std::string> options, process::splitCommand(record.options));
  KW_ASSIGN(const files::TemporaryFolder folder, files::TemporaryFolder::make());
  std::vector<std::string> arguments{nvcc, "-cubin", "-Xptxas", "-v",
                                     "-arch=" + fullArchitecture(architecture)};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const std::filesystem::path whole = std::filesystem::absolute(file);
  arguments.insert(arguments.end(),
                   {"-o", (folder.path() / "kernel.cubin").string(), whole.string()});
  KW_ASSIGN(const std::string text, runNvcc(std::move(arguments), whole.parent_path(), stop));
  const PtxasLog log = parsePtxasLog(text);
  std::vector<ComparedKernel> compared;
  for (const KernelResources& recorded : record.kernels) {
    ComparedKernel kernel{recorded, {}, false};
    if (const auto found = log.kernels.find(kernelNamed(recorded.function, log));
        found != log.kernels.end()) {
      kernel.compiled = found->second;
      kernel.isThere = true;
    }
    compared.push_back(std::move(kernel));
  }
  return compared;
}

Result<LoadedProblem> problemWithExport(const LoadedProblem& problem,
                                        const std::filesystem::path& file,
                                        const ExportRecord& record,
                                        const files::TemporaryFolder& folder) {
  KW_ASSIGN(const std::string exported, files::readText(file));
  const std::string replacedFile =
      record.configuration.empty() ? problem.problem.sourceFile : problem.problem.templateFile;
  for (const ProblemPart& part : problem.parts) {
    std::string content = part.content;
    if (part.path == "problem.json") {
      KW_ASSIGN(json::Value value, json::parse(content, part.path));
      content = json::writePretty(compiledByNvcc(std::move(value)));
    }
    const std::filesystem::path target = folder.path() / part.path;
    KW_TRY(files::makeFolders(target.parent_path()));
    KW_TRY(files::writeAtomically(target, part.path == replacedFile ? exported : content));
  }
  KW_TRY(copyIncludes(file, (folder.path() / replacedFile).parent_path(), exported));
  return loadProblem(folder.path());
}

}  // namespace kw::cli
