// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/sass.h"

#include <cstdlib>

#include "base/process/child.h"
#include "runner/device/disassembly.h"
#include "runner/toolkit/toolkit.h"

namespace kw::cuda {

namespace {

std::string found(const std::filesystem::path& ofToolkit, const char* name) {
  return ofToolkit.empty() ? process::findProgram(name) : ofToolkit.string();
}

std::string nvdisasm() {
  if (const char* const named = std::getenv("KERNELWRIGHT_NVDISASM")) return named;
  return found(toolkit().nvdisasm, "nvdisasm");
}

}  // namespace

Result<Sass> sassOf(const std::string& cubin, std::stop_token stop) {
  process::ChildOptions options;
  Sass sass{{}, "nvdisasm"};
  if (const std::string program = nvdisasm(); !program.empty()) {
    options.arguments = {program, "--print-code", "--print-line-info-inline", cubin};
  } else if (const std::string other = found(toolkit().cuobjdump, "cuobjdump"); !other.empty()) {
    sass.program = "cuobjdump";
    options.arguments = {other, "-sass", cubin};
  } else {
    return failMissing("neither nvdisasm nor cuobjdump is on the machine that compiles",
                       "pip install nvidia-cuda-nvdisasm, or CUDA's toolkit; "
                       "KERNELWRIGHT_NVDISASM names one elsewhere. PTX needs neither");
  }
  KW_ASSIGN(sass.text, disassembled(std::move(options), std::move(stop)));
  return sass;
}

}  // namespace kw::cuda
