// SPDX-License-Identifier: GPL-3.0-or-later
// A strip for what went wrong or was done: what happened, why, what to do. It takes no focus and
// stays until it is dismissed or its matter is over. Whoever holds it shows and hides it by
// shownChanged().
#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QWidget>

#include "base/result/result.h"

namespace kw {

class MessageBar : public QWidget {
  Q_OBJECT

 public:
  explicit MessageBar(QWidget* parent = nullptr);

  // "Tuning failed: …", with the advice, and further faults behind "Details".
  void showError(const QString& doing, const Error& error);
  // For a few seconds.
  void showDone(const QString& text);
  // Until it is dismissed or another message comes.
  void showBusy(const QString& text);
  void dismiss();
  QString text() const;

 Q_SIGNALS:
  void shownChanged(bool shown);

 private:
  enum class Kind { error, done, busy };
  void showText(Kind kind, const QString& text, const QString& details);
  void restyle();

  Kind m_kind = Kind::error;
  bool m_shown = false;
  QLabel* m_mark;
  QLabel* m_text;
  QToolButton* m_more;
  QToolButton* m_close;
  QPlainTextEdit* m_details;
  class QTimer* m_timer;
};

}  // namespace kw
