// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/new_problem/draft_cases.h"

#include <algorithm>

#include "client/new_problem/grid_rounding.h"

namespace kw::drafting {

namespace {

SizeValues sizesOf(const Answers& answers, size_t index) {
  SizeValues sizes;
  for (const auto& [size, values] : answers.sizes)
    sizes[size] = values[std::min(index, values.size() - 1)];
  return sizes;
}

json::Value sizesJson(const SizeValues& sizes, const Answers& answers) {
  json::Value all{json::Object()};
  for (const auto& [size, values] : answers.sizes)
    all.set(size, sizes.at(size));
  return all;
}

json::Value performanceCase(const Answers& answers, size_t index) {
  const SizeValues sizes = sizesOf(answers, index);
  std::string name;
  for (const auto& [size, values] : answers.sizes)
    name += (name.empty() ? "" : " x ") + std::to_string(sizes.at(size));
  return json::Value::object({{"name", name.empty() ? std::string("only") : name},
                              {"role", "performance"},
                              {"sizes", sizesJson(sizes, answers)}});
}

json::Value correctnessCase(const std::string& name, const SizeValues& sizes,
                            const Answers& answers) {
  return json::Value::object(
      {{"name", name}, {"role", "correctness"}, {"sizes", sizesJson(sizes, answers)}});
}

std::vector<std::string> gridOf(const Draft& draft) {
  std::vector<std::string> grid = draft.geometry.grid;
  for (std::string& extent : grid)
    extent = withNumbers(extent, draft.geometry.constants);
  return grid;
}

size_t countOf(const Answers& answers) {
  size_t count = 1;
  for (const auto& [size, values] : answers.sizes)
    count = std::max(count, values.size());
  return count;
}

// A size that is divided and rounded up has tails, which the kernel handles; one case tries them.
// Rounded down, nobody would write what is left.
std::string sizeWithTails(const Draft& draft, const Answers& answers) {
  for (const auto& [size, values] : answers.sizes)
    if (roundingOf(gridOf(draft), size, sizesOf(answers, 0)) == Rounding::up) return size;
  return {};
}

}  // namespace

json::Value casesOf(const Draft& draft, const Answers& answers) {
  json::Value cases{json::Array()};
  for (size_t i = 0; i < countOf(answers); ++i) {
    json::Value one = performanceCase(answers, i);
    const bool isTwin = std::ranges::any_of(
        cases.asArray(), [&](const json::Value& other) { return other["name"] == one["name"]; });
    if (!isTwin) cases.push(std::move(one));
  }
  const std::string tail = sizeWithTails(draft, answers);
  if (tail.empty()) return cases;
  SizeValues sizes = sizesOf(answers, 0);
  if (sizes[tail] < 2) return cases;
  --sizes[tail];
  cases.push(correctnessCase("tail", sizes, answers));
  return cases;
}

std::vector<std::string> caseNotes(const Draft& draft, const Answers& answers) {
  std::vector<std::string> notes;
  const std::vector<std::string> grid = gridOf(draft);
  for (const auto& [size, values] : answers.sizes) {
    if (roundingOf(grid, size, sizesOf(answers, 0)) != Rounding::down) continue;
    std::string note = "the grid rounds down, so " + size +
                       " is taken to divide evenly and no case tries another value";
    for (size_t i = 0; i < values.size(); ++i)
      if (!dividesEvenly(grid, size, sizesOf(answers, i)))
        note += "; " + std::to_string(values[i]) + " DOES NOT: nobody writes the rest";
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace kw::drafting
