// SPDX-License-Identifier: GPL-3.0-or-later
// Options that several commands share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "client/engine/engine.h"
#include "client/session/session.h"

namespace kw::cli {

struct DeviceOptions {
  std::string device = "auto";
  std::vector<std::string> runners;
  std::optional<int> lockedClock;  // MHz
  void addTo(Arguments& arguments);
  RunnerChoice choice() const;
};

struct SeedOption {
  std::optional<uint64_t> seed;
  void addTo(Arguments& arguments, const std::string& meaning);
};

// How candidates are timed, where it differs from the device's default.
struct ProtocolOptions {
  std::optional<int> warmups;
  std::optional<int> launches;
  std::optional<double> caseSeconds;
  std::optional<double> precision;
  bool warm = false;
  void addTo(Arguments& arguments);
  Protocol on(const DeviceInfo& device) const;
  bool any() const;  // one of them was given
};

struct SessionOption {
  std::string file;
  void addTo(Arguments& arguments);
  std::filesystem::path path(const LoadedProblem& problem) const;
};

// The file must be there; another program may be writing to it.
Result<std::unique_ptr<Session>> openForReading(const std::filesystem::path& path);
// What a session holds, or an error that says it holds no problem.
Result<LoadedProblem> problemOf(Session& session);

}  // namespace kw::cli
