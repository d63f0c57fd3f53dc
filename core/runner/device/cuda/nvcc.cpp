// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvcc.h"

#include <chrono>

#include "base/files/files.h"
#include "base/process/child.h"
#include "model/metrics/ptxas_log.h"
#include "runner/toolkit/toolkit.h"

namespace kw::cuda {
namespace {

constexpr auto timeLimit = std::chrono::minutes(5);

// A function that nothing calls must still be instantiated: its address, taken in host code, sees
// to that.
std::string withUses(const NvrtcInput& input) {
  std::string text = input.text + "\n";
  int number = 0;
  for (const std::string& name : input.names)
    if (!name.starts_with('&') && name.find('<') != std::string::npos)
      text += "static void* kwUsed" + std::to_string(number++) + " = reinterpret_cast<void*>(&" +
              name + ");\n";
  return text;
}

std::string loweredName(const std::string& name, const PtxasLog& log) {
  return name.starts_with('&') ? name.substr(1) : kernelNamed(name, log);
}

}  // namespace

Result<std::string> nvccVersion() {
  if (toolkit().nvcc.empty())
    return failMissing("this problem asks for nvcc, which this machine does not have",
                       "install a CUDA toolkit with nvcc, or set \"compiler\" to \"nvrtc\" in the "
                       "problem's \"compile\"");
  static const Result<std::string> version = []() -> Result<std::string> {
    process::ChildOptions options;
    options.arguments = {toolkit().nvcc.string(), "--version"};
    KW_ASSIGN(const process::Output output, process::run(options, {}, timeLimit));
    const size_t at = output.output.find("release ");
    if (at == std::string::npos)
      return fail(toolkit().nvcc.string() + " does not tell its version");
    const size_t end = output.output.find(',', at);
    return "nvcc " + output.output.substr(at + 8, end - at - 8);
  }();
  return version;
}

Result<NvrtcOutput> runNvcc(const NvrtcInput& input, std::stop_token stop) {
  KW_TRY(nvccVersion());
  KW_ASSIGN(const files::TemporaryFolder folder, files::TemporaryFolder::make("kernelwright-nvcc"));
  const files::Path source =
      folder.path() / files::Path(input.fileName).filename().replace_extension(".cu");
  const files::Path cubin = folder.path() / "kernel.cubin";
  KW_TRY(files::writeAtomically(source, withUses(input)));
  process::ChildOptions options;
  options.arguments = {toolkit().nvcc.string(), input.wantsPtx ? "-ptx" : "-cubin", "-o",
                       cubin.string(), source.filename().string()};
  options.arguments.insert(options.arguments.end(), input.options.begin(), input.options.end());
  options.folder = folder.path().string();
  options.pipeErrors = true;
  KW_ASSIGN(const process::Output run, process::run(options, {}, timeLimit, stop));

  NvrtcOutput output;
  output.log = run.output + run.errors;
  output.ok = !run.timedOut && !run.exit.signalled && run.exit.code == 0;
  if (run.timedOut) output.log += "nvcc was still busy after five minutes and was ended\n";
  if (!output.ok) return output;
  KW_ASSIGN((input.wantsPtx ? output.ptx : output.cubin), files::readText(cubin));
  const PtxasLog log = parsePtxasLog(output.log);
  for (const std::string& name : input.names)
    if (std::string lowered = loweredName(name, log); !lowered.empty())
      output.lowered[name] = lowered;
  return output;
}

}  // namespace kw::cuda
