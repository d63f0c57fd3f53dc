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

void ColumnLayout::forget() {
  m_columns.clear();
  m_isMoved = false;
  m_applied.clear();
}

// Those of other problems stay behind the present ones.
void ColumnLayout::remember(const view::CandidateTable& table) {
  if (m_header.count() != static_cast<int>(table.columns().size()) || m_applied.empty()) return;
  std::vector<Kept> now;
  std::vector<size_t> order;
  const int last = m_header.stretchLastSection() ? lastShown() : -1;
  for (int visual = 0; visual < m_header.count(); ++visual) {
    const int column = m_header.logicalIndex(visual);
    order.push_back(static_cast<size_t>(column));
    Kept kept{.id = idOf(table, column)};
    if (const Kept* before = find(kept.id)) kept = *before;
    const auto applied = m_applied.find(kept.id);
    if (applied == m_applied.end()) return;  // the header shows another table's columns yet
    const bool isHidden = m_header.isSectionHidden(column);
    if (isHidden != applied->second.isHidden) kept.hidden = isHidden;
    // The last one may be stretched: nobody chose that width.
    if (!isHidden && column != last && applied->second.width > 0 &&
        m_header.sectionSize(column) != applied->second.width)
      kept.width = m_header.sectionSize(column);
    now.push_back(std::move(kept));
  }
  if (order == m_order) {  // nobody moved one: what other problems' order was stays
    for (Kept& kept : now) {
      const auto before = std::find_if(m_columns.begin(), m_columns.end(),
                                       [&](const Kept& other) { return other.id == kept.id; });
      if (before == m_columns.end())
        m_columns.push_back(std::move(kept));
      else
        *before = std::move(kept);
    }
    return;
  }
  for (const Kept& kept : m_columns)
    if (std::none_of(now.begin(), now.end(), [&](const Kept& n) { return n.id == kept.id; }))
      now.push_back(kept);
  m_columns = std::move(now);
  m_isMoved = !std::is_sorted(order.begin(), order.end());
  m_order = std::move(order);
}

// Columns as they were ordered; new ones stand with those of their kind, where there are some, or
// else behind the column that they follow in the table.
std::vector<size_t> ColumnLayout::orderOf(const view::CandidateTable& table) const {
  const auto& columns = table.columns();
  std::vector<size_t> order;
  if (m_isMoved)
    for (const Kept& kept : m_columns)
      if (const auto column = table.columnWithId(kept.id.toStdString())) order.push_back(*column);
  for (size_t column = 0; column < columns.size(); ++column) {
    if (std::find(order.begin(), order.end(), column) != order.end()) continue;
    const auto isAlike = [&](size_t other) {
      return columns[other].field == columns[column].field;
    };
    const bool followsItsKind = column > 0 && isAlike(column - 1);
    auto place = std::find_if(order.begin(), order.end(),
                              [&](size_t other) { return isAlike(other) && other > column; });
    if (followsItsKind || place == order.end()) {
      place = column > 0 ? std::find(order.begin(), order.end(), column - 1) : order.begin();
      if (column > 0) ++place;
    }
    order.insert(place, column);
  }
  return order;
}

int ColumnLayout::lastShown() const {
  for (int visual = m_header.count() - 1; visual >= 0; --visual)
    if (!m_header.isSectionHidden(m_header.logicalIndex(visual)))
      return m_header.logicalIndex(visual);
  return -1;
}

void ColumnLayout::apply(const view::CandidateTable& table) {
  const int count = static_cast<int>(table.columns().size());
  if (m_header.count() != count) return;
  m_order = orderOf(table);
  int place = 0;
  for (const size_t column : m_order)
    m_header.moveSection(m_header.visualIndex(static_cast<int>(column)), place++);
  m_applied.clear();
  m_header.setStretchLastSection(false);
  for (int column = 0; column < count; ++column) {
    const auto at = static_cast<size_t>(column);
    const Kept* kept = find(idOf(table, column));
    const bool isHidden = kept && kept->hidden ? *kept->hidden : !table.isShownByDefault(at);
    m_header.setSectionHidden(column, isHidden);
    const int width =
        isHidden ? 0
                 : std::max(kept && kept->width > 0 ? kept->width : naturalWidth(table, at),
                            m_header.sectionSizeHint(column));
    if (!isHidden) m_header.resizeSection(column, width);
    m_applied[idOf(table, column)] = {width, isHidden};
  }
  // A text may use what is left; a number stays beside the others.
  const int last = lastShown();
  if (last >= 0 && !table.columns()[static_cast<size_t>(last)].isNumber)
    m_header.setStretchLastSection(true);
}

// Of what it may hold: looking at a hundred thousand cells would take too long.
int ColumnLayout::naturalWidth(const view::CandidateTable& table, size_t column) const {
  const view::Column& which = table.columns()[column];
  const QFontMetrics header(m_header.font());
  const QFontMetrics cell(which.isNumber ? Theme::instance().numberFont()
                                         : Theme::instance().interfaceFont());
  QString widest = QStringLiteral("000.0");
  if (which.field == view::Field::verdict) widest = QStringLiteral("failed to compile m");
  if (which.field == view::Field::number) widest = QStringLiteral("000,000");
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
  for (const Kept& kept : m_columns) {
    QJsonObject column{{QStringLiteral("id"), kept.id}};
    if (kept.width > 0) column[QStringLiteral("width")] = kept.width;
    if (kept.hidden) column[QStringLiteral("hidden")] = *kept.hidden;
    columns.append(column);
  }
  return QJsonDocument(QJsonObject{{QStringLiteral("columns"), columns},
                                   {QStringLiteral("moved"), m_isMoved}})
      .toJson(QJsonDocument::Compact);
}

bool ColumnLayout::restore(const QByteArray& state) {
  const QJsonObject object = QJsonDocument::fromJson(state).object();
  if (!object.value(QStringLiteral("columns")).isArray()) return false;
  // Layouts written before say of each column how it was, chosen or not: they are let go.
  const bool tellsChoices = object.contains(QStringLiteral("moved"));
  forget();
  m_isMoved = object.value(QStringLiteral("moved")).toBool();
  for (const QJsonValue& value : object.value(QStringLiteral("columns")).toArray()) {
    const QJsonObject column = value.toObject();
    Kept kept{.id = column.value(QStringLiteral("id")).toString()};
    if (kept.id.isEmpty() || find(kept.id) || !tellsChoices) continue;
    const int width = column.value(QStringLiteral("width")).toInt();
    if (width > 0) kept.width = std::clamp(width, leastWidth, mostWidth);
    if (const QJsonValue hidden = column.value(QStringLiteral("hidden")); hidden.isBool())
      kept.hidden = hidden.toBool();
    m_columns.push_back(std::move(kept));
  }
  return true;
}

}  // namespace kw
