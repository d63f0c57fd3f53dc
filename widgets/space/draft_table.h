// SPDX-License-Identifier: GPL-3.0-or-later
// A table whose cells are edited as text, where a text that is refused stays as it was typed, with
// what is wrong with it, until it is right or given up.
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <optional>
#include <utility>

#include "base/result/result.h"

namespace kw {

class DraftTable : public QAbstractTableModel {
  Q_OBJECT

 public:
  using QAbstractTableModel::QAbstractTableModel;

  enum Role { faultRole = Qt::UserRole + 1 };  // QString; "" where nothing is wrong

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  // An empty row at the end, which becomes part of the space once its text is accepted.
  QModelIndex beginNewRow();
  bool isNewRow(int row) const { return m_hasNewRow && row == m_shownItems; }
  void dropNewRow();
  // Once its editor is closed.
  void dropEmptyNewRowLater();
  void dropRefused();  // all texts that were refused
  // Faults that others found, by row.
  void setRowFaults(std::map<int, QString> faults);
  // The refused texts' faults, one line each.
  QStringList refusals() const;

 Q_SIGNALS:
  void refusalsChanged();

 protected:
  virtual int itemCount() const = 0;
  virtual QString textAt(int row, int column) const = 0;  // as shown and edited
  virtual bool isEditable(int row, int column) const = 0;
  virtual Status edit(int row, int column, const QString& text) = 0;
  virtual Status add(const QString& text) = 0;
  virtual QString cellName(int row, int column) const = 0;  // "values of BLOCK"
  virtual int quietColumn() const = 0;                      // one that is not edited
  // Colours, marks or figures changed, but no text that can be edited: what is being typed stays.
  void showAnew();
  virtual QVariant moreData(int row, int column, int role) const = 0;
  // The space changed: everything is shown anew, refused texts of rows that are left stay.
  void renew();

 private:
  struct Refused {
    QString text, fault;
  };
  const Refused* refusedAt(const QModelIndex& index) const;
  QString faultAt(const QModelIndex& index) const;

  std::map<std::pair<int, int>, Refused> m_refused;
  std::map<int, QString> m_rowFaults;
  int m_shownItems = 0;  // as views know it
  bool m_hasNewRow = false;
};

}  // namespace kw
