// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvcc.h"

#include <cxxabi.h>

#include <chrono>
#include <cstdlib>
#include <memory>

#include "base/files/files.h"
#include "base/process/child.h"
#include "model/kernel/source_scan.h"
#include "model/metrics/ptxas_log.h"
#include "runner/toolkit/toolkit.h"

namespace kw::cuda {
namespace {

constexpr auto timeLimit = std::chrono::minutes(5);

std::string demangled(const std::string& name) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

std::string withoutBlanks(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (c != ' ' && c != '\t') plain += c;
  return plain;
}

// "norm<float,4>" of "void norm<float, 4>(float*, int)"; "norm" of "norm(float*)".
std::string spelledName(const std::string& kernel) {
  std::string text = demangled(kernel);
  int depth = 0;
  size_t begin = 0, end = text.size();
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<') ++depth;
    if (text[at] == '>') --depth;
    if (depth == 0 && text[at] == ' ') begin = at + 1;
    if (depth == 0 && text[at] == '(') {
      end = at;
      break;
    }
  }
  return withoutBlanks(std::string_view(text).substr(begin, end - begin));
}

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
  if (name.starts_with('&')) return name.substr(1);
  std::string only;
  int alike = 0;
  for (const auto& [kernel, resources] : log.kernels) {
    if (spelledName(kernel) == withoutBlanks(name)) return kernel;
    if (baseName(spelledName(kernel)) != baseName(name)) continue;
    only = kernel;
    ++alike;
  }
  return alike == 1 ? only : std::string();
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
  options.arguments = {toolkit().nvcc.string(), "-cubin", "-o", cubin.string(),
                       source.filename().string()};
  options.arguments.insert(options.arguments.end(), input.options.begin(), input.options.end());
  options.folder = folder.path().string();
  options.pipeErrors = true;
  KW_ASSIGN(const process::Output run, process::run(options, {}, timeLimit, stop));

  NvrtcOutput output;
  output.log = run.output + run.errors;
  output.ok = !run.timedOut && !run.exit.signalled && run.exit.code == 0;
  if (run.timedOut) output.log += "nvcc was still busy after five minutes and was ended\n";
  if (!output.ok) return output;
  KW_ASSIGN(output.cubin, files::readText(cubin));
  const PtxasLog log = parsePtxasLog(output.log);
  for (const std::string& name : input.names)
    if (std::string lowered = loweredName(name, log); !lowered.empty())
      output.lowered[name] = lowered;
  return output;
}

}  // namespace kw::cuda
