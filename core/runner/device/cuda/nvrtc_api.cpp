// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/nvrtc_api.h"

#include <algorithm>
#include <vector>

#include "runner/toolkit/library.h"
#include "runner/toolkit/toolkit.h"

namespace kw::cuda {
namespace {

constexpr auto advice =
    "install a CUDA toolkit of version 12 or 13, or run packaging/setup.sh, which fetches NVRTC as "
    "a Python wheel";

std::string lookedIn() {
  std::string text;
  for (const std::string& place : toolkit().looked)
    text += (text.empty() ? "" : ", ") + place;
  return text;
}

Result<NvrtcApi> loadNvrtc() {
  if (toolkit().nvrtc.empty())
    return failMissing("NVRTC, CUDA's run-time compiler, was not found; looked in " + lookedIn(),
                       advice);
  KW_ASSIGN(const Library library, Library::load(toolkit().nvrtc.string()));
  NvrtcApi api;
  std::string absent;
#define KW_LOAD(name) \
  if (!library.find(#name, api.name)) absent += std::string(" ") + #name;
  KW_NVRTC_FUNCTIONS(KW_LOAD)
#undef KW_LOAD
  if (!absent.empty())
    return failMissing(toolkit().nvrtc.string() + " is too old: it lacks" + absent, advice);
  library.find("nvrtcSetFlowCallback", api.setFlowCallback);
  api.nvrtcVersion(&api.major, &api.minor);
  return api;
}

}  // namespace

std::string NvrtcApi::version() const {
  return "NVRTC " + std::to_string(major) + "." + std::to_string(minor);
}

bool NvrtcApi::supports(int computeCapability) const {
  int count = 0;
  if (nvrtcGetNumSupportedArchs(&count) != NVRTC_SUCCESS || count <= 0) return false;
  std::vector<int> known(static_cast<size_t>(count));
  if (nvrtcGetSupportedArchs(known.data()) != NVRTC_SUCCESS) return false;
  return std::find(known.begin(), known.end(), computeCapability) != known.end();
}

const Result<NvrtcApi>& nvrtc() {
  static const Result<NvrtcApi> loaded = loadNvrtc();
  return loaded;
}

}  // namespace kw::cuda
