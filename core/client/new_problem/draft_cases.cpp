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

// Of all outputs together; nothing where a shape cannot be worked out.
std::optional<double> outputElements(const Draft& draft, const SizeValues& sizes) {
  double all = 0;
  for (const DraftArgument& argument : draft.arguments) {
    if (argument.role != "output" && argument.role != "inout") continue;
    double elements = 1;
    for (const std::string& text : argument.shape) {
      const auto extent = expression::Expression::parse(text);
      const auto value = extent ? evaluated(*extent, sizes) : std::nullopt;
      if (!value) return std::nullopt;
      elements *= static_cast<double>(*value);
    }
    all += elements;
  }
  return all;
}

bool isForPython(const Draft& draft, const SizeValues& sizes, int64_t most) {
  const auto elements = outputElements(draft, sizes);
  return !elements || *elements <= static_cast<double>(most);
}

// The largest of the sizes that give the number of blocks and can be halved: what a block does
// stays as it is. "" for none.
std::string sizeToHalve(const std::vector<std::string>& grid, const SizeValues& sizes) {
  std::string largest;
  for (const auto& [name, value] : sizes) {
    const bool isInGrid = std::ranges::any_of(grid, [&](const std::string& extent) {
      return reading::namesOfExpression(extent).contains(name);
    });
    SizeValues halved = sizes;
    halved[name] = value / 2;
    if (!isInGrid || value < 2 || !dividesEvenly(grid, name, halved)) continue;
    if (largest.empty() || value > sizes.at(largest)) largest = name;
  }
  return largest;
}

// Where Python would be asked for none of the cases, since all are too large for it, nothing
// independent would stand behind the source kernel: then one that is small enough. Nothing where
// one is, or where the sizes cannot be made small.
std::optional<SizeValues> smallSizes(const Draft& draft, const Answers& answers) {
  const int64_t most = Oracle().pythonElements;
  for (size_t i = 0; i < countOf(answers); ++i)
    if (isForPython(draft, sizesOf(answers, i), most)) return std::nullopt;
  SizeValues sizes = sizesOf(answers, 0);
  while (!isForPython(draft, sizes, most / 64)) {
    const std::string name = sizeToHalve(gridOf(draft), sizes);
    if (name.empty()) return std::nullopt;
    sizes[name] /= 2;
  }
  return sizes;
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
  const auto small = answers.oracle.empty() ? std::nullopt : smallSizes(draft, answers);
  if (small) cases.push(correctnessCase("small", *small, answers));
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
