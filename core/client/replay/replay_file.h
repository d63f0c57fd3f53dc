// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded file, opened to answer in a device's place.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result/result.h"
#include "client/replay/recorded_space.h"
#include "model/problem/problem_file.h"
#include "model/records/records.h"

namespace kw {

// DeviceInfo::kind of what only repeats what was measured before.
inline constexpr std::string_view replayKind = "replay";

// FILE of "replay:FILE"; nothing where `device` names another kind of device.
std::optional<std::filesystem::path> replayedFile(std::string_view device);

struct ReplayFile {
  // What was measured: of a recording, the problem that stands for it; of a session, its problem in
  // the present revision. `folder` is the file itself.
  LoadedProblem problem;
  // "replay of MODEL from FILE NAME", so that no figure passes for a measured one.
  DeviceInfo device;
  bool onHost = false;   // the times are a CPU's
  std::string protocol;  // how it was timed (Evaluation::protocol)
  // Those of the space, and the source kernel's where it was timed.
  std::vector<Evaluation> evaluations;
  RecordedSpace recorded;

  const Evaluation* source() const;  // verified and timed, or null
};

// A recording of another tuner, or a session: then the latest device and protocol. Errors are those
// of readRecording, Session::open, recordingOf and RecordedSpace::of.
Result<ReplayFile> openReplayFile(const std::filesystem::path& file);

}  // namespace kw
