// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/code_comparison.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <algorithm>

#include "model/formats/wording.h"
#include "view/code/parameter_places.h"
#include "widgets/controls/choice_box.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

struct Pane {
  EditorPane* pane = nullptr;
  QHBoxLayout* header = nullptr;
};
Pane makePane(const QString& prefix, const QString& name, QLabel* heading, QWidget* parent) {
  // Each pane is the scope of its own find bar.
  auto* holder = new QWidget(parent);
  auto* layout = new QVBoxLayout(holder);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto* header = new QHBoxLayout;
  header->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  header->setSpacing(spacing::within);
  header->addWidget(heading, 1);
  layout->addLayout(header);
  auto* pane = new EditorPane(prefix, name, holder);
  pane->editor().setReadOnly(true);
  layout->addWidget(pane, 1);
  return {pane, header};
}

QLabel* makeHeading(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  // A configuration may be long: it is cut off rather than make the pane wide; see the tool tip.
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  return label;
}

}  // namespace

CodeComparison::CodeComparison(Content& content, QWidget* parent)
    : QWidget(parent), m_content(content) {
  setObjectName(QStringLiteral("codeComparison"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addLayout(makeListingTools());
  auto* panes = new QSplitter(Qt::Horizontal, this);
  panes->setChildrenCollapsible(false);
  m_leftHeading = makeHeading(panes);
  m_rightHeading = makeHeading(panes);
  const Pane leftPane =
      makePane(QStringLiteral("comparison.left"), tr("Left text"), m_leftHeading, panes);
  const Pane rightPane =
      makePane(QStringLiteral("comparison.right"), tr("Right text"), m_rightHeading, panes);
  m_leftPane = leftPane.pane;
  m_rightPane = rightPane.pane;
  fillHeader(*rightPane.header);
  // Both headers are of one height, so that the texts below are level.
  const auto level = [this] {
    const int height = Theme::instance().scaled(spacing::hitArea);
    for (QLabel* heading : {m_leftHeading, m_rightHeading})
      heading->setFixedHeight(height);
    for (QToolButton* button : findChildren<QToolButton*>(QStringLiteral("comparison.step")))
      button->setFixedHeight(height);
  };
  level();
  connect(&Theme::instance(), &Theme::changed, this, level);
  m_left = &m_leftPane->editor();
  m_right = &m_rightPane->editor();
  layout->addWidget(panes, 1);
  layout->addWidget(m_where);
  m_actions += m_leftPane->actions() + m_rightPane->actions();
  couple(*m_left, *m_right);
  couple(*m_right, *m_left);
  for (const size_t side : {size_t{0}, size_t{1}})
    connect(side == 0 ? m_left : m_right, &QsciScintilla::cursorPositionChanged, this,
            [this, side](int line) {
              pointAt(side, line);
              // Where the caret takes a text along, its scroll bar says nothing.
              const CodeEditor& moved = side == 0 ? *m_left : *m_right;
              const CodeEditor& other = side == 0 ? *m_right : *m_left;
              if (!m_coupling)
                other.verticalScrollBar()->setValue(moved.verticalScrollBar()->value());
            });
  setFocusProxy(m_right);
  connect(&m_content, &Content::problemChanged, this, &CodeComparison::problemChanged);
  connect(&m_content, &Content::deviceChanged, this, &CodeComparison::listForms);
  connect(&m_content, &Content::candidatesReset, this, [this] {
    if (!m_followsTemplate) showSourceAgainstTemplate();
  });
  m_followsTemplate = true;
  problemChanged();
}

void CodeComparison::fillHeader(QHBoxLayout& header) {
  m_count = new QLabel(this);
  m_count->setProperty("role", "secondary");
  header.addWidget(m_count);
  addAction("previousDifference", tr("Previous difference"), {Qt::SHIFT | Qt::Key_F7}, false);
  addAction("nextDifference", tr("Next difference"), {Qt::Key_F7}, true);
  for (QAction* action : QWidget::actions()) {
    auto* button = new QToolButton(this);
    button->setObjectName(QStringLiteral("comparison.step"));
    button->setDefaultAction(action);
    button->setAccessibleName(action->text());
    button->setFocusPolicy(Qt::StrongFocus);
    button->setAutoRaise(true);
    header.addWidget(button);
  }
}

void CodeComparison::addAction(const char* name, const QString& text, const QKeySequence& key,
                               bool forward) {
  auto* action = new QAction(text, this);
  action->setObjectName(QStringLiteral("comparison.") + QString::fromLatin1(name));
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  action->setIconText(forward ? QStringLiteral("↓") : QStringLiteral("↑"));
  action->setToolTip(QStringLiteral("%1 (%2)").arg(text, key.toString(QKeySequence::NativeText)));
  connect(action, &QAction::triggered, this, [this, forward] { goToDifference(forward); });
  QWidget::addAction(action);
}

QList<QAction*> CodeComparison::panelActions() const {
  return QWidget::actions() + m_actions;
}

void CodeComparison::couple(CodeEditor& from, CodeEditor& to) {
  const auto follow = [this](QScrollBar* moved, QScrollBar* other) {
    connect(moved, &QScrollBar::valueChanged, this, [this, other](int value) {
      if (m_coupling) return;
      m_coupling = true;
      other->setValue(value);
      m_coupling = false;
    });
  };
  follow(from.verticalScrollBar(), to.verticalScrollBar());
  follow(from.horizontalScrollBar(), to.horizontalScrollBar());
}

void CodeComparison::problemChanged() {
  const auto& problem = m_content.problem();
  if (!problem) {
    m_texts.clear();
    m_followsTemplate = true;
  } else {
    m_texts[problem->templateHash] = problem->problem.templateText;
  }
  if (m_followsTemplate) showSourceAgainstTemplate();
}

void CodeComparison::showSourceAgainstTemplate() {
  m_followsTemplate = true;
  const auto& problem = m_content.problem();
  if (!problem) {
    showNothing(
        tr("Two texts appear here side by side: the source against the template, or two "
           "candidates. Open a problem or a session."));
  } else if (problem->problem.recorded) {
    showNothing(tr("What comes from another tuner has no code to compare."));
  } else if (problem->problem.templateFile.empty()) {
    showNothing(tr("This problem has no template to compare the source with."));
  } else {
    start({tr("Source: %1").arg(QString::fromStdString(problem->problem.sourceFile)),
           problem->problem.sourceText, Candidate{false, problem->sourceHash, {}}},
          {tr("Template: %1").arg(QString::fromStdString(problem->problem.templateFile)),
           problem->problem.templateText, std::nullopt});
  }
}

std::optional<CodeComparison::Side> CodeComparison::sideOf(Id id) const {
  if (id >= m_content.candidates().size() || !m_content.problem()) return std::nullopt;
  const Candidate& candidate = m_content.candidates()[id].candidate;
  if (!candidate.isTemplate)
    return Side{tr("Source kernel"), m_content.problem()->problem.sourceText, candidate};
  const auto text = m_texts.find(candidate.textHash);
  if (text == m_texts.end()) return std::nullopt;
  return Side{QString::fromStdString(configurationText(candidate.configuration)),
              view::filledTemplate(text->second, candidate.configuration), candidate};
}

void CodeComparison::show(Id left, Id right) {
  m_followsTemplate = false;
  std::optional<Side> one = sideOf(left), other = sideOf(right);
  if (one && other)
    start(*std::move(one), *std::move(other));
  else
    showNothing(
        tr("The text of an earlier revision's candidate is not at hand. Switch to that "
           "revision once, then compare again."));
}

void CodeComparison::showNothing(const QString& words) {
  m_hasSides = false;
  m_job.cancel();
  showWords(words);
}

void CodeComparison::showWords(const QString& words) {
  m_starts.clear();
  m_sources = {};
  m_where->hide();
  m_leftHeading->clear();
  m_rightHeading->clear();
  m_leftPane->showEmpty(words);
  m_rightPane->parentWidget()->hide();
  showCount();
}

void CodeComparison::setHeading(size_t side, const QString& text) {
  QLabel* heading = side == 0 ? m_leftHeading : m_rightHeading;
  heading->setText(text);
  heading->setToolTip(text);
}

void CodeComparison::start(Side left, Side right) {
  m_sides = {std::move(left), std::move(right)};
  m_hasSides = true;
  m_chosen = {};
  compare();
}

void CodeComparison::compare() {
  if (!m_hasSides) return;
  if (isListing()) return list();
  for (const size_t side : {size_t{0}, size_t{1}})
    setHeading(side, m_sides[side].heading);
  m_job.start([a = m_sides[0].text,
               b = m_sides[1].text](const std::stop_token&) { return sideBySide(a, b); },
              [this](const SideBySide& both) { take(both); });
}

void CodeComparison::take(const SideBySide& both) {
  m_sources = {};
  m_where->hide();
  fill(both);
  // Where a listing was looked at, its source line.
  m_coupling = true;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto& numbers = side == 0 ? both.left.numbers : both.right.numbers;
    const auto line = std::find(numbers.begin(), numbers.end(), m_chosen[side]);
    if (m_chosen[side] > 0 && line != numbers.end())
      (side == 0 ? m_left : m_right)->goToLine(static_cast<int>(line - numbers.begin()));
  }
  m_coupling = false;
  m_left->verticalScrollBar()->setValue(m_right->verticalScrollBar()->value());
  Q_EMIT compared();
}

void CodeComparison::fill(const SideBySide& both) {
  m_rightPane->parentWidget()->show();
  const auto fillPane = [](EditorPane& pane, const SideBySide::Side& side) {
    CodeEditor& editor = pane.editor();
    editor.showText(QString::fromStdString(side.text));
    editor.setLineNumbers(side.numbers);
    editor.setLineMarks(side.marks, CodeEditor::MarkStyle::barsAndPaper);
    editor.setChangedRanges(side.ranges);
    editor.setFillers(side.fillers);
    pane.showEditor();
  };
  m_coupling = true;
  fillPane(*m_leftPane, both.left);
  fillPane(*m_rightPane, both.right);
  m_coupling = false;
  m_starts = both.starts;
  m_at = 0;
  showCount();
}

void CodeComparison::showCount() {
  for (QAction* action : QWidget::actions())
    action->setEnabled(!m_starts.empty());
  if (m_leftPane->isEmpty())
    m_count->clear();
  else if (m_starts.empty())
    m_count->setText(tr("no difference"));
  else if (m_at == 0)
    m_count->setText(QString::fromStdString(countText(m_starts.size(), "difference")));
  else
    m_count->setText(tr("%1 of %2").arg(m_at).arg(m_starts.size()));
}

void CodeComparison::goToDifference(bool forward) {
  if (m_starts.empty()) return;
  const size_t count = m_starts.size();
  if (forward)
    m_at = m_at >= count ? 1 : m_at + 1;
  else
    m_at = m_at <= 1 ? count : m_at - 1;
  const SideBySide::Start& start = m_starts[m_at - 1];
  m_coupling = true;
  m_left->setCursorPosition(start.left, 0);
  m_right->setCursorPosition(start.right, 0);
  m_coupling = false;
  const int shown = static_cast<int>(m_left->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
  const int first = std::max(0, start.row - shown / 3);
  m_left->verticalScrollBar()->setValue(first);
  m_right->verticalScrollBar()->setValue(first);
  showCount();
}

}  // namespace kw
