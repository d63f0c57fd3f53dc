// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the panels: what to run and how, how far it is, and what came out.
#pragma once

#include <QList>
#include <QWidget>

#include "widgets/content/content.h"
#include "widgets/run/device_choice.h"
#include "widgets/run/run_fields.h"
#include "widgets/settings/settings_values.h"

class QHBoxLayout;
class QLabel;
class QProgressBar;

namespace kw {

class FindingLabel;

class RunBar : public QWidget {
  Q_OBJECT

 public:
  explicit RunBar(Content& content, QWidget* parent = nullptr);

  // "run.tune" F5, "run.pause" F6, "run.stop" Shift+F5, "run.evidence"; those that cannot be
  // triggered have a reason (ActionRegistry::disabledReason).
  QList<QAction*> panelActions() const;
  void setChoices(const RunChoices& choices) { m_fields->setChoices(choices); }
  RunChoices choices() const { return m_fields->choices(); }

 public Q_SLOTS:
  void setDevices(const QList<kw::DeviceChoice>& devices) { m_fields->setDevices(devices); }

 Q_SIGNALS:
  void tuneRequested(const kw::RunChoices& request);
  // Pause where true, else go on.
  void pauseRequested(bool pause);
  void stopRequested();
  void choicesChanged(const kw::RunChoices& choices);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void makeActions();
  void layOut();
  void requestTune();
  void followState();
  void followRun();
  void followFinding();
  void placeFinding();
  void enable(QAction* action, const QString& reason);
  QString whyNotTune() const;

  Content& m_content;
  RunFields* m_fields;
  QAction *m_tune, *m_pause, *m_stop, *m_evidence;
  QHBoxLayout *m_first, *m_second;
  QWidget* m_secondRow;
  QLabel* m_host;
  FindingLabel* m_finding;
  QProgressBar* m_bar;
  QLabel* m_progress;
};

}  // namespace kw
