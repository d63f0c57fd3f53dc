// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/profiling_tree/metric_list.h"

#include <QLineEdit>
#include <QListWidget>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "model/profile/catalogue.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int rowsShown = 7;

}  // namespace

MetricList::MetricList(QWidget* parent)
    : QWidget(parent), m_search(new QLineEdit), m_list(new QListWidget) {
  m_search->setObjectName(QStringLiteral("profilingTree.metricSearch"));
  m_search->setAccessibleName(tr("Search the metrics"));
  m_search->setPlaceholderText(tr("Search the metrics"));
  m_list->setObjectName(QStringLiteral("profilingTree.metrics"));
  m_list->setAccessibleName(tr("Metrics that are read"));
  m_list->setToolTip(tr("Space ticks and unticks"));
  m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_list->setTextElideMode(Qt::ElideRight);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(spacing::within);
  column->addWidget(m_search);
  column->addWidget(m_list, 1);
  m_list->setMinimumHeight(rowsShown * Theme::instance().scaled(spacing::row));
  connect(m_search, &QLineEdit::textChanged, this, &MetricList::filter);
  connect(m_list, &QListWidget::itemChanged, this, [this](QListWidgetItem* item) {
    take(item->data(Qt::UserRole).toString(), item->checkState() == Qt::Checked);
  });
  fill();
}

void MetricList::setChosen(const std::vector<std::string>& metrics) {
  if (metrics == m_chosen) return;
  m_chosen = metrics;
  fill();
}

void MetricList::fill() {
  const QSignalBlocker blocker(m_list);
  const QListWidgetItem* old = m_list->currentItem();
  const QString current = old ? old->data(Qt::UserRole).toString() : QString();
  m_list->clear();
  const auto add = [this, &current](const std::string& id, bool isChosen) {
    const Metric* metric = catalogue().find(id);
    const QString name = QString::fromStdString(id);
    auto* item = new QListWidgetItem(
        metric ? tr("%1: %2").arg(name, QString::fromStdString(metric->title)) : name, m_list);
    item->setData(Qt::UserRole, name);
    item->setToolTip(item->text());
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
    item->setCheckState(isChosen ? Qt::Checked : Qt::Unchecked);
    if (name == current) m_list->setCurrentItem(item);
  };
  for (const std::string& id : m_chosen)
    add(id, true);
  for (const Metric& metric : catalogue().metrics())
    if (std::ranges::find(m_chosen, metric.id) == m_chosen.end()) add(metric.id, false);
  if (!m_list->currentItem()) m_list->setCurrentRow(0);
  filter();
}

void MetricList::filter() {
  const QString wanted = m_search->text().trimmed();
  for (int row = 0; row < m_list->count(); ++row)
    m_list->item(row)->setHidden(!m_list->item(row)->text().contains(wanted, Qt::CaseInsensitive));
}

// Whoever listens gives the list back by setChosen(), or leaves it where the change is refused.
void MetricList::take(const QString& id, bool isChosen) {
  std::vector<std::string> next = m_chosen;
  std::erase(next, id.toStdString());
  if (isChosen) next.push_back(id.toStdString());
  Q_EMIT edited(next);
}

}  // namespace kw
