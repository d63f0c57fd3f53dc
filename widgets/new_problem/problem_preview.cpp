// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/new_problem/problem_preview.h"

#include <QPlainTextEdit>
#include <QStringList>
#include <QSyntaxHighlighter>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

// Papers behind the added and removed lines of a unified difference.
class DiffPaper : public QSyntaxHighlighter {
 public:
  using QSyntaxHighlighter::QSyntaxHighlighter;

 protected:
  void highlightBlock(const QString& text) override {
    const Tokens& tokens = Theme::instance().tokens();
    QTextCharFormat format;
    const auto begins = [&text](const char* with) { return text.startsWith(QLatin1String(with)); };
    if (begins("@@") || begins("--- ") || begins("+++ "))
      format.setForeground(tokens.secondaryText);
    else if (text.startsWith(QLatin1Char('+')))
      format.setBackground(tokens.addedPaper);
    else if (text.startsWith(QLatin1Char('-')))
      format.setBackground(tokens.removedPaper);
    setFormat(0, static_cast<int>(text.size()), format);
  }
};

void put(QPlainTextEdit& page, const std::string& text) {
  const QString shown = QString::fromStdString(text);
  if (page.toPlainText() != shown) page.setPlainText(shown);
}

std::string notesOf(const WorkedOut& out) {
  std::string text;
  const auto add = [&text](const std::string& line) { text += "• " + withoutDashes(line) + "\n"; };
  for (const std::string& note : out.draft->notes)
    add(note);
  if (!out.prepared) return text;
  const drafting::WrittenProblem& written = out.prepared->written;
  for (const std::string& warning : written.warnings)
    add("Warning: " + warning);
  for (const std::string& line : written.lifted.taken)
    add("Parameter " + line);
  for (const expression::Expression& constraint : written.lifted.space.constraints)
    add("Constraint " + constraint.text());
  for (const std::string& line : written.lifted.left)
    add("Left alone: " + line);
  return text;
}

}  // namespace

ProblemPreview::ProblemPreview(QWidget* parent) : QTabWidget(parent) {
  setObjectName(QStringLiteral("newProblem.preview"));
  setDocumentMode(true);
  m_source = addPage(QStringLiteral("source"), tr("kernel.cu"),
                     tr("The kernel with what it needs of the file appears here."));
  m_problem = addPage(QStringLiteral("problem"), tr("problem.json"),
                      tr("Appears once everything that is needed is given."));
  m_diff = addPage(QStringLiteral("diff"), tr("Lifted constants"),
                   tr("No constant becomes a parameter: without a template, the kernel can be "
                      "verified, but not tuned."));
  m_notes = addPage(QStringLiteral("notes"), tr("Notes"), tr("There is nothing to note."));
  new DiffPaper(m_diff->document());
}

QPlainTextEdit* ProblemPreview::addPage(const QString& name, const QString& title,
                                        const QString& whenEmpty) {
  auto* page = new QPlainTextEdit(this);
  page->setObjectName(QStringLiteral("newProblem.") + name);
  page->setAccessibleName(title);
  page->setReadOnly(true);
  page->setTabChangesFocus(true);
  // Whoever has only a keyboard scrolls and copies.
  page->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  page->setFont(Theme::instance().codeFont());
  page->setLineWrapMode(name == QLatin1String("notes") ? QPlainTextEdit::WidgetWidth
                                                       : QPlainTextEdit::NoWrap);
  page->setPlaceholderText(whenEmpty);
  page->setFrameShape(QFrame::NoFrame);
  addTab(page, title);
  return page;
}

void ProblemPreview::showWork(const WorkedOut& out) {
  if (!out.draft) return clear();
  put(*m_source, out.draft->sourceText);
  put(*m_notes, notesOf(out));
  std::string problem;
  if (out.prepared) {
    for (const ProblemPart& part : out.prepared->parts)
      if (part.path == "problem.json") problem = part.content;
  }
  put(*m_problem, problem);
  put(*m_diff, out.prepared ? out.prepared->written.diff : std::string());
}

void ProblemPreview::clear() {
  for (QPlainTextEdit* page : {m_source, m_problem, m_diff, m_notes})
    page->clear();
}

}  // namespace kw
