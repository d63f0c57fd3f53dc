// SPDX-License-Identifier: GPL-3.0-or-later
// The window's lowest line: where the session lies, what it holds and on which device.
#pragma once

#include <QLabel>
#include <QWidget>

#include "widgets/content/content.h"

namespace kw {

class StatusLine : public QWidget {
  Q_OBJECT

 public:
  explicit StatusLine(const Content& content, QWidget* parent = nullptr);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void elide();

  const Content& m_content;
  QLabel* m_session;
  QLabel* m_counts;
  QLabel* m_device;
  QString m_sessionText;
};

}  // namespace kw
