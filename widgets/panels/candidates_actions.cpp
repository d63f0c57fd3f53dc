// SPDX-License-Identifier: GPL-3.0-or-later
// What CandidatesPanel does with the selected candidates.
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>

#include "model/formats/wording.h"
#include "widgets/panels/candidates_panel.h"
#include "widgets/profile_action/nsight_action.h"
#include "widgets/profile_action/profile_action.h"

namespace kw {

namespace {

// More than this takes the window's thread too long, and nobody pastes it.
constexpr size_t mostCopied = 10000;

}  // namespace

QAction* CandidatesPanel::addPanelAction(const char* name, const QString& text,
                                         const QKeySequence& shortcut) {
  auto* action = new QAction(text, this);
  action->setObjectName(QStringLiteral("candidates.") + QLatin1String(name));
  action->setShortcut(shortcut);
  action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  const QString keys = shortcut.toString(QKeySequence::NativeText);
  if (!keys.isEmpty()) action->setToolTip(QStringLiteral("%1 (%2)").arg(text, keys));
  addAction(action);
  m_actions.append(action);
  return action;
}

void CandidatesPanel::makeActions() {
  m_pin = addPanelAction("pinBaseline", tr("Pin as baseline"), Qt::Key_B);
  m_compare = addPanelAction("compare", tr("Compare"), Qt::Key_C);
  m_verify = addPanelAction("verifyAgain", tr("Verify again"), Qt::Key_V);
  m_profile = new ProfileAction(m_content, m_selection, this);
  m_profile->setObjectName(QStringLiteral("candidates.profile"));
  m_nsight = new NsightAction(m_content, m_selection, this);
  m_nsight->setObjectName(QStringLiteral("candidates.nsight"));
  connect(m_nsight, &NsightAction::wanted, this, &CandidatesPanel::nsightWanted);
  m_export = addPanelAction("export", tr("Export…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E);
  m_copyTsv = addPanelAction("copyAsTsv", tr("Copy as TSV"), QKeySequence::Copy);
  m_copyMarkdown =
      addPanelAction("copyAsMarkdown", tr("Copy as Markdown"), Qt::CTRL | Qt::SHIFT | Qt::Key_C);
  m_chooseColumns = addPanelAction("columns", tr("Columns…"), Qt::CTRL | Qt::SHIFT | Qt::Key_L);
  m_focusFilter = addPanelAction("focusFilter", tr("Filter"), QKeySequence::Find);
  // Enter reaches the table itself, which says that a row was activated.
  m_details = addPanelAction("details", tr("Show details"), {});
  m_sort = addPanelAction("sort", tr("Sort by the current column"), Qt::Key_S);
  m_sortByTime = addPanelAction("sortByTime", tr("Sort by time"), Qt::Key_T);

  connect(m_pin, &QAction::triggered, this, &CandidatesPanel::pinBaseline);
  connect(m_compare, &QAction::triggered, this, &CandidatesPanel::compareRequested);
  connect(m_verify, &QAction::triggered, this, &CandidatesPanel::verifyAgain);
  connect(m_export, &QAction::triggered, this, [this] {
    if (m_selection.current()) Q_EMIT exportWanted(*m_selection.current());
  });
  connect(m_copyTsv, &QAction::triggered, this, [this] { copyAs(false); });
  connect(m_copyMarkdown, &QAction::triggered, this, [this] { copyAs(true); });
  connect(m_chooseColumns, &QAction::triggered, this, [this] {
    QHeaderView* header = m_view->horizontalHeader();
    showColumnMenu(header->mapToGlobal(QPoint(0, header->height())));
  });
  connect(m_focusFilter, &QAction::triggered, this, [this] {
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
  });
  connect(m_details, &QAction::triggered, this, &CandidatesPanel::detailsRequested);
  connect(m_sort, &QAction::triggered, this, [this] {
    const QModelIndex index = m_view->currentIndex();
    if (index.isValid()) sortBy(static_cast<size_t>(index.column()));
  });
  connect(m_sortByTime, &QAction::triggered, this,
          [this] { sortBy(m_model->table().columnWithId("geomean")); });
}

// Where it is sorted by that already, the other way round.
void CandidatesPanel::sortBy(std::optional<size_t> column) {
  if (!column) return;
  const bool isReversed =
      m_model->table().sortColumn() == column && !m_model->table().isDescending();
  m_view->sortByColumn(static_cast<int>(*column),
                       isReversed ? Qt::DescendingOrder : Qt::AscendingOrder);
  m_view->scrollTo(m_view->currentIndex());
}

bool CandidatesPanel::eventFilter(QObject* watched, QEvent* event) {
  const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
  if (watched != m_filter || !isKey) return QWidget::eventFilter(watched, event);
  const auto* press = static_cast<QKeyEvent*>(event);
  if (press->modifiers() & ~Qt::KeypadModifier) return false;
  if (event->type() == QEvent::KeyPress) return filterKey(press->key());
  if (press->key() == Qt::Key_Escape) event->accept();  // before the window takes it
  return false;
}

// On to the table; a filter that is wrong or leaves nothing is to be written on.
bool CandidatesPanel::filterKey(int key) {
  if (key == Qt::Key_Escape) {
    m_filter->clear();
    applyFilter();
    m_view->setFocus(Qt::ShortcutFocusReason);
    return true;
  }
  if (key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter) return false;
  applyFilter();
  if (m_message->isHidden()) enterTable();
  return true;
}

// What is selected there stays so; else the first row is, below those that are always there.
void CandidatesPanel::enterTable() {
  const int pinnedRows = static_cast<int>(m_model->table().pinned());
  const bool isFiltered = !m_model->table().filter().isEmpty();
  if (m_model->rowCount() <= (isFiltered ? pinnedRows : 0)) return;
  if (!m_view->selectionModel()->hasSelection()) {
    const int first = std::min(pinnedRows, m_model->rowCount() - 1);
    const std::vector<size_t> columns = shownColumns();
    const int column = columns.empty() ? 0 : static_cast<int>(columns.front());
    m_view->selectionModel()->setCurrentIndex(
        m_model->index(first, column),
        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
  }
  m_view->setFocus(Qt::ShortcutFocusReason);
}

void CandidatesPanel::updateActions() {
  const std::optional<Id> current = m_selection.current();
  const bool isThere = current && *current < m_content.candidates().size();
  const bool isPinned = isThere && m_selection.baseline() == current;
  m_pin->setText(isPinned ? tr("Unpin baseline") : tr("Pin as baseline"));
  m_pin->setEnabled(isThere);
  m_compare->setEnabled(isThere);
  m_verify->setEnabled(isThere);
  m_details->setEnabled(isThere);
  m_sort->setEnabled(isThere);
  m_copyTsv->setEnabled(isThere);
  m_copyMarkdown->setEnabled(isThere);
  m_export->setEnabled(isThere && m_content.candidates()[*current].verified());
}

void CandidatesPanel::pinBaseline() {
  const std::optional<Id> current = m_selection.current();
  m_selection.setBaseline(m_selection.baseline() == current ? std::nullopt : current);
}

std::vector<CandidatesPanel::Id> CandidatesPanel::selectedByRow() const {
  std::vector<Id> ids;
  for (const Id id : m_selection.selected())
    if (m_model->table().rowOf(id)) ids.push_back(id);
  std::sort(ids.begin(), ids.end(),
            [this](Id a, Id b) { return *m_model->table().rowOf(a) < *m_model->table().rowOf(b); });
  return ids;
}

std::vector<size_t> CandidatesPanel::shownColumns() const {
  std::vector<size_t> columns;
  const QHeaderView* header = m_view->horizontalHeader();
  for (int visual = 0; visual < header->count(); ++visual) {
    const int column = header->logicalIndex(visual);
    if (!header->isSectionHidden(column)) columns.push_back(static_cast<size_t>(column));
  }
  return columns;
}

void CandidatesPanel::copyAs(bool asMarkdown) {
  std::vector<Id> ids = selectedByRow();
  if (ids.empty()) return;
  const size_t selected = ids.size();
  ids.resize(std::min(ids.size(), mostCopied));
  const view::TextTable table = m_model->table().textTable(
      ids, shownColumns(), asMarkdown ? view::Reader::people : view::Reader::file);
  QApplication::clipboard()->setText(
      QString::fromStdString(asMarkdown ? view::markdownText(table) : view::tsvText(table)));
  const QString copied = QString::fromStdString(countText(ids.size(), "row"));
  Q_EMIT m_content.noticed(
      selected == ids.size()
          ? tr("Copied %1.").arg(copied)
          : tr("Copied the first %1 of %2. Export the session as CSV to have them all.")
                .arg(copied, QString::fromStdString(numberText(static_cast<double>(selected)))));
}

void CandidatesPanel::verifyAgain() {
  for (const Id id : selectedByRow())
    Q_EMIT m_content.evaluationWanted(m_content.candidates()[id].candidate);
}

void CandidatesPanel::showContextMenu(const QPoint& at) {
  auto* menu = new QMenu(this);
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->addActions({m_details, m_pin, m_compare, m_verify, m_profile, m_nsight, m_export});
  menu->addSeparator();
  menu->addActions({m_copyTsv, m_copyMarkdown});
  menu->popup(m_view->viewport()->mapToGlobal(at));
}

void CandidatesPanel::showColumnMenu(const QPoint& globalAt) {
  auto* menu = new QMenu(this);
  menu->setObjectName(QStringLiteral("candidates.columnMenu"));
  menu->setAttribute(Qt::WA_DeleteOnClose);
  const auto& columns = m_model->table().columns();
  const size_t shown = shownColumns().size();
  for (size_t i = 0; i < columns.size(); ++i) {
    const int column = static_cast<int>(i);
    QAction* action = menu->addAction(QString::fromStdString(columns[i].title));
    action->setCheckable(true);
    action->setChecked(!m_view->isColumnHidden(column));
    action->setEnabled(shown > 1 || m_view->isColumnHidden(column));  // one has to stay
    action->setToolTip(QString::fromStdString(columns[i].explanation));
    connect(action, &QAction::toggled, this, [this, column](bool isShown) {
      m_view->setColumnHidden(column, !isShown);
      layColumns();
    });
  }
  menu->addSeparator();
  connect(menu->addAction(tr("Reset columns")), &QAction::triggered, this, [this] {
    m_columns->forget();
    m_columns->apply(m_model->table());
  });
  menu->setToolTipsVisible(true);
  menu->popup(globalAt);
}

}  // namespace kw
