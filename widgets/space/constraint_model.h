// SPDX-License-Identifier: GPL-3.0-or-later
// The constraints of the space and what each makes of it.
#pragma once

#include "view/space/space_figures.h"
#include "widgets/space/draft_table.h"
#include "widgets/space/space_draft.h"

namespace kw {

class ConstraintModel : public DraftTable {
  Q_OBJECT

 public:
  explicit ConstraintModel(SpaceDraft& draft, QObject* parent = nullptr);

  enum Column { textColumn, removesColumn, addsColumn, columns };

  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  // None while they are being counted.
  void setFigures(std::vector<view::ConstraintFigures> figures);

 protected:
  int itemCount() const override;
  QString textAt(int row, int column) const override;
  bool isEditable(int row, int column) const override;
  Status edit(int row, int column, const QString& text) override;
  Status add(const QString& text) override;
  QString cellName(int row, int column) const override;
  int quietColumn() const override { return removesColumn; }
  QVariant moreData(int row, int column, int role) const override;

 private:
  const view::ConstraintFigures* figuresAt(int row) const;
  QString explanation(int row) const;

  SpaceDraft& m_draft;
  std::vector<view::ConstraintFigures> m_figures;
};

}  // namespace kw
