// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/source_reading/twins.h"

#include <map>

#include "client/source_reading/framework_types.h"

namespace kw::reading {

namespace {

// What stands before the body; empty where the piece defines nothing that must not be there twice.
std::string headOf(const Piece& piece) {
  if (piece.kind != Piece::Kind::declaration) return {};
  const Tokens all = locate(piece.text);
  const bool isSpecialisation = all.size() > 3 && all[0].text == "template" && all[2].text == ">";
  if (!piece.isFunction && !isSpecialisation) return {};
  size_t i = 0;
  while (i < all.size() && !isOneOf(all[i].text, {"{", "="})) {
    const bool isTemplate = all[i].text == "<" && i > 0 && all[i - 1].text == "template";
    i = isTemplate || isOneOf(all[i].text, {"(", "["}) ? behindBracket(all, i) : i + 1;
  }
  return i < all.size() ? joined(all, 0, i) : std::string();
}

bool isNameOfParameter(const Tokens& all, size_t i) {
  if (i == 0 || i + 1 >= all.size() || !all[i].isIdentifier()) return false;
  if (!isOneOf(all[i + 1].text, {",", ")", "="})) return false;
  const LocatedToken& before = all[i - 1];
  if (isOneOf(before.text, {"const", "volatile", "unsigned", "signed", "long", "short", "typename",
                            "struct", "class"}))
    return false;
  return before.isIdentifier() || isOneOf(before.text, {"*", "&", ">"});
}

// The same for all heads that define the same.
std::string keyOf(const std::string& head) {
  const std::string plain = withCudasTypes(head);
  const Tokens all = locate(plain);
  std::string key;
  for (size_t i = 0; i < all.size(); ++i)
    if (!isNameOfParameter(all, i)) key += all[i].text + " ";
  return key;
}

}  // namespace

std::vector<Twin> twinsAmong(const std::vector<Piece>& pieces, const std::vector<size_t>& places) {
  struct Definition {
    size_t place;
    std::string head;
  };
  std::map<std::string, std::vector<Definition>> all;
  for (const size_t place : places)
    if (std::string head = headOf(pieces[place]); !head.empty())
      all[keyOf(head)].push_back({place, std::move(head)});
  std::vector<Twin> twins;
  for (const auto& [key, definitions] : all) {
    const Definition* kept = &definitions.front();
    for (const Definition& one : definitions)
      if (namesFramework(kept->head) && !namesFramework(one.head)) kept = &one;
    for (const Definition& one : definitions)
      if (&one != kept && namesFramework(one.head))
        twins.push_back({one.place, one.head + " by " + kept->head});
  }
  return twins;
}

}  // namespace kw::reading
