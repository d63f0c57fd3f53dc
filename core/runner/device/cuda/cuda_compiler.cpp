// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/cuda_compiler.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/files/hash.h"
#include "model/metrics/ptxas_log.h"
#include "runner/device/cuda/compile_arguments.h"
#include "runner/device/cuda/includes.h"
#include "runner/device/cuda/nvcc.h"
#include "runner/device/cuda/nvrtc_api.h"
#include "runner/device/cuda/nvrtc_program.h"
#include "runner/device/cuda/sass.h"
#include "runner/device/cuda/standin_headers.h"

namespace kw::cuda {
namespace {

bool usesNvcc(const CompileJob& job) {
  return job.options.compiler == "nvcc";
}

// Everything that decides what comes out, each part with its length, so that no two jobs look
// alike.
std::string cacheKey(const CompileJob& job, const NvrtcInput& input,
                     const std::vector<IncludedFile>& included, const std::string& version) {
  files::Sha256 sum;
  const auto add = [&](std::string_view part) {
    sum.update(std::to_string(part.size()) + ":");
    sum.update(part);
  };
  add(version);
  add(usesNvcc(job) ? "" : standinHash());
  add(job.fileName);
  add(input.text);
  for (const std::string& option : input.options)
    add(option);
  add("names");
  for (const std::string& name : input.names)
    add(name);
  add("files");
  for (const IncludedFile& file : included) {
    add(file.name);
    add(file.text);
  }
  return sum.finish();
}

Result<NvrtcInput> inputFor(const CompileJob& job) {
  NvrtcInput input;
  // NVRTC looks for included files beside the text first. Without a folder of its own that would be
  // the one this process happens to run in.
  input.folder = job.folder.empty() ? "/no-folder" : job.folder;
  input.fileName = job.fileName;
  input.text = job.text;
  KW_ASSIGN(input.options, sharedArguments(job));
  const std::string architecture = fullArchitecture(job.architecture);
  if (usesNvcc(job)) {
    input.options.insert(input.options.end(), {"-arch=" + architecture, "-Xptxas=-v"});
  } else {
    // The header gives what nvcc's own prelude gives: INFINITY, NAN and std::sqrt.
    input.options.insert(input.options.end(),
                         {"--gpu-architecture=" + architecture, "--ptxas-options=-v",
                          "--pre-include=math.h", "-diag-suppress=47"});
    // A kernel out of NVRTC's own cache comes without ptxas's log; ours keeps both.
    if (nvrtc()->keepsCache()) input.options.emplace_back("--no-cache");
  }
  input.names = job.functions;
  for (const std::string& symbol : job.symbols)
    input.names.push_back("&" + symbol);
  return input;
}

// NVRTC reports a function that is launched but not there as an error in a text that nobody wrote.
std::string explainNames(std::string log) {
  if (log.find("__nv_name_map") == std::string::npos && log.find("kwUsed") == std::string::npos)
    return log;
  return "A function or variable that the problem launches or fills is not in this text, or an "
         "instance of it is "
         "not possible:\n" +
         log;
}

// ptxas's "uses too much shared data (0x3a980 bytes, 0x38c00 max)", or "".
std::string exceededLimit(const std::string& log) {
  const size_t at = log.find("uses too much ");
  if (at == std::string::npos) return {};
  const size_t begin = log.rfind('\n', at) + 1;  // npos + 1 is 0
  return log.substr(begin, log.find('\n', at) - begin);
}

Status nameEverything(const CompileJob& job, const NvrtcOutput& output, const PtxasLog& log,
                      Artefact& artefact) {
  const auto lowered = [&](const std::string& name) {
    const auto found = output.lowered.find(name);
    return found == output.lowered.end() ? std::string() : found->second;
  };
  for (const std::string& function : job.functions) {
    const std::string name = lowered(function);
    const auto resources = log.kernels.find(name);
    if (resources == log.kernels.end())
      return failInput("the compiled text has no kernel \"" + function + "\"", {},
                       "name a __global__ function of " + job.fileName +
                           ", or an instance such as norm<float, 4>");
    artefact.lowered[function] = name;
    artefact.resources.push_back(resources->second);
    artefact.resources.back().function = function;
  }
  for (const std::string& symbol : job.symbols)
    artefact.lowered[symbol] = lowered("&" + symbol);
  return {};
}

Unexpected<Error> notCompiled(const CompileJob& job, const std::string& log) {
  return failInput(job.fileName + " does not compile for " + job.architecture + ":\n" + log);
}

std::string withoutFolderName(std::string text, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (size_t at = text.find(prefix); at != std::string::npos; at = text.find(prefix, at))
    text.erase(at, prefix.size());
  return text;
}

}  // namespace

Result<std::unique_ptr<CudaCompiler>> CudaCompiler::make() {
  if (!nvrtc()) return Unexpected<Error>(nvrtc().error());
  KW_ASSIGN(CubinCache cache, CubinCache::open());
  return std::unique_ptr<CudaCompiler>(new CudaCompiler(std::move(cache)));
}

std::string CudaCompiler::version() const {
  return nvrtc()->version();
}

int CudaCompiler::parallelism() const {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
}

Result<CompileOutcome> CudaCompiler::compile(const CompileJob& job, std::stop_token stop) {
  const auto begun = std::chrono::steady_clock::now();
  std::string compilerVersion = version();
  if (usesNvcc(job)) {
    KW_ASSIGN(compilerVersion, nvccVersion());
  }
  KW_ASSIGN(const NvrtcInput input, inputFor(job));
  CompileOutcome outcome;
  const auto included =
      includedFiles(job.text, job.fileName, job.folder, job.options.includeFolders);
  if (!included) {
    outcome.log = included.error().text();
    return outcome;
  }
  const std::string key = cacheKey(job, input, *included, compilerVersion);
  if (auto kept = m_cache.find(key)) return std::move(*kept);

  KW_ASSIGN(const NvrtcOutput output, usesNvcc(job) ? runNvcc(input, stop) : runNvrtc(input, stop));
  const PtxasLog log = parsePtxasLog(output.log);
  outcome.log = output.ok ? log.rest : explainNames(log.rest);
  outcome.ok = output.ok;
  if (!output.ok) outcome.exceededLimit = exceededLimit(output.log);
  outcome.milliseconds =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count();
  if (!outcome.ok) return outcome;
  if (const Status named = nameEverything(job, output, log, outcome.artefact); !named) {
    outcome.ok = false;
    outcome.log = named.error().text() + "\n" + outcome.log;
    return outcome;
  }
  return m_cache.store(key, output.cubin, std::move(outcome));
}

Result<CodeListing> CudaCompiler::list(const CompileJob& job, const std::string& format,
                                       std::stop_token stop) {
  CodeListing listing{.format = format,
                      .text = {},
                      .fileName = job.fileName,
                      .architecture = fullArchitecture(job.architecture),
                      .made = version()};
  if (usesNvcc(job)) {
    KW_ASSIGN(listing.made, nvccVersion());
  }
  if (format == "sass") {
    KW_ASSIGN(const CompileOutcome outcome, compile(job, stop));
    if (!outcome.ok) return notCompiled(job, outcome.log);
    KW_ASSIGN(Sass sass, sassOf(outcome.artefact.path, stop));
    listing.text = withoutFolderName(std::move(sass.text), job.folder);
    listing.made += ", " + sass.program;
    return listing;
  }
  if (format != "ptx") return failInput("a GPU's code is listed as ptx or sass, not as " + format);
  KW_ASSIGN(NvrtcInput input, inputFor(job));
  input.wantsPtx = true;
  KW_ASSIGN(NvrtcOutput output, usesNvcc(job) ? runNvcc(input, stop) : runNvrtc(input, stop));
  if (!output.ok) return notCompiled(job, explainNames(parsePtxasLog(output.log).rest));
  listing.text = std::move(output.ptx);
  return listing;
}

}  // namespace kw::cuda
