// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/lifting/candidate_values.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace kw::lifting {

namespace {

bool isUpper(char c) {
  return std::isupper(static_cast<unsigned char>(c)) != 0;
}

bool hasAny(const std::vector<std::string>& words, std::initializer_list<std::string_view> wanted) {
  return std::ranges::any_of(words, [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

constexpr int64_t largestValue = 65536;

}  // namespace

std::vector<std::string> wordsOf(const std::string& name) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && word != "k") words.push_back(word);
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const bool begins =
        isUpper(name[i]) && i > 0 &&
        (!isUpper(name[i - 1]) ||
         (i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0));
    if (name[i] == '_' || begins) finish();
    if (name[i] != '_')
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(name[i])));
  }
  finish();
  return words;
}

std::string macroName(const std::string& name) {
  std::string text;
  for (const std::string& word : wordsOf(name))
    text += (text.empty() ? "" : "_") + word;
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  const bool begins = !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
  return begins ? text : "P_" + text;
}

std::string whyNot(const std::string& name, int64_t value) {
  const std::vector<std::string> words = wordsOf(name);
  if (value < 1 || value > largestValue) return "no size of a tile, block or vector";
  if (hasAny(words, {"warp", "warpsize", "wave", "wavefront"}) &&
      hasAny(words, {"size", "warpsize", "threads", "width"}))
    return "a warp's width is the device's";
  if (hasAny(words, {"lanes", "lane"}) && value == 32) return "a warp's width is the device's";
  if (hasAny(words, {"mask", "version", "major", "minor", "bits", "bytes", "kb", "threshold",
                     "seed", "pi", "max", "min"}))
    return "by its name it says what is computed, not how";
  if (!hasAny(words,
              {"tile",    "tiles",  "tiled", "block", "blocks", "thread",     "threads", "unroll",
               "vec",     "vector", "vecs",  "warps", "items",  "item",       "rows",    "cols",
               "columns", "stages", "stage", "chunk", "chunks", "per",        "factor",  "bm",
               "bn",      "bk",     "tm",    "tn",    "tk",     "wm",         "wn",      "wk",
               "dim",     "size",   "pack",  "width", "coarse", "coarsening", "load",    "loads",
               "step",    "strip",  "tb",    "tpb",   "batch"}))
    return "nothing says that it governs tiling, block size, unrolling or vector width";
  return {};
}

Governs governs(const std::string& name) {
  const std::vector<std::string> words = wordsOf(name);
  if (hasAny(words, {"vec", "vector", "pack", "vecs"})) return Governs::vectorWidth;
  if (hasAny(words, {"unroll", "coarse", "coarsening"})) return Governs::unrolling;
  // Threads per block are its size; items per thread and rows per block are not.
  const bool isShare = hasAny(words, {"per"}) && !hasAny(words, {"threads"});
  const bool sizesBlock = hasAny(words, {"block"}) && hasAny(words, {"size", "dim"});
  if (!isShare && (hasAny(words, {"threads", "tpb"}) || sizesBlock)) return Governs::blockSize;
  return Governs::tiling;
}

std::vector<int64_t> valuesAround(Governs what, int64_t value, bool wholeBlock) {
  std::set<int64_t> values{value};
  int64_t low = std::max<int64_t>(1, value / 4), high = value * 4;
  if (what == Governs::vectorWidth) low = 1, high = std::max<int64_t>(value, 16);
  if (what == Governs::unrolling) low = 1, high = std::max<int64_t>(value, 16);
  if (wholeBlock) low = 32, high = std::max<int64_t>(value, 1024);
  if (what == Governs::blockSize && !wholeBlock)
    high = std::min<int64_t>(high, std::max<int64_t>(value, 1024));
  for (int64_t power = 1; power <= high; power *= 2)
    if (power >= low) values.insert(power);
  return {values.begin(), values.end()};
}

}  // namespace kw::lifting
