// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/space_panel.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStyle>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "client/engine/keys.h"
#include "view/space/value_text.h"
#include "widgets/space/configuration_dialog.h"
#include "widgets/space/constraint_model.h"
#include "widgets/space/parameter_model.h"
#include "widgets/space/space_words.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

void setRole(QLabel* label, const char* role) {
  label->setProperty("role", role);
  label->style()->unpolish(label);
  label->style()->polish(label);
}

}  // namespace

SpacePanel::SpacePanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection) {
  setObjectName(QStringLiteral("spacePanel"));
  m_parameters = new ParameterModel(m_draft, this);
  m_constraints = new ConstraintModel(m_draft, this);
  addActions();
  m_pages = new QStackedWidget(this);
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName(QStringLiteral("space.scroll"));
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setWidget(makeBody());
  m_pages->addWidget(makePage(m_scroll));
  m_words = makeLabel("secondary");
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setMargin(spacing::panel);
  m_pages->addWidget(m_words);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_pages);
  setFocusProxy(m_parameterTable);
  connect(&m_draft, &SpaceDraft::changed, this, &SpacePanel::spaceChanged);
  connect(&m_draft, &SpaceDraft::edited, this, [this](const QString& text) {
    if (!m_content.problem()) return;
    Q_EMIT m_content.partEdited(QString::fromStdString(m_content.problem()->problem.spaceFile),
                                text);
  });
  for (DraftTable* model :
       {static_cast<DraftTable*>(m_parameters), static_cast<DraftTable*>(m_constraints)})
    connect(model, &DraftTable::refusalsChanged, this, &SpacePanel::showFaults);
  connect(&m_content, &Content::problemChanged, this, &SpacePanel::problemChanged);
  connect(&m_content, &Content::draftFaultsChanged, this, &SpacePanel::showFaults);
  connect(&m_content, &Content::deviceChanged, this, [this] {
    showLimits();
    count();
  });
  connect(&m_content, &Content::candidatesReset, this, &SpacePanel::showConfigurations);
  connect(&m_content, &Content::candidatesAppended, this, &SpacePanel::showConfigurations);
  connect(&m_selection, &Selection::selectionChanged, this, &SpacePanel::showConfigurations);
  problemChanged();
}

// The tables are deleted after the draft, which their models read.
SpacePanel::~SpacePanel() {
  m_parameterTable->setModel(nullptr);
  m_constraintTable->setModel(nullptr);
}

QLabel* SpacePanel::makeLabel(const char* role) {
  auto* label = new QLabel(this);
  label->setProperty("role", role);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setMinimumWidth(0);
  return label;
}

QAction* SpacePanel::addAction(const char* name, const QString& text, const QKeySequence& key) {
  auto* action = new QAction(text, this);
  action->setObjectName(QStringLiteral("space.") + QString::fromLatin1(name));
  action->setShortcut(key);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  QWidget::addAction(action);
  m_actions.append(action);
  return action;
}

void SpacePanel::addActions() {
  QAction* undo = addAction("undo", tr("Undo in the space"), QKeySequence::Undo);
  QAction* redo = addAction("redo", tr("Redo in the space"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z);
  QAction* add = addAction("add", tr("Add a row to the table"), Qt::Key_Insert);
  QAction* remove = addAction("remove", tr("Remove the parameter or constraint"), Qt::Key_Delete);
  m_addParameter = addAction("addParameter", tr("Add a parameter"), {});
  m_addConstraint = addAction("addConstraint", tr("Add a constraint"), {});
  QAction* values = addAction("toggleValues", tr("Choose values…"), Qt::CTRL | Qt::Key_Space);
  m_evaluate = addAction("evaluate", tr("Evaluate a configuration…"), {});
  // A text that was refused is the last thing that was done.
  connect(undo, &QAction::triggered, this, [this] {
    if (m_parameters->refusals().isEmpty() && m_constraints->refusals().isEmpty() &&
        m_refusal.isEmpty())
      return m_draft.history().undo();
    m_refusal.clear();
    m_parameters->dropRefused();
    m_constraints->dropRefused();
    showFaults();
  });
  connect(redo, &QAction::triggered, &m_draft.history(), &QUndoStack::redo);
  connect(add, &QAction::triggered, this,
          [this] { beginNew(onConstraints() ? m_constraintTable : m_parameterTable); });
  connect(remove, &QAction::triggered, this, &SpacePanel::removeCurrent);
  connect(m_addParameter, &QAction::triggered, this, [this] { beginNew(m_parameterTable); });
  connect(m_addConstraint, &QAction::triggered, this, [this] { beginNew(m_constraintTable); });
  connect(values, &QAction::triggered, this, [this] {
    valueMenu(m_parameterTable->visualRect(m_parameterTable->currentIndex()).center());
  });
  connect(m_evaluate, &QAction::triggered, this, &SpacePanel::evaluate);
}

bool SpacePanel::onConstraints() const {
  return m_constraintTable->hasFocus() || m_constraintTable->isAncestorOf(QWidget::focusWidget());
}

QString SpacePanel::headingText() const {
  return m_heading->text();
}

QString SpacePanel::faultText() const {
  return m_faults->text();
}

void SpacePanel::problemChanged() {
  m_draft.take(m_content.problem());
  m_pages->setCurrentIndex(m_draft.isOpen() ? 0 : 1);
  m_words->setText(m_content.isOpen()
                       ? tr("This problem has no parameter space. Add a \"template\" with a file "
                            "and a space to problem.json to tune it.")
                       : tr("The parameters, their values and constraints appear here. Open a "
                            "problem or a session."));
  const bool canEvaluate = m_draft.isOpen();
  for (QAction* action : m_actions)
    action->setEnabled(canEvaluate);
}

void SpacePanel::spaceChanged() {
  m_refusal.clear();
  showLimits();
  showConfigurations();
  showFaults();
  count();
}

void SpacePanel::count() {
  if (!m_draft.isOpen()) return m_counting.cancel();
  showCount(nullptr);
  m_counting.start(
      [space = m_draft.space(), device = m_content.device()](const std::stop_token& stop) {
        return view::figuresOf(space, device, stop);
      },
      [this](Result<view::SpaceFigures> figures) {
        if (!figures) return;  // cancelled: another count follows
        m_constraints->setFigures(figures->constraints);
        showCount(&*figures);
      });
}

void SpacePanel::showCount(const view::SpaceFigures* figures) {
  const auto& problem = m_content.problem();
  const bool isRecording =
      problem && problem->problem.recorded && m_draft.space().constraints.empty();
  const CountWords words =
      isRecording ? recordedWords(m_draft.space()) : countWords(m_draft.space(), figures);
  m_heading->setText(words.heading);
  setRole(m_heading, words.isFault ? "failed" : "heading");
  m_note->setText(words.note);
  m_note->setVisible(!words.note.isEmpty());
}

void SpacePanel::showFaults() {
  QStringList all = m_parameters->refusals() + m_constraints->refusals();
  if (!m_refusal.isEmpty()) all.append(m_refusal);
  std::map<int, QString> parameterFaults, constraintFaults;
  if (m_draft.isOpen() && m_content.problem())
    for (const RowFault& fault :
         rowFaults(m_content.draftFaults(), m_content.problem()->problem.spaceFile)) {
      all.append(fault.words);
      if (fault.list == RowFault::List::parameters) parameterFaults[fault.row] = fault.words;
      if (fault.list == RowFault::List::constraints) constraintFaults[fault.row] = fault.words;
    }
  m_parameters->setRowFaults(std::move(parameterFaults));
  m_constraints->setRowFaults(std::move(constraintFaults));
  m_faults->setText(all.mid(0, 6).join(u'\n'));
  m_faults->setVisible(!all.isEmpty());
  keepRowInSightLater();
}

void SpacePanel::showLimits() {
  if (!m_draft.isOpen()) return;
  const QString limits = limitWords(m_draft.space(), m_content.device());
  const QString conditions = requirementWords(m_draft.space());
  m_limits->setText(limits);
  m_limits->setVisible(!limits.isEmpty());
  m_requires->setText(conditions);
  m_requires->setVisible(!conditions.isEmpty());
}

void SpacePanel::showConfigurations() {
  const view::CandidateList& candidates = m_content.candidates();
  const auto configurationOf = [&](const std::optional<Content::Id>& id) {
    return id && *id < candidates.size() ? candidates[*id].candidate.configuration
                                         : Configuration();
  };
  m_parameters->setConfigurations(configurationOf(m_selection.current()),
                                  configurationOf(candidates.best()));
}

// The tables may be higher than the panel, which then scrolls as a whole; once rooms are shared
// out.
void SpacePanel::keepRowInSightLater() {
  QTimer::singleShot(0, this, [this] {
    QTableView* table = onConstraints() ? m_constraintTable : m_parameterTable;
    if (!table->hasFocus() && !table->isAncestorOf(focusWidget())) return;
    table->scrollTo(table->currentIndex());
    const QRect row = table->visualRect(table->currentIndex());
    const QPoint middle = table->viewport()->mapTo(m_scroll->widget(), row.center());
    m_scroll->ensureVisible(0, middle.y(), 0, row.height());
  });
}

void SpacePanel::beginNew(QTableView* table) {
  auto* model = static_cast<DraftTable*>(table->model());
  const QModelIndex index = model->beginNewRow();
  table->setFocus(Qt::OtherFocusReason);
  table->setCurrentIndex(index);
  table->scrollTo(index);
  table->edit(index);
}

void SpacePanel::removeCurrent() {
  QTableView* table = onConstraints() ? m_constraintTable : m_parameterTable;
  auto* model = static_cast<DraftTable*>(table->model());
  const QModelIndex index = table->currentIndex();
  if (!index.isValid()) return;
  if (model->isNewRow(index.row())) return model->dropNewRow();
  const auto row = static_cast<size_t>(index.row());
  const QString name = index.siblingAtColumn(0).data().toString();
  const Status done =
      table == m_constraintTable
          ? m_draft.apply(m_draft.editor().withoutConstraint(row), tr("Remove a constraint"))
          : m_draft.apply(m_draft.editor().withoutParameter(row), tr("Remove %1").arg(name));
  m_refusal = done ? QString() : errorWords(done.error());
  showFaults();
}

void SpacePanel::valueMenu(const QPoint& place) {
  QModelIndex index = m_parameterTable->indexAt(place);
  if (!index.isValid()) index = m_parameterTable->currentIndex();
  if (!index.isValid() || m_parameters->isNewRow(index.row()) || !m_draft.isOpen()) return;
  const auto row = static_cast<size_t>(index.row());
  const Parameter& parameter = m_draft.space().parameters[row];
  QMenu menu(this);
  menu.setAccessibleName(tr("Values of %1").arg(QString::fromStdString(parameter.name)));
  for (const ParameterValue& value : m_draft.knownValues(parameter.name)) {
    QAction* action = menu.addAction(QString::fromStdString(view::valueText(value)));
    action->setCheckable(true);
    action->setChecked(std::find(parameter.values.begin(), parameter.values.end(), value) !=
                       parameter.values.end());
    connect(action, &QAction::toggled, this, [this, row, value](bool present) {
      const std::string name = m_draft.space().parameters[row].name;
      const Status done =
          m_draft.apply(m_draft.editor().withValue(row, value, present, m_draft.knownValues(name)),
                        tr("Values of %1").arg(QString::fromStdString(name)));
      m_refusal = done ? QString() : errorWords(done.error());
      showFaults();
    });
  }
  menu.exec(m_parameterTable->viewport()->mapToGlobal(place));
}

void SpacePanel::evaluate() {
  const Content::ProblemPtr problem = m_content.problem();
  if (!problem || !problem->problem.space) return;
  const view::CandidateList& candidates = m_content.candidates();
  const auto current = m_selection.current();
  const std::optional<Content::Id> start =
      current && *current < candidates.size() && candidates[*current].candidate.isTemplate
          ? current
          : candidates.best();
  const Configuration initial = start && *start < candidates.size()
                                    ? candidates[*start].candidate.configuration
                                    : Configuration();
  auto* dialog =
      new ConfigurationDialog(*problem->problem.space, m_content.device(), initial, this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  connect(dialog, &QDialog::accepted, this, [this, dialog, problem] {
    Q_EMIT m_content.evaluationWanted(templateCandidate(*problem, dialog->configuration()));
  });
  dialog->open();
}

}  // namespace kw
