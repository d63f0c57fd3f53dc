// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue's metrics to tick, those that are ticked first; with a line to search in them.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

class QLineEdit;
class QListWidget;

namespace kw {

class MetricList : public QWidget {
  Q_OBJECT

 public:
  explicit MetricList(QWidget* parent = nullptr);

  // In this order, on top.
  void setChosen(const std::vector<std::string>& metrics);
  const std::vector<std::string>& chosen() const { return m_chosen; }

 Q_SIGNALS:
  void edited(const std::vector<std::string>& metrics);

 private:
  void fill();
  void filter();
  void take(const QString& id, bool isChosen);

  QLineEdit* m_search;
  QListWidget* m_list;
  std::vector<std::string> m_chosen;
};

}  // namespace kw
