// SPDX-License-Identifier: GPL-3.0-or-later
// Puts a provider's key into the desktop's keyring, sees whether one is there, takes it away. The
// key is shown nowhere, and its field is emptied as soon as it is handed over.
#pragma once

#include <QWidget>

#include "base/result/result.h"
#include "widgets/jobs/job.h"

class QLabel;
class QLineEdit;
class QPushButton;

namespace kw {

class KeyField : public QWidget {
  Q_OBJECT

 public:
  explicit KeyField(QWidget* parent = nullptr);

  // Whose key it is; forgets what was typed for another.
  void setProvider(const QString& name);
  bool isSettled() const { return !m_job.running(); }

 Q_SIGNALS:
  void stored();

 private:
  void store();
  void look();
  void remove();
  void begin(const QString& doing);
  void say(const QString& text, const char* role);
  // What went wrong; true if nothing did.
  bool went(const Status& status);

  QString m_provider;
  QLineEdit* m_key;
  QPushButton *m_store, *m_look, *m_remove;
  QLabel* m_said;
  Job m_job;
};

}  // namespace kw
