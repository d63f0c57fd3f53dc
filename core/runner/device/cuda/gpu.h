// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU with its context and stream, and how our waiting on it ends.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/result/result.h"
#include "runner/device/cuda/driver_api.h"
#include "runner/device/device.h"

namespace kw::cuda {

class Gpu {
 public:
  // Retains the device's primary context and makes a stream. ErrorKind::missing where there is no
  // such device.
  static Result<std::shared_ptr<Gpu>> open(int number, const DeviceInfo& info);
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  ~Gpu();

  const DriverApi& api() const { return *m_api; }
  CUstream stream() const { return m_stream; }
  int number() const { return m_device; }
  // Whether memory can be mapped at addresses of our choice.
  bool hasVirtualMemory() const;

  // After a crash or a hang nothing works here any more.
  bool lost() const { return m_lost; }
  // Makes the context current in this thread; an error once the device is lost.
  Status enter();

  // Turns the result of one of our own calls into an error that says what was being done; notes a
  // lost device.
  Status check(CUresult result, const char* what);
  // Waits for everything enqueued, for our own work: far over any sensible time is an error.
  Status finish(const char* what);

  // Waits for an event at most `seconds`. Not finished in time: hung. Faults of a candidate come
  // out here.
  LaunchOutcome waitFor(CUevent event, double seconds);
  // What an error of enqueuing a candidate's launch means.
  LaunchOutcome refusalOf(CUresult result);

 private:
  explicit Gpu(const DriverApi& api) : m_api(&api) {}
  LaunchOutcome faultOf(CUresult result);

  const DriverApi* m_api;
  CUdevice m_device = 0;
  CUcontext m_context = nullptr;
  CUstream m_stream = nullptr;
  bool m_lost = false;
};

// An event that times.
class Event {
 public:
  static Result<Event> make(const std::shared_ptr<Gpu>& gpu);
  Event(Event&& other) noexcept
      : m_gpu(std::move(other.m_gpu)), m_event(std::exchange(other.m_event, nullptr)) {}
  Event& operator=(Event&&) = delete;
  ~Event();
  CUevent get() const { return m_event; }

 private:
  Event(std::shared_ptr<Gpu> gpu, CUevent event) : m_gpu(std::move(gpu)), m_event(event) {}
  std::shared_ptr<Gpu> m_gpu;
  CUevent m_event;
};

}  // namespace kw::cuda
