// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/profile_csv.h"

#include "base/files/files.h"
#include "view/counters/counter_texts.h"

namespace kw::cli {

Status writeProfileCsv(const std::filesystem::path& file, const Profile& profile,
                       const LoadedProblem& problem, Session* session) {
  std::vector<Profile> profiles;
  if (session) {
    KW_ASSIGN(profiles, session->profiles());
  }
  profiles.push_back(profile);
  const view::CounterBaseline source{{false, problem.sourceHash, {}}, "source kernel"};
  const view::CounterSheet sheet =
      view::counterSheet(catalogue(), profiles, profiles.back(), source);
  return files::writeAtomically(file, view::counterCsv(sheet, profile));
}

}  // namespace kw::cli
