// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvrtc_program.h"

#include "runner/device/cuda/nvrtc_api.h"
#include "runner/device/cuda/standin_headers.h"

namespace kw::cuda {
namespace {

class Program {
 public:
  Program(const NvrtcApi& api, const NvrtcInput& input) : m_api(api) {
    std::vector<const char*> texts, names;
    for (const StandinHeader& header : standinHeaders()) {
      texts.push_back(header.text.data());
      names.push_back(header.name);
    }
    m_state = api.nvrtcCreateProgram(&m_program, input.text.c_str(),
                                     (input.folder + "/" + input.fileName).c_str(),
                                     static_cast<int>(texts.size()), texts.data(), names.data());
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() {
    if (m_program != nullptr) m_api.nvrtcDestroyProgram(&m_program);
  }
  nvrtcProgram get() const { return m_program; }
  nvrtcResult state() const { return m_state; }

 private:
  const NvrtcApi& m_api;
  nvrtcProgram m_program = nullptr;
  nvrtcResult m_state;
};

Unexpected<Error> failure(const NvrtcApi& api, const char* what, nvrtcResult result) {
  return fail(std::string(what) + " failed: " + api.nvrtcGetErrorString(result));
}

// NVRTC asks now and then whether to give up.
int shouldStop(void* stop, void*) {
  return static_cast<std::stop_token*>(stop)->stop_requested() ? 1 : 0;
}

using GetSize = nvrtcResult (*)(nvrtcProgram, size_t*);
using GetText = nvrtcResult (*)(nvrtcProgram, char*);
std::string textOf(nvrtcProgram program, GetSize getSize, GetText getText) {
  size_t size = 0;
  if (getSize(program, &size) != NVRTC_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  if (getText(program, text.data()) != NVRTC_SUCCESS) return {};
  return text;
}

// Messages name the candidate's files as its author knows them.
std::string withoutFolder(std::string log, const std::string& folder) {
  const std::string prefix = folder + "/";
  for (size_t at = log.find(prefix); at != std::string::npos; at = log.find(prefix, at))
    log.erase(at, prefix.size());
  return log;
}

}  // namespace

Result<NvrtcOutput> runNvrtc(const NvrtcInput& input, std::stop_token stop) {
  if (!nvrtc()) return Unexpected<Error>(nvrtc().error());
  const NvrtcApi& api = *nvrtc();
  if (stop.stop_requested()) return failCancelled();
  const Program program(api, input);
  if (program.state() != NVRTC_SUCCESS) return failure(api, "nvrtcCreateProgram", program.state());
  for (const std::string& name : input.names)
    if (const nvrtcResult result = api.nvrtcAddNameExpression(program.get(), name.c_str());
        result != NVRTC_SUCCESS)
      return failure(api, "nvrtcAddNameExpression", result);
  if (api.setFlowCallback != nullptr) api.setFlowCallback(program.get(), shouldStop, &stop);

  std::vector<const char*> options;
  for (const std::string& option : input.options)
    options.push_back(option.c_str());
  const nvrtcResult result =
      api.nvrtcCompileProgram(program.get(), static_cast<int>(options.size()), options.data());
  if (stop.stop_requested()) return failCancelled();

  NvrtcOutput output;
  output.log = textOf(program.get(), api.nvrtcGetProgramLogSize, api.nvrtcGetProgramLog);
  // The parts that its front end and ptxas write are divided by zero bytes.
  std::erase(output.log, '\0');
  output.log = withoutFolder(std::move(output.log), input.folder);
  if (result == NVRTC_ERROR_INVALID_OPTION)
    return failInput(
        "NVRTC refuses an option: " + output.log, {},
        "look at the problem's \"compile\" section, or at the architecture that was asked for");
  if (result != NVRTC_SUCCESS && output.log.empty())
    return failure(api, "nvrtcCompileProgram", result);
  output.ok = result == NVRTC_SUCCESS;
  if (!output.ok) return output;
  output.cubin = textOf(program.get(), api.nvrtcGetCUBINSize, api.nvrtcGetCUBIN);
  if (input.wantsPtx) {
    output.ptx = textOf(program.get(), api.nvrtcGetPTXSize, api.nvrtcGetPTX);
    std::erase(output.ptx, '\0');
    output.ptx = withoutFolder(std::move(output.ptx), input.folder);
  }
  for (const std::string& name : input.names) {
    const char* lowered = nullptr;
    if (api.nvrtcGetLoweredName(program.get(), name.c_str(), &lowered) == NVRTC_SUCCESS &&
        lowered != nullptr)
      output.lowered[name] = lowered;
  }
  return output;
}

}  // namespace kw::cuda
