// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/comparison_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>

#include "model/formats/duel_texts.h"
#include "model/formats/wording.h"
#include "widgets/controls/word_bar.h"
#include "widgets/panels/comparison_delegate.h"
#include "widgets/theme/theme.h"

namespace kw {

ComparisonPanel::ComparisonPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection) {
  setObjectName(QStringLiteral("comparison"));
  m_model = new ComparisonModel(content, selection, this);
  makeActions();
  makeView();
  layOut();
  connect(m_model, &QAbstractItemModel::modelReset, this, &ComparisonPanel::updatePage);
  connect(&content, &Content::deviceChanged, this, &ComparisonPanel::updatePage);
  connect(&content, &Content::duelsChanged, this, &ComparisonPanel::updatePage);
  connect(&content, &Content::runStateChanged, this, &ComparisonPanel::updatePage);
  connect(&Theme::instance(), &Theme::changed, this, &ComparisonPanel::sizeColumns);
  updatePage();
}

void ComparisonPanel::makeActions() {
  const auto make = [this](const char* name, const QString& text, const QKeySequence& keys) {
    auto* action = new QAction(text, this);
    action->setObjectName(QStringLiteral("comparison.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(
        QStringLiteral("%1 (%2)").arg(text, keys.toString(QKeySequence::NativeText)));
    addAction(action);
    return action;
  };
  m_onlyDiffering = make("onlyDiffering", tr("Only rows that differ"), Qt::Key_D);
  m_onlyDiffering->setCheckable(true);
  m_turns = make("turns", tr("Measure in turns"), Qt::Key_M);
  m_remove = make("remove", tr("Remove column"), QKeySequence::Delete);
  m_code = make("code", tr("Compare code"), Qt::CTRL | Qt::Key_K);
  m_copyTsv = make("copyAsTsv", tr("Copy as TSV"), QKeySequence::Copy);
  m_copyMarkdown = make("copyAsMarkdown", tr("Copy as Markdown"), Qt::CTRL | Qt::SHIFT | Qt::Key_C);
  connect(m_onlyDiffering, &QAction::toggled, m_model, &ComparisonModel::setOnlyDiffering);
  connect(m_remove, &QAction::triggered, this,
          [this] { removeColumn(m_view->currentIndex().column()); });
  connect(m_code, &QAction::triggered, this,
          [this] { Q_EMIT codeWanted(m_model->comparison().columns); });
  connect(m_turns, &QAction::triggered, this, &ComparisonPanel::askForDuel);
  connect(m_copyTsv, &QAction::triggered, this, [this] { copyAs(false); });
  connect(m_copyMarkdown, &QAction::triggered, this, [this] { copyAs(true); });
}

void ComparisonPanel::makeView() {
  m_view = new QTableView(this);
  m_view->setObjectName(QStringLiteral("comparison.table"));
  m_view->setAccessibleName(tr("Comparison of candidates"));
  m_view->setModel(m_model);
  m_view->setItemDelegate(new ComparisonDelegate(m_view));
  m_view->setSelectionMode(QAbstractItemView::SingleSelection);
  m_view->setTabKeyNavigation(false);
  m_view->setWordWrap(false);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->horizontalHeader()->setHighlightSections(false);
  m_view->verticalHeader()->setHighlightSections(false);
  m_view->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  m_view->setCornerButtonEnabled(false);
  QHeaderView* header = m_view->horizontalHeader();
  header->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(header, &QWidget::customContextMenuRequested, this, [this, header](const QPoint& at) {
    const int column = header->logicalIndexAt(at);
    if (!m_model->idAt(column)) return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(m_remove->text(), this, [this, column] { removeColumn(column); });
    menu->addAction(tr("Pin as baseline"), this,
                    [this, column] { m_selection.setBaseline(m_model->idAt(column)); });
    menu->popup(header->mapToGlobal(at));
  });
}

void ComparisonPanel::layOut() {
  auto* bar = new WordBar(tr("Actions on the comparison"),
                          {m_onlyDiffering, m_turns, m_remove, m_code, m_copyTsv}, this);
  bar->setObjectName(QStringLiteral("comparison.toolBar"));
  m_hostHeading = new QLabel(QString::fromUtf8(hostHeading.data(), hostHeading.size()), this);
  m_hostHeading->setProperty("role", QStringLiteral("warning"));
  m_note = new QLabel(this);
  m_note->setProperty("role", QStringLiteral("secondary"));
  m_note->setWordWrap(true);
  auto* page = new QWidget(this);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* top = new QVBoxLayout;
  top->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  top->setSpacing(spacing::within);
  top->addWidget(bar);
  top->addWidget(m_hostHeading);
  top->addWidget(m_note);
  column->addLayout(top);
  column->addWidget(m_view, 1);

  auto* empty = new QLabel(tr("Select two or more candidates in the table or in a plot to see them "
                              "side by side. One is compared with the baseline: the pinned "
                              "candidate, or else the source kernel."),
                           this);
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setMargin(spacing::panel);
  empty->setProperty("role", QStringLiteral("secondary"));
  m_pages = new QStackedWidget(this);
  m_pages->addWidget(empty);
  m_pages->addWidget(page);
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->addWidget(m_pages);
  setFocusProxy(m_view);
}

void ComparisonPanel::updatePage() {
  const bool isThere = m_model->columnCount() > 1;
  m_pages->setCurrentIndex(isThere ? 1 : 0);
  for (QAction* action : {m_remove, m_code, m_copyTsv, m_copyMarkdown})
    action->setEnabled(isThere);
  m_turns->setEnabled(pair() && m_content.runState() == RunState::idle);
  m_hostHeading->setVisible(m_content.onHost());
  const size_t leftOut = m_model->leftOut();
  QString note;
  if (leftOut > 0)
    note = tr("%1 of the selected not shown: at most %2 fit side by side.")
               .arg(QString::fromStdString(numberText(static_cast<double>(leftOut))))
               .arg(view::mostCompared);
  else if (isThere && m_model->rowCount() == 0)
    note = tr("Nothing differs.");
  else if (m_model->comparison().hasBaseline)
    note =
        tr("Blue: faster than the baseline; orange: slower; ≈: the 95 % interval overlaps the "
           "baseline's; bold: differs.");
  if (const QString duel = duelNote(); !duel.isEmpty()) note = duel;
  m_note->setText(note);
  m_note->setVisible(!note.isEmpty());
  sizeColumns();
}

std::optional<std::pair<Candidate, Candidate>> ComparisonPanel::pair() const {
  const std::vector<view::CandidateId>& columns = m_model->comparison().columns;
  if (columns.size() != 2) return std::nullopt;
  const view::CandidateRow& first = m_content.candidates()[columns[0]];
  const view::CandidateRow& second = m_content.candidates()[columns[1]];
  if (!first.verified() || !second.verified()) return std::nullopt;
  return std::pair(first.candidate, second.candidate);
}

void ComparisonPanel::askForDuel() {
  if (const auto two = pair()) Q_EMIT m_content.duelWanted(two->first, two->second);
}

QString ComparisonPanel::duelNote() const {
  const auto two = pair();
  if (!two) return {};
  const std::vector<Duel>& duels = m_content.duels();
  for (auto duel = duels.rbegin(); duel != duels.rend(); ++duel) {
    if (duel->first == two->first && duel->second == two->second)
      return QString::fromStdString(sentence(duelText(*duel)));
    if (duel->first == two->second && duel->second == two->first)
      return QString::fromStdString(sentence(duelText(reversed(*duel))));
  }
  return {};
}

// Few cells, so their contents may be asked.
void ComparisonPanel::sizeColumns() {
  m_view->setStyleSheet(QStringLiteral("QTableCornerButton::section { background: %1; border: 0; }")
                            .arg(Theme::instance().tokens().window.name()));
  m_view->verticalHeader()->setMinimumSectionSize(1);
  m_view->verticalHeader()->setDefaultSectionSize(Theme::instance().scaled(spacing::row));
  m_view->horizontalHeader()->setMaximumSectionSize(Theme::instance().scaled(320));
  m_view->resizeColumnsToContents();
}

void ComparisonPanel::removeColumn(int column) {
  const std::optional<view::CandidateId> id = m_model->idAt(column);
  if (!id) return;
  std::vector<view::CandidateId> ids = m_selection.selected();
  std::erase(ids, *id);
  if (m_selection.baseline() == id) m_selection.setBaseline(std::nullopt);
  m_selection.select(std::move(ids));
}

void ComparisonPanel::copyAs(bool asMarkdown) {
  const view::TextTable table = view::textTable(m_model->comparison(), m_model->onlyDiffering());
  QApplication::clipboard()->setText(
      QString::fromStdString(asMarkdown ? view::markdownText(table) : view::tsvText(table)));
  Q_EMIT m_content.noticed(tr("Copied the comparison."));
}

QByteArray ComparisonPanel::saveState() const {
  return m_onlyDiffering->isChecked() ? "onlyDiffering" : "all";
}

bool ComparisonPanel::restoreState(const QByteArray& state) {
  if (state != "onlyDiffering" && state != "all") return false;
  m_onlyDiffering->setChecked(state == "onlyDiffering");
  return true;
}

}  // namespace kw
