// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles for the cuda device: with NVRTC, or with nvcc where a problem asks for it. Loads no
// driver.
#pragma once

#include <memory>

#include "runner/device/compiler.h"
#include "runner/device/cuda/cubin_cache.h"

namespace kw::cuda {

class CudaCompiler : public Compiler {
 public:
  // ErrorKind::missing without NVRTC, saying what to install.
  static Result<std::unique_ptr<CudaCompiler>> make();

  std::string version() const override;
  Result<CompileOutcome> compile(const CompileJob& job, std::stop_token stop) override;
  Result<CodeListing> list(const CompileJob& job, const std::string& format,
                           std::stop_token stop) override;
  int parallelism() const override;

 private:
  explicit CudaCompiler(CubinCache cache) : m_cache(std::move(cache)) {}
  CubinCache m_cache;
};

}  // namespace kw::cuda
