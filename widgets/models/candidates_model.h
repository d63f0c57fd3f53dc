// SPDX-License-Identifier: GPL-3.0-or-later
// The candidates table for Qt's views: a thin layer over view::CandidateTable.
#pragma once

#include <QAbstractTableModel>
#include <QFont>

#include "view/candidates/candidate_table.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

namespace kw {

// Follows Content and Selection's baseline. Rows are the table's: the pinned ones come first.
class CandidatesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using Id = view::CandidateId;
  enum Role {
    idRole = Qt::UserRole,  // uint
    verdictRole,            // int, of VerdictKind
    sourceRole,             // bool: the source kernel
  };

  CandidatesModel(Content& content, Selection& selection, QObject* parent = nullptr);

  const view::CandidateTable& table() const { return m_table; }
  std::optional<Id> idAt(const QModelIndex& index) const;
  // Null where there is none.
  const view::CandidateRow* rowAt(const QModelIndex& index) const;
  // Of the first column; invalid where the filter leaves it out.
  QModelIndex indexOf(Id id) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;  // -1: by completion

  // A fault leaves the rows as they were. Otherwise the model is reset.
  Status setFilter(const QString& text);

 Q_SIGNALS:
  // After any change of rows, columns or filter.
  void rowsChanged();
  // Columns mean something else.
  void columnsChanged();

 private:
  void readNames();
  void readRows();
  void takeIn();
  void repin();
  template <class Change>
  void rearrange(Change change);
  void tellChangedUnits(const std::vector<std::string>& before);
  std::vector<std::string> headers() const;
  void wearTheme();
  QString heading(size_t column) const;
  QVariant foreground(const view::Column& column, Id id) const;
  QString accessibleText(size_t column, Id id) const;
  QString toolTip(size_t column, Id id) const;

  Content& m_content;
  Selection& m_selection;
  view::CandidateTable m_table;
  std::vector<std::string> m_caseNames;
  std::vector<Parameter> m_parameters;
  QFont m_numberFont;
};

}  // namespace kw
