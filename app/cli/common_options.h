// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several commands share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/engine/engine.h"
#include "client/session/session.h"

namespace CLI {
class App;
}

namespace kw::cli {

// Adds a command with the options every command has (--json).
CLI::App* addCommand(CLI::App& app, const std::string& name, const std::string& meaning);

struct DeviceOptions {
  std::string device = "auto";
  std::vector<std::string> runners;
  void addTo(CLI::App& command);
  RunnerChoice choice() const { return {runners, device}; }
};

struct SeedOption {
  std::optional<uint64_t> seed;
  void addTo(CLI::App& command, const std::string& meaning);
};

// How candidates are timed, where it differs from the device's default.
struct ProtocolOptions {
  std::optional<int> warmups;
  std::optional<int> launches;
  std::optional<double> caseSeconds;
  bool warm = false;
  void addTo(CLI::App& command);
  Protocol on(const DeviceInfo& device) const;
};

// $XDG_STATE_HOME/kernelwright, or ~/.local/state/kernelwright.
std::filesystem::path defaultSessionFolder();
// Where a problem's session lies unless --session says otherwise: NAME.kwr in that folder, with a
// mark of its folder for problems outside the library.
std::filesystem::path defaultSessionPath(const LoadedProblem& problem);

struct SessionOption {
  std::string file;
  void addTo(CLI::App& command);
  std::filesystem::path path(const LoadedProblem& problem) const;
};

// For writing; made where there is none.
Result<std::unique_ptr<Session>> openForWriting(const std::filesystem::path& path);
// The file must be there; another program may be writing to it.
Result<std::unique_ptr<Session>> openForReading(const std::filesystem::path& path);
// What a session holds, or an error that says it holds no problem.
Result<LoadedProblem> problemOf(Session& session);

}  // namespace kw::cli
