// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/device_listing.h"

#include <array>
#include <charconv>
#include <cstdio>
#include <utility>

#include "runner/device/cuda/counters_check.h"
#include "runner/device/cuda/nvrtc_api.h"

namespace kw::cuda {
namespace {

constexpr std::array<std::pair<const char*, CUdevice_attribute>, 20> attributes = {{
    {"threads_per_block", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK},
    {"block_x", CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X},
    {"block_y", CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y},
    {"block_z", CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z},
    {"grid_x", CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X},
    {"grid_y", CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y},
    {"grid_z", CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z},
    {"shared_memory_per_block", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK},
    {"shared_memory_per_block_optin", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN},
    {"shared_memory_per_sm", CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR},
    {"reserved_shared_memory_per_block", CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK},
    {"registers_per_block", CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK},
    {"registers_per_sm", CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR},
    {"sm_count", CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT},
    {"warp_size", CU_DEVICE_ATTRIBUTE_WARP_SIZE},
    {"threads_per_sm", CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR},
    {"blocks_per_sm", CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR},
    {"l2_bytes", CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE},
    {"cluster", CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH},
    {"cooperative", CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH},
}};

int attribute(const DriverApi& api, CUdevice device, CUdevice_attribute which) {
  int value = 0;
  return api.cuDeviceGetAttribute(&value, which, device) == CUDA_SUCCESS ? value : 0;
}

std::string uuidOf(const DriverApi& api, CUdevice device) {
  CUuuid uuid{};
  if (api.cuDeviceGetUuid(&uuid, device) != CUDA_SUCCESS) return {};
  std::string text = "GPU-";
  for (size_t at = 0; at < sizeof uuid.bytes; ++at) {
    if (at == 4 || at == 6 || at == 8 || at == 10) text += '-';
    std::array<char, 3> digits{};
    std::snprintf(digits.data(), digits.size(), "%02x", static_cast<unsigned char>(uuid.bytes[at]));
    text += digits.data();
  }
  return text;
}

void readLimits(const DriverApi& api, CUdevice device, DeviceInfo& info) {
  for (const auto& [name, which] : attributes)
    info.limits[name] = attribute(api, device, which);
  info.limits["clock_khz"] = attribute(api, device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  info.limits["memory_clock_khz"] = attribute(api, device, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  info.limits["memory_bus_bits"] =
      attribute(api, device, CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  info.limits["compute_capability"] =
      10 * attribute(api, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR) +
      attribute(api, device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  size_t memory = 0;
  if (api.cuDeviceTotalMem(&memory, device) == CUDA_SUCCESS)
    info.limits["memory_bytes"] = static_cast<int64_t>(memory);
}

// What this device can be used for, and why not for more.
void readAbilities(const DriverApi& api, DeviceInfo& info) {
  const auto capability = static_cast<int>(info.limit("compute_capability"));
  if (!nvrtc()) {
    info.missing.push_back("compiling: " + nvrtc().error().text());
  } else if (!nvrtc()->supports(capability)) {
    info.missing.push_back("compiling: " + nvrtc()->version() + " knows no " + info.architecture +
                           "; install another CUDA version");
  } else if (nvrtc()->major > api.version / 1000) {
    info.missing.push_back("launching: the driver is for CUDA " +
                           std::to_string(api.version / 1000) + " and does not load what " +
                           nvrtc()->version() + " makes; update the driver");
  } else {
    info.canDo = {"compile", "launch", "time"};
  }
  for (std::string& line : missingForCounters())
    info.missing.push_back(std::move(line));
  if (info.model.find("MIG") != std::string::npos)
    info.missing.push_back(
        "counters: not available on a part of a GPU (MIG); times are those of the part");
  else if (info.model.find("GRID") != std::string::npos ||
           info.model.find("vGPU") != std::string::npos)
    info.missing.push_back("steady times: this is a virtual GPU, which others may share");
}

}  // namespace

Result<int> deviceNumber(const std::string& id) {
  int number = -1;
  const std::string_view text = id;
  if (text.starts_with("cuda:")) {
    const auto [end, error] = std::from_chars(text.data() + 5, text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && number >= 0) return number;
  }
  return failInput("expected a device such as cuda:0, found \"" + id + "\"", {},
                   "`kwr devices` lists them");
}

Result<DeviceInfo> describeDevice(const DriverApi& api, int number) {
  int count = 0;
  api.cuDeviceGetCount(&count);
  CUdevice device = 0;
  if (number >= count || api.cuDeviceGet(&device, number) != CUDA_SUCCESS)
    return failMissing("there is no device cuda:" + std::to_string(number) + ": this machine has " +
                           std::to_string(count),
                       "`kwr devices` lists them; CUDA_VISIBLE_DEVICES may hide some");
  DeviceInfo info;
  info.id = "cuda:" + std::to_string(number);
  info.kind = "cuda";
  std::array<char, 256> model{};
  api.cuDeviceGetName(model.data(), static_cast<int>(model.size()) - 1, device);
  info.model = model.data();
  info.uuid = uuidOf(api, device);
  info.driver = driverVersion(api);
  if (nvrtc()) info.compiler = nvrtc()->version();
  readLimits(api, device, info);
  info.architecture = "sm_" + std::to_string(info.limit("compute_capability"));
  readAbilities(api, info);
  return info;
}

DeviceKind::Listing listDevices() {
  DeviceKind::Listing listing;
  if (!driver()) {
    listing.missing.push_back(driver().error().text());
    return listing;
  }
  int count = 0;
  driver()->cuDeviceGetCount(&count);
  for (int number = 0; number < count; ++number) {
    auto info = describeDevice(*driver(), number);
    if (info)
      listing.devices.push_back(std::move(*info));
    else
      listing.missing.push_back(info.error().text());
  }
  return listing;
}

}  // namespace kw::cuda
