// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/exports/replaceable.h"

#include <algorithm>
#include <string>

#include "base/files/files.h"
#include "model/formats/export_record.h"

namespace kw {

namespace {

namespace fs = std::filesystem;

bool holdsSomething(const fs::path& file) {
  std::error_code fault;
  return fs::is_regular_file(file, fault) && fs::file_size(file, fault) > 0;
}

bool isPage(std::string_view text) {
  constexpr std::string_view start = "<!doctype html";
  const std::string_view head = text.substr(0, start.size());
  return std::ranges::equal(head, start, [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
  });
}

// The words of the comment that a file begins with: its lines are broken anywhere.
std::string firstComment(std::string_view text) {
  std::string words;
  while (text.starts_with("// ")) {
    const size_t end = std::min(text.find('\n'), text.size());
    words += std::string(text.substr(3, end - 3)) + " ";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// Only the .cu has a record; the others say what they are in their first words.
bool isExported(std::string_view text, const fs::path& file) {
  if (readExportRecord(text, file.string())) return true;
  const std::string comment = firstComment(text);
  if (file.extension() == ".h")
    return comment.find(", tuned: ") != std::string::npos &&
           comment.find("says how it was found.") != std::string::npos;
  if (file.stem().string().find("_for_") != std::string::npos &&
      comment.starts_with("A case's winner of "))
    return true;
  return file.stem().string().ends_with("_fallback") &&
         comment.starts_with("The source kernel of ");
}

Error refusal(const fs::path& file, const std::string& expected) {
  return {ErrorKind::badInput,
          file.string() + " is there already and is no " + expected + ", so it is not replaced",
          {},
          "choose another name, or remove it first"};
}

}  // namespace

Status checkReplacedReport(const fs::path& file) {
  if (!holdsSomething(file)) return {};
  const auto text = files::readText(file);
  if (text && isPage(*text)) return {};
  return fail(refusal(file, "report"));
}

Status checkReplacedExport(const fs::path& file) {
  if (!holdsSomething(file)) return {};
  const auto text = files::readText(file);
  if (text && isExported(*text, file)) return {};
  return fail(refusal(file, "exported kernel"));
}

}  // namespace kw
