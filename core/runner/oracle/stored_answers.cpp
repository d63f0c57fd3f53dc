// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/stored_answers.h"

#include "runner/oracle/npy.h"

namespace kw {

namespace {

std::string fileFor(std::string pattern, const std::string& caseName) {
  constexpr std::string_view mark = "{case}";
  for (size_t at = pattern.find(mark); at != std::string::npos;
       at = pattern.find(mark, at + caseName.size())) {
    pattern.replace(at, mark.size(), caseName);
  }
  return pattern;
}

}  // namespace

Result<Arrays> storedAnswers(const Oracle& oracle, const std::filesystem::path& folder,
                             const OracleQuestion& question) {
  Arrays arrays;
  for (const OracleQuestion::Output& output : question.outputs) {
    const auto pattern = oracle.stored.find(output.name);
    if (pattern == oracle.stored.end()) continue;
    const std::string file = fileFor(pattern->second, question.caseName);
    const std::string where = "stored result of " + output.name + ", case " + question.caseName;
    auto array = readNpy(folder / file);
    if (!array) {
      Error error = std::move(array).error();
      error.message = where + ": " + error.message;
      return fail(std::move(error));
    }
    KW_ASSIGN(arrays[output.name],
              fitted(*array, answerType(output.type), output.shape, file, where));
  }
  return arrays;
}

}  // namespace kw
