// SPDX-License-Identifier: GPL-3.0-or-later
// A long text made a slice at a time, so that the window stays alive meanwhile.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <string>

namespace kw {

class SlicedText : public QObject {
  Q_OBJECT

 public:
  using Rows = std::function<size_t()>;
  using AppendRow = std::function<void(size_t, std::string&)>;

  SlicedText(std::string titles, Rows rows, AppendRow appendRow);
  // From the beginning; rows that are added meanwhile belong to it, and where there are fewer
  // than before, it ends there.
  void start();

 Q_SIGNALS:
  void finished(const QString& text, size_t rows);

 private:
  void step();

  std::string m_titles, m_text;
  Rows m_rows;
  AppendRow m_appendRow;
  size_t m_next = 0;
  QTimer m_timer;
};

}  // namespace kw
