// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/profiling_tree_panel.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QResizeEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "view/profiling_tree/policy_effect.h"
#include "widgets/controls/choice_box.h"
#include "widgets/controls/save_dialog.h"
#include "widgets/controls/word_bar.h"
#include "widgets/profiling_tree/node_inspector.h"
#include "widgets/profiling_tree/tree_view.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr size_t changesNamed = 3;
constexpr int treeShare = 62, inspectorShare = 38;
constexpr double zoomStep = 1.25;
const QString policyKey = QStringLiteral("policy");

}  // namespace

ProfilingTreePanel::ProfilingTreePanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_title(new QLabel),
      m_effect(new QLabel),
      m_which(new ChoiceBox),
      m_view(new TreeView),
      m_inspector(new NodeInspector(m_editor)),
      m_split(new QSplitter(Qt::Horizontal)) {
  setObjectName(QStringLiteral("profilingTree"));
  makeActions();
  layOut();
  listen();
  takeProfiles();
  showTree({});
}

QAction* ProfilingTreePanel::action(const QString& id, const QString& text,
                                    const QKeySequence& key) {
  auto* made = new QAction(text, this);
  made->setObjectName(QStringLiteral("profilingTree.") + id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(made);
  return made;
}

void ProfilingTreePanel::makeActions() {
  // The palette lists those of the space too.
  m_undo = action(QStringLiteral("undo"), tr("Undo in the tree"), QKeySequence::Undo);
  m_redo = action(QStringLiteral("redo"), tr("Redo in the tree"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
  m_undo->setIconText(tr("Undo"));
  m_redo->setIconText(tr("Redo"));
  m_open = action(QStringLiteral("open"), tr("Open a tree…"), {});
  m_save = action(QStringLiteral("save"), tr("Save the tree as…"), {});
  m_default = action(QStringLiteral("default"), tr("Back to the default tree"), {});
  m_zoomIn = action(QStringLiteral("zoomIn"), tr("Zoom in"), QKeySequence(Qt::Key_Plus));
  m_zoomIn->setShortcuts({QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_Equal)});
  m_zoomOut = action(QStringLiteral("zoomOut"), tr("Zoom out"), QKeySequence(Qt::Key_Minus));
  m_fit = action(QStringLiteral("fit"), tr("Fit the tree to the panel"), QKeySequence(Qt::Key_0));
  m_fit->setIconText(tr("Fit"));
  m_fit->setToolTip(tr("As much of the tree as can be read"));
  // The panel's text boxes keep these keys for themselves.
  for (QAction* each : {m_zoomIn, m_zoomOut, m_fit}) {
    removeAction(each);
    m_view->addAction(each);
  }
}

QList<QAction*> ProfilingTreePanel::panelActions() const {
  return {m_undo, m_redo, m_open, m_save, m_default, m_zoomIn, m_zoomOut, m_fit};
}

void ProfilingTreePanel::layOut() {
  m_title->setObjectName(QStringLiteral("profilingTreeTitle"));
  m_title->setWordWrap(true);
  m_effect->setObjectName(QStringLiteral("profilingTreeEffect"));
  m_effect->setWordWrap(true);
  m_which->setAccessibleName(tr("Profiled candidate"));
  m_which->setToolTip(tr("Whose way through the tree is lit"));
  m_which->setSizeAdjustPolicy(ChoiceBox::AdjustToMinimumContentsLengthWithIcon);
  m_which->setMinimumContentsLength(14);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_which);
  auto* bar =
      new WordBar(tr("Profiling tree"), {m_undo, m_redo, m_fit, m_save, m_open, m_default}, this);
  for (QAction* each : bar->actions())
    bar->widgetForAction(each)->setAccessibleName(each->text());
  tools->addWidget(bar, 1);
  m_split->addWidget(m_view);
  m_split->addWidget(m_inspector);
  m_split->setChildrenCollapsible(false);
  m_split->setStretchFactor(0, treeShare);
  m_split->setStretchFactor(1, inspectorShare);
  m_view->setMinimumSize(80, 60);
  m_inspector->setMinimumSize(80, 60);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addWidget(m_title);
  column->addLayout(tools);
  column->addWidget(m_split, 1);
  column->addWidget(m_effect);
  setFocusProxy(m_view);
}

void ProfilingTreePanel::listen() {
  QUndoStack& history = m_editor.history();
  connect(m_undo, &QAction::triggered, &history, &QUndoStack::undo);
  connect(m_redo, &QAction::triggered, &history, &QUndoStack::redo);
  const auto follow = [this, &history] {
    m_undo->setEnabled(history.canUndo());
    m_redo->setEnabled(history.canRedo());
    m_undo->setToolTip(history.canUndo() ? tr("Undo: %1").arg(history.undoText()) : tr("Undo"));
    m_redo->setToolTip(history.canRedo() ? tr("Redo: %1").arg(history.redoText()) : tr("Redo"));
    m_default->setEnabled(!m_editor.isDefault());
  };
  connect(&history, &QUndoStack::indexChanged, this, follow);
  connect(&history, &QUndoStack::cleanChanged, this, &ProfilingTreePanel::showTitle);
  connect(&m_editor, &PolicyEditor::changed, this, [this, follow](const QString& node) {
    showTree(node);
    follow();
    Q_EMIT policyChanged();
  });
  follow();
  connect(m_default, &QAction::triggered, &m_editor, &PolicyEditor::backToDefault);
  connect(m_open, &QAction::triggered, this, [this] {
    auto* dialog = new QFileDialog(this, tr("Open a profiling tree"), QString(),
                                   tr("Profiling trees (*.json);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, &ProfilingTreePanel::openPolicy);
    dialog->open();
  });
  connect(m_save, &QAction::triggered, this, [this] {
    askWhereToSave(*this,
                   {tr("Save the profiling tree"), QStringLiteral("policy.json"),
                    tr("Profiling trees (*.json)"), QStringLiteral("json")},
                   [this](const QString& path) { savePolicy(path); });
  });
  connect(m_zoomIn, &QAction::triggered, this, [this] { m_view->zoomBy(zoomStep); });
  connect(m_zoomOut, &QAction::triggered, this, [this] { m_view->zoomBy(1 / zoomStep); });
  connect(m_fit, &QAction::triggered, m_view, &TreeView::fit);
  connect(m_view, &TreeView::currentChanged, this, &ProfilingTreePanel::showNode);
  connect(m_view, &TreeView::activated, m_inspector, &NodeInspector::edit);
  connect(m_which, &ChoiceBox::activated, this, &ProfilingTreePanel::choose);
  connect(&m_selection, &Selection::selectionChanged, this, &ProfilingTreePanel::followSelection);
  connect(&m_content, &Content::profilesChanged, this, &ProfilingTreePanel::takeProfiles);
  connect(&m_content, &Content::candidatesReset, this, &ProfilingTreePanel::followSelection);
}

void ProfilingTreePanel::openPolicy(const QString& path) {
  say(m_editor.open(path), tr("The profiling tree of %1 is used from now on.").arg(path));
}

void ProfilingTreePanel::savePolicy(const QString& path) {
  say(m_editor.save(path), tr("The profiling tree is in %1.").arg(path));
}

void ProfilingTreePanel::say(const QString& fault, const QString& done) {
  Q_EMIT m_content.noticed(fault.isEmpty() ? done : fault);
  if (!fault.isEmpty()) m_effect->setText(fault);
}

const Profile* ProfilingTreePanel::shownProfile() const {
  const auto index = static_cast<size_t>(m_which->currentIndex());  // -1 is beyond all
  if (index >= m_listed.size() || m_listed[index] >= profiles().size()) return nullptr;
  return &profiles()[m_listed[index]];
}

// The latest first, also one that is still being made; what was shown stays, unless one is being
// made.
void ProfilingTreePanel::takeProfiles() {
  const QString before =
      m_listed.empty() || m_content.isProfiling() ? QString() : m_which->currentText();
  {
    const QSignalBlocker blocker(m_which);
    m_which->clear();
    m_listed = view::lastOfEach(profiles());
    std::ranges::reverse(m_listed);
    for (const size_t place : m_listed)
      m_which->addItem(QString::fromStdString(view::profileName(profiles()[place])));
    m_which->setEnabled(!m_listed.empty());
    if (m_listed.empty()) m_which->addItem(tr("Nothing is profiled yet"));
    m_which->setCurrentIndex(std::max(0, m_which->findText(before)));
  }
  followSelection();
  showWalk();
  showEffect();
}

std::optional<view::CandidateId> ProfilingTreePanel::rowOf(const Profile& profile) const {
  const view::CandidateList& list = m_content.candidates();
  for (size_t id = list.size(); id-- > 0;)
    if (list[static_cast<view::CandidateId>(id)].candidate == profile.candidate)
      return static_cast<view::CandidateId>(id);
  return std::nullopt;
}

// A selected candidate that was profiled is shown; another one leaves what is shown.
void ProfilingTreePanel::followSelection() {
  const auto id = m_selection.current();
  if (!id || *id >= m_content.candidates().size()) return;
  const Candidate& candidate = m_content.candidates()[*id].candidate;
  const Profile* shown = shownProfile();
  if (shown && shown->candidate == candidate) return;
  for (size_t i = 0; i < m_listed.size(); ++i)
    if (m_listed[i] < profiles().size() && profiles()[m_listed[i]].candidate == candidate) {
      m_which->setCurrentIndex(static_cast<int>(i));
      return showWalk();
    }
}

void ProfilingTreePanel::choose(int index) {
  m_which->setCurrentIndex(index);
  showWalk();
  if (const Profile* profile = shownProfile())
    if (const auto id = rowOf(*profile)) m_selection.selectOnly(*id);
}

void ProfilingTreePanel::showTree(const QString& node) {
  m_view->setPolicy(policy());
  showWalk();
  if (const PolicyNode* edited = policy()->find(node.toStdString()))
    m_view->setCurrent(static_cast<size_t>(edited - policy()->nodes().data()));
  showEffect();
  showTitle();
}

void ProfilingTreePanel::showWalk() {
  const Profile* profile = shownProfile();
  if (profile)
    m_view->setWalk(view::rewalk(*policy(), *profile), view::recordedPath(*policy(), *profile));
  else
    m_view->setWalk(std::nullopt, {});
  showNode();
}

void ProfilingTreePanel::showNode() {
  const size_t current = m_view->current();
  m_inspector->show(policy()->nodes()[current], m_view->walkedAt(current), shownProfile());
}

void ProfilingTreePanel::showEffect() {
  const std::string text =
      view::effectText(view::effectOf(*policy(), profiles()), profiles(), changesNamed);
  m_effect->setText(text.empty() ? tr("Profile a candidate: its way through the tree is lit here, "
                                      "with what was seen and what each step cost.")
                                 : QString::fromStdString(text));
}

void ProfilingTreePanel::showTitle() {
  const QString name = QString::fromStdString(policy()->name());
  const QString origin = QString::fromStdString(policy()->origin());
  m_title->setText(m_editor.isEdited() && !m_editor.isDefault()
                       ? tr("Profiling tree: %1 (%2), not saved").arg(name, origin)
                       : tr("Profiling tree: %1 (%2)").arg(name, origin));
}

// What is edited stands beside the tree, or below it where there is no room.
void ProfilingTreePanel::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const bool isWide = width() > height() && width() >= Theme::instance().scaled(480);
  const Qt::Orientation wanted = isWide ? Qt::Horizontal : Qt::Vertical;
  if (m_split->orientation() == wanted && event->oldSize().isValid()) return;
  m_split->setOrientation(wanted);
  const int whole = isWide ? width() : height();
  m_split->setSizes({whole * treeShare / 100, whole * inspectorShare / 100});
}

QVariantMap ProfilingTreePanel::saveState() const {
  return {{policyKey, m_editor.text()}};
}

void ProfilingTreePanel::restoreState(const QVariantMap& state) {
  m_editor.restore(state.value(policyKey).toString());
}

}  // namespace kw
