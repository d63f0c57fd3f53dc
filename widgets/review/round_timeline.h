// SPDX-License-Identifier: GPL-3.0-or-later
// The rounds of the agent loop, the first first, with what each expected and what was measured.
#pragma once

#include <QTableView>

#include "model/proposal/round.h"

namespace kw {

class RoundModel;

class RoundTimeline : public QTableView {
  Q_OBJECT

 public:
  explicit RoundTimeline(QWidget* parent = nullptr);

  void setRounds(const std::vector<Round>& rounds);
  void choose(int64_t id);
  int64_t chosen() const;  // 0: none
  RoundModel& model() const { return *m_model; }

 Q_SIGNALS:
  void roundChosen(int64_t id);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void sizeColumns();

  RoundModel* m_model;
};

}  // namespace kw
