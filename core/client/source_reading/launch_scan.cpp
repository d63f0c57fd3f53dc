// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/launch_scan.h"

#include <algorithm>

namespace kw::reading {

namespace {

// Each makes the rest of the text be read once more.
constexpr int mostUnclosed = 100;

// "<<<" is lexed as "<<" and "<"; ">>>" as three.
bool opensLaunch(const Tokens& all, size_t i) {
  return i + 1 < all.size() && all[i].text == "<<" && all[i + 1].text == "<" &&
         all[i].end == all[i + 1].begin;
}

bool closesLaunch(const Tokens& all, size_t i) {
  return i + 2 < all.size() && all[i].text == ">" && all[i + 1].text == ">" &&
         all[i + 2].text == ">" && all[i].end == all[i + 1].begin &&
         all[i + 1].end == all[i + 2].begin;
}

// The index of the ">>>" that ends the configuration which begins at `from`; the number of tokens
// where none does.
size_t configurationEnd(const Tokens& all, size_t from) {
  for (size_t i = from; i < all.size(); ++i) {
    if (isOneOf(all[i].text, {"(", "[", "{"})) {
      i = behindBracket(all, i) - 1;
    } else if (isOneOf(all[i].text, {";", "}", ")"})) {
      break;
    } else if (closesLaunch(all, i)) {
      return i;
    }
  }
  return all.size();
}

// The "<" that belongs to the ">" at `close`; `close` where none does.
size_t openingAngle(const Tokens& all, size_t close) {
  int depth = 0;
  for (size_t i = close + 1; i-- > 0;) {
    if (isOneOf(all[i].text, {";", "{", "}"})) break;
    if (all[i].text == ">") ++depth;
    if (all[i].text == "<" && --depth == 0) return i;
  }
  return close;
}

// What stands before "<<<": the name and its template arguments. False where that is no name.
bool readFunction(const Tokens& all, size_t open, FoundLaunch& launch) {
  if (open == 0) return false;
  size_t last = open - 1;
  if (all[last].text == ">") {
    const size_t angle = openingAngle(all, last);
    if (angle == last || angle == 0) return false;
    launch.templateArguments = splitAtCommas(all, angle + 1, last);
    launch.isInstance = true;
    last = angle - 1;
  }
  if (!all[last].isIdentifier()) return false;
  size_t first = last;
  while (first >= 2 && all[first - 1].text == "::" && all[first - 2].isIdentifier())
    first -= 2;
  launch.function = joined(all, first, last + 1);
  return true;
}

void scan(const Tokens& all, std::vector<FoundLaunch>& found) {
  int unclosed = 0;
  for (size_t i = 0; i < all.size() && unclosed < mostUnclosed; ++i) {
    if (!opensLaunch(all, i)) continue;
    FoundLaunch launch;
    const size_t end = configurationEnd(all, i + 2);
    unclosed += end == all.size() ? 1 : 0;
    if (end == all.size() || !readFunction(all, i, launch)) continue;
    const std::vector<std::string> configuration = splitAtCommas(all, i + 2, end);
    if (configuration.size() < 2 || configuration.size() > 4) continue;
    launch.grid = configuration[0];
    launch.block = configuration[1];
    if (configuration.size() > 2) launch.sharedMemory = configuration[2];
    const size_t open = end + 3;
    if (open >= all.size() || all[open].text != "(") continue;
    const size_t close = behindBracket(all, open);
    unclosed += close == all.size() ? 1 : 0;
    if (all[close - 1].text != ")") continue;
    launch.arguments = splitAtCommas(all, open + 1, close - 1);
    launch.line = all[i].line;
    launch.token = i;
    found.push_back(std::move(launch));
  }
}

}  // namespace

std::vector<FoundLaunch> launchesIn(const Tokens& all) {
  std::vector<FoundLaunch> found;
  scan(all, found);
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].isDirective() || all[i].text.find("<<<") == std::string::npos) continue;
    const Tokens words = directiveWords(all[i]);
    const size_t before = found.size();
    scan(words, found);
    for (size_t k = before; k < found.size(); ++k) {
      found[k].macroBody.assign(words.begin(),
                                words.begin() + static_cast<std::ptrdiff_t>(found[k].token));
      found[k].token = i;
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const FoundLaunch& a, const FoundLaunch& b) { return a.line < b.line; });
  return found;
}

HostDefinitions::HostDefinitions(const Tokens& all, size_t functionBegin,
                                 const FoundLaunch& launch) {
  const bool inMacro = launch.token < all.size() && all[launch.token].isDirective();
  if (inMacro)
    collect(all, 0, all.size());
  else
    collect(all, functionBegin, std::min(launch.token, all.size()));
  collect(launch.macroBody, 0, launch.macroBody.size());
}

void HostDefinitions::collect(const Tokens& all, size_t begin, size_t end) {
  for (size_t i = begin + 1; i + 1 < end; ++i) {
    if (!all[i].isIdentifier()) continue;
    const std::string& before = all[i - 1].text;
    const std::string& next = all[i + 1].text;
    const bool afterType =
        all[i - 1].isIdentifier() && !isOneOf(before, {"return", "else", "case"});
    if (before == "dim3" && isOneOf(next, {"(", "{"})) {
      const size_t close = behindBracket(all, i + 1);
      if (close > end) return;  // the rest stands in a bracket
      m_definitions.push_back({all[i].text, {}, splitAtCommas(all, i + 2, close - 1)});
    } else if (next == "=" && (afterType || isOneOf(before, {";", "{", "}", ","}))) {
      size_t stop = i + 2;
      while (stop < end && !isOneOf(all[stop].text, {";", ","}) && !all[stop].isDirective())
        stop = isOneOf(all[stop].text, {"(", "[", "{"}) ? behindBracket(all, stop) : stop + 1;
      m_definitions.push_back({all[i].text, joined(all, i + 2, std::min(stop, end)), {}});
    }
  }
}

const HostDefinitions::Definition* HostDefinitions::definition(const std::string& name) const {
  for (size_t i = m_definitions.size(); i-- > 0;)
    if (m_definitions[i].name == name) return &m_definitions[i];
  return nullptr;
}

std::string HostDefinitions::find(const std::string& name) const {
  const Definition* found = definition(name);
  return found ? found->value : std::string();
}

std::vector<std::string> HostDefinitions::extents(const std::string& text) const {
  std::string wanted = text;
  for (int step = 0; step < 8; ++step) {
    const Tokens all = locate(wanted);
    if (all.empty()) return {};
    const size_t open = all[0].text == "dim3" ? 1 : 0;
    if (open < all.size() && isOneOf(all[open].text, {"(", "{"}) &&
        behindBracket(all, open) == all.size() && (open == 1 || all[open].text == "{"))
      return splitAtCommas(all, open + 1, all.size() - 1);
    if (all.size() != 1 || !all[0].isIdentifier()) return {wanted};
    const Definition* found = definition(all[0].text);
    if (!found) return {wanted};
    if (!found->extents.empty()) return found->extents;
    if (found->value.empty() || found->value == wanted) return {wanted};
    const Tokens value = locate(found->value);
    // A plain number keeps its name: it may be one that can be tuned.
    if (value[0].text != "dim3" && value[0].text != "{" && value.size() != 1) return {wanted};
    if (value.size() == 1 && !value[0].isIdentifier()) return {wanted};
    wanted = found->value;
  }
  return {text};
}

}  // namespace kw::reading
