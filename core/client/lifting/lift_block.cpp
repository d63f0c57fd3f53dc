// SPDX-License-Identifier: GPL-3.0-or-later
// The extents of the launch's block as parameters, and what has to go with them.
#include <algorithm>
#include <charconv>

#include "client/lifting/lift_work.h"
#include "client/source_reading/integer_constants.h"

namespace kw::lifting {

namespace {

using reading::LocatedToken;
using reading::Tokens;

constexpr int64_t leastExtent = 2;

int64_t numberOf(const LocatedToken& token) {
  int64_t value = 0;
  if (token.kind != Token::Kind::number) return 0;
  const auto [end, fault] =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  return fault == std::errc() && end == token.text.data() + token.text.size() ? value : 0;
}

// The name of a host's constant in an extent, or the largest number in it: what sets the size.
struct Setting {
  std::string name;  // of a constant that only the launch knows
  int64_t value = 0;
};

Setting settingOf(const LiftWork& work, const std::string& extent) {
  Setting setting;
  for (const LocatedToken& token : reading::locateExpression(extent)) {
    const auto constant = work.source.constants.find(token.text);
    if (work.lifted.contains(token.text) || work.isParameter(token.text)) return {};
    if (constant != work.source.constants.end() && setting.name.empty())
      setting = {token.text, constant->second};
    if (setting.name.empty()) setting.value = std::max(setting.value, numberOf(token));
  }
  return setting;
}

std::string withWord(const std::string& text, const std::string& word, const std::string& other) {
  std::string changed;
  size_t at = 0;
  for (const LocatedToken& token : reading::locateExpression(text)) {
    if (token.text != word) continue;
    changed += text.substr(at, token.begin - at) + other;
    at = token.end;
  }
  return changed + text.substr(at);
}

// How a grid's extent follows the block's: not at all, by a division that can be rewritten, or in a
// way that cannot be told.
enum class Follows { no, byDivision, somehow };

Follows followsBlock(const std::string& grid, int64_t value) {
  const Tokens all = reading::locateExpression(grid);
  const bool named =
      std::ranges::any_of(all, [&](const LocatedToken& token) { return numberOf(token) == value; });
  if (!named) return Follows::no;
  if (grid.find("ceil_div") != std::string::npos) return Follows::byDivision;
  for (size_t i = 0; i + 1 < all.size(); ++i)
    if (all[i].text == "/" && numberOf(all[i + 1]) == value) return Follows::byDivision;
  return Follows::somehow;
}

void liftExtent(LiftWork& work, size_t axis) {
  static const char* const letters[] = {"_X", "_Y", "_Z"};
  std::string& extent = work.block[axis];
  const Setting setting = settingOf(work, extent);
  if (setting.value < leastExtent) return;
  const std::string where = "the launch's block";
  if (setting.name.empty() && axis < work.grid.size() &&
      followsBlock(work.grid[axis], setting.value) == Follows::somehow) {
    work.result.left.push_back("a block of " + extent + ": how the grid (" + work.grid[axis] +
                               ") follows it cannot be told");
    return;
  }
  const bool whole = work.block.size() == 1;
  const std::string wanted = !setting.name.empty() ? macroName(setting.name)
                             : whole               ? "BLOCK"
                                                   : std::string("BLOCK") + letters[axis];
  const std::string name = work.addParameter(
      wanted, Governs::blockSize, setting.value,
      valuesAround(Governs::blockSize, setting.value, whole),
      setting.name.empty() ? std::string("the block's size") : setting.name, where);
  if (!setting.name.empty()) {
    work.lifted[setting.name] = name;
    return;
  }
  extent = withWord(extent, std::to_string(setting.value), name);
  if (axis >= work.grid.size() || followsBlock(work.grid[axis], setting.value) == Follows::no)
    return;
  work.grid[axis] = withWord(work.grid[axis], std::to_string(setting.value), name);
  if (setting.value > 2)
    work.grid[axis] =
        withWord(work.grid[axis], std::to_string(setting.value - 1), "(" + name + " - 1)");
}

// Arrays of as many elements as the block has threads grow with it.
void resizeSharedArrays(LiftWork& work, int64_t threads, const std::string& parameter) {
  for (size_t i = 0; i < work.all.size(); ++i) {
    if (work.all[i].text != "__shared__") continue;
    for (; i + 2 < work.all.size() && work.all[i].text != ";"; ++i)
      if (work.all[i].text == "[" && numberOf(work.all[i + 1]) == threads &&
          work.all[i + 2].text == "]")
        work.edits.push_back({work.all[i + 1].begin, work.all[i + 1].end, parameter});
  }
}

// An upper bound of an extent in parameters and numbers: "min(width, BLOCK)" is at most BLOCK.
std::string boundOf(const LiftWork& work, const std::string& extent) {
  std::string text = work.inParameters(extent);
  if (work.sourceValue(text)) return text;
  for (const std::string& name : reading::namesOfExpression(text))
    if (work.isParameter(name)) return name;
  return {};
}

std::string threadsText(const LiftWork& work) {
  std::string product;
  for (const std::string& extent : work.block) {
    std::string bound = boundOf(work, extent);
    if (bound.empty()) return {};
    if (bound.find(' ') != std::string::npos) bound = "(" + bound + ")";
    product += (product.empty() ? "" : " * ") + bound;
  }
  return product;
}

void followLaunchBounds(LiftWork& work, const std::string& threads) {
  const std::optional<int64_t> now = work.sourceValue(threads);
  for (size_t i = 0; i + 2 < work.all.size(); ++i) {
    if (work.all[i].text != "__launch_bounds__" || work.all[i + 1].text != "(") continue;
    const LocatedToken& bound = work.all[i + 2];
    const auto constant = work.numbers.find(bound.text);
    const bool isLifted = work.lifted.contains(bound.text);
    const int64_t value = constant != work.numbers.end() ? constant->second : numberOf(bound);
    if (value == 0 || !now) continue;
    if (numberOf(bound) == *now)
      work.edits.push_back({bound.begin, bound.end, threads});
    else
      work.constrain(threads +
                     " <= " + (isLifted ? work.lifted.at(bound.text) : std::to_string(value)));
  }
}

}  // namespace

void liftBlock(LiftWork& work) {
  const bool asks =
      work.isUsed("blockDim") || work.isUsed("cooperative_groups") || work.isUsed("cg");
  const size_t before = work.result.space.parameters.size();
  for (size_t axis = 0; axis < work.block.size(); ++axis) {
    const bool open = settingOf(work, work.block[axis]).value >= leastExtent;
    if (open && !asks)
      work.result.left.push_back(
          "a block of " + work.block[axis] +
          ": the kernel does not ask for blockDim, so with other blocks it would do other work");
    const bool isDefined = work.source.defined.contains(settingOf(work, work.block[axis]).name);
    if (open && asks && isDefined)
      work.result.left.push_back("a block of " + work.block[axis] +
                                 ": the problem's defines give it");
    if (open && asks && !isDefined) liftExtent(work, axis);
  }
  const bool one = work.block.size() == 1 && work.result.space.parameters.size() == before + 1;
  if (one)
    resizeSharedArrays(work, work.valueOf(work.result.space.parameters.back().name),
                       work.result.space.parameters.back().name);
  const std::string threads = threadsText(work);
  if (threads.empty()) return;
  work.constrain(threads + " <= device.threads_per_block");
  followLaunchBounds(work, threads);
}

}  // namespace kw::lifting
