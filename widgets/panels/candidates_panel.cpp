// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/candidates_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QScopedValueRollback>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "view/candidates/kept_text.h"
#include "widgets/controls/word_bar.h"
#include "widgets/panels/selection_link.h"
#include "widgets/profile_action/profile_action.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int filterDelay = 150;  // milliseconds after the last key

}  // namespace

CandidatesPanel::CandidatesPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection) {
  setObjectName(QStringLiteral("candidates"));
  m_model = new CandidatesModel(content, selection, this);
  m_view = new CandidatesView(*m_model, this);
  m_columns = std::make_unique<ColumnLayout>(*m_view->horizontalHeader());
  makeActions();
  layOut();
  new SelectionLink(*m_view, selection, this);
  takeColumns();

  m_filterDelay.setSingleShot(true);
  m_filterDelay.setInterval(filterDelay);
  connect(m_filter, &QLineEdit::textChanged, this, [this] { m_filterDelay.start(); });
  m_filter->installEventFilter(this);
  connect(&m_filterDelay, &QTimer::timeout, this, &CandidatesPanel::applyFilter);
  connect(m_model, &CandidatesModel::columnsChanged, this, &CandidatesPanel::takeColumns);
  connect(m_model, &CandidatesModel::rowsChanged, this, &CandidatesPanel::updatePage);
  // Before the columns go, so that their widths are not forgotten.
  connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this,
          [this] { m_columns->remember(m_model->table()); });
  connect(m_view, &QAbstractItemView::activated, this, &CandidatesPanel::detailsRequested);
  connect(m_view, &CandidatesView::pointedAt, &selection, &Selection::hover);
  connect(&selection, &Selection::selectionChanged, this, &CandidatesPanel::updateActions);
  connect(&selection, &Selection::selectionChanged, this, [this] {
    if (!m_view->hasFocus() && m_view->currentIndex().isValid())
      m_view->scrollTo(m_view->currentIndex());
  });
  connect(&selection, &Selection::baselineChanged, this, &CandidatesPanel::updateActions);
  connect(&content, &Content::deviceChanged, this, &CandidatesPanel::updatePage);
  connect(&content, &Content::problemChanged, this, &CandidatesPanel::updatePage);
  connect(&content, &Content::sessionChanged, this, &CandidatesPanel::updatePage);
  connect(&Theme::instance(), &Theme::changed, this, &CandidatesPanel::layColumns);
  updatePage();
  updateActions();
}

void CandidatesPanel::layOut() {
  m_hostHeading = new QLabel(QString::fromUtf8(hostHeading.data(), hostHeading.size()), this);
  m_hostHeading->setProperty("role", QStringLiteral("warning"));
  m_filter = new QLineEdit(this);
  m_filter->setObjectName(QStringLiteral("candidates.filter"));
  m_filter->setAccessibleName(tr("Filter of the candidates"));
  m_filter->setPlaceholderText(tr("Filter: words, or BLOCK >= 256 and time < 0.5"));
  m_filter->setToolTip(tr("Words that must all occur in configuration, verdict or reason; or a "
                          "condition over parameters and %1.")
                           .arg(QString::fromStdString(view::filterNames())));
  m_filter->setClearButtonEnabled(true);
  m_filter->setMinimumWidth(Theme::instance().scaled(120));
  m_message = new QLabel(this);
  m_message->setProperty("role", QStringLiteral("failed"));
  m_message->setWordWrap(true);
  m_message->hide();
  m_counts = new QLabel(this);
  m_counts->setProperty("role", QStringLiteral("secondary"));
  m_counts->hide();

  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  bar->setSpacing(spacing::between);
  bar->addWidget(m_filter, 2);
  m_bar = makeToolBar();
  bar->addWidget(m_bar, 3);
  auto* notes = new QVBoxLayout;
  notes->setContentsMargins(spacing::between, 0, spacing::between, spacing::within);
  notes->setSpacing(spacing::within);
  for (QLabel* label : {m_hostHeading, m_message, m_counts})
    notes->addWidget(label);

  auto* page = new QWidget(this);
  auto* stack = new QVBoxLayout(page);
  stack->setContentsMargins(0, 0, 0, 0);
  stack->setSpacing(0);
  stack->addLayout(bar);
  stack->addLayout(notes);
  stack->addWidget(m_view, 1);

  m_empty = new QLabel(this);
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  m_empty->setMargin(spacing::panel);
  m_empty->setProperty("role", QStringLiteral("secondary"));
  m_pages = new QStackedWidget(this);
  m_pages->addWidget(m_empty);
  m_pages->addWidget(page);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(m_pages);
  setFocusProxy(m_view);
  setTabOrder(m_filter, m_view);
  QWidget* before = m_view;
  for (QWidget* button : m_bar->buttons()) {
    setTabOrder(before, button);
    before = button;
  }

  m_view->setObjectName(QStringLiteral("candidates.table"));
  m_view->setAccessibleName(tr("Candidates"));
  QHeaderView* header = m_view->horizontalHeader();
  header->setSortIndicatorClearable(true);
  header->setSortIndicator(-1, Qt::AscendingOrder);
  m_view->setSortingEnabled(true);
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QWidget::customContextMenuRequested, this,
          [this, header](const QPoint& at) { showColumnMenu(header->mapToGlobal(at)); });
  connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column) {
    if (m_takingColumns) return;
    const bool isColumn = column >= 0 && column < m_model->columnCount();
    m_sortId =
        isColumn
            ? QString::fromStdString(m_model->table().columns()[static_cast<size_t>(column)].id)
            : QString();
  });
  connect(m_view, &QWidget::customContextMenuRequested, this, &CandidatesPanel::showContextMenu);
}

WordBar* CandidatesPanel::makeToolBar() {
  auto* bar = new WordBar(
      tr("Actions on candidates"),
      {m_pin, m_compare, m_verify, m_profile, m_export, m_copyTsv, m_chooseColumns}, this);
  bar->setObjectName(QStringLiteral("candidates.toolBar"));
  return bar;
}

// A faulty filter leaves the rows as they are, so that they do not jump while one writes.
void CandidatesPanel::applyFilter() {
  m_filterDelay.stop();
  const Status status = m_model->setFilter(m_filter->text());
  QString message;
  if (!status) {
    message =
        tr("The filter was not applied: %1").arg(QString::fromStdString(status.error().message));
  } else if (const size_t faults = m_model->table().filter().faults()) {
    message = tr("The filter cannot be worked out for %1: %2")
                  .arg(QString::fromStdString(countText(faults, "candidate")),
                       QString::fromStdString(m_model->table().filter().firstFault()));
  }
  m_message->setText(message);
  m_message->setVisible(!message.isEmpty());
  tellCounts();
}

void CandidatesPanel::tellCounts() {
  const size_t leftOut = m_model->table().leftOut();
  m_counts->setVisible(leftOut > 0);
  if (leftOut > 0)
    m_counts->setText(tr("%1 of %2 not shown: filtered")
                          .arg(QString::fromStdString(numberText(static_cast<double>(leftOut))),
                               QString::fromStdString(numberText(
                                   static_cast<double>(m_content.candidates().size())))));
}

void CandidatesPanel::updatePage() {
  const bool isEmpty = m_content.candidates().empty();
  const size_t elsewhere = m_content.isOpen() ? m_content.session().elsewhere : 0;
  if (isEmpty)
    m_empty->setText(elsewhere > 0
                         ? QString::fromStdString(std::string(view::noneOfThisRevision) + ' ' +
                                                  view::keptElsewhereText(elsewhere))
                     : m_content.isOpen()
                         ? tr("Each candidate appears here as soon as it is judged. Tune to start.")
                         : tr("Candidates appear here once a problem or a session is open."));
  m_pages->setCurrentIndex(isEmpty ? 0 : 1);
  m_hostHeading->setVisible(m_content.onHost());
  showKnownColumns();
  tellCounts();
  updateActions();
}

// Registers, say, once the first candidate has some.
void CandidatesPanel::showKnownColumns() {
  const view::CandidateTable& table = m_model->table();
  std::vector<bool> shown;
  for (size_t column = 0; column < table.columns().size(); ++column)
    shown.push_back(table.isShownByDefault(column));
  if (shown == m_shownByDefault) return;
  m_shownByDefault = std::move(shown);
  layColumns();
}

void CandidatesPanel::layColumns() {
  m_columns->remember(m_model->table());
  m_columns->apply(m_model->table());
}

void CandidatesPanel::takeColumns() {
  const QScopedValueRollback<bool> guard(m_takingColumns, true);
  m_columns->apply(m_model->table());
  const auto column = m_model->table().columnWithId(m_sortId.toStdString());
  QHeaderView* header = m_view->horizontalHeader();
  const Qt::SortOrder order = header->sortIndicatorOrder();
  header->setSortIndicator(column ? static_cast<int>(*column) : -1, order);
  m_model->sort(column ? static_cast<int>(*column) : -1, order);
  if (!m_filter->text().isEmpty()) applyFilter();  // names may mean something else now
}

QByteArray CandidatesPanel::saveState() const {
  m_columns->remember(m_model->table());
  QJsonObject state = QJsonDocument::fromJson(m_columns->save()).object();
  state[QStringLiteral("sort")] = m_sortId;
  state[QStringLiteral("descending")] =
      m_view->horizontalHeader()->sortIndicatorOrder() == Qt::DescendingOrder;
  return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

bool CandidatesPanel::restoreState(const QByteArray& state) {
  if (!m_columns->restore(state)) return false;
  const QJsonObject object = QJsonDocument::fromJson(state).object();
  const bool isDescending = object.value(QStringLiteral("descending")).toBool();
  {
    const QScopedValueRollback<bool> guard(m_takingColumns, true);
    m_view->horizontalHeader()->setSortIndicator(
        -1, isDescending ? Qt::DescendingOrder : Qt::AscendingOrder);
  }
  m_sortId = object.value(QStringLiteral("sort")).toString();
  takeColumns();
  return true;
}

}  // namespace kw
