// SPDX-License-Identifier: GPL-3.0-or-later
// What a run is to be like: device, runners, strategy, budget, seed.
#pragma once

#include <QList>
#include <QObject>
#include <QStringList>

#include "widgets/run/device_choice.h"
#include "widgets/settings/settings_values.h"

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QWidget;

namespace kw {

// The fields of the run bar. It makes them, the bar lays them out.
class RunFields : public QObject {
  Q_OBJECT

 public:
  explicit RunFields(QWidget* bar);

  // Puts the fields of one line, each with its label, into `row`.
  void layOut(QHBoxLayout* row);
  QWidget* runnersRow() const { return m_runnersRow; }
  QLabel* faultLine() const { return m_faultLine; }

  // `auto` stands before them, `host` and other runners after them. What is chosen stays so.
  void setDevices(const QList<DeviceChoice>& devices);
  void setChoices(const RunChoices& choices);
  RunChoices choices() const;

  // One for each field of the line: it gets the focus, and a list opens.
  QList<QAction*> actions() const { return m_actions; }

  // "" or what is wrong with a field, and how to mend it.
  QString fault() const { return m_fault; }
  void setEnabled(bool enabled);

 Q_SIGNALS:
  void changed();

 private:
  void makeActions();
  bool usesOtherRunners() const;
  void selectDevice(const QString& id);
  QString findFault() const;
  void check();
  void restyle();

  QComboBox* m_device;
  QComboBox* m_strategy;
  QLineEdit* m_budget;
  QLineEdit* m_seed;
  QWidget* m_runnersRow;
  QPlainTextEdit* m_runners;
  QLabel* m_faultLine;
  QString m_fault;
  QList<QAction*> m_actions;
};

}  // namespace kw
