// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/replay/replay_file.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "client/recordings/any_recording.h"
#include "client/recordings/import_recording.h"
#include "client/recordings/recorded_evaluations.h"
#include "client/recordings/session_recording.h"
#include "client/session/session.h"
#include "client/session/session_standing.h"
#include "model/formats/standing.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "replay:";

// What was read, before it is known to be of use.
struct Content {
  LoadedProblem problem;
  Recording recording;
  std::vector<Evaluation> evaluations;
  DeviceInfo device;  // where it was measured, as far as that is known
};

Result<Content> contentOfRecording(const fs::path& file) {
  KW_ASSIGN(ImportedRecording read, readImported(file));
  std::vector<Evaluation> evaluations = evaluationsOf(read.recording, read.problem);
  return Content{std::move(read.problem), std::move(read.recording), std::move(evaluations),
                 DeviceInfo{}};
}

Result<Content> contentOfSession(const fs::path& file) {
  KW_ASSIGN(const std::unique_ptr<Session> session, Session::open(file, Session::Mode::readOnly));
  Content content;
  // It says why, where there is no problem or nothing evaluated.
  KW_ASSIGN(content.recording, recordingOf(*session));
  KW_ASSIGN(std::optional<LoadedProblem> problem, session->problem());
  content.problem = *std::move(problem);
  if (content.problem.problem.recorded) {
    content.evaluations = evaluationsOf(content.recording, content.problem);
    return content;
  }
  KW_ASSIGN(Standing standing, standingIn(*session, content.problem));
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session->devices());
  for (const DeviceInfo& device : devices)
    if (device.uuid == standing.deviceId) content.device = device;
  content.evaluations = std::move(standing.evaluations);
  return content;
}

DeviceInfo replayDevice(const fs::path& file, const Content& content) {
  const std::string name = file.filename().string();
  const std::string& recorded = content.recording.device;
  DeviceInfo device = content.device;
  device.id = std::string(prefix) + name;
  device.kind = std::string(replayKind);
  device.model =
      "replay of " + (recorded.empty() ? "an unnamed device" : recorded) + " from " + name;
  // Two files of one name are two devices.
  device.uuid = device.model + ", " + content.problem.templateHash;
  device.canDo.clear();
  device.missing = {"it repeats what was measured before: nothing can be compiled or run on it"};
  return device;
}

}  // namespace

std::optional<fs::path> replayedFile(std::string_view device) {
  if (!device.starts_with(prefix)) return std::nullopt;
  return fs::path(device.substr(prefix.size()));
}

const Evaluation* ReplayFile::source() const {
  const auto found = std::ranges::find_if(evaluations, [](const Evaluation& evaluation) {
    return !evaluation.candidate.isTemplate && evaluation.verdict.ok() && evaluation.geomean > 0;
  });
  return found == evaluations.end() ? nullptr : &*found;
}

Result<ReplayFile> openReplayFile(const fs::path& file) {
  if (file.empty())
    return failInput("expected the file of a recording after replay:, found nothing", {},
                     "name one, as in replay:cache.json");
  auto content = isSessionFile(file) ? contentOfSession(file) : contentOfRecording(file);
  KW_TRY(content);
  DeviceInfo device = replayDevice(file, *content);
  auto recorded = RecordedSpace::of(std::move(content->recording));
  if (!recorded) {
    Error error = std::move(recorded).error();
    error.place.file = file.string();
    return fail(std::move(error));
  }
  std::string protocol;
  for (const Evaluation& evaluation : content->evaluations)
    protocol = evaluation.protocol;
  std::error_code ignored;
  content->problem.folder = fs::absolute(file, ignored);
  return ReplayFile{.problem = std::move(content->problem),
                    .device = std::move(device),
                    .onHost = content->device.isHost(),
                    .protocol = std::move(protocol),
                    .evaluations = std::move(content->evaluations),
                    .recorded = *std::move(recorded)};
}

}  // namespace kw
