// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench.h"

#include <cstdio>
#include <cstdlib>

namespace kw::check {

void Tally::expect(bool holds, const std::string& what, const std::string& detail) {
  ++(holds ? m_passed : m_failed);
  if (!holds)
    std::printf("FAILED %s%s%s\n", what.c_str(), detail.empty() ? "" : ": ", detail.c_str());
  std::fflush(stdout);
}

void Tally::figure(const std::string& what, double value, const char* unit) {
  std::printf("       %-52s %10.4g %s\n", what.c_str(), value, unit);
}

HeldBuffer::HeldBuffer(Device& device, int64_t bytes, int64_t alignment, Guard guard)
    : m_device(device),
      m_id(required(guard == Guard::none ? device.allocate(bytes, alignment)
                                         : device.allocateGuarded(bytes, alignment, guard))) {}

void HeldBuffer::require(const Status& status) {
  if (status) return;
  std::printf("cannot go on: %s\n", status.error().text().c_str());
  std::fflush(stdout);
  std::_Exit(3);
}

BoundArgument pointerTo(const std::string& name, const HeldBuffer& buffer) {
  BoundArgument argument;
  argument.name = name;
  argument.buffer = buffer.id();
  return argument;
}

BoundLaunch launchOf(const std::string& function, int64_t grid, int64_t block,
                     std::vector<BoundArgument> arguments) {
  BoundLaunch launch;
  launch.launch.function = function;
  launch.launch.grid.x = grid;
  launch.launch.block.x = block;
  launch.arguments = std::move(arguments);
  return launch;
}

std::unique_ptr<Module> Bench::module(const std::string& text,
                                      const std::vector<std::string>& functions,
                                      const std::vector<std::string>& symbols) {
  CompileJob job;
  job.fileName = "check.cu";
  job.text = text;
  job.functions = functions;
  job.symbols = symbols;
  job.architecture = device.info().architecture;
  const CompileOutcome outcome = required(compiler.compile(job, {}));
  if (!outcome.ok)
    HeldBuffer::require(fail("a check's own kernel does not compile: " + outcome.log));
  Device::Loaded loaded = required(device.load(outcome.artefact));
  if (!loaded.module)
    HeldBuffer::require(fail("a check's own kernel does not load: " + loaded.outcome.message));
  return std::move(loaded.module);
}

LaunchOutcome Bench::run(Module& module, const BoundLaunch& launch, double deadlineSeconds) {
  return required(device.launch(module, {launch}, deadlineSeconds));
}

}  // namespace kw::check
