// SPDX-License-Identifier: GPL-3.0-or-later
// One node of a profiling tree: what it does and why, what came of it, and what of it can be
// edited.
#pragma once

#include <QScrollArea>
#include <optional>

#include "view/profiling_tree/tree_walk.h"
#include "widgets/profiling_tree/policy_editor.h"

class QDoubleSpinBox;
class QLabel;
class QPlainTextEdit;

namespace kw {

class MetricList;

class NodeInspector : public QScrollArea {
  Q_OBJECT

 public:
  explicit NodeInspector(PolicyEditor& editor, QWidget* parent = nullptr);

  // `walked` and `profile` may be null: the way does not lead there, nothing was profiled.
  void show(const PolicyNode& node, const view::WalkedNode* walked, const Profile* profile);
  // Puts the keys into what can be edited.
  void edit();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void layOut();
  void showTest(const PolicyTest* test);
  void showMetrics(const PolicyNode& node);
  void showAdvice(const PolicyLeaf* leaf);
  void takeAdvice();
  void say(const QString& fault);

  PolicyEditor& m_editor;
  QString m_node;  // its id
  QLabel *m_title, *m_outcome, *m_reason, *m_fault;
  QLabel *m_thresholdLabel, *m_adviceLabel, *m_metricsLabel;
  QDoubleSpinBox* m_threshold;
  QPlainTextEdit* m_advice;
  MetricList* m_metrics;
};

}  // namespace kw
