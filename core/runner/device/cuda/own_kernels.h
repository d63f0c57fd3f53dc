// SPDX-License-Identifier: GPL-3.0-or-later
// Our own kernels (kernels.cu) on a device: loaded, and launched with a grid that fits it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result/result.h"
#include "model/problem/problem.h"
#include "model/records/records.h"
#include "runner/device/comparison.h"
#include "runner/device/cuda/driver_api.h"
#include "runner/device/generator.h"

namespace kw::cuda {

// As in kernels.cu.
struct Axes {
  int count = 0;
  scalar::Integer offset = 0;
  scalar::Integer shape[8] = {}, strides[8] = {};
};
struct Totals {
  scalar::Bits different = 0;
  scalar::Bits first = ~scalar::Bits{0};
  scalar::Bits worst = 0;
};

struct ErrorTotals {
  scalar::Bits counts[comparison::ulpBuckets] = {};
  scalar::Bits incomparable = 0, worst = 0;
};

// The axes of a layout, neighbours joined where they lie densely. ErrorKind::badInput above eight.
Result<Axes> axesOf(const BufferLayout& layout);

class OwnKernels {
 public:
  // Compiles them with NVRTC, or takes the cubin kept from last time. The context must be current.
  static Result<OwnKernels> load(const DriverApi& api, const DeviceInfo& info);

  static constexpr unsigned blockThreads = 256;
  // Enqueue; none of them waits. `partials` of squares() holds two doubles for each of blocks().
  CUresult fill(CUstream stream, const generator::Plan& plan, CUdeviceptr to) const;
  CUresult compare(CUstream stream, const comparison::Rule& rule, const Axes& axes,
                   int64_t elements, CUdeviceptr got, CUdeviceptr want, CUdeviceptr totals) const;
  // `totals` is an ErrorTotals, `wrong` a number for each cell; all of them 0 before.
  CUresult errors(CUstream stream, const comparison::Rule& rule, const Axes& axes,
                  const comparison::Cells& cells, CUdeviceptr got, CUdeviceptr want,
                  CUdeviceptr totals, CUdeviceptr wrong) const;
  CUresult checksum(CUstream stream, CUdeviceptr from, int64_t bytes, CUdeviceptr sum) const;
  CUresult squares(CUstream stream, CUdeviceptr from, int type, int64_t elements,
                   CUdeviceptr partials) const;
  unsigned blocks() const { return m_blocks; }

 private:
  explicit OwnKernels(const DriverApi& api) : m_api(&api) {}
  CUresult launch(CUstream stream, CUfunction function, int64_t threads,
                  std::vector<void*> arguments) const;

  const DriverApi* m_api;
  unsigned m_blocks = 1;
  CUfunction m_fill = nullptr, m_compare = nullptr, m_compareStrided = nullptr,
             m_checksum = nullptr, m_squares = nullptr, m_errors = nullptr;
};

}  // namespace kw::cuda
