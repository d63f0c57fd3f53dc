// SPDX-License-Identifier: GPL-3.0-or-later
// Rounds of the agent loop as a table's rows.
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "view/review/round_rows.h"

namespace kw {

class RoundModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { roundColumn, endingColumn, expectedColumn, measuredColumn, gainColumn, columns };
  using QAbstractTableModel::QAbstractTableModel;

  void setRounds(const std::vector<Round>& rounds);
  const view::RoundRow& rowAt(int row) const { return m_rows[static_cast<size_t>(row)]; }
  int find(int64_t id) const;  // -1: none
  const view::RatioRange& range() const { return m_range; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString textAt(const view::RoundRow& row, int column) const;

  std::vector<view::RoundRow> m_rows;
  view::RatioRange m_range;
};

}  // namespace kw
