// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/recordings/foreign_file.h"

#include <fstream>
#include <utility>

#include "base/files/files.h"
#include "base/files/hash.h"
#include "base/gzip/gzip.h"
#include "client/recordings/import_recording.h"
#include "model/problem/recorded_problem.h"
#include "model/recordings/read_recording.h"
#include "model/t1/t1_file.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

constexpr const char* t1Part = "t1.json.gz";
// Imported recordings that were not opened for long make room for others.
constexpr size_t mostCached = size_t{1} << 30;

std::string beginningOf(const fs::path& file, size_t bytes) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(bytes, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(bytes));
  text.resize(static_cast<size_t>(stream.gcount()));
  return text;
}

Result<fs::path> importedSession(const fs::path& file, std::string_view bytes) {
  KW_ASSIGN(const fs::path cache, files::cacheFolder());
  const fs::path folder = cache / "recordings";
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return fail("'" + folder.string() + "' cannot be made: " + error.message());
  // The name of the file belongs to what the session says of itself.
  const std::string name = file.filename().string();
  fs::path session = folder / (files::contentHash(std::string(bytes) + '\0' + name) + ".kwr");
  if (fs::exists(session, error)) {
    fs::last_write_time(session, fs::file_time_type::clock::now(), error);
    return session;
  }
  files::trimFolder(folder, mostCached);
  auto imported = importRecording(file, session);
  // Another program may have imported the same file in the meantime.
  if (!imported && !fs::exists(session, error)) return fail(std::move(imported).error());
  return session;
}

Result<LoadedProblem> problemOf(T1Problem t1, const fs::path& file, std::string_view text) {
  RecordedOrigin origin;
  origin.format = t1Format;
  origin.fileName = file.filename().string();
  origin.file = t1Part;
  origin.kernel = t1.kernelName;
  for (const std::string& size : t1.problemSize)
    origin.problemSize += (origin.problemSize.empty() ? "" : " x ") + size;
  if (!t1.kernelFile.empty()) origin.report.push_back("kernel file: " + t1.kernelFile);
  origin.report.insert(origin.report.end(), t1.notes.begin(), t1.notes.end());
  KW_ASSIGN(std::string packed, gzip::pack(text));
  std::vector<ProblemPart> parts;
  parts.push_back(recordedProblemFile(t1.name.empty() ? origin.fileName : t1.name, origin,
                                      t1.space.parameters));
  parts.push_back({t1Part, std::move(packed)});
  KW_ASSIGN(LoadedProblem problem, problemFromParts(std::move(parts), file.string()));
  problem.problem.space->constraints = std::move(t1.space.constraints);
  return problem;
}

}  // namespace

bool isForeignFile(const fs::path& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  const fs::path name = file.filename();
  if (name == "problem.json" || name == "space.json" || name.extension() == ".kwr") return false;
  const std::string beginning = beginningOf(file, 4096);
  return !beginning.starts_with("SQLite format 3") &&
         beginning.find("\"kernelwright-") == std::string::npos;
}

Result<ForeignFile> openForeignFile(const fs::path& file) {
  KW_ASSIGN(const std::string bytes, files::readText(file, largestRecording));
  ForeignFile opened;
  if (!gzip::isCompressed(bytes) && isT1(bytes)) {
    KW_ASSIGN(T1Problem t1, readT1Text(bytes, file.string()));
    KW_ASSIGN(opened.problem, problemOf(std::move(t1), file, bytes));
    return opened;
  }
  KW_ASSIGN(opened.session, importedSession(file, bytes));
  return opened;
}

}  // namespace kw
