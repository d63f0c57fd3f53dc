// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QItemSelection>
#include <QObject>

#include "widgets/panels/candidates_view.h"

namespace kw {

// Keeps the rows selected in a view and Selection the same. What the filter leaves out stays
// selected until somebody selects in the view.
class SelectionLink : public QObject {
  Q_OBJECT

 public:
  SelectionLink(CandidatesView& view, Selection& selection, QObject* parent);

 private:
  void toSelection();
  void toView();
  // By row, each once.
  std::vector<view::CandidateId> idsInView() const;

  CandidatesView& m_view;
  Selection& m_selection;
  bool m_busy = false;
};

}  // namespace kw
