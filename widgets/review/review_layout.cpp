// SPDX-License-Identifier: GPL-3.0-or-later
// What stands where in the panel, and its actions.
#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "widgets/controls/action_button.h"
#include "widgets/controls/word_bar.h"
#include "widgets/editors/code_editor.h"
#include "widgets/review/hunk_list.h"
#include "widgets/review/proposal_diff.h"
#include "widgets/review/proposal_reasons.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/reply_stream.h"
#include "widgets/review/review_panel.h"
#include "widgets/review/round_timeline.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int sideWidth = 300, timelineHeight = 110;

QLabel* makeReviewLabel(const char* name, const char* role, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(QLatin1String(name));
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  if (role) label->setProperty("role", role);
  return label;
}

}  // namespace

QAction* ReviewPanel::make(const char* name, const QString& text, const QKeySequence& keys) {
  auto* action = new QAction(text, this);
  action->setObjectName(QStringLiteral("review.") + QLatin1String(name));
  action->setShortcut(keys);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(action);
  return action;
}

void ReviewPanel::makeActions() {
  m_do.ask = make("ask", tr("Ask a model…"), Qt::Key_M);
  m_do.begin = make("begin", tr("Ask the model"));
  m_do.stop = make("stop", tr("Cancel"));
  m_do.accept = make("accept", tr("Accept"), Qt::Key_A);
  m_do.reject = make("reject", tr("Reject"), Qt::Key_R);
  m_do.edit = make("edit", tr("Edit"), Qt::Key_E);
  m_do.takeEdit = make("takeEdit", tr("Take the edit"), Qt::CTRL | Qt::Key_Return);
  m_do.dropEdit = make("dropEdit", tr("Drop the edit"), Qt::Key_F8);
  m_do.next = make("nextChange", tr("Next change"), Qt::Key_N);
  m_do.previous = make("previousChange", tr("Previous change"), Qt::Key_P);
  m_do.toggle = make("toggleChange", tr("Take or leave the change"), Qt::Key_Space);
  m_do.takeAll = make("takeAll", tr("Take all changes"), Qt::SHIFT | Qt::Key_T);
  m_do.leaveAll = make("leaveAll", tr("Leave all changes"), Qt::SHIFT | Qt::Key_L);
  m_do.part = make("otherPart", tr("Template or space"), Qt::Key_T);
  m_do.undo = make("undo", tr("Undo in the review"), QKeySequence::Undo);
  m_do.redo = make("redo", tr("Redo in the review"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
  m_do.undo->setIconText(tr("Undo"));
  m_do.redo->setIconText(tr("Redo"));
  m_do.prompts = make("prompts", tr("Prompts and replies"), Qt::Key_V);
  m_do.branch = make("branch", tr("Branch from here…"), Qt::Key_B);
}

QList<QAction*> ReviewPanel::panelActions() const {
  return QList<QAction*>{m_do.ask,    m_do.begin,    m_do.stop,     m_do.accept, m_do.reject,
                         m_do.edit,   m_do.takeEdit, m_do.dropEdit, m_do.next,   m_do.previous,
                         m_do.toggle, m_do.takeAll,  m_do.leaveAll, m_do.part,   m_do.undo,
                         m_do.redo,   m_do.prompts,  m_do.branch} +
         m_diff->paneActions();
}

void ReviewPanel::layOut() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* bar = new WordBar(
      tr("Actions on proposals"),
      {m_do.ask, m_do.branch, m_do.prompts, m_do.previous, m_do.next, m_do.undo, m_do.redo}, this);
  bar->setObjectName(QStringLiteral("review.toolBar"));
  column->addWidget(bar);
  m_ended = makeReviewLabel("review.ended", "secondary", this);
  m_ended->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  m_ended->hide();
  column->addWidget(m_ended);
  auto* halves = new QSplitter(Qt::Vertical, this);
  halves->setChildrenCollapsible(false);
  m_timeline = new RoundTimeline(halves);
  m_pages = new QStackedWidget(halves);
  m_form = new ProposeForm(m_do.begin, m_pages);
  m_pages->addWidget(m_form);
  m_stream = new ReplyStream(m_do.stop, m_pages);
  m_pages->addWidget(m_stream);
  m_pages->addWidget(makeRoundPage());
  halves->setStretchFactor(0, 0);
  halves->setStretchFactor(1, 1);
  m_timeline->setMinimumHeight(Theme::instance().scaled(timelineHeight) / 2);
  halves->setSizes({Theme::instance().scaled(timelineHeight), 600});
  column->addWidget(halves, 1);
  // Space is for the texts alone: buttons and boxes have their own use for it.
  removeAction(m_do.toggle);
  m_diff->left().addAction(m_do.toggle);
  m_diff->right().addAction(m_do.toggle);
  setFocusProxy(m_timeline);
}

QWidget* ReviewPanel::makeRoundPage() {
  auto* page = new QWidget(m_pages);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* words = new QVBoxLayout;
  words->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  m_heading = makeReviewLabel("review.heading", nullptr, page);
  m_fault = makeReviewLabel("review.fault", "failed", page);
  m_fault->hide();
  words->addWidget(m_heading);
  words->addWidget(m_fault);
  column->addLayout(words);
  auto* parts = new QSplitter(Qt::Horizontal, page);
  parts->setChildrenCollapsible(false);
  m_diff = new ProposalDiff(parts);
  makeSide()->setParent(parts);
  parts->setStretchFactor(0, 1);
  parts->setStretchFactor(1, 0);
  parts->setSizes({900, Theme::instance().scaled(sideWidth)});
  column->addWidget(parts, 1);
  return page;
}

QWidget* ReviewPanel::makeSide() {
  auto* side = new QWidget;
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::between);
  column->setSpacing(spacing::within);
  auto* halves = new QSplitter(Qt::Vertical, side);
  halves->setChildrenCollapsible(false);
  m_reasons = new ProposalReasons(halves);
  auto* changes = new QWidget(halves);
  auto* list = new QVBoxLayout(changes);
  list->setContentsMargins(0, 0, 0, 0);
  list->setSpacing(spacing::within);
  m_changes = makeReviewLabel("review.changes", "secondary", changes);
  list->addWidget(m_changes);
  m_hunks = new HunkList(changes);
  list->addWidget(m_hunks);
  halves->setStretchFactor(0, 3);
  halves->setStretchFactor(1, 2);
  column->addWidget(halves, 1);
  m_decision = new QWidget(side);
  auto* decision = new QVBoxLayout(m_decision);
  decision->setContentsMargins(0, 0, 0, 0);
  decision->setSpacing(spacing::within);
  m_note = new QLineEdit(m_decision);
  m_note->setObjectName(QStringLiteral("review.note"));
  m_note->setAccessibleName(tr("Note for the next prompt"));
  m_note->setPlaceholderText(tr("Note for the next prompt"));
  decision->addWidget(m_note);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(spacing::within);
  buttons->addWidget(new ActionButton(m_do.accept, m_decision, true), 1);
  buttons->addWidget(new ActionButton(m_do.edit, m_decision), 1);
  buttons->addWidget(new ActionButton(m_do.reject, m_decision), 1);
  decision->addLayout(buttons);
  column->addWidget(m_decision);
  auto* editing = new QHBoxLayout;
  editing->setSpacing(spacing::within);
  for (QAction* action : {m_do.takeEdit, m_do.dropEdit}) {
    auto* button = new ActionButton(action, side);
    button->hide();
    connect(action, &QAction::changed, button,
            [action, button] { button->setVisible(action->isEnabled()); });
    editing->addWidget(button, 1);
  }
  column->addLayout(editing);
  return side;
}

}  // namespace kw
