// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/agent/prompt_texts.h"

#include <algorithm>

#include "base/files/files.h"

namespace kw {

namespace {

constexpr std::string_view opening = "{{", closing = "}}";

std::string namesOf(const PromptFields& fields) {
  std::string names;
  for (const auto& [name, text] : fields)
    names += (names.empty() ? "" : ", ") + name;
  return names;
}

int lineAt(const std::string& text, size_t position) {
  return 1 + static_cast<int>(std::count(
                 text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

}  // namespace

Result<std::string> filledIn(const std::string& text, const PromptFields& fields,
                             const std::string& fileName) {
  std::string filled;
  size_t at = 0;
  while (true) {
    const size_t begin = text.find(opening, at);
    if (begin == std::string::npos) return filled + text.substr(at);
    filled += text.substr(at, begin - at);
    const size_t end = text.find(closing, begin);
    const std::string name = end == std::string::npos ? text.substr(begin + opening.size(), 20)
                                                      : text.substr(begin + opening.size(),
                                                                    end - begin - opening.size());
    const auto field = fields.find(name);
    if (end == std::string::npos || field == fields.end())
      return failInput("there is nothing to put in the place {{" + name + "}}",
                       Place{.file = fileName, .line = lineAt(text, begin)},
                       "there are: " + namesOf(fields));
    filled += field->second;
    at = end + closing.size();
  }
}

Result<std::string> promptText(const std::string& name, const std::filesystem::path& own) {
  const std::string file = name + ".txt";
  std::error_code ignored;
  if (!own.empty() && std::filesystem::exists(own / file, ignored))
    return files::readText(own / file);
  return files::readText(files::dataFolder() / "resources" / "prompts" / file);
}

}  // namespace kw
