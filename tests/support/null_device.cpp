// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/null_device.h"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <stop_token>

#include "base/files/files.h"
#include "support/memory_device.h"

namespace kw::test {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool workerFault(const std::string& fault) {
  const auto text = files::readText(environment("KERNELWRIGHT_NULL_FAULTS"));
  return text && text->find(fault) != std::string::npos;
}

[[noreturn]] void hangForEver() {
  for (;;)
    pause();
}

void waitForStop(const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  stopped.wait(lock, stop, [] { return false; });
}

// As a fault of the program's own would, whatever a sanitizer does about signals.
[[noreturn]] void crash() {
  std::signal(SIGSEGV, SIG_DFL);
  std::raise(SIGSEGV);
  std::abort();
}

void printNoise() {
  const std::string noise = "{\"type\":\"evaluated\",\"id\":1}\nnoise without an end";
  std::fputs(noise.c_str(), stdout);
  std::fflush(stdout);
  if (write(STDOUT_FILENO, noise.data(), noise.size()) < 0) std::abort();
  if (write(STDERR_FILENO, noise.data(), noise.size()) < 0) std::abort();
}

std::string kindName() {
  const std::string kind = environment("KERNELWRIGHT_NULL_KIND");
  return kind.empty() ? "null" : kind;
}

DeviceInfo nullInfo() {
  DeviceInfo info;
  info.kind = kindName();
  info.id = info.kind;
  info.model = "null device";
  info.uuid = environment("KERNELWRIGHT_NULL_UUID");
  info.architecture = "none";
  info.limits = {{"threads_per_block", 1024},
                 {"block_x", 1024},
                 {"block_y", 1024},
                 {"block_z", 64},
                 {"grid_x", 1 << 30},
                 {"grid_y", 65535},
                 {"grid_z", 65535},
                 {"shared_memory_per_block", 48 << 10},
                 {"shared_memory_per_block_optin", 48 << 10},
                 {"registers_per_block", 65536},
                 {"registers_per_sm", 65536},
                 {"warp_size", 32},
                 {"threads_per_sm", 2048},
                 {"blocks_per_sm", 32},
                 {"sm_count", 1},
                 {"shared_memory_per_sm", 100 << 10},
                 {"memory_bytes", int64_t{1} << 30}};
  info.canDo = {"compile", "launch", "time"};
  return info;
}

// --- compiling

class NullCompiler : public Compiler {
 public:
  std::string version() const override { return "null compiler 1"; }
  int parallelism() const override { return 2; }

  // The "artefact" is its macros, as the name of a file that does not exist.
  Result<CompileOutcome> compile(const CompileJob& job, std::stop_token stop) override {
    CompileOutcome outcome;
    outcome.artefact.path = "null:";
    for (const auto& [name, value] : job.macros)
      outcome.artefact.path += name + "=" + value + ";";
    for (const std::string& function : job.functions) {
      outcome.artefact.lowered[function] = function;
      KernelResources resources;
      resources.function = function;
      outcome.artefact.resources.push_back(resources);
    }
    const auto faulty = [&](const char* fault) {
      return outcome.artefact.path.find(std::string("FAULT=") + fault + ";") != std::string::npos;
    };
    if (faulty("compile_crash")) crash();
    if (faulty("compile_deaf")) hangForEver();
    if (faulty("compile_hang")) {
      waitForStop(stop);
      return failCancelled();
    }
    outcome.ok = !faulty("compile_error");
    if (!outcome.ok) outcome.log = "template.cu(3): error: it was asked not to compile";
    return outcome;
  }
};

// --- running

struct NullModule : Module {
  std::string fault;
  double milliseconds = 1;
};

std::string macroIn(const std::string& path, const std::string& name) {
  const size_t at = path.find(name + "=");
  if (at == std::string::npos) return "";
  const size_t begin = at + name.size() + 1;
  return path.substr(begin, path.find(';', begin) - begin);
}

class NullDevice : public MemoryDevice {
 public:
  NullDevice() { editInfo() = nullInfo(); }

  Result<CanaryReport> checkCanaries(BufferId) override { return CanaryReport{}; }
  Status restoreCanaries(BufferId) override { return {}; }

  Result<Loaded> load(const Artefact& artefact) override {
    auto module = std::make_unique<NullModule>();
    module->fault = macroIn(artefact.path, "FAULT");
    const std::string time = macroIn(artefact.path, "TIME");
    if (!time.empty()) module->milliseconds = std::atof(time.c_str());
    return Loaded{std::move(module), {}};
  }
  Status setSymbol(Module&, const std::string&, std::span<const std::byte>) override { return {}; }

  Result<LaunchOutcome> launch(Module& module, const std::vector<BoundLaunch>& launches,
                               double) override {
    const std::string& fault = static_cast<NullModule&>(module).fault;
    if (fault == "crash") crash();
    if (fault == "exit") _exit(3);
    if (fault == "hang") hangForEver();
    if (fault == "hung")
      return LaunchOutcome{LaunchOutcome::Kind::hung, "it did not end in time", true};
    if (fault == "print") printNoise();
    for (const BoundLaunch& launch : launches)
      copyArgument(launch, fault == "wrong");
    return LaunchOutcome{};
  }

  Result<TimingResult> time(Module& module, const TimingPlan& plan, std::stop_token stop) override {
    const auto& null = static_cast<NullModule&>(module);
    if (null.fault == "crash_timing") crash();
    if (null.fault == "slow") {
      waitForStop(stop);
      return failCancelled();
    }
    for (const BoundLaunch& launch : plan.launches)
      copyArgument(launch, false);
    TimingResult result;
    result.samples.assign(static_cast<size_t>(plan.protocol.launches), null.milliseconds);
    return result;
  }

  // Four counters to a pass; the value of each is the length of its name.
  Result<std::string> counterChip() override { return std::string("GH100"); }
  Result<CountResult> count(Module& module, const CountPlan& plan, std::stop_token stop) override {
    const auto& null = static_cast<NullModule&>(module);
    if (null.fault == "crash_timing") crash();
    if (null.fault == "slow") {
      waitForStop(stop);
      return failCancelled();
    }
    CountResult result;
    result.planned = (static_cast<int>(plan.counters.size()) + 3) / 4;
    result.overBudget = plan.mostPasses > 0 && result.planned > plan.mostPasses;
    if (result.overBudget) return result;
    result.passes = result.planned;
    for (const std::string& counter : plan.counters)
      result.values[counter] = static_cast<double>(counter.size());
    return result;
  }

  Status measurePeaks() override {
    editInfo().measuredPeaks = {{"dram_copy_bytes_per_second", 1e9}};
    return {};
  }

 private:
  void copyArgument(const BoundLaunch& launch, bool wrongly) {
    const auto to = bytesOf(launch.arguments.at(0).buffer);
    std::ranges::copy(bytesOf(launch.arguments.at(1).buffer), to.begin());
    if (wrongly) to[0] ^= std::byte{0x40};
  }
};

}  // namespace

DeviceKind nullDeviceKind() {
  DeviceKind kind;
  kind.name = kindName();
  kind.list = [] {
    if (workerFault("list_crash")) crash();
    if (workerFault("list_hang")) hangForEver();
    return DeviceKind::Listing{{nullInfo()}, {}};
  };
  kind.open = [](const std::string&) -> Result<std::unique_ptr<Device>> {
    if (workerFault("open_crash")) crash();
    if (workerFault("open_hang")) hangForEver();
    if (workerFault("open_fail")) return fail("the device was asked not to open");
    return std::make_unique<NullDevice>();
  };
  kind.lockClocks = [](const std::string&, int megahertz) -> Result<std::shared_ptr<void>> {
    const std::string file = environment("KERNELWRIGHT_NULL_CLOCKS");
    if (file.empty()) return fail("the clocks could not be locked: only root may", "ask root");
    KW_TRY(files::writeAtomically(file, "locked at " + std::to_string(megahertz)));
    return std::shared_ptr<void>(nullptr,
                                 [file](void*) { (void)files::writeAtomically(file, "free"); });
  };
  kind.makeCompiler = []() -> Result<std::unique_ptr<Compiler>> {
    if (workerFault("compiler_crash")) crash();
    return std::make_unique<NullCompiler>();
  };
  return kind;
}

}  // namespace kw::test
