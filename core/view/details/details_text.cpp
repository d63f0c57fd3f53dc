// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/wording.h"
#include "view/details/candidate_details.h"

namespace kw::view {

namespace {

void add(std::string& text, const std::string& title, const std::vector<Fact>& facts) {
  if (facts.empty()) return;
  text += "\n" + title + "\n";
  for (const Fact& fact : facts)
    text += "  " + fact.name + ": " + fact.value + "\n";
}

std::vector<Fact> factsOf(const std::vector<CaseDetails>& cases) {
  std::vector<Fact> facts;
  for (const CaseDetails& each : cases) {
    std::string value = each.cold;
    if (!each.interval.empty()) value += " (95 %: " + each.interval + ")";
    if (!each.warm.empty()) value += ", warm " + each.warm;
    if (!each.samples.empty()) value += ", samples: " + each.samples;
    if (!each.standing.empty()) value += ", " + each.standing;
    if (!each.floorShare.empty()) value += ", " + each.floorShare + " of the floor (modelled)";
    facts.push_back({each.name, value});
  }
  return facts;
}

}  // namespace

std::string textOf(const CandidateDetails& details, bool onHost) {
  std::string text = details.name + ": " + details.headline + "\n";
  if (onHost) text += std::string(hostHeading) + "\n";
  if (!details.time.empty()) text += details.time + "\n";
  add(text, "Configuration", details.configuration);
  add(text, "Cases, cold median", factsOf(details.cases));
  add(text, "Resources", details.resources);
  add(text, "Verdict", details.judgement);
  std::vector<Fact> distances;
  for (const CandidateDetails::Errors& one : details.errors)
    distances.push_back({"distance", one.sentence});
  add(text, "Distances in units in the last place", distances);
  for (const std::string& line : mapLines(details.map))
    text += "  " + line + "\n";
  if (!details.again.empty()) text += "\nAgain: " + details.again + "\n";
  add(text, "Costs", details.costs);
  add(text, "Identity", details.identity);
  if (!details.log.empty()) text += "\nLog\n" + details.log;
  return text;
}

}  // namespace kw::view
