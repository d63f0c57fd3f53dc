// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/template_messages.h"

#include <QCoreApplication>
#include <algorithm>
#include <map>

#include "view/code/line_diff.h"

namespace kw {

namespace {

using view::CompilerMessage;

QString tr(const char* text) {
  return QCoreApplication::translate("TemplateMessages", text);
}

QString wordsOf(const CompilerMessage& message) {
  const QString kind = message.severity == CompilerMessage::Severity::error     ? tr("error")
                       : message.severity == CompilerMessage::Severity::warning ? tr("warning")
                                                                                : tr("note");
  QString words = kind + QStringLiteral(": ") + QString::fromStdString(message.text);
  return words.replace(u'\n', u' ');
}

// Compilers name the file as they were given it: with or without its folder.
bool isAbout(const CompilerMessage& message, const std::string& file) {
  const auto base = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  return base(message.file) == base(file);
}

// Where lines of `compiled` are in `present`; -1: gone.
std::vector<int> movedLines(const std::string& compiled, const std::string& present) {
  const auto before = view::linesOf(compiled);
  std::vector<int> moved(before.size(), -1);
  for (const view::DiffRow& row : view::diffLines(before, view::linesOf(present)))
    if (row.left >= 0) moved[static_cast<size_t>(row.left)] = row.right;
  return moved;
}

}  // namespace

TemplateMessages templateMessages(const std::string& file, const std::string& present,
                                  const std::vector<CompilerMessage>& faults,
                                  const CompiledText& compiled) {
  TemplateMessages all;
  for (const CompilerMessage& fault : faults) {
    if (fault.line > 0)
      all.notes.push_back({fault.line - 1, true, wordsOf(fault)});
    else
      all.elsewhere.append(wordsOf(fault));
  }
  std::vector<int> moved;
  if (!compiled.messages.empty()) moved = movedLines(compiled.text, present);
  std::map<int, CodeEditor::Note> byLine;
  for (const CompilerMessage& message : compiled.messages) {
    const bool inLines = message.line > 0 && message.line <= static_cast<int>(moved.size());
    if (!isAbout(message, file) || !inLines) {
      if (message.severity == CompilerMessage::Severity::error)
        all.elsewhere.append(
            QString::fromStdString(message.file) +
            (message.line > 0 ? QStringLiteral(":%1: ").arg(message.line) : QString()) +
            wordsOf(message));
      continue;
    }
    const int line = moved[static_cast<size_t>(message.line - 1)];
    if (line < 0) continue;
    const bool isError = message.severity == CompilerMessage::Severity::error;
    CodeEditor::Note& note = byLine[line];
    if (note.text.isEmpty())
      note = {line, isError, tr("Compiling %1").arg(QString::fromStdString(compiled.label))};
    note.isError = note.isError || isError;
    note.text += u'\n' + wordsOf(message);
  }
  for (auto& [line, note] : byLine)
    all.notes.push_back(std::move(note));
  std::stable_sort(all.notes.begin(), all.notes.end(),
                   [](const auto& a, const auto& b) { return a.line < b.line; });
  return all;
}

}  // namespace kw
