// SPDX-License-Identifier: GPL-3.0-or-later
// Why a model proposes what it does: its reasons, the values that they rest on, and what it
// expects.
#pragma once

#include <QWidget>

#include "model/proposal/round.h"

class QLabel;
class QListWidget;
class QPlainTextEdit;

namespace kw {

class ProposalReasons : public QWidget {
  Q_OBJECT

 public:
  explicit ProposalReasons(QWidget* parent);

  // Of a round without a proposal: how it ended.
  void showRound(const Round& round);
  QString text() const;
  QListWidget& evidence() const { return *m_evidence; }

 Q_SIGNALS:
  // A value that is cited is to be shown where it was measured.
  void metricWanted(const QString& id);

 private:
  QPlainTextEdit* m_reasons;
  QLabel* m_evidenceHeading;
  QListWidget* m_evidence;
};

}  // namespace kw
