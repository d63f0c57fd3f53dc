// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/import_recording.h"

#include <unistd.h>

#include <memory>
#include <utility>

#include "base/files/files.h"
#include "base/gzip/gzip.h"
#include "client/recordings/recorded_evaluations.h"
#include "client/session/session.h"
#include "model/problem/recorded_problem.h"
#include "model/recordings/read_recording.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

constexpr const char* recordingPart = "recording.gz";

Status checkIsNew(const fs::path& session) {
  std::error_code ignored;
  if (session.has_parent_path() && !fs::is_directory(session.parent_path(), ignored))
    return failInput("the folder of '" + session.string() + "' does not exist", Place{},
                     "make it first");
  // SQLite would take what is left of another session for changes to this one.
  for (const char* suffix : {"-wal", "-shm", "-journal"})
    if (const std::string left = session.string() + suffix; fs::exists(left, ignored))
      return failInput("'" + left + "' is left of a session that is not there any more", Place{},
                       "name another session, or remove that file if nothing is to be saved of it");
  if (!fs::exists(fs::symlink_status(session, ignored))) return {};
  return failInput("'" + session.string() + "' is there already, and is not replaced", Place{},
                   "name another session, or remove that one");
}

RecordedOrigin originOf(const ReadRecording& read, const std::string& fileName) {
  ImportReport report = read.report;
  report.file = fileName;
  RecordedOrigin origin;
  origin.format = read.recording.format;
  origin.fileName = fileName;
  origin.file = recordingPart;
  origin.kernel = read.recording.kernel;
  origin.device = read.recording.device;
  origin.problemSize = read.recording.problemSize;
  origin.report = report.lines();
  origin.report.insert(origin.report.begin(), report.summary());
  return origin;
}

// Without ".json.gz" and the like.
std::string stemOf(const std::string& fileName) {
  return fileName.substr(0, fileName.find('.', 1));
}

Result<LoadedProblem> problemOf(const ReadRecording& read, const std::string& fileName,
                                std::string compressed) {
  const std::string& kernel = read.recording.kernel;
  std::vector<ProblemPart> parts;
  parts.push_back(recordedProblemFile(kernel.empty() ? stemOf(fileName) : kernel,
                                      originOf(read, fileName), read.recording.parameters));
  parts.push_back({recordingPart, std::move(compressed)});
  return problemFromParts(std::move(parts), fileName);
}

Status fill(const fs::path& path, const Recording& recording, const LoadedProblem& problem) {
  KW_ASSIGN(const std::unique_ptr<Session> session, Session::open(path, Session::Mode::create));
  session->storeProblem(problem, {});
  session->storeDevice(recordedDevice(recording), {});
  for (Evaluation& evaluation : evaluationsOf(recording, problem))
    session->storeEvaluation(0, std::make_shared<const Evaluation>(std::move(evaluation)), {});
  return session->flush();
}

// A file beside the session that goes with the object, unless it was put in the session's place.
class PartialSession {
 public:
  explicit PartialSession(fs::path session)
      : m_session(std::move(session)),
        m_path(m_session.parent_path() /
               ("." + m_session.filename().string() + "." + std::to_string(getpid()) + ".part")) {}
  ~PartialSession() {
    std::error_code ignored;
    for (const char* suffix : {"", "-wal", "-shm", "-journal"})
      fs::remove(fs::path(m_path.string() + suffix), ignored);
  }
  PartialSession(const PartialSession&) = delete;
  PartialSession& operator=(const PartialSession&) = delete;

  const fs::path& path() const { return m_path; }

  // A link fails where a file has appeared meanwhile; a rename would replace it.
  Status putInPlace() {
    std::error_code error;
    fs::create_hard_link(m_path, m_session, error);
    if (!error) return {};
    KW_TRY(checkIsNew(m_session));  // some file systems have no links
    fs::rename(m_path, m_session, error);
    if (!error) return {};
    return fail("'" + m_session.string() + "' cannot be written: " + error.message());
  }

 private:
  fs::path m_session;
  fs::path m_path;
};

}  // namespace

Result<ImportedRecording> readImported(const fs::path& file) {
  KW_ASSIGN(std::string bytes, files::readText(file, largestRecording));
  KW_ASSIGN(ReadRecording read, readRecordingBytes(bytes, file.string()));
  if (!gzip::isCompressed(bytes)) {
    KW_ASSIGN(bytes, gzip::pack(bytes));
  }
  KW_ASSIGN(LoadedProblem problem, problemOf(read, file.filename().string(), std::move(bytes)));
  return ImportedRecording{std::move(problem), std::move(read.recording), std::move(read.report)};
}

Result<ImportReport> importRecording(const fs::path& file, const fs::path& session) {
  KW_TRY(checkIsNew(session));
  KW_ASSIGN(ImportedRecording read, readImported(file));
  PartialSession partial(session);
  KW_TRY(fill(partial.path(), read.recording, read.problem));
  KW_TRY(partial.putInPlace());
  return std::move(read.report);
}

}  // namespace kw
