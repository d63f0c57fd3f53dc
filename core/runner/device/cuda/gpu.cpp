// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/cuda/gpu.h"

#include <chrono>
#include <cstdio>
#include <thread>

namespace kw::cuda {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double ownWorkSeconds = 120;

// Asks `query` until it is no longer busy or the time is over: at once at first, since most
// launches are short, then with pauses, so that a processor is free for compiling.
// CUDA_ERROR_NOT_READY: over time.
template <class Query>
CUresult poll(const Query& query, double seconds) {
  const auto begun = Clock::now();
  const auto limit =
      begun + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  for (;;) {
    const CUresult result = query();
    if (result != CUDA_ERROR_NOT_READY) return result;
    const auto now = Clock::now();
    if (now >= limit) return CUDA_ERROR_NOT_READY;
    if (now - begun > std::chrono::milliseconds(2))
      std::this_thread::sleep_for(std::chrono::microseconds(100));
  }
}

}  // namespace

Result<std::shared_ptr<Gpu>> Gpu::open(int number, const DeviceInfo& info) {
  if (!driver()) return Unexpected<Error>(driver().error());
  std::shared_ptr<Gpu> gpu(new Gpu(*driver()));
  const DriverApi& api = gpu->api();
  KW_TRY(gpu->check(api.cuDeviceGet(&gpu->m_device, number), "finding the device"));
  if (const CUresult result = api.cuDevicePrimaryCtxRetain(&gpu->m_context, gpu->m_device);
      result != CUDA_SUCCESS)
    return failMissing(
        info.id + " (" + info.model + ") cannot be used: " + describe(api, result),
        "check nvidia-smi: another program may hold it exclusively, or its memory may be full");
  KW_TRY(gpu->check(api.cuCtxSetCurrent(gpu->m_context), "making the context current"));
  KW_TRY(gpu->check(api.cuStreamCreate(&gpu->m_stream, CU_STREAM_NON_BLOCKING), "making a stream"));
  // A candidate must not keep data in L2 across our flushes. Devices without such a limit refuse
  // it.
  static_cast<void>(api.cuCtxSetLimit(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, 0));
  return gpu;
}

Gpu::~Gpu() {
  if (m_context == nullptr) return;
  // A lost context takes what it holds with it; calling into it could wait for a kernel that never
  // ends.
  if (m_lost) return;
  if (m_stream != nullptr) m_api->cuStreamDestroy(m_stream);
  m_api->cuDevicePrimaryCtxRelease(m_device);
}

bool Gpu::hasVirtualMemory() const {
  int supported = 0;
  const CUresult result = m_api->cuDeviceGetAttribute(
      &supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, m_device);
  return result == CUDA_SUCCESS && supported != 0;
}

Status Gpu::enter() {
  if (m_lost)
    return fail("the device was lost to an earlier fault",
                "the worker that holds it has to be replaced");
  return check(m_api->cuCtxSetCurrent(m_context), "making the context current");
}

Status Gpu::check(CUresult result, const char* what) {
  if (result == CUDA_SUCCESS) return {};
  m_lost = m_lost || isSticky(result);
  return fail(std::string(what) + " failed: " + describe(*m_api, result));
}

Status Gpu::finish(const char* what) {
  const CUresult result = poll([&] { return m_api->cuStreamQuery(m_stream); }, ownWorkSeconds);
  if (result == CUDA_ERROR_NOT_READY) {
    m_lost = true;
    return fail(std::string(what) + " did not end within two minutes");
  }
  return check(result, what);
}

LaunchOutcome Gpu::waitFor(CUevent event, double seconds) {
  const CUresult result = poll([&] { return m_api->cuEventQuery(event); }, seconds);
  if (result == CUDA_SUCCESS) return {};
  if (result != CUDA_ERROR_NOT_READY) return faultOf(result);
  m_lost = true;  // only the end of this process stops the kernel
  char text[64];
  std::snprintf(text, sizeof text, "still running after %.3g s", seconds);
  return {LaunchOutcome::Kind::hung, text, true};
}

LaunchOutcome Gpu::faultOf(CUresult result) {
  m_lost = true;
  return {LaunchOutcome::Kind::crashed, describe(*m_api, result), true};
}

LaunchOutcome Gpu::refusalOf(CUresult result) {
  if (isSticky(result)) return faultOf(result);
  return {LaunchOutcome::Kind::refused,
          "the driver refuses the launch: " + describe(*m_api, result), false};
}

Result<Event> Event::make(const std::shared_ptr<Gpu>& gpu) {
  CUevent event = nullptr;
  KW_TRY(gpu->check(gpu->api().cuEventCreate(&event, CU_EVENT_DEFAULT), "making an event"));
  return Event(gpu, event);
}

Event::~Event() {
  if (m_event != nullptr && !m_gpu->lost()) m_gpu->api().cuEventDestroy(m_event);
}

}  // namespace kw::cuda
