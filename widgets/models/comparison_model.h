// SPDX-License-Identifier: GPL-3.0-or-later
// The selected candidates side by side, for a table view.
#pragma once

#include <QAbstractTableModel>

#include "view/comparison/comparison.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"

namespace kw {

// One column for each candidate, the baseline first; one row for each figure, headed by its title.
class ComparisonModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  using Id = view::CandidateId;
  enum Role {
    besideRole = Qt::UserRole,  // what stands smaller behind the text, or ""
  };

  ComparisonModel(Content& content, Selection& selection, QObject* parent = nullptr);

  const view::SideBySide& comparison() const { return m_comparison; }
  // Selected ones that do not fit.
  size_t leftOut() const { return m_leftOut; }
  std::optional<Id> idAt(int column) const;

  void setOnlyDiffering(bool only);
  bool onlyDiffering() const { return m_onlyDiffering; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 public Q_SLOTS:
  void read();  // everything anew; the model is reset

 private:
  const view::ComparisonCell& cell(const QModelIndex& index) const;
  QVariant background(const QModelIndex& index) const;

  Content& m_content;
  Selection& m_selection;
  view::SideBySide m_comparison;
  std::vector<size_t> m_shown;  // rows of the comparison
  size_t m_leftOut = 0;
  bool m_onlyDiffering = false;
};

}  // namespace kw
