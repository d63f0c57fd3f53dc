// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/start_content.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <sstream>

#include "base/files/files.h"
#include "client/session/session.h"
#include "model/problem/problem_file.h"

namespace kw {

namespace fs = std::filesystem;

namespace {

constexpr size_t longestProvenance = 64 << 10;  // bytes

// The text of a line comment; nothing where the line is something else.
std::string_view commentText(std::string_view line) {
  while (!line.empty() && (line.front() == ' ' || line.front() == '\t'))
    line.remove_prefix(1);
  if (!line.starts_with("//")) return {};
  line.remove_prefix(2);
  while (!line.empty() && line.front() == ' ')
    line.remove_prefix(1);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
    line.remove_suffix(1);
  return line;
}

// A stop followed by a blank, not within brackets, so that "in[0 .. n)" is none.
size_t endOfSentence(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (text[i] == '.' && depth <= 0 && (i + 1 == text.size() || text[i + 1] == ' ')) return i;
  }
  return text.size();
}

QString provenanceOf(const fs::path& session) {
  fs::path beside = session;
  if (const auto text = files::readText(beside.replace_extension(".txt"), longestProvenance))
    return QString::fromStdString(*text).simplified();
  const auto json = files::readText(beside.replace_extension(".json"), longestProvenance);
  if (!json) return {};
  const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(*json)).object();
  for (const char* key : {"provenance", "description", "text"})
    if (const QString text = object.value(QLatin1String(key)).toString(); !text.isEmpty())
      return text.simplified();
  return {};
}

// The one that was seen last.
QString deviceOf(const fs::path& session) {
  const auto opened = Session::open(session, Session::Mode::readOnly);
  if (!opened) return {};
  const auto devices = (*opened)->devices();
  return devices && !devices->empty() ? QString::fromStdString(devices->back().model) : QString();
}

}  // namespace

std::string firstSentence(std::string_view source) {
  std::string text;
  std::istringstream lines{std::string(source)};
  for (std::string line; std::getline(lines, line);) {
    const std::string_view comment = commentText(line);
    if (comment.starts_with("SPDX-") || comment.starts_with("Copyright")) continue;
    if (comment.empty()) {
      if (!text.empty()) break;
      continue;
    }
    if (!text.empty()) text += ' ';
    text += comment;
  }
  return text.substr(0, endOfSentence(text));
}

QVector<LibraryKernel> readLibrary() {
  QVector<LibraryKernel> kernels;
  for (const std::string& name : libraryProblems()) {
    LibraryKernel kernel;
    kernel.name = QString::fromStdString(name);
    kernel.path = QString::fromStdString((files::dataFolder() / "templates" / name).string());
    const Result<LoadedProblem> problem = loadProblem(name);
    kernel.description = problem
                             ? QString::fromStdString(firstSentence(problem->problem.sourceText))
                             : QString::fromStdString(problem.error().text()).simplified();
    kernels.append(kernel);
  }
  return kernels;
}

fs::path recordingsFolder() {
  return files::dataFolder() / "resources/sessions";
}

QVector<Recording> readRecordings(const fs::path& folder) {
  QVector<Recording> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code gone;
    if (entry->path().extension() != ".kwr" || !entry->is_regular_file(gone)) continue;
    found.append({QString::fromStdString(entry->path().string()),
                  QString::fromStdString(entry->path().stem().string()), deviceOf(entry->path()),
                  provenanceOf(entry->path())});
  }
  std::sort(found.begin(), found.end(),
            [](const Recording& a, const Recording& b) { return a.name < b.name; });
  return found;
}

QStringList missingOf(const QStringList& paths) {
  QStringList missing;
  for (const QString& path : paths)
    if (!QFileInfo::exists(path)) missing.append(path);
  return missing;
}

}  // namespace kw
