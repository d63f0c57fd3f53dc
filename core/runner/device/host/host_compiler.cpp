// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_compiler.h"

#include <sched.h>

#include <chrono>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "model/kernel/source_scan.h"
#include "runner/device/host/assembly.h"
#include "runner/device/host/candidate_unit.h"
#include "runner/device/host/launch_limits.h"
#include "runner/device/host/processors.h"
#include "runner/device/host/refusals.h"
#include "runner/device/host/static_shared.h"
#include "runner/sandbox/sandbox.h"
#include "runner/toolkit/toolkit.h"

namespace kw::host {

namespace fs = std::filesystem;

namespace {

// Raised when what is in the cache is made in another way.
constexpr const char* cacheVersion = "3";
constexpr size_t cacheBytes = size_t{1} << 30;
constexpr int64_t compilerMemory = int64_t{6} << 30;
constexpr double compilerSeconds = 120;
constexpr const char* headerName = "candidate.h";
constexpr const char* unitName = "candidate.cpp";
constexpr const char* objectName = "candidate.o";
constexpr const char* sharedName = "candidate.so";

// A folder of our own in the cache, removed with its content unless it was renamed before.
class WorkFolder {
 public:
  explicit WorkFolder(fs::path path) : m_path(std::move(path)) {}
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  const fs::path& path() const { return m_path; }

 private:
  fs::path m_path;
};

Result<std::unique_ptr<WorkFolder>> makeWorkFolder(const fs::path& cache) {
  std::string pattern = (cache / "work-XXXXXX").string();
  if (::mkdtemp(pattern.data()) == nullptr)
    return fail("no folder to compile in could be made below '" + cache.string() + "'",
                "free space there, or set KERNELWRIGHT_CACHE");
  return std::make_unique<WorkFolder>(pattern);
}

std::string endOf(const PausableRuns::Finished& finished) {
  if (finished.timedOut) return "the compiler took too long and was stopped\n";
  if (finished.exit.signalled || finished.exit.code > 128)
    return "the compiler was ended (" + finished.exit.text() + "): it may use at most " +
           std::to_string(compilerMemory >> 30) + " GiB and " +
           std::to_string(static_cast<int>(compilerSeconds)) + " s\n";
  return {};
}

// Of what ptxas tells of a kernel, only static shared memory has a counterpart here.
std::vector<KernelResources> resourcesOf(const CompileJob& job, const std::string& sharedObject) {
  std::vector<std::string> kernels;
  for (const KernelDeclaration& kernel : kernelsIn(job.text))
    kernels.push_back(kernel.name);
  const auto bytes = staticShared(sharedVariables(sharedObject), job.functions, kernels);
  std::vector<KernelResources> all;
  for (const std::string& function : job.functions) {
    KernelResources resources;
    resources.function = function;
    resources.staticShared = bytes.at(function);
    all.push_back(std::move(resources));
  }
  return all;
}

std::string firstErrorIn(const std::string& log) {
  const size_t error = log.find("error");
  const size_t begin = error == std::string::npos ? 0 : log.rfind('\n', error) + 1;
  return log.substr(begin, log.find('\n', begin) - begin);
}

// A GPU's compiler refuses more than 48 KiB of it.
std::string exceededLimit(const std::vector<KernelResources>& resources) {
  for (const KernelResources& one : resources)
    if (one.staticShared > mostStaticShared)
      return one.function + " uses " + std::to_string(one.staticShared) +
             " bytes of static shared memory, at most " + std::to_string(mostStaticShared) +
             " can be had";
  return {};
}

}  // namespace

Result<std::unique_ptr<Compiler>> HostCompiler::make(bool consentToNoSandbox,
                                                     const std::vector<std::string>& programs) {
  const SandboxCheck& check = sandboxCheck();
  if (!check.available && !consentToNoSandbox)
    return failMissing("the host device needs a sandbox to compile in: " + check.reason,
                       check.advice);
  KW_ASSIGN(CxxCompiler compiler, CxxCompiler::find(programs));
  KW_ASSIGN(const fs::path cache, files::cacheFolder());
  KW_TRY(files::makeFolders(cache / "host"));
  return std::unique_ptr<Compiler>(
      new HostCompiler(std::move(compiler), cache / "host", consentToNoSandbox));
}

HostCompiler::HostCompiler(CxxCompiler compiler, fs::path cache, bool consentToNoSandbox)
    : m_compiler(std::move(compiler)),
      m_cache(std::move(cache)),
      m_consentToNoSandbox(consentToNoSandbox) {
  m_base =
      files::contentHash(std::string(cacheVersion) + '\0' + m_compiler.program + '\0' +
                         m_compiler.version + '\0' + headerHash() + '\0' + processorFeatures());
}

int HostCompiler::parallelism() const {
  return static_cast<int>(processors().size());
}

std::string HostCompiler::keyOf(const Unit& unit) const {
  files::Sha256 hash;
  hash.update(m_base);
  for (const std::string& option : unit.options)
    hash.update(option + '\0');
  for (const std::string& folder : unit.job.options.includeFolders)
    hash.update(folder + '\0');
  hash.update(unit.text + '\0' + unit.included.hash);
  return hash.finish();
}

Result<PausableRuns::Finished> HostCompiler::run(std::vector<std::string> arguments,
                                                 const fs::path& workFolder,
                                                 const std::vector<std::string>& readable,
                                                 std::stop_token stop) {
  SandboxOptions options;
  options.readable = readable;
  options.readable.push_back(headerFolder());
  for (const fs::path& folder : toolkit().includeFolders)
    options.readable.push_back(folder.string());
  options.writable = {workFolder.string()};
  options.folder = workFolder.string();
  options.memoryBytes = compilerMemory;
  options.cpuSeconds = compilerSeconds;
  options.mayStartProcesses = true;
  options.pipeOutput = false;
  KW_ASSIGN(SandboxedCommand command,
            sandboxed(std::move(arguments), options, m_consentToNoSandbox));
  command.options.environment.emplace_back("LC_ALL", "C");  // plain quotes in messages
  return m_runs.run(command.options, std::chrono::minutes(5), stop);
}

Result<fs::path> HostCompiler::precompiledHeader(const std::vector<std::string>& options,
                                                 std::stop_token stop) {
  std::string key = m_base;
  for (const std::string& option : options)
    key += option + '\0';
  const fs::path folder = m_cache / ("header-" + files::contentHash(key).substr(0, 32));
  const std::scoped_lock lock(m_headerMutex);
  const std::string compiled = std::string(headerName) + (m_compiler.isClang ? ".pch" : ".gch");
  std::error_code failure;
  // Being used counts as being new when the cache is trimmed.
  fs::last_write_time(folder / compiled, fs::file_time_type::clock::now(), failure);
  if (!failure) return folder;
  KW_ASSIGN(const auto work, makeWorkFolder(m_cache));
  // What g++ takes should it not like the precompiled one.
  KW_TRY(files::writeAtomically(work->path() / headerName, "#include <kernelwright_host.h>\n"));
  std::vector<std::string> arguments = {m_compiler.program};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.insert(arguments.end(),
                   {"-x", "c++-header", headerFolder() + "/kernelwright_host.h", "-o", compiled});
  KW_ASSIGN(const PausableRuns::Finished finished,
            run(std::move(arguments), work->path(), {}, stop));
  if (finished.exit.signalled || finished.exit.code != 0)
    return fail("the headers of the host device could not be compiled by " + m_compiler.version +
                    " (" + finished.exit.text() + "): " + finished.errors,
                "check that CUDA's headers in " + toolkit().source + " are complete");
  // A folder may be there: trimmed, or made by a faster process. Then both are as good.
  fs::remove_all(folder, failure);
  fs::rename(work->path(), folder, failure);
  if (!fs::exists(folder / compiled))
    return fail("a precompiled header could not be put into '" + folder.string() +
                "': " + failure.message());
  return folder;
}

std::vector<std::string> HostCompiler::arguments(const Unit& unit, const fs::path& work,
                                                 const fs::path& header) const {
  std::vector<std::string> all = {m_compiler.program};
  all.insert(all.end(), unit.options.begin(), unit.options.end());
  const std::string headerPath = (header / headerName).string();
  if (m_compiler.isClang)
    all.insert(all.end(), {"-include-pch", headerPath + ".pch"});
  else
    all.insert(all.end(), {"-include", headerPath});
  const CompileJob& job = unit.job;
  if (!job.folder.empty()) all.insert(all.end(), {"-iquote", job.folder});
  for (const std::string& folder : job.options.includeFolders)
    all.insert(all.end(), {"-I", (fs::path(job.folder) / folder).string()});
  all.insert(all.end(), {"-c", "-o", (work / objectName).string(), (work / unitName).string()});
  return all;
}

// Linked on its own, without the options: the compilers' sanitizer libraries are not to be linked.
Result<CompileOutcome> HostCompiler::build(const Unit& unit, const fs::path& target,
                                           std::stop_token stop) {
  KW_ASSIGN(const fs::path header, precompiledHeader(unit.options, stop));
  KW_ASSIGN(const auto work, makeWorkFolder(m_cache));
  KW_TRY(files::writeAtomically(work->path() / unitName, unit.text));
  std::vector<std::string> readable = unit.included.paths;
  readable.push_back(header.string());
  const auto hasEndedWell = [](const PausableRuns::Finished& finished) {
    return !finished.timedOut && !finished.exit.signalled && finished.exit.code == 0;
  };
  KW_ASSIGN(PausableRuns::Finished finished,
            run(arguments(unit, work->path(), header), work->path(), readable, stop));
  CompileOutcome outcome;
  std::string warnings;
  if (hasEndedWell(finished)) {
    warnings = std::move(finished.errors);
    std::vector<std::string> link = {m_compiler.program, "-shared", "-o", sharedName, objectName};
    link.insert(link.end(), unit.linkOptions.begin(), unit.linkOptions.end());
    KW_ASSIGN(finished, run(std::move(link), work->path(), {}, stop));
  }
  outcome.ok = hasEndedWell(finished);
  outcome.log = endOf(finished) + warnings + finished.errors;
  if (!outcome.ok) {
    outcome.log = refusalsIn(unit.job.text, unit.job.fileName) + outcome.log;
    return outcome;
  }
  std::error_code failure;
  fs::rename(work->path() / sharedName, target, failure);
  if (failure)
    return fail("the compiled candidate could not be put into '" + target.string() +
                "': " + failure.message());
  files::trimFolder(m_cache, cacheBytes);
  return outcome;
}

Result<CompileOutcome> HostCompiler::make(const Unit& unit, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  const fs::path target = m_cache / (keyOf(unit) + ".so");
  CompileOutcome outcome;
  std::error_code missing;
  // Being used counts as being new when the cache is trimmed.
  fs::last_write_time(target, fs::file_time_type::clock::now(), missing);
  if (!missing) {
    outcome.ok = outcome.cached = true;
  } else {
    KW_ASSIGN(outcome, build(unit, target, stop));
  }
  outcome.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (outcome.ok) outcome.artefact = {target.string(), loweredNames(unit.job), {}};
  return outcome;
}

Status HostCompiler::sanitize(Unit unit, CompileOutcome& outcome, std::stop_token stop) {
  const std::vector<std::string> more = m_compiler.sanitizerOptions();
  unit.options.insert(unit.options.end(), more.begin(), more.end());
  unit.linkOptions = CxxCompiler::sanitizerLinkOptions();
  KW_ASSIGN(CompileOutcome checked, make(unit, stop));
  outcome.sanitizedMilliseconds = checked.milliseconds;
  if (checked.ok) {
    checked.artefact.resources = outcome.artefact.resources;
    outcome.sanitized = std::move(checked.artefact);
    outcome.sanitized->isSanitized = true;
  } else {
    outcome.unsanitized = "it does not compile with them: " + firstErrorIn(checked.log);
  }
  return {};
}

Result<CompileOutcome> HostCompiler::compile(const CompileJob& job, std::stop_token stop) {
  Unit unit{job, candidateUnit(job), includedFiles(job), m_compiler.options(job.options), {}};
  KW_ASSIGN(CompileOutcome outcome, make(unit, stop));
  if (!outcome.ok) return outcome;
  outcome.artefact.resources = resourcesOf(job, outcome.artefact.path);
  outcome.exceededLimit = exceededLimit(outcome.artefact.resources);
  if (outcome.exceededLimit.empty()) {
    if (job.sanitized) KW_TRY(sanitize(std::move(unit), outcome, stop));
    return outcome;
  }
  outcome.ok = false;
  outcome.log = job.fileName + ": error: " + outcome.exceededLimit + "\n";
  return outcome;
}

// As it runs, but for the lines: code and options are the same.
Result<CodeListing> HostCompiler::list(const CompileJob& job, const std::string& format,
                                       std::stop_token stop) {
  if (format != "assembly")
    return failInput("the CPU's code is listed as assembly, not as " + format);
  Unit unit{job, candidateUnit(job), includedFiles(job), m_compiler.options(job.options), {}};
  unit.options.insert(unit.options.end(), {"-g1", "-gdwarf-4"});
  KW_ASSIGN(const CompileOutcome outcome, make(unit, stop));
  if (!outcome.ok) return failInput(job.fileName + " does not compile:\n" + outcome.log);
  CodeListing listing{.format = format,
                      .text = {},
                      .fileName = job.fileName,
                      .architecture = {},
                      .made = m_compiler.version + ", objdump"};
  KW_ASSIGN(listing.text, assemblyOf(outcome.artefact.path, m_consentToNoSandbox, stop));
  return listing;
}

}  // namespace kw::host
