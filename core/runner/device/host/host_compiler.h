// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles candidates for the CPU, in a sandbox, into a cache.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>

#include "runner/device/compiler.h"
#include "runner/device/host/cxx_compiler.h"
#include "runner/device/host/included_files.h"
#include "runner/device/host/pausable_runs.h"

namespace kw::host {

class HostCompiler : public Compiler {
 public:
  // ErrorKind::missing where there is no compiler, are no CUDA headers, or can be no sandbox and
  // there is no consent.
  static Result<std::unique_ptr<Compiler>> make(bool consentToNoSandbox,
                                                const std::vector<std::string>& programs = {
                                                    "g++", "clang++"});

  std::string version() const override { return m_compiler.version; }
  Result<CompileOutcome> compile(const CompileJob& job, std::stop_token stop) override;
  Result<CodeListing> list(const CompileJob& job, const std::string& format,
                           std::stop_token stop) override;
  int parallelism() const override;
  void setPaused(bool paused) override { m_runs.setPaused(paused); }

 private:
  HostCompiler(CxxCompiler compiler, std::filesystem::path cache, bool consentToNoSandbox);

  // A candidate as it goes to the compiler.
  struct Unit {
    const CompileJob& job;
    std::string text;
    IncludedFiles included;
    std::vector<std::string> options;
    std::vector<std::string> linkOptions;
  };
  std::string keyOf(const Unit& unit) const;
  // From the cache or built, without resources.
  Result<CompileOutcome> make(const Unit& unit, std::stop_token stop);
  // The same once more, with sanitizers, into `outcome`.
  Status sanitize(Unit unit, CompileOutcome& outcome, std::stop_token stop);
  // The folder of a precompiled header for these options; made if it is not there yet.
  Result<std::filesystem::path> precompiledHeader(const std::vector<std::string>& options,
                                                  std::stop_token stop);
  Result<PausableRuns::Finished> run(std::vector<std::string> arguments,
                                     const std::filesystem::path& workFolder,
                                     const std::vector<std::string>& readable,
                                     std::stop_token stop);
  Result<CompileOutcome> build(const Unit& unit, const std::filesystem::path& target,
                               std::stop_token stop);
  std::vector<std::string> arguments(const Unit& unit, const std::filesystem::path& work,
                                     const std::filesystem::path& header) const;

  CxxCompiler m_compiler;
  std::filesystem::path m_cache;
  bool m_consentToNoSandbox;
  std::string m_base;  // hash of compiler, headers and processor
  PausableRuns m_runs;
  std::mutex m_headerMutex;  // one at a time makes a precompiled header
};

}  // namespace kw::host
