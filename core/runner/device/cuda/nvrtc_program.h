// SPDX-License-Identifier: GPL-3.0-or-later
// One run of NVRTC.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "base/result/result.h"

namespace kw::cuda {

struct NvrtcInput {
  std::string folder;    // where the text is said to lie; left out of messages
  std::string fileName;  // shown in messages
  std::string text;
  std::vector<std::string> options;
  std::vector<std::string>
      names;  // functions "norm<float, 4>" and variables "&table" whose names are asked for
  bool wantsPtx = false;
};
struct NvrtcOutput {
  bool ok = false;
  std::string cubin;
  std::string ptx;  // where it was wanted; then nvcc makes no cubin
  std::string log;
  std::map<std::string, std::string> lowered;  // from names, where it compiled
};

// Errors are NVRTC's own (not loaded, out of memory) or ErrorKind::cancelled.
Result<NvrtcOutput> runNvrtc(const NvrtcInput& input, std::stop_token stop);

}  // namespace kw::cuda
