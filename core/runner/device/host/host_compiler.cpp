// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_compiler.h"

#include <sched.h>

#include <chrono>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "model/kernel/source_scan.h"
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
constexpr const char* cacheVersion = "2";
constexpr size_t cacheBytes = size_t{1} << 30;
constexpr int64_t compilerMemory = int64_t{6} << 30;
constexpr double compilerSeconds = 120;
constexpr const char* headerName = "candidate.h";

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

std::string HostCompiler::keyOf(const CompileJob& job, const std::string& unit,
                                const IncludedFiles& included) const {
  files::Sha256 hash;
  hash.update(m_base);
  for (const std::string& option : m_compiler.options(job.options))
    hash.update(option + '\0');
  for (const std::string& folder : job.options.includeFolders)
    hash.update(folder + '\0');
  hash.update(unit + '\0' + included.hash);
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

std::vector<std::string> HostCompiler::arguments(const CompileJob& job, const fs::path& work,
                                                 const fs::path& header,
                                                 const std::vector<std::string>& options) const {
  std::vector<std::string> all = {m_compiler.program};
  all.insert(all.end(), options.begin(), options.end());
  const std::string headerPath = (header / headerName).string();
  if (m_compiler.isClang)
    all.insert(all.end(), {"-include-pch", headerPath + ".pch"});
  else
    all.insert(all.end(), {"-include", headerPath});
  if (!job.folder.empty()) all.insert(all.end(), {"-iquote", job.folder});
  for (const std::string& folder : job.options.includeFolders)
    all.insert(all.end(), {"-I", (fs::path(job.folder) / folder).string()});
  all.insert(all.end(), {"-shared", "-o", (work / "candidate.so").string(),
                         (work / "candidate.cpp").string()});
  return all;
}

Result<CompileOutcome> HostCompiler::build(const CompileJob& job, const std::string& unit,
                                           const IncludedFiles& included, const fs::path& target,
                                           std::stop_token stop) {
  const std::vector<std::string> options = m_compiler.options(job.options);
  KW_ASSIGN(const fs::path header, precompiledHeader(options, stop));
  KW_ASSIGN(const auto work, makeWorkFolder(m_cache));
  KW_TRY(files::writeAtomically(work->path() / "candidate.cpp", unit));
  std::vector<std::string> readable = included.paths;
  readable.push_back(header.string());
  KW_ASSIGN(const PausableRuns::Finished finished,
            run(arguments(job, work->path(), header, options), work->path(), readable, stop));
  CompileOutcome outcome;
  outcome.ok = !finished.timedOut && !finished.exit.signalled && finished.exit.code == 0;
  outcome.log = endOf(finished) + finished.errors;
  if (!outcome.ok) {
    outcome.log = refusalsIn(job.text, job.fileName) + outcome.log;
    return outcome;
  }
  std::error_code failure;
  fs::rename(work->path() / "candidate.so", target, failure);
  if (failure)
    return fail("the compiled candidate could not be put into '" + target.string() +
                "': " + failure.message());
  files::trimFolder(m_cache, cacheBytes);
  return outcome;
}

Result<CompileOutcome> HostCompiler::compile(const CompileJob& job, std::stop_token stop) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string unit = candidateUnit(job);
  const IncludedFiles included = includedFiles(job);
  const fs::path target = m_cache / (keyOf(job, unit, included) + ".so");
  CompileOutcome outcome;
  std::error_code missing;
  // Being used counts as being new when the cache is trimmed.
  fs::last_write_time(target, fs::file_time_type::clock::now(), missing);
  if (!missing) {
    outcome.ok = outcome.cached = true;
  } else {
    KW_ASSIGN(outcome, build(job, unit, included, target, stop));
  }
  outcome.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  if (!outcome.ok) return outcome;
  outcome.artefact = {target.string(), loweredNames(job), resourcesOf(job, target.string())};
  outcome.exceededLimit = exceededLimit(outcome.artefact.resources);
  if (outcome.exceededLimit.empty()) return outcome;
  outcome.ok = false;
  outcome.log = job.fileName + ": error: " + outcome.exceededLimit + "\n";
  return outcome;
}

}  // namespace kw::host
