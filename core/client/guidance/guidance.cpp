// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/guidance/guidance.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <SQLiteCpp/VariadicBind.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "base/files/files.h"

namespace kw {

namespace {

constexpr size_t largestNote = size_t{1} << 20;

// Each word between quotes, so that nothing in it is an operator of the query language.
std::string queryFor(std::string_view words) {
  std::string query, word;
  const auto take = [&] {
    if (!word.empty()) query += (query.empty() ? "\"" : " OR \"") + word + "\"";
    word.clear();
  };
  for (const char c : words)
    if (std::isalnum(static_cast<unsigned char>(c)))
      word += c;
    else
      take();
  take();
  return query;
}

std::string titleOf(const std::string& line) {
  const size_t first = line.find_first_not_of("# ");
  return first == std::string::npos ? std::string() : line.substr(first);
}

GuidanceNote noteOf(const std::filesystem::path& file, const std::string& content) {
  const size_t end = std::min(content.find('\n'), content.size());
  return {titleOf(content.substr(0, end)), content.substr(std::min(end + 1, content.size())),
          file.filename().string()};
}

Result<std::vector<std::filesystem::path>> notesIn(const std::filesystem::path& folder) {
  std::error_code fault;
  std::vector<std::filesystem::path> files;
  for (std::filesystem::directory_iterator at(folder, fault), end; !fault && at != end;
       at.increment(fault)) {
    const std::string ending = at->path().extension().string();
    if (at->is_regular_file() && (ending == ".md" || ending == ".txt")) files.push_back(at->path());
  }
  if (fault)
    return failInput("the folder of notes cannot be read: " + fault.message(),
                     Place{.file = folder.string()}, "is the path right?");
  std::ranges::sort(files);
  return files;
}

}  // namespace

struct Guidance::Index {
  SQLite::Database database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
  size_t count = 0;

  Index() {
    database.exec("CREATE VIRTUAL TABLE notes USING fts5(title, content, file UNINDEXED)");
  }
  void add(const GuidanceNote& note) {
    SQLite::Statement insert(database, "INSERT INTO notes(title, content, file) VALUES(?, ?, ?)");
    SQLite::bind(insert, note.title, note.text, note.file);
    insert.exec();
    ++count;
  }
};

Guidance::Guidance(std::unique_ptr<Index> index) : m_index(std::move(index)) {}
Guidance::Guidance(Guidance&&) noexcept = default;
Guidance& Guidance::operator=(Guidance&&) noexcept = default;
Guidance::~Guidance() = default;

Result<Guidance> Guidance::open(const std::vector<std::filesystem::path>& folders,
                                std::vector<std::string>& notes) {
  try {
    auto index = std::make_unique<Index>();
    for (const std::filesystem::path& folder : folders) {
      KW_ASSIGN(const std::vector<std::filesystem::path> files, notesIn(folder));
      for (const std::filesystem::path& file : files) {
        const auto content = kw::files::readText(file, largestNote);
        if (content)
          index->add(noteOf(file, *content));
        else
          notes.push_back("left out: " + content.error().text());
      }
    }
    return Guidance(std::move(index));
  } catch (const SQLite::Exception& fault) {
    return fail(std::string("the notes cannot be searched: ") + fault.what(),
                "SQLite was built without full-text search (FTS5)?");
  }
}

size_t Guidance::size() const {
  return m_index->count;
}

std::vector<GuidanceNote> Guidance::find(std::string_view words, size_t most) const {
  std::vector<GuidanceNote> found;
  const std::string query = queryFor(words);
  if (query.empty()) return found;
  try {
    SQLite::Statement rows(m_index->database,
                           "SELECT title, content, file FROM notes WHERE notes MATCH ? "
                           "ORDER BY bm25(notes, 3.0, 1.0), file LIMIT ?");
    SQLite::bind(rows, query, static_cast<int64_t>(most));
    while (rows.executeStep())
      found.push_back({rows.getColumn(0).getString(), rows.getColumn(1).getString(),
                       rows.getColumn(2).getString()});
  } catch (const SQLite::Exception&) {
    // A damaged index in memory: a prompt without notes is still one.
    found.clear();
  }
  return found;
}

}  // namespace kw
