// SPDX-License-Identifier: GPL-3.0-or-later
// The entries of a list on the start page: things that can be opened.
#pragma once

#include <QAbstractListModel>
#include <QStringList>
#include <QVector>

namespace kw {

struct StartEntry {
  QString path;
  QString title;
  QString detail;  // second line
  QString aside;   // at the right: when
  bool missing = false;

  bool operator==(const StartEntry&) const = default;
};

class EntryModel : public QAbstractListModel {
  Q_OBJECT

 public:
  enum Role { pathRole = Qt::UserRole, detailRole, asideRole, missingRole, filterRole };
  using QAbstractListModel::QAbstractListModel;

  void setEntries(QVector<StartEntry> entries);
  void setMissing(const QStringList& paths);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  QVector<StartEntry> m_entries;
};

}  // namespace kw
