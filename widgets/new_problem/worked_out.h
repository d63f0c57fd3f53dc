// SPDX-License-Identifier: GPL-3.0-or-later
// What comes of a form's answers: a draft, a problem, and what is wrong with which field. Qt-free;
// slow, for a job.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "client/new_problem/answer_texts.h"
#include "client/new_problem/problem_folder.h"

namespace kw {

// A field is the name of an option without its dashes ("grid", "folder"), or "argument NAME" for
// all that is said of a kernel's argument; "" for what belongs to none.
struct FieldFault {
  std::string field;
  std::string text;
  bool isMissing = false;  // not wrong, but needed still
};

struct WorkedOut {
  std::optional<drafting::Draft> draft;
  std::optional<drafting::PreparedProblem> prepared;  // only where nothing is missing or wrong
  std::vector<FieldFault> faults;
};

struct FormAnswers {
  drafting::AnswerTexts texts;
  std::filesystem::path folder;  // to be made
  bool lifts = true;
};

WorkedOut workedOut(const reading::GatheredSource& source, const FormAnswers& answers);

// "give another --folder" reads "give another folder": a window has fields and no options.
std::string withoutDashes(std::string text);

}  // namespace kw
