// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of the space: name, values, meaning.
#pragma once

#include "model/space/space.h"
#include "widgets/space/draft_table.h"
#include "widgets/space/space_draft.h"

namespace kw {

class ParameterModel : public DraftTable {
  Q_OBJECT

 public:
  explicit ParameterModel(SpaceDraft& draft, QObject* parent = nullptr);

  enum Column { nameColumn, valuesColumn, meaningColumn, columns };
  enum MoreRoles {
    valueTextsRole = faultRole + 1,  // QStringList; none where the text was refused
    selectedRole,                    // int: place of the selected candidate's value; -1: none
    bestRole                         // int: likewise of the best
  };

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  // Empty ones for none.
  void setConfigurations(const Configuration& selected, const Configuration& best);

 protected:
  int itemCount() const override;
  QString textAt(int row, int column) const override;
  bool isEditable(int row, int column) const override;
  Status edit(int row, int column, const QString& text) override;
  Status add(const QString& text) override;
  QString cellName(int row, int column) const override;
  int quietColumn() const override { return nameColumn; }
  QVariant moreData(int row, int column, int role) const override;

 private:
  const Parameter& at(int row) const;
  int placeOf(int row, const Configuration& configuration) const;
  QString valuesSpoken(int row) const;

  SpaceDraft& m_draft;
  Configuration m_selected, m_best;
};

}  // namespace kw
