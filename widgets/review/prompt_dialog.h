// SPDX-License-Identifier: GPL-3.0-or-later
// A prompt before a person: before it is sent, to be carried to a model by hand, or as it was.
#pragma once

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QPlainTextEdit;
class QPushButton;

namespace kw {

class PromptDialog : public QDialog {
  Q_OBJECT

 public:
  // What would leave the machine, and where to: accepted where it may. `remark`: what else there is
  // to know before; may be "".
  static PromptDialog* outgoing(const QString& where, const QString& content, bool showsEach,
                                const QString& remark, QWidget* parent);
  // With a field for the reply: accepted once there is one.
  static PromptDialog* paste(const QString& prompt, QWidget* parent);
  // To be read.
  static PromptDialog* record(const QString& title, const QString& words, const QString& text,
                              QWidget* parent);

  QString reply() const;
  bool showsEach() const;
  QPlainTextEdit& text() const { return *m_text; }
  QPlainTextEdit* replyField() const { return m_reply; }

 private:
  PromptDialog(const QString& title, const QString& words, const QString& text, QWidget* parent);
  void addReply();
  QPushButton* addAccept(const QString& words);

  QPlainTextEdit* m_text;
  QPlainTextEdit* m_reply = nullptr;
  QCheckBox* m_showsEach = nullptr;
  QDialogButtonBox* m_buttons;
};

}  // namespace kw
