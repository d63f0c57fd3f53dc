// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be said about lines of the template that is being edited: faults of the draft and the
// compiler's messages on the selected candidate. Values in, values out.
#pragma once

#include <QString>
#include <string>
#include <vector>

#include "view/code/compiler_messages.h"
#include "widgets/editors/code_editor.h"

namespace kw {

struct TemplateMessages {
  std::vector<CodeEditor::Note> notes;  // at lines of the present text, ascending
  QStringList elsewhere;                // about other files, or no line
};

struct CompiledText {
  std::string label;  // of the candidate
  std::string text;   // what was compiled
  std::vector<view::CompilerMessage> messages;
};

// `file` is the template's path in the problem. Messages about lines that are gone from `present`
// are left out, those of lines that moved stand where they are now.
TemplateMessages templateMessages(const std::string& file, const std::string& present,
                                  const std::vector<view::CompilerMessage>& faults,
                                  const CompiledText& compiled);

}  // namespace kw
