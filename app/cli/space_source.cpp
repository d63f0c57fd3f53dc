// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/space_source.h"

#include <filesystem>
#include <memory>
#include <utility>

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "cli/common_options.h"
#include "client/recordings/any_recording.h"
#include "client/recordings/session_recording.h"
#include "model/problem/problem_file.h"
#include "model/space/space_file.h"
#include "model/t1/t1_file.h"

namespace kw::cli {

namespace {

SpaceSource recordedSpace(Recording recording) {
  SpaceSource source;
  source.space.parameters = std::move(recording.parameters);
  source.rows.emplace();
  for (RecordedRow& row : recording.rows)
    source.rows->push_back(std::move(row.values));
  return source;
}

Result<SpaceSource> spaceOf(LoadedProblem loaded) {
  if (loaded.problem.space) return SpaceSource{std::move(*loaded.problem.space), std::nullopt, {}};
  return failInput("the problem " + loaded.problem.name + " has no space", {},
                   "give it a template with a space.json");
}

Result<SpaceSource> spaceOfSession(const std::string& file) {
  KW_ASSIGN(const std::unique_ptr<Session> session, openForReading(file));
  KW_ASSIGN(LoadedProblem problem, problemOf(*session));
  if (!problem.problem.recorded) return spaceOf(std::move(problem));
  KW_ASSIGN(Recording recording, recordingOf(*session));
  return recordedSpace(std::move(recording));
}

// Ours, whole or with faults that readSpace names.
bool looksLikeSpace(std::string_view text) {
  return text.find("\"parameters\"") != std::string_view::npos &&
         text.find("\"cache\"") == std::string_view::npos;
}

Result<SpaceSource> spaceOfFile(const std::string& file) {
  KW_ASSIGN(const std::string text, files::readText(file, largestRecording));
  if (!gzip::isCompressed(text)) {
    if (isT1(text)) {
      KW_ASSIGN(T1Problem t1, readT1Text(text, file));
      return SpaceSource{std::move(t1.space), std::nullopt, {}};
    }
    if (looksLikeSpace(text)) {
      KW_ASSIGN(Space space, readSpace(text, file));
      return SpaceSource{std::move(space), std::nullopt, {}};
    }
  }
  KW_ASSIGN(ReadRecording read, readRecordingBytes(text, file));
  SpaceSource source = recordedSpace(std::move(read.recording));
  source.notes = read.report.lines();
  return source;
}

}  // namespace

Result<ValidSpace> SpaceSource::build(const expression::Lookup& device,
                                      std::stop_token stop) const {
  return rows ? ValidSpace::ofRows(space, *rows)
              : ValidSpace::build(space, device, std::move(stop));
}

Result<SpaceSource> findSpace(const std::string& where) {
  const std::filesystem::path path(where);
  if (isSessionFile(path)) return spaceOfSession(where);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored) && path.filename() != "problem.json")
    return spaceOfFile(where);
  KW_ASSIGN(LoadedProblem loaded, loadProblem(where));
  return spaceOf(std::move(loaded));
}

}  // namespace kw::cli
