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
  // Likewise; nothing was done.
  void showNote(const QString& text);
  // Until it is dismissed or another message comes.
  void showBusy(const QString& text);
  void dismiss();
  QString text() const;
  QList<QAction*> panelActions() const { return {m_showDetails, m_dismiss}; }

 Q_SIGNALS:
  void shownChanged(bool shown);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  enum class Kind { error, done, note, busy };
  void showText(Kind kind, const QString& text, const QString& details);
  void makeActions();
  void layOut();
  void enableActions();
  void fitText();
  void restyle();

  Kind m_kind = Kind::error;
  bool m_shown = false;
  QLabel* m_mark;
  QLabel* m_text;
  QAction *m_showDetails, *m_dismiss;
  QToolButton* m_more;
  QToolButton* m_close;
  QPlainTextEdit* m_details;
  class QTimer* m_timer;
};

}  // namespace kw
