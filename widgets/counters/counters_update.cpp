// SPDX-License-Identifier: GPL-3.0-or-later
// What CountersPanel shows, and what is taken away from it.
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTreeView>
#include <algorithm>
#include <utility>

#include "base/files/files.h"
#include "model/formats/wording.h"
#include "view/candidates/candidate_cells.h"
#include "view/counters/counter_texts.h"
#include "widgets/controls/save_dialog.h"
#include "widgets/counters/counters_model.h"
#include "widgets/counters/counters_panel.h"
#include "widgets/profile_action/profile_action.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int roundsPixels = 80, leastMetricPixels = 190, indentPixels = 14;

void say(QLabel& label, const QString& words) {
  label.setText(words);
  label.setVisible(!words.isEmpty());
}

}  // namespace

void CountersPanel::refresh() {
  m_candidate = m_profile->candidate();
  m_shown = m_candidate ? m_content.profileOf(*m_candidate) : nullptr;
  for (QAction* action : panelActions())
    action->setEnabled(m_shown != nullptr);
  if (m_shown)
    showSheet();
  else
    m_model->setSheet({});
  showEmpty();
  m_pages->setCurrentIndex(m_shown ? 1 : 0);
}

void CountersPanel::follow() {
  if (m_profile->candidate() != m_candidate) refresh();
}

view::CounterBaseline CountersPanel::baseline() const {
  const view::CandidateList& list = m_content.candidates();
  const std::optional<view::CandidateId> pinned = m_selection.baseline();
  if (pinned && *pinned < list.size())
    return {list[*pinned].candidate, view::shortName(list[*pinned], *pinned)};
  return {{false, m_content.problem()->sourceHash, {}}, "source kernel"};
}

// The same groups stay closed and the same row current, though the model begins anew.
void CountersPanel::showSheet() {
  const std::string current = m_model->idAt(m_view->currentIndex());
  m_model->setSheet(view::counterSheet(catalogue(), m_content.profiles(), *m_shown, baseline()));
  restorePlace(current);
  showWords();
}

void CountersPanel::restorePlace(const std::string& id) {
  for (int group = 0; group < m_model->rowCount(); ++group) {
    const QModelIndex index = m_model->index(group, 0);
    m_view->setFirstColumnSpanned(group, {}, true);
    m_view->setExpanded(index, !m_collapsed.contains(m_model->idAt(index)));
  }
  const QModelIndex found = id.empty() ? QModelIndex() : m_model->find(id);
  if (found.isValid()) m_view->setCurrentIndex(found);
  sizeColumns();
}

void CountersPanel::showWords() {
  const view::CounterSheet& sheet = m_model->sheet();
  m_hostHeading->setVisible(m_content.onHost());
  say(*m_regime, QStringLiteral("%1: %2").arg(QString::fromStdString(m_shown->candidate.label()),
                                              QString::fromStdString(view::regimeText(*m_shown))));
  say(*m_advice, QString::fromStdString(m_shown->advice));
  say(*m_collector,
      QString::fromStdString(view::collectorText(*m_shown) + ". " + view::costText(*m_shown)));
  QStringList below;
  for (const std::string& line : view::missingTexts(sheet, *m_shown))
    below << QString::fromStdString(line);
  const std::string baseline = view::baselineText(sheet);
  if (!baseline.empty()) below << QString::fromStdString(baseline);
  say(*m_below, below.join(QLatin1Char('\n')));
  const size_t all = sheet.rows() + sheet.missing.size(), passed = m_model->shownRows();
  say(*m_filtered,
      all == passed
          ? QString()
          : tr("%1 of %2 not shown: filtered")
                .arg(QString::fromStdString(numberText(static_cast<double>(all - passed))),
                     QString::fromStdString(numberText(static_cast<double>(all)))));
}

void CountersPanel::showEmpty() {
  if (m_shown) return;
  if (!m_candidate) {
    m_empty->setText(
        tr("What bounds a candidate, with its counters, appears here once a problem "
           "or a session is open."));
    return;
  }
  const QString label = QString::fromStdString(m_candidate->label());
  if (m_content.isProfiling())
    m_empty->setText(tr("Another candidate is being profiled."));
  else if (m_profile->isEnabled())
    m_empty->setText(
        tr("%1 was not profiled on this device yet. Profiling walks a tree that reads only the "
           "counters it needs, and says what bounds the kernel. Where counters cannot be read, it "
           "goes by the work model and measured times.")
            .arg(label));
  else
    m_empty->setText(
        tr("%1 was not profiled, and cannot be now: %2").arg(label, m_profile->whyNot()));
}

// The titles have what the figures leave.
void CountersPanel::sizeColumns() {
  const Theme& theme = Theme::instance();
  QHeaderView* header = m_view->header();
  m_view->setIndentation(theme.scaled(indentPixels));
  header->setSectionResizeMode(QHeaderView::Fixed);
  header->resizeSection(CountersModel::roundsColumn, theme.scaled(roundsPixels));
  int others = header->sectionSize(CountersModel::roundsColumn);
  for (const int column :
       {CountersModel::valueColumn, CountersModel::knownColumn, CountersModel::differenceColumn}) {
    m_view->resizeColumnToContents(column);
    others += header->sectionSize(column);
  }
  header->resizeSection(
      CountersModel::metricColumn,
      std::max(theme.scaled(leastMetricPixels), m_view->viewport()->width() - others));
}

void CountersPanel::applyFilter() {
  const std::string current = m_model->idAt(m_view->currentIndex());
  m_model->setFilter(m_filter->text());
  if (!m_shown) return;
  restorePlace(current);
  showWords();
}

bool CountersPanel::goToMetric(const QString& id) {
  if (!m_shown) return false;
  if (!m_model->find(id.toStdString()).isValid()) m_filter->clear();
  const QModelIndex found = m_model->find(id.toStdString());
  if (!found.isValid()) return false;
  m_view->setExpanded(found.parent(), true);
  m_view->setCurrentIndex(found);
  m_view->scrollTo(found, QAbstractItemView::PositionAtCenter);
  return true;
}

void CountersPanel::copy(bool all) {
  if (!m_shown) return;
  std::set<std::string> ids;
  if (!all) {
    ids = m_model->idsOf(m_view->selectionModel()->selectedRows());
    if (ids.empty()) return;
  }
  const view::TextTable table = view::counterTable(m_model->sheet(), ids);
  QGuiApplication::clipboard()->setText(QString::fromStdString(view::tsvText(table)));
  Q_EMIT m_content.noticed(
      tr("Copied %1.").arg(QString::fromStdString(countText(table.rows.size(), "metric"))));
}

void CountersPanel::askAndExport() {
  askWhereToSave(*this,
                 {tr("Export the profile"),
                  QString::fromStdString(m_content.problem()->problem.name) + "_profile.csv",
                  tr("CSV (*.csv)"), QStringLiteral("csv")},
                 [this](const QString& path) { exportTo(path); });
}

void CountersPanel::exportTo(const QString& path) {
  if (!m_shown) return;
  m_job.start([content = view::counterCsv(m_model->sheet(), *m_shown), file = path.toStdString()](
                  const std::stop_token&) { return files::writeAtomically(file, content); },
              [this, path](const Status& status) { Q_EMIT exported(path, status); });
}

}  // namespace kw
