// SPDX-License-Identifier: GPL-3.0-or-later
// What every check works with: the device, the compiler, and a tally.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "runner/device/device.h"

namespace kw::check {

// Prints failures as they come and counts.
class Tally {
 public:
  void expect(bool holds, const std::string& what, const std::string& detail = {});
  // Prints a figure for people.
  static void figure(const std::string& what, double value, const char* unit);
  int failed() const { return m_failed; }
  int passed() const { return m_passed; }

 private:
  int m_passed = 0, m_failed = 0;
};

// A buffer that is released with the object.
class HeldBuffer {
 public:
  HeldBuffer(Device& device, int64_t bytes, int64_t alignment = 256, Guard guard = Guard::none);
  HeldBuffer(const HeldBuffer&) = delete;
  HeldBuffer& operator=(const HeldBuffer&) = delete;
  ~HeldBuffer() { m_device.release(m_id); }
  BufferId id() const { return m_id; }

  template <class T>
  void put(const std::vector<T>& values) {
    require(m_device.upload(m_id, 0, std::as_bytes(std::span(values))));
  }
  template <class T>
  std::vector<T> get(size_t count) {
    std::vector<T> values(count);
    require(m_device.download(std::as_writable_bytes(std::span(values)), m_id, 0));
    return values;
  }
  // Ends the program: the checks cannot go on.
  static void require(const Status& status);

 private:
  Device& m_device;
  BufferId m_id;
};

BoundArgument pointerTo(const std::string& name, const HeldBuffer& buffer);
template <class T>
BoundArgument valueOf(const std::string& name, T value) {
  BoundArgument argument;
  argument.name = name;
  argument.bytes.resize(sizeof value);
  std::memcpy(argument.bytes.data(), &value, sizeof value);
  return argument;
}
BoundLaunch launchOf(const std::string& function, int64_t grid, int64_t block,
                     std::vector<BoundArgument> arguments);

struct Bench {
  Device& device;
  Compiler& compiler;
  Tally& tally;

  // Compiles and loads; ends the program where either fails, since the checks' own kernels are
  // right.
  std::unique_ptr<Module> module(const std::string& text, const std::vector<std::string>& functions,
                                 const std::vector<std::string>& symbols = {});
  LaunchOutcome run(Module& module, const BoundLaunch& launch, double deadlineSeconds = 10);
};

template <class T>
T required(Result<T> result) {
  if (!result) HeldBuffer::require(Unexpected<Error>(result.error()));
  return std::move(*result);
}

void checkFills(Bench& bench);
void checkComparisons(Bench& bench);
void checkLaunches(Bench& bench);
// Starts `program` again for each fault, in a process that may be lost.
void checkFaults(Bench& bench, const std::string& program);
// In such a process: 0 where the fault was noticed as it should.
int commitFault(Bench& bench, const std::string& fault);
void checkTimings(Bench& bench);
void checkCounters(Bench& bench);

}  // namespace kw::check
