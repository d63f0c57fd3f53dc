// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/driver_api.h"

#include <fstream>

#include "runner/toolkit/library.h"

namespace kw::cuda {
namespace {

#define KW_TEXT(name) #name

Result<DriverApi> loadDriver() {
  const auto library = Library::load("libcuda.so.1");
  if (!library)
    return failMissing("no NVIDIA driver: " + library.error().message,
                       "install NVIDIA's driver; without a GPU, use --device host");
  DriverApi api;
  std::string absent;
#define KW_LOAD(name) \
  if (!library->find(KW_TEXT(name), api.name)) absent += " " KW_TEXT(name);
  KW_DRIVER_FUNCTIONS(KW_LOAD)
#undef KW_LOAD
  if (!absent.empty())
    return failMissing("the NVIDIA driver is too old: it lacks" + absent,
                       "install a driver for CUDA " + std::to_string(CUDA_VERSION / 1000) + "." +
                           std::to_string(CUDA_VERSION / 10 % 100) + " or later");
  static_cast<void>(library->find("cuProfilerStart", api.cuProfilerStart));
  static_cast<void>(library->find("cuProfilerStop", api.cuProfilerStop));
  const CUresult started = api.cuInit(0);
  if (started == CUDA_ERROR_NO_DEVICE)
    return failMissing("the NVIDIA driver is here, but no GPU",
                       "check nvidia-smi and CUDA_VISIBLE_DEVICES");
  if (started != CUDA_SUCCESS)
    return failMissing("the NVIDIA driver does not start: " + describe(api, started),
                       "check that nvidia-smi works for this user");
  api.cuDriverGetVersion(&api.version);
  return api;
}

}  // namespace

const Result<DriverApi>& driver() {
  static const Result<DriverApi> loaded = loadDriver();
  return loaded;
}

std::string describe(const DriverApi& api, CUresult result) {
  const char* name = nullptr;
  const char* text = nullptr;
  api.cuGetErrorName(result, &name);
  api.cuGetErrorString(result, &text);
  return std::string(name != nullptr ? name : "unknown error") + " (" + std::to_string(result) +
         ")" + (text != nullptr ? std::string(": ") + text : "");
}

bool isSticky(CUresult result) {
  const int number = static_cast<int>(result);
  return number == 700 || number == 702 || number == 710 || (number >= 714 && number <= 719);
}

std::string driverVersion(const DriverApi& api) {
  std::ifstream file("/proc/driver/nvidia/version");
  // "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release Build …"
  for (std::string word; file >> word;)
    if (word.find('.') != std::string::npos &&
        word.find_first_not_of("0123456789.") == std::string::npos)
      return word;
  return "CUDA " + std::to_string(api.version / 1000) + "." +
         std::to_string(api.version / 10 % 100);
}

}  // namespace kw::cuda
