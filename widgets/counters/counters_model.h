// SPDX-License-Identifier: GPL-3.0-or-later
// A profile's metrics as a tree of two levels: what they answer, and the metrics themselves. What
// has no value comes last, by the reason.
#pragma once

#include <QAbstractItemModel>
#include <set>
#include <string>
#include <vector>

#include "view/counters/counter_sheet.h"

namespace kw {

class CountersModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { metricColumn, valueColumn, knownColumn, differenceColumn, roundsColumn, columns };

  using QAbstractItemModel::QAbstractItemModel;

  // The model is reset.
  void setSheet(view::CounterSheet sheet);
  void setFilter(const QString& text);
  const QString& filter() const { return m_filter; }
  const view::CounterSheet& sheet() const { return m_sheet; }
  size_t shownRows() const;  // that the filter lets pass

  // The metric's id, or what a group is headed with.
  std::string idAt(const QModelIndex& index) const;
  QModelIndex find(const std::string& id) const;
  bool isGroup(const QModelIndex& index) const;
  // Null for groups and for what is missing.
  const view::CounterRow* rowAt(const QModelIndex& index) const;
  // Those of these indexes; of a group, of all that it holds.
  std::set<std::string> idsOf(const QModelIndexList& indexes) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  void read();
  size_t groups() const { return m_groups.size() + m_missing.size(); }
  const view::MissingMetric* missingAt(const QModelIndex& index) const;
  std::string heading(size_t group) const;
  QVariant groupData(const QModelIndex& index, int role) const;
  QVariant missingData(const view::MissingMetric& missing, int column, int role) const;
  QVariant rowData(const view::CounterRow& row, int column, int role) const;

  view::CounterSheet m_sheet;
  QString m_filter;
  std::vector<view::CounterGroup> m_groups;   // that are shown
  std::vector<view::MissingGroup> m_missing;  // below them
};

}  // namespace kw
