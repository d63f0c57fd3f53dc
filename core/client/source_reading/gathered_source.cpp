// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/gathered_source.h"

#include <iterator>
#include <set>

#include "base/files/files.h"

namespace kw::reading {

namespace fs = std::filesystem;

namespace {

constexpr size_t mostBytes = size_t{8} << 20;
constexpr size_t mostBytesTogether = size_t{32} << 20;
constexpr int levelsAbove = 3;

Status checkText(const std::string& text, const std::string& shownFile) {
  if (text.find('\0') == std::string::npos) return {};
  return failInput("expected CUDA C++ text, found a zero byte: this is no text",
                   Place{shownFile, 0, 0, {}}, "give the .cu file that holds the kernel");
}

class Gatherer {
 public:
  Gatherer(const fs::path& file, const std::vector<fs::path>& folders) : m_folders(folders) {
    fs::path above = fs::absolute(file).parent_path();
    for (int level = 0; level <= levelsAbove; ++level, above = above.parent_path())
      m_around.push_back(above);
  }

  Result<GatheredSource> run(const fs::path& file) {
    GatheredSource source;
    source.file = file;
    KW_ASSIGN(source.text, files::readText(file, mostBytes));
    KW_TRY(checkText(source.text, file.string()));
    source.all = locate(source.text);
    m_seen.insert(fs::weakly_canonical(file));
    m_bytes = source.text.size();
    KW_TRY(add(piecesOf(source.text, source.all), file, source));
    return source;
  }

 private:
  Status add(std::vector<Piece> pieces, const fs::path& from, GatheredSource& source) {
    for (Piece& piece : pieces) {
      const fs::path found =
          piece.kind == Piece::Kind::include ? resolved(piece, from) : fs::path();
      if (found.empty()) {
        source.pieces.push_back(std::move(piece));
      } else if (m_seen.insert(fs::weakly_canonical(found)).second) {
        KW_TRY(addFile(found, source));
      }
    }
    return {};
  }

  Status addFile(const fs::path& file, GatheredSource& source) {
    KW_ASSIGN(const std::string text, files::readText(file, mostBytes));
    KW_TRY(checkText(text, file.string()));
    m_bytes += text.size();
    if (m_bytes > mostBytesTogether)
      return failInput("the files that it includes have more than 32 MiB together",
                       Place{file.string(), 0, 0, {}},
                       "leave out --include, or name a smaller folder");
    source.taken.push_back(file.string());
    return add(piecesOf(text), file, source);
  }

  fs::path resolved(const Piece& piece, const fs::path& from) const {
    std::vector<fs::path> places;
    if (piece.isQuoted) places.push_back(from.parent_path());
    places.insert(places.end(), m_folders.begin(), m_folders.end());
    if (piece.isQuoted) places.insert(places.end(), m_around.begin(), m_around.end());
    for (const fs::path& place : places) {
      std::error_code ignored;
      if (fs::is_regular_file(place / piece.file, ignored)) return place / piece.file;
    }
    return {};
  }

  const std::vector<fs::path>& m_folders;
  std::vector<fs::path> m_around;
  std::set<fs::path> m_seen;
  size_t m_bytes = 0;
};

}  // namespace

Result<GatheredSource> gatherSource(const fs::path& file, const std::vector<fs::path>& folders) {
  return Gatherer(file, folders).run(file);
}

Result<GatheredSource> sourceOfText(std::string text, const std::string& shownFile) {
  KW_TRY(checkText(text, shownFile));
  GatheredSource source;
  source.file = shownFile;
  source.text = std::move(text);
  source.all = locate(source.text);
  source.pieces = piecesOf(source.text, source.all);
  return source;
}

}  // namespace kw::reading
