// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/problem/problem_parts.h"

#include "base/files/files.h"

namespace kw {

namespace {

// Stored arrays are larger than texts.
constexpr size_t largestPart = size_t{1} << 30;

}  // namespace

Result<std::string> insideFolder(const std::string& path) {
  const auto refuse = [&](const char* why) {
    return failInput("the path \"" + path + "\" " + why, {},
                     "name a file below the problem's folder, with '/' between folders");
  };
  if (path.empty()) return refuse("is empty");
  if (path.find('\0') != std::string::npos || path.find('\\') != std::string::npos)
    return refuse("holds a character that no path of a problem may hold");
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  if (normal.is_absolute()) return refuse("is absolute");
  if (*normal.begin() == "..") return refuse("leaves the problem's folder");
  return normal.generic_string();
}

Result<ProblemParts> ProblemParts::inMemory(std::vector<ProblemPart> parts) {
  ProblemParts all;
  for (ProblemPart& part : parts) {
    KW_ASSIGN(const std::string path, insideFolder(part.path));
    if (!all.m_content.emplace(path, std::move(part.content)).second)
      return failInput("the part \"" + path + "\" is given twice");
  }
  return all;
}

void ProblemParts::put(const std::string& path, std::string content) {
  m_content[path] = std::move(content);
}

bool ProblemParts::has(const std::string& path) const {
  if (m_content.contains(path)) return true;
  std::error_code none;
  return !m_folder.empty() && std::filesystem::is_regular_file(m_folder / path, none) &&
         checkLink(path);
}

// A symbolic link may lead out of the folder, however harmless its name.
Status ProblemParts::checkLink(const std::string& path) const {
  std::error_code fault;
  const auto root = std::filesystem::weakly_canonical(m_folder, fault);
  const auto target = std::filesystem::weakly_canonical(m_folder / path, fault);
  const auto relative = target.lexically_relative(root);
  if (!fault && !relative.empty() && *relative.begin() != "..") return {};
  return failInput("\"" + path + "\" is a link that leads out of the problem's folder", {},
                   "copy the file into the folder");
}

Result<const std::string*> ProblemParts::get(const std::string& path) {
  KW_ASSIGN(const std::string normal, insideFolder(path));
  auto found = m_content.find(normal);
  if (found == m_content.end()) {
    if (m_folder.empty()) return failInput("there is no file \"" + normal + "\" in the problem");
    KW_TRY(checkLink(normal));
    KW_ASSIGN(std::string content, files::readText(m_folder / normal, largestPart));
    found = m_content.emplace(normal, std::move(content)).first;
  }
  m_used.insert(normal);
  return &found->second;
}

std::vector<ProblemPart> ProblemParts::parts() const {
  std::vector<ProblemPart> all;
  for (const std::string& path : m_used)
    all.push_back({path, m_content.at(path)});
  return all;
}

}  // namespace kw
