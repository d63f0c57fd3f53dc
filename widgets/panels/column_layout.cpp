// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/column_layout.h"

#include <QFontMetrics>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int leastWidth = 16, mostWidth = 4000;

QString idOf(const view::CandidateTable& table, int column) {
  return QString::fromStdString(table.columns()[static_cast<size_t>(column)].id);
}

}  // namespace

const ColumnLayout::Kept* ColumnLayout::find(const QString& id) const {
  const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                  [&](const Kept& kept) { return kept.id == id; });
  return found == m_columns.end() ? nullptr : &*found;
}

// Those of other problems stay behind the present ones.
void ColumnLayout::remember(const view::CandidateTable& table) {
  if (m_header.count() != static_cast<int>(table.columns().size())) return;
  std::vector<Kept> now;
  for (int visual = 0; visual < m_header.count(); ++visual) {
    const int column = m_header.logicalIndex(visual);
    const bool isHidden = m_header.isSectionHidden(column);
    const Kept* before = find(idOf(table, column));
    int width = isHidden ? (before ? before->width : 0) : m_header.sectionSize(column);
    now.push_back({idOf(table, column), width, isHidden});
  }
  for (const Kept& kept : m_columns)
    if (std::none_of(now.begin(), now.end(), [&](const Kept& n) { return n.id == kept.id; }))
      now.push_back(kept);
  m_columns = std::move(now);
}

void ColumnLayout::apply(const view::CandidateTable& table) {
  const int count = static_cast<int>(table.columns().size());
  if (m_header.count() != count) return;
  for (int column = 0; column < count; ++column)  // their natural order
    m_header.moveSection(m_header.visualIndex(column), column);
  int place = 0;
  for (const Kept& kept : m_columns)
    if (const auto column = table.columnWithId(kept.id.toStdString()))
      m_header.moveSection(m_header.visualIndex(static_cast<int>(*column)), place++);
  for (int column = 0; column < count; ++column) {
    const auto at = static_cast<size_t>(column);
    const Kept* kept = find(idOf(table, column));
    m_header.setSectionHidden(column, kept ? kept->isHidden : !table.columns()[at].isShown);
    m_header.resizeSection(column, kept && kept->width > 0 ? kept->width : naturalWidth(table, at));
  }
}

// Of what it may hold: looking at a hundred thousand cells would take too long.
int ColumnLayout::naturalWidth(const view::CandidateTable& table, size_t column) const {
  const view::Column& which = table.columns()[column];
  const QFontMetrics header(m_header.font());
  const QFontMetrics cell(which.isNumber ? Theme::instance().numberFont()
                                         : Theme::instance().interfaceFont());
  QString widest = QStringLiteral("000.0");
  if (which.field == view::Field::verdict) widest = QStringLiteral("failed to compile m");
  if (which.field == view::Field::number) widest = QStringLiteral("00,000");
  if (which.field == view::Field::reason) widest = QString(40, QLatin1Char('n'));
  // The unit may change as times arrive: room for either.
  const QString title =
      QString::fromStdString(which.title) +
      (which.isTime() ? QStringLiteral(" (ms)")
                      : QString::fromStdString(which.unit.empty() ? "" : " (" + which.unit + ")"));
  const int padding = 2 * spacing::between;
  const int sortMark = header.horizontalAdvance(QStringLiteral("▲ "));
  return std::max(cell.horizontalAdvance(widest), header.horizontalAdvance(title) + sortMark) +
         padding;
}

QByteArray ColumnLayout::save() const {
  QJsonArray columns;
  for (const Kept& kept : m_columns)
    columns.append(QJsonObject{{QStringLiteral("id"), kept.id},
                               {QStringLiteral("width"), kept.width},
                               {QStringLiteral("hidden"), kept.isHidden}});
  return QJsonDocument(QJsonObject{{QStringLiteral("columns"), columns}})
      .toJson(QJsonDocument::Compact);
}

bool ColumnLayout::restore(const QByteArray& state) {
  const QJsonDocument document = QJsonDocument::fromJson(state);
  if (!document.object().value(QStringLiteral("columns")).isArray()) return false;
  m_columns.clear();
  for (const QJsonValue& value : document.object().value(QStringLiteral("columns")).toArray()) {
    const QJsonObject column = value.toObject();
    const QString id = column.value(QStringLiteral("id")).toString();
    const int width = column.value(QStringLiteral("width")).toInt();
    if (id.isEmpty() || find(id)) continue;
    m_columns.push_back({id, width > 0 ? std::clamp(width, leastWidth, mostWidth) : 0,
                         column.value(QStringLiteral("hidden")).toBool()});
  }
  return true;
}

}  // namespace kw
