// SPDX-License-Identifier: GPL-3.0-or-later
// A device on plain memory, for tests of what stands above devices: kernels are C++ functions,
// found by the artefact's path (a "program") and the launched function's name. Its clock is made
// up: each launch sequence takes as many milliseconds as its kernels say.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "runner/device/cpu_kernels.h"
#include "runner/device/device.h"

namespace kw::test {

using Symbols = std::map<std::string, std::vector<std::byte>>;

// What a kernel of a test gets.
class KernelCall {
 public:
  KernelCall(const BoundLaunch& launch, std::function<std::byte*(BufferId)> address,
             const Symbols& symbols)
      : m_launch(launch), m_address(std::move(address)), m_symbols(symbols) {}

  const ConcreteLaunch& launch() const { return m_launch.launch; }
  // The first element of a buffer argument, its offset included.
  template <class T>
  T* buffer(const std::string& name) const {
    const BoundArgument& argument = find(name);
    return reinterpret_cast<T*>(m_address(argument.buffer) + argument.bufferOffset);
  }
  template <class T>
  T value(const std::string& name, size_t offset = 0) const {
    T value{};
    std::memcpy(&value, find(name).bytes.data() + offset, sizeof value);
    return value;
  }
  template <class T>
  T symbol(const std::string& name, size_t index = 0) const {
    T value{};
    std::memcpy(&value, m_symbols.at(name).data() + index * sizeof value, sizeof value);
    return value;
  }
  const BoundArgument& find(const std::string& name) const {
    for (const BoundArgument& argument : m_launch.arguments) {
      if (argument.name == name) return argument;
    }
    std::fprintf(stderr, "the kernel has no argument %s\n", name.c_str());
    std::abort();
  }

  // What the launch comes to; a kernel that says nothing finished in a millisecond.
  mutable LaunchOutcome outcome;
  mutable double milliseconds = 1;

 private:
  const BoundLaunch& m_launch;
  std::function<std::byte*(BufferId)> m_address;
  const Symbols& m_symbols;
};

using Kernel = std::function<void(const KernelCall&)>;

class MemoryDevice : public Device {
 public:
  MemoryDevice() {
    m_info.id = "memory";
    m_info.kind = "memory";
    m_info.model = "plain memory";
    m_info.uuid = "memory-0";
    m_info.limits = {{"threads_per_block", 1024},
                     {"block_x", 1024},
                     {"block_y", 1024},
                     {"block_z", 64},
                     {"grid_x", 2147483647},
                     {"grid_y", 65535},
                     {"grid_z", 65535},
                     {"warp_size", 32},
                     {"shared_memory_per_block", 49152},
                     {"shared_memory_per_block_optin", 49152},
                     {"shared_memory_per_sm", 65536},
                     {"registers_per_block", 65536},
                     {"registers_per_sm", 65536},
                     {"threads_per_sm", 2048},
                     {"blocks_per_sm", 32},
                     {"sm_count", 1},
                     {"cluster", 0},
                     {"cooperative", 1}};
  }

  // A candidate: what the compiler would have made of it.
  CompileOutcome program(const std::string& name, std::map<std::string, Kernel> kernels) {
    CompileOutcome outcome;
    outcome.ok = true;
    outcome.artefact.path = name;
    for (const auto& [function, kernel] : kernels) {
      outcome.artefact.resources.push_back({.function = function, .registers = 32});
    }
    m_programs[name] = std::move(kernels);
    return outcome;
  }

  DeviceInfo& editInfo() { return m_info; }
  void setMemory(int64_t bytes) { m_memory = bytes; }
  int64_t allocated() const { return m_allocated; }
  int loads() const { return m_loads; }
  int timedLaunches() const { return m_timedLaunches; }
  // For a kernel that looks where it was not told to look.
  std::vector<std::span<const std::byte>> everything() const {
    std::vector<std::span<const std::byte>> blocks;
    for (const auto& [id, block] : m_blocks)
      blocks.emplace_back(block.start, static_cast<size_t>(block.bytes));
    return blocks;
  }

  const DeviceInfo& info() const override { return m_info; }
  Result<int64_t> freeMemory() override { return m_memory - m_allocated; }

  Result<BufferId> allocate(int64_t bytes, int64_t alignment) override {
    if (bytes + 2 * canaryBytes > m_memory - m_allocated) {
      return fail("cannot allocate " + std::to_string(bytes) + " bytes on memory");
    }
    Block block;
    block.bytes = bytes;
    block.storage.resize(static_cast<size_t>(bytes + 2 * canaryBytes + alignment));
    auto start = reinterpret_cast<uintptr_t>(block.storage.data()) + canaryBytes;
    const auto step = static_cast<uintptr_t>(alignment);
    start = (start + step - 1) / step * step;
    block.start = reinterpret_cast<std::byte*>(start);
    m_allocated += bytes + 2 * canaryBytes;
    m_blocks[++m_last] = std::move(block);
    KW_TRY(restoreCanaries(m_last));
    return m_last;
  }
  void release(BufferId buffer) override {
    m_allocated -= m_blocks.at(buffer).bytes + 2 * canaryBytes;
    m_blocks.erase(buffer);
  }
  Status upload(BufferId to, int64_t offset, std::span<const std::byte> bytes) override {
    std::memcpy(m_blocks.at(to).start + offset, bytes.data(), bytes.size());
    return {};
  }
  Status download(std::span<std::byte> to, BufferId from, int64_t offset) override {
    std::memcpy(to.data(), m_blocks.at(from).start + offset, to.size());
    return {};
  }
  Status copy(BufferId to, BufferId from) override {
    const std::span<std::byte> source = bytesOf(from);
    if (bytesOf(to).size() != source.size()) return fail("copy between buffers of unequal size");
    if (!source.empty()) std::memcpy(m_blocks.at(to).start, source.data(), source.size());
    return {};
  }
  Status set(const BufferSet& plan) override {
    cpu::setWords(bytesOf(plan.buffer).first(static_cast<size_t>(plan.bytes)), plan.pattern);
    return {};
  }
  Status fill(BufferId buffer, const FillPlan& plan) override {
    return cpu::fill(bytesOf(buffer), plan);
  }
  Result<CompareResult> compare(const ComparePlan& plan) override {
    return cpu::compare(plan, bytesOf(plan.got), bytesOf(plan.want));
  }
  Result<ErrorReport> errors(const ErrorPlan& plan) override {
    return cpu::errors(plan, bytesOf(plan.compare.got), bytesOf(plan.compare.want));
  }
  Result<uint64_t> checksum(BufferId buffer, int64_t bytes) override {
    return cpu::checksum(bytesOf(buffer).first(static_cast<size_t>(bytes)));
  }
  Result<double> rms(BufferId buffer, ElementType type, int64_t elements) override {
    return cpu::rms(m_blocks.at(buffer).start, type, elements);
  }
  Result<CanaryReport> checkCanaries(BufferId buffer) override {
    const Block& block = m_blocks.at(buffer);
    return cpu::checkCanaries({block.start - canaryBytes, static_cast<size_t>(canaryBytes)},
                              {block.start + block.bytes, static_cast<size_t>(canaryBytes)},
                              block.bytes);
  }
  Status restoreCanaries(BufferId buffer) override {
    const Block& block = m_blocks.at(buffer);
    std::memset(block.start - canaryBytes, static_cast<int>(cpu::canaryByte), canaryBytes);
    std::memset(block.start + block.bytes, static_cast<int>(cpu::canaryByte), canaryBytes);
    return {};
  }

  Result<Loaded> load(const Artefact& artefact) override {
    ++m_loads;
    auto module = std::make_unique<MemoryModule>();
    module->kernels = m_programs.at(artefact.path);
    return Loaded{std::move(module), {}};
  }
  Status setSymbol(Module& module, const std::string& name,
                   std::span<const std::byte> bytes) override {
    static_cast<MemoryModule&>(module).symbols[name].assign(bytes.begin(), bytes.end());
    return {};
  }
  Result<LaunchOutcome> launch(Module& module, const std::vector<BoundLaunch>& launches,
                               double) override {
    double milliseconds = 0;
    return runAll(static_cast<MemoryModule&>(module), launches, milliseconds);
  }
  Result<TimingResult> time(Module& module, const TimingPlan& plan, std::stop_token stop) override {
    TimingResult result;
    for (int i = 0; i < plan.protocol.warmups + plan.protocol.launches; ++i) {
      if (stop.stop_requested()) return failCancelled();
      for (const BufferCopy& one : plan.restores)
        KW_TRY(copy(one.to, one.from));
      for (const BufferSet& one : plan.sets)
        KW_TRY(set(one));
      for (const BufferSet& one : plan.timedSets)
        KW_TRY(set(one));
      double milliseconds = 0;
      result.outcome = runAll(static_cast<MemoryModule&>(module), plan.launches, milliseconds);
      if (!result.outcome.ok()) return result;
      if (i < plan.protocol.warmups) continue;
      ++m_timedLaunches;
      result.samples.push_back(plan.state == TimedState::warm ? milliseconds / 2 : milliseconds);
      result.kernelMilliseconds += milliseconds;
    }
    return result;
  }
  Status measurePeaks() override { return {}; }

 protected:
  std::span<std::byte> bytesOf(BufferId buffer) {
    Block& block = m_blocks.at(buffer);
    return {block.start, static_cast<size_t>(block.bytes)};
  }

 private:
  struct Block {
    std::vector<std::byte> storage;
    std::byte* start = nullptr;
    int64_t bytes = 0;
  };
  struct MemoryModule : Module {
    std::map<std::string, Kernel> kernels;
    Symbols symbols;
  };

  LaunchOutcome runAll(MemoryModule& module, const std::vector<BoundLaunch>& launches,
                       double& milliseconds) {
    for (const BoundLaunch& one : launches) {
      if (one.memset != 0) {
        std::memset(m_blocks.at(one.memset).start, one.launch.memsetValue,
                    static_cast<size_t>(one.memsetBytes));
        continue;
      }
      const KernelCall call(
          one, [this](BufferId id) { return m_blocks.at(id).start; }, module.symbols);
      module.kernels.at(one.launch.function)(call);
      if (!call.outcome.ok()) return call.outcome;
      milliseconds += call.milliseconds;
    }
    return {};
  }

  DeviceInfo m_info;
  std::map<std::string, std::map<std::string, Kernel>> m_programs;
  std::map<BufferId, Block> m_blocks;
  BufferId m_last = 0;
  int64_t m_memory = int64_t{1} << 30;
  int64_t m_allocated = 0;
  int m_loads = 0;
  int m_timedLaunches = 0;
};

}  // namespace kw::test
