// SPDX-License-Identifier: GPL-3.0-or-later
// The prompt of a round: what is known, and what is asked for.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/guidance/guidance.h"
#include "client/language_model/language_model.h"
#include "model/problem/problem_file.h"
#include "model/profile/profile.h"
#include "model/proposal/round.h"
#include "model/records/records.h"

namespace kw {

struct PromptFacts {
  const LoadedProblem* problem = nullptr;  // with the template as it stands, if there is one
  const DeviceInfo* device = nullptr;
  const Profile* profile = nullptr;    // of the best candidate; null: none
  const Evaluation* source = nullptr;  // null: not timed
  const Evaluation* best = nullptr;    // null: none but the source
  std::vector<Round> earlier;          // of this branch, the first first
  std::vector<GuidanceNote> notes;
  // What earlier calls of the round said, for those after them; may be empty.
  std::string analysis, plan;
  const Problem* candidate = nullptr;  // of testing: the problem with the template to be tested
};

// Two messages, system and user, with the schema of what the role answers. What is not known is
// said to be so; whatever programs and models wrote stands between fences. A templating prompt
// without analysis and plan is that of a round of one call. `own` is a folder with prompts of the
// user's; may be empty.
Result<language::Request> rolePrompt(CallRole role, const PromptFacts& facts,
                                     const std::filesystem::path& own);
Result<language::Request> rewritePrompt(const PromptFacts& facts, const std::filesystem::path& own);

// Whether the prompts can be filled in, ours with those of `own`: before anything is measured for
// them. ErrorKind::badInput names a place that nothing belongs to, or a folder that is not there.
Status checkPrompts(const std::filesystem::path& own);

// The same request, gone on with: the reply as it came, and the fault that it has.
Result<language::Request> repairPrompt(language::Request request, const std::string& reply,
                                       const std::string& fault, const std::filesystem::path& own);

// Words to look for notes with: the regime, its title, the leaf's metrics.
std::string guidanceWords(const Profile& profile);

}  // namespace kw
