// SPDX-License-Identifier: GPL-3.0-or-later
// Answers as the texts that a command line or a form has for them.
#pragma once

#include <string>
#include <vector>

#include "base/result/result.h"
#include "client/new_problem/draft.h"

namespace kw::drafting {

struct AnswerTexts {
  std::string kernel, instance, grid, block, sharedMemory, oracle;  // oracle: a file, or "none"
  std::vector<std::string> sizes, shapes, roles, values, types;     // each NAME=TEXT
  std::vector<std::string> defines;                                 // each NAME or NAME=TEXT

  // What a person replied to the question goes where its option would have.
  void take(const OpenQuestion& question, const std::string& reply);
};

// Errors: the first text that its option does not take.
Result<Answers> answersOf(const AnswerTexts& texts);

}  // namespace kw::drafting
