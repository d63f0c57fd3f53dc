// SPDX-License-Identifier: GPL-3.0-or-later
// A model's reply as it comes, what is being done, and what was spent so far.
#pragma once

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QAction;
class QLabel;
class QPlainTextEdit;

namespace kw {

class ReplyStream : public QWidget {
  Q_OBJECT

 public:
  // `stop` ends the run; its button stands here.
  ReplyStream(QAction* stop, QWidget* parent);

  void begin();  // another run: nothing is left of the one before
  void showDoing(const QString& text);
  void showSpent(const QString& text);
  void beginReply();
  void grow(const QString& text);
  void end();
  QString replyText() const;

 private:
  void showFigures();

  QLabel *m_doing, *m_figures;
  QPlainTextEdit* m_text;
  QString m_spent;
  QElapsedTimer m_since;
  QTimer m_clock;
  bool m_isComing = false;
  qsizetype m_characters = 0;
};

}  // namespace kw
