// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/models/comparison_model.h"

#include <QFont>
#include <algorithm>
#include <cmath>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

// A difference of this much has the full colour, and the most of it that text can stand on.
constexpr double fullDifference = 0.5;
constexpr double mostColor = 0.45;

}  // namespace

ComparisonModel::ComparisonModel(Content& content, Selection& selection, QObject* parent)
    : QAbstractTableModel(parent), m_content(content), m_selection(selection) {
  connect(&content, &Content::problemChanged, this, &ComparisonModel::read);
  connect(&content, &Content::candidatesReset, this, &ComparisonModel::read);
  connect(&selection, &Selection::selectionChanged, this, &ComparisonModel::read);
  connect(&selection, &Selection::baselineChanged, this, &ComparisonModel::read);
  // Rows that come later change nothing here, unless there was no source to compare with.
  connect(&content, &Content::candidatesAppended, this, [this] {
    if (!m_comparison.hasBaseline && m_content.candidates().source()) read();
  });
  connect(&Theme::instance(), &Theme::changed, this, [this] {
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
  });
  read();
}

void ComparisonModel::read() {
  std::vector<Parameter> parameters;
  const Content::ProblemPtr& problem = m_content.problem();
  if (problem && problem->problem.space) parameters = problem->problem.space->parameters;
  std::vector<Id> ids = m_selection.selected();
  beginResetModel();
  m_comparison = view::compareCandidates(m_content.candidates(), m_selection.baseline(), ids,
                                         m_content.caseNames(), parameters);
  const std::vector<Id>& columns = m_comparison.columns;
  if (m_comparison.hasBaseline) std::erase(ids, columns.front());
  const size_t shown = columns.size() - (m_comparison.hasBaseline ? 1 : 0);
  m_leftOut = ids.size() > shown ? ids.size() - shown : 0;
  m_shown.clear();
  for (size_t row = 0; row < m_comparison.rows.size(); ++row)
    if (!m_onlyDiffering || m_comparison.rows[row].differs) m_shown.push_back(row);
  endResetModel();
}

void ComparisonModel::setOnlyDiffering(bool only) {
  if (only == m_onlyDiffering) return;
  m_onlyDiffering = only;
  read();
}

std::optional<ComparisonModel::Id> ComparisonModel::idAt(int column) const {
  if (column < 0 || column >= columnCount()) return std::nullopt;
  return m_comparison.columns[static_cast<size_t>(column)];
}

int ComparisonModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_comparison.columns.size());
}

const view::ComparisonCell& ComparisonModel::cell(const QModelIndex& index) const {
  return m_comparison.rows[m_shown[static_cast<size_t>(index.row())]]
      .cells[static_cast<size_t>(index.column())];
}

QVariant ComparisonModel::background(const QModelIndex& index) const {
  const double difference = cell(index).difference;
  if (!std::isfinite(difference) || !cell(index).differs || cell(index).overlaps) return {};
  const double share = std::clamp(difference / fullDifference, -1.0, 1.0);
  return Theme::instance().tokens().diverging(mostColor * share);
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
  const view::ComparisonRow& row = m_comparison.rows[m_shown[static_cast<size_t>(index.row())]];
  const view::ComparisonCell& which = cell(index);
  const bool isText = row.kind == view::ComparisonRow::Kind::text;
  switch (role) {
    case Qt::DisplayRole:
      return (which.overlaps ? QStringLiteral("≈ ") : QString()) +
             QString::fromStdString(which.text);
    case besideRole:
      return QString::fromStdString(which.beside);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(
          Qt::Alignment((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    case Qt::BackgroundRole:
      return background(index);
    case Qt::FontRole: {
      QFont font = isText ? Theme::instance().interfaceFont() : Theme::instance().numberFont();
      font.setBold(which.differs && row.kind != view::ComparisonRow::Kind::time);
      return font;
    }
    case Qt::ToolTipRole:
      return QString::fromStdString(which.more);
    case Qt::AccessibleTextRole: {
      const QString text =
          which.text.empty() ? tr("not known") : QString::fromStdString(which.text);
      const QString mark = which.overlaps  ? tr(", interval overlaps the baseline's")
                           : which.differs ? tr(", differs from the baseline")
                                           : QString();
      return QStringLiteral("%1: %2%3").arg(QString::fromStdString(row.title), text, mark);
    }
    default:
      return {};
  }
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (section < 0) return {};
  const auto at = static_cast<size_t>(section);
  if (orientation == Qt::Vertical) {
    if (at >= m_shown.size()) return {};
    if (role == Qt::DisplayRole)
      return QString::fromStdString(m_comparison.rows[m_shown[at]].title);
    if (role == Qt::TextAlignmentRole)
      return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    return {};
  }
  if (at >= m_comparison.headings.size()) return {};
  const bool isBaseline = at == 0 && m_comparison.hasBaseline;
  const QString heading = QString::fromStdString(m_comparison.headings[at]);
  if (role == Qt::DisplayRole) return isBaseline ? tr("baseline: %1").arg(heading) : heading;
  if (role == Qt::TextAlignmentRole)
    return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
  if (role == Qt::ToolTipRole)
    return QString::fromStdString(
        m_content.candidates()[m_comparison.columns[at]].candidate.label());
  return {};
}

}  // namespace kw
