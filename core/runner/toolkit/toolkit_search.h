// SPDX-License-Identifier: GPL-3.0-or-later
// Collects the parts of a toolkit from the places that may hold some of them.
#pragma once

#include <functional>
#include <string>

#include "runner/toolkit/toolkit.h"

namespace kw {

class ToolkitSearch {
 public:
  // A folder such as /usr/local/cuda, with include/, lib64/ and bin/.
  void lookInToolkit(const std::filesystem::path& root);
  // A folder of Python wheels, with nvidia/cu13/ or nvidia/cuda_nvrtc/ and its like below it.
  void lookInWheels(const std::filesystem::path& folder);
  bool complete() const;
  Toolkit take() { return std::move(m_found); }

 private:
  void lookIn(const std::filesystem::path& root, const std::string& source);
  void takeHeaders(const std::filesystem::path& root);
  void takeDisassemblers(const std::filesystem::path& root);

  Toolkit m_found;
  bool m_runtime = false;  // cuda_runtime.h was found
  bool m_cccl = false;
};

// Environment variables by name; "" where unset.
using Environment = std::function<std::string(const char* name)>;
// All places of toolkit.h in order, with this environment.
Toolkit findToolkit(const Environment& environment);

}  // namespace kw
