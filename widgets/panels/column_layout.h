// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHeaderView>
#include <QString>
#include <map>
#include <optional>
#include <vector>

#include "view/candidates/candidate_table.h"

namespace kw {

// Which columns are shown, how wide, in which order: kept by their ids, so that it holds for the
// columns that another problem has in common, and for those of a problem that is opened later.
// Only what somebody chose is kept; the rest follows the table, its values and the font.
class ColumnLayout {
 public:
  explicit ColumnLayout(QHeaderView& header) : m_header(header) {}

  // Takes over what was changed on the header since apply().
  void remember(const view::CandidateTable& table);
  // Onto the header. No column is narrower than its heading.
  void apply(const view::CandidateTable& table);
  void forget();

  // JSON. Anything else is taken for no layout.
  QByteArray save() const;
  bool restore(const QByteArray& state);

 private:
  struct Kept {
    QString id;
    int width = 0;               // 0: not chosen
    std::optional<bool> hidden;  // none: not chosen
  };
  struct Applied {
    int width = 0;
    bool isHidden = false;
  };
  const Kept* find(const QString& id) const;
  std::vector<size_t> orderOf(const view::CandidateTable& table) const;
  int naturalWidth(const view::CandidateTable& table, size_t column) const;
  int lastShown() const;

  QHeaderView& m_header;
  std::vector<Kept> m_columns;  // in the order in which they are shown
  bool m_isMoved = false;       // that order was chosen, else it is the table's
  std::map<QString, Applied> m_applied;
  std::vector<size_t> m_order;  // that was applied
};

}  // namespace kw
