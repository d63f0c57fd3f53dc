// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles CUDA C++ and runs it on the host device, with typed arrays going in and out.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "runner/device/host/host_compiler.h"
#include "runner/device/host/host_device.h"

namespace kw::host::bench {

inline Compiler& compiler() {
  static auto made = HostCompiler::make(false);
  if (!made) qFatal("%s", made.error().text().c_str());
  return **made;
}

inline CompileOutcome compile(const std::string& text, const std::vector<std::string>& functions,
                              CompileJob job = {}) {
  if (job.fileName.empty()) job.fileName = "kernel.cu";
  job.text = text;
  job.functions = functions;
  auto outcome = compiler().compile(job, {});
  if (!outcome) qFatal("%s", outcome.error().text().c_str());
  return *std::move(outcome);
}

struct Shape {
  Dim3 grid, block;
  int64_t sharedMemory = 0;
};

// One candidate on a device of its own.
class Bench {
 public:
  explicit Bench(const std::string& text, const std::string& function = "kernel",
                 CompileJob job = {})
      : m_device(false), m_function(function) {
    const CompileOutcome compiled = compile(text, {function}, std::move(job));
    log = compiled.log;
    if (!compiled.ok) return;
    // With a job that asks for sanitizers, the module that has them.
    auto loaded = m_device.load(compiled.sanitized ? *compiled.sanitized : compiled.artefact);
    if (!loaded) qFatal("%s", loaded.error().text().c_str());
    loading = loaded->outcome;
    m_module = std::move(loaded->module);
  }

  template <class T>
  BufferId array(const std::vector<T>& values) {
    const auto bytes = std::as_bytes(std::span(values));
    const BufferId id = empty(static_cast<int64_t>(bytes.size()));
    if (!m_device.upload(id, 0, bytes)) qFatal("upload failed");
    return id;
  }
  BufferId empty(int64_t bytes) {
    const auto id = m_device.allocate(bytes, 256);
    if (!id) qFatal("%s", id.error().text().c_str());
    return *id;
  }
  template <class T>
  std::vector<T> read(BufferId id, size_t count) {
    std::vector<T> values(count);
    if (!m_device.download(std::as_writable_bytes(std::span(values)), id, 0))
      qFatal("download failed");
    return values;
  }

  template <class T>
  static BoundArgument value(T value) {
    BoundArgument argument;
    argument.bytes.resize(sizeof value);
    std::memcpy(argument.bytes.data(), &value, sizeof value);
    return argument;
  }
  static BoundArgument buffer(BufferId id) {
    BoundArgument argument;
    argument.buffer = id;
    return argument;
  }

  BoundLaunch bound(const Shape& shape, std::vector<BoundArgument> arguments) const {
    BoundLaunch launch;
    launch.launch.function = m_function;
    launch.launch.grid = shape.grid;
    launch.launch.block = shape.block;
    launch.launch.sharedMemory = shape.sharedMemory;
    launch.arguments = std::move(arguments);
    return launch;
  }
  LaunchOutcome launch(const Shape& shape, std::vector<BoundArgument> arguments,
                       double deadline = 20) {
    if (!m_module) return {LaunchOutcome::Kind::refused, log + loading.message, false};
    auto outcome = m_device.launch(*m_module, {bound(shape, std::move(arguments))}, deadline);
    if (!outcome) qFatal("%s", outcome.error().text().c_str());
    return *std::move(outcome);
  }

  bool loaded() const { return m_module != nullptr; }
  HostDevice& device() { return m_device; }
  Module& module() { return *m_module; }

  std::string log;        // of the compiler
  LaunchOutcome loading;  // of the module

 private:
  HostDevice m_device;
  std::string m_function;
  std::unique_ptr<Module> m_module;
};

}  // namespace kw::host::bench

// Fails the test with the outcome's message unless it finished.
#define KW_FINISHES(outcome)                             \
  do {                                                   \
    const kw::LaunchOutcome kwOutcome = (outcome);       \
    QVERIFY2(kwOutcome.ok(), kwOutcome.message.c_str()); \
  } while (false)
