// SPDX-License-Identifier: GPL-3.0-or-later
// The profiling tree that is being edited: every change is checked as reading a file is, and can be
// undone.
#pragma once

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <memory>
#include <string>
#include <vector>

#include "model/profile/policy.h"

namespace kw {

class PolicyEditor : public QObject {
  Q_OBJECT

 public:
  using PolicyPtr = std::shared_ptr<const Policy>;

  explicit PolicyEditor(QObject* parent = nullptr);

  const PolicyPtr& policy() const { return m_policy; }
  QUndoStack& history() { return m_history; }
  bool isDefault() const;
  bool isEdited() const { return !m_history.isClean(); }  // since it was opened or saved

  // Each gives "" or why it was not done; then nothing changed. A value that is there already is no
  // change.
  QString setThreshold(const QString& node, double threshold);
  QString setMetrics(const QString& node, const std::vector<std::string>& metrics);
  QString setAdvice(const QString& node, const QString& advice);
  QString open(const QString& path);
  // From then on the tree bears the file's name.
  QString save(const QString& path);
  void backToDefault();

  // As it was left at the last start; no change that could be undone. "" is the default one.
  void restore(const QString& text);
  QString text() const;  // "" for the default one

 Q_SIGNALS:
  // `node` is the one that was edited; "" for all of them.
  void changed(const QString& node);

 private:
  class Exchange;
  QString exchange(const PolicyNode& node, const QString& what);
  void push(PolicyPtr next, const QString& node, const QString& what);
  void take(PolicyPtr policy, const QString& node);
  std::string editedName() const;

  PolicyPtr m_policy;
  QUndoStack m_history;
};

}  // namespace kw
