// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/case_best.h"

#include "model/formats/wording.h"
#include "view/candidates/candidate_cells.h"

namespace kw::view {

namespace {

const CaseTime* timedOn(const CandidateRow& row, size_t which) {
  if (!row.verified() || which >= row.cases.size() || !(row.cases[which].median > 0))
    return nullptr;
  return &row.cases[which];
}

CaseBest bestOf(const CandidateList& list, size_t which) {
  CaseBest best;
  const CaseTime* fastest = nullptr;
  for (CandidateId id = 0; id < list.size(); ++id) {
    const CaseTime* time = timedOn(list[id], which);
    if (!time || (fastest && time->median >= fastest->median)) continue;
    fastest = time;
    best.fastest = id;
  }
  if (!fastest) return best;
  const CaseTime* general = list.best() ? timedOn(list[*list.best()], which) : nullptr;
  best.median = fastest->median;
  best.bestMedian = general ? general->median : 0;
  best.differs = best.fastest != list.best() && (!general || fastest->high < general->low);
  return best;
}

std::string nameIn(const CandidateList& list, CandidateId id) {
  return shortName(list[id], id);
}

std::string textOf(const CandidateList& list, const CaseBest& best) {
  if (!best.differs) {
    const bool isFastest = best.fastest == list.best();
    return nameIn(list, *list.best()) + ", the best over all, " + timeText(best.bestMedian) +
           (isFastest ? "; nothing is faster" : "; nothing is clearly faster");
  }
  std::string text = nameIn(list, *best.fastest) + " takes " + timeText(best.median);
  if (best.bestMedian > 0)
    text += ", " + ratioText(best.bestMedian / best.median) + " over " +
            nameIn(list, *list.best()) + ", the best over all";
  return text;
}

}  // namespace

std::vector<CaseBest> bestOfCases(const CandidateList& list, size_t cases) {
  std::vector<CaseBest> all;
  for (size_t which = 0; which < cases; ++which)
    all.push_back(bestOf(list, which));
  return all;
}

std::vector<std::string> caseBestTexts(const CandidateList& list,
                                       const std::vector<std::string>& caseNames) {
  std::vector<std::string> texts;
  if (caseNames.size() < 2) return texts;
  const std::vector<CaseBest> all = bestOfCases(list, caseNames.size());
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].fastest) texts.push_back(caseNames[i] + ": " + textOf(list, all[i]));
  return texts;
}

std::string caseBestNote(const CandidateList& list, const std::vector<std::string>& caseNames) {
  std::string note;
  if (caseNames.size() < 2) return note;
  const std::vector<CaseBest> all = bestOfCases(list, caseNames.size());
  for (size_t i = 0; i < all.size(); ++i) {
    if (!all[i].differs) continue;
    note += (note.empty() ? "faster on " : "; on ") + caseNames[i] + ": " +
            nameIn(list, *all[i].fastest);
    if (all[i].bestMedian > 0) note += ", " + ratioText(all[i].bestMedian / all[i].median);
  }
  return note;
}

std::string caseStandingText(const CandidateList& list, const CaseBest& best, CandidateId id,
                             double median) {
  if (!best.fastest || !(median > 0)) return "";
  if (best.fastest == id) return "the fastest on this case";
  return ratioText(median / best.median) + " the time of " + nameIn(list, *best.fastest) +
         ", the fastest on this case";
}

}  // namespace kw::view
