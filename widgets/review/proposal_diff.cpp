// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/proposal_diff.h"

#include <QAction>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QVBoxLayout>
#include <algorithm>

#include "model/formats/wording.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

enum Page { wordsPage, comparisonPage, editPage };

// The marks of lines whose hunks are taken. `begin` and `end` are those of the side.
std::vector<CodeEditor::LineMark> marksTaken(const SideBySide::Side& side,
                                             const std::vector<view::Hunk>& hunks,
                                             const std::vector<bool>& taken,
                                             size_t view::Hunk::*begin, size_t view::Hunk::*end) {
  std::vector<CodeEditor::LineMark> marks;
  for (const CodeEditor::LineMark& mark : side.marks) {
    const int number = side.numbers[static_cast<size_t>(mark.line)];
    if (number <= 0) continue;
    const auto line = static_cast<size_t>(number) - 1;
    for (size_t i = 0; i < hunks.size(); ++i)
      if (taken[i] && line >= hunks[i].*begin && line < hunks[i].*end) marks.push_back(mark);
  }
  return marks;
}

}  // namespace

ProposalDiff::ProposalDiff(QWidget* parent) : QWidget(parent) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_tabs = new QTabBar(this);
  m_tabs->setObjectName(QStringLiteral("review.parts"));
  m_tabs->setAccessibleName(tr("Part of the proposal"));
  m_tabs->setDrawBase(false);
  m_tabs->setExpanding(false);
  m_tabs->addTab(tr("Template"));
  m_tabs->addTab(tr("Space"));
  column->addWidget(m_tabs);
  m_pages = new QStackedWidget(this);
  m_words = new QLabel(m_pages);
  m_words->setProperty("role", "secondary");
  m_words->setTextFormat(Qt::PlainText);
  m_words->setWordWrap(true);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setMargin(spacing::panel);
  m_pages->addWidget(m_words);
  m_pages->addWidget(makeComparison());
  auto* editing = new QWidget(m_pages);
  auto* editColumn = new QVBoxLayout(editing);
  editColumn->setContentsMargins(0, 0, 0, 0);
  m_editPane =
      new EditorPane(QStringLiteral("review.edited"), tr("The proposal being edited"), editing);
  m_editPane->showEditor();
  m_paneActions += m_editPane->actions();
  editColumn->addWidget(m_editPane);
  m_pages->addWidget(editing);
  column->addWidget(m_pages, 1);
  connect(m_tabs, &QTabBar::currentChanged, this, [this] {
    m_at = -1;
    compare();
    Q_EMIT partChanged();
  });
  setFocusProxy(&right());
}

QWidget* ProposalDiff::makeComparison() {
  auto* panes = new QSplitter(Qt::Horizontal, m_pages);
  panes->setChildrenCollapsible(false);
  m_leftPane = addPane("review.before", tr("The text before"), m_leftHeading, panes);
  m_rightPane = addPane("review.after", tr("The text proposed"), m_rightHeading, panes);
  m_paneActions = m_leftPane->actions() + m_rightPane->actions();
  couple();
  return panes;
}

EditorPane* ProposalDiff::addPane(const char* name, const QString& accessibleName, QLabel*& heading,
                                  QWidget* parent) {
  auto* holder = new QWidget(parent);
  auto* column = new QVBoxLayout(holder);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  heading = new QLabel(holder);
  heading->setTextFormat(Qt::PlainText);
  heading->setProperty("role", "secondary");
  heading->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  heading->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  column->addWidget(heading);
  auto* pane = new EditorPane(QLatin1String(name), accessibleName, holder);
  pane->editor().setReadOnly(true);
  pane->showEditor();
  column->addWidget(pane, 1);
  return pane;
}

void ProposalDiff::couple() {
  const auto follow = [this](QScrollBar* moved, QScrollBar* other) {
    connect(moved, &QScrollBar::valueChanged, this, [this, other](int value) {
      if (m_coupling) return;
      m_coupling = true;
      other->setValue(value);
      m_coupling = false;
    });
  };
  CodeEditor &one = left(), &other = right();
  follow(one.verticalScrollBar(), other.verticalScrollBar());
  follow(other.verticalScrollBar(), one.verticalScrollBar());
  follow(one.horizontalScrollBar(), other.horizontalScrollBar());
  follow(other.horizontalScrollBar(), one.horizontalScrollBar());
  // The part at the caret is the one that keys are about.
  connect(&other, &QsciScintilla::cursorPositionChanged, this, [this](int line) {
    const int hunk = m_coupling ? -1 : hunkAt(line);
    if (hunk < 0 || hunk == m_at) return;
    m_at = hunk;
    Q_EMIT currentHunkChanged(m_at);
  });
}

CodeEditor& ProposalDiff::left() const {
  return m_leftPane->editor();
}

CodeEditor& ProposalDiff::right() const {
  return m_rightPane->editor();
}

CodeEditor& ProposalDiff::editedText() const {
  return m_editPane->editor();
}

int ProposalDiff::hunkAt(int line) const {
  if (!m_isShown || line < 0 || static_cast<size_t>(line) >= m_both.right.numbers.size()) return -1;
  const int number = m_both.right.numbers[static_cast<size_t>(line)];
  const std::vector<view::Hunk>& hunks = now().hunks;
  for (size_t i = 0; i < hunks.size(); ++i)
    if (number > 0 && static_cast<size_t>(number) > hunks[i].rightBegin &&
        static_cast<size_t>(number) <= hunks[i].rightEnd)
      return static_cast<int>(i);
  return -1;
}

void ProposalDiff::setHeadings(const QString& before, const QString& after) {
  m_leftHeading->setText(before);
  m_leftHeading->setToolTip(before);
  m_afterHeading = after;
}

void ProposalDiff::readState(const view::ReviewState& state) {
  for (const view::ReviewPart part : {view::ReviewPart::kernel, view::ReviewPart::space}) {
    PartState& kept = m_parts[static_cast<size_t>(part)];
    kept = {state.before(part), state.after(part), state.hunks(part), {}};
    for (size_t i = 0; i < kept.hunks.size(); ++i)
      kept.taken.push_back(state.isTaken(part, i));
  }
}

void ProposalDiff::showState(const view::ReviewState& state) {
  readState(state);
  m_tabs->show();
  nameTabs();
  if (isEditing()) return;
  if (m_isShown && m_shownBefore == now().before && m_shownAfter == now().after) {
    m_pages->setCurrentIndex(comparisonPage);
    return markTaken();
  }
  m_at = -1;
  compare();
}

void ProposalDiff::showWords(const QString& words) {
  m_job.cancel();
  m_isShown = false;
  m_at = -1;
  m_parts = {};
  m_tabs->hide();
  m_words->setText(words);
  m_pages->setCurrentIndex(wordsPage);
}

void ProposalDiff::nameTabs() {
  const QString names[] = {tr("Template"), tr("Space")};
  for (int i = 0; i < 2; ++i) {
    const PartState& part = m_parts[static_cast<size_t>(i)];
    const auto taken = std::count(part.taken.begin(), part.taken.end(), true);
    m_tabs->setTabText(i, part.hunks.empty()
                              ? tr("%1, unchanged").arg(names[i])
                              : tr("%1, %2 of %3").arg(names[i]).arg(taken).arg(part.hunks.size()));
  }
}

view::ReviewPart ProposalDiff::part() const {
  return m_tabs->currentIndex() == 1 ? view::ReviewPart::space : view::ReviewPart::kernel;
}

void ProposalDiff::setPart(view::ReviewPart part) {
  m_tabs->setCurrentIndex(part == view::ReviewPart::space ? 1 : 0);
}

void ProposalDiff::compare() {
  if (isEditing()) return;
  m_isShown = false;
  m_job.start([before = now().before,
               after = now().after](const std::stop_token&) { return sideBySide(before, after); },
              [this](SideBySide both) {
                m_both = std::move(both);
                take(m_both);
              });
}

void ProposalDiff::take(const SideBySide& both) {
  m_shownBefore = now().before;
  m_shownAfter = now().after;
  m_isShown = true;
  m_coupling = true;
  const auto fill = [](CodeEditor& editor, const SideBySide::Side& side) {
    editor.showText(QString::fromStdString(side.text));
    editor.setLineNumbers(side.numbers);
    editor.setChangedRanges(side.ranges);
    editor.setFillers(side.fillers);
  };
  fill(left(), both.left);
  fill(right(), both.right);
  m_coupling = false;
  m_pages->setCurrentIndex(comparisonPage);
  markTaken();
  // What changed first is in sight, and nothing is current before somebody goes there.
  if (!both.starts.empty()) {
    const int at = m_at;
    goToHunk(at < 0 ? 0 : at);
  }
}

void ProposalDiff::markTaken() {
  const PartState& part = now();
  left().setLineMarks(
      marksTaken(m_both.left, part.hunks, part.taken, &view::Hunk::leftBegin, &view::Hunk::leftEnd),
      CodeEditor::MarkStyle::barsAndPaper);
  right().setLineMarks(marksTaken(m_both.right, part.hunks, part.taken, &view::Hunk::rightBegin,
                                  &view::Hunk::rightEnd),
                       CodeEditor::MarkStyle::barsAndPaper);
  const auto left = std::count(part.taken.begin(), part.taken.end(), false);
  const QString heading =
      left == 0 ? m_afterHeading
                : tr("%1, without %2 that you left out")
                      .arg(m_afterHeading,
                           QString::fromStdString(countText(static_cast<size_t>(left), "change")));
  m_rightHeading->setText(heading);
  m_rightHeading->setToolTip(heading);
}

void ProposalDiff::goToHunk(int hunk) {
  if (!m_isShown || hunk < 0 || static_cast<size_t>(hunk) >= m_both.starts.size()) return;
  m_at = hunk;
  const SideBySide::Start& start = m_both.starts[static_cast<size_t>(hunk)];
  m_coupling = true;
  left().setCursorPosition(start.left, 0);
  right().setCursorPosition(start.right, 0);
  m_coupling = false;
  const int shown = static_cast<int>(left().SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
  const int first = std::max(0, start.row - shown / 3);
  left().verticalScrollBar()->setValue(first);
  right().verticalScrollBar()->setValue(first);
  Q_EMIT currentHunkChanged(m_at);
}

void ProposalDiff::step(bool forward) {
  const int count = static_cast<int>(now().hunks.size());
  if (count == 0) return;
  goToHunk(forward ? (m_at + 1) % count : (std::max(m_at, 0) + count - 1) % count);
}

bool ProposalDiff::isEditing() const {
  return m_pages->currentIndex() == editPage;
}

void ProposalDiff::beginEditing(const std::string& text) {
  m_job.cancel();
  m_tabs->setEnabled(false);
  const int line = m_at >= 0 && static_cast<size_t>(m_at) < now().hunks.size()
                       ? static_cast<int>(now().hunks[static_cast<size_t>(m_at)].rightBegin)
                       : 0;
  m_editPane->editor().showText(QString::fromStdString(text));
  m_pages->setCurrentIndex(editPage);
  m_editPane->editor().goToLine(line);
  m_editPane->editor().setFocus(Qt::OtherFocusReason);
  Q_EMIT editingChanged(true);
}

void ProposalDiff::finishEditing(bool keep) {
  if (!isEditing()) return;
  const std::string text = m_editPane->editor().utf8().toStdString();
  m_tabs->setEnabled(true);
  m_pages->setCurrentIndex(comparisonPage);
  right().setFocus(Qt::OtherFocusReason);
  Q_EMIT editingChanged(false);
  if (keep)
    Q_EMIT edited(part(), text);
  else
    compare();
}

}  // namespace kw
