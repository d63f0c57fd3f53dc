// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHeaderView>
#include <QString>
#include <vector>

#include "view/candidates/candidate_table.h"

namespace kw {

// Which columns are shown, how wide, in which order: kept by their ids, so that it holds for the
// columns that another problem has in common, and for those of a problem that is opened later.
class ColumnLayout {
 public:
  explicit ColumnLayout(QHeaderView& header) : m_header(header) {}

  // Takes over what the header shows.
  void remember(const view::CandidateTable& table);
  // Onto the header. Columns that are not known get a width for what they hold.
  void apply(const view::CandidateTable& table);
  void forget() { m_columns.clear(); }

  // JSON. Anything else is taken for no layout.
  QByteArray save() const;
  bool restore(const QByteArray& state);

 private:
  struct Kept {
    QString id;
    int width = 0;
    bool isHidden = false;
  };
  const Kept* find(const QString& id) const;
  int naturalWidth(const view::CandidateTable& table, size_t column) const;

  QHeaderView& m_header;
  std::vector<Kept> m_columns;  // in the order in which they are shown
};

}  // namespace kw
