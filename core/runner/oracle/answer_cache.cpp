// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/oracle/answer_cache.h"

#include "base/files/files.h"
#include "base/json/text.h"
#include "base/log/log.h"
#include "runner/oracle/npy.h"

namespace kw {

namespace {

// Outputs are C identifiers, so their names serve as file names.
std::string fileName(const std::string& output) {
  return output + ".npy";
}

constexpr const char* contentsFile = "answer.json";

// The list of outputs comes last: what has one is whole, unless files were trimmed since.
Status store(const files::Path& folder, const CachedAnswer& answer) {
  KW_TRY(files::makeFolders(folder));
  json::Value outputs{json::Array{}};
  for (const auto& [name, array] : answer.arrays) {
    KW_TRY(files::writeAtomically(folder / fileName(name), npyText(array)));
    outputs.push(name);
  }
  const json::Value contents =
      json::Value::object({{"outputs", std::move(outputs)}, {"check", answer.hasCheck}});
  return files::writeAtomically(folder / contentsFile, json::writeLine(contents));
}

}  // namespace

std::optional<CachedAnswer> AnswerCache::find(const std::string& key) {
  const auto cache = files::cacheFolder();
  if (!cache) return std::nullopt;
  const files::Path folder = *cache / "oracle" / key;
  const auto text = files::readText(folder / contentsFile);
  if (!text) return std::nullopt;
  const auto contents = json::parse(*text);
  if (!contents) return std::nullopt;
  CachedAnswer answer{.arrays = {}, .hasCheck = (*contents)["check"].asBool()};
  for (const json::Value& name : (*contents)["outputs"].asArray()) {
    auto array = readNpy(folder / fileName(name.asString()));
    if (!array) return std::nullopt;
    answer.arrays.emplace(name.asString(), *std::move(array));
  }
  return answer;
}

void AnswerCache::keep(const std::string& key, const CachedAnswer& answer, size_t bound) {
  const auto cache = files::cacheFolder();
  const Status stored =
      cache ? store(*cache / "oracle" / key, answer) : Status(fail(cache.error()));
  if (!stored) {
    log::warning("oracle", "the answer is not kept: " + stored.error().text());
    return;
  }
  files::trimFolder(*cache / "oracle", bound);
}

}  // namespace kw
