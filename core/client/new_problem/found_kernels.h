// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels of a file, and which of them can become a problem.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "client/new_problem/draft.h"

namespace kw::drafting {

struct FoundKernel {
  std::string name;
  int line = 0;              // of the file; 0: it stands in a file that this one includes
  std::string templateHead;  // "" for none
  std::string parameters;
  std::string fault;  // why it cannot be used, and what to do; "" where it can
};

// Each __global__ function once, in the order of the file. Slow: each is parsed by itself; `onDone`
// is told how many are read, of how many. Errors: the file has none, libclang is missing (with what
// to install) or a stop was requested.
Result<std::vector<FoundKernel>> foundKernels(
    const reading::GatheredSource& source, std::stop_token stop = {},
    const std::function<void(size_t done, size_t all)>& onDone = {});

}  // namespace kw::drafting
