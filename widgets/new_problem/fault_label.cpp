// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/new_problem/fault_label.h"

#include <QLabel>
#include <QStyle>

namespace kw {

QLabel* faultLabel(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->hide();
  return label;
}

void showFault(QLabel& label, const QString& text, bool isMissing) {
  label.setVisible(!text.isEmpty());
  if (label.text() == text) return;
  label.setText(text);
  label.setProperty("role", isMissing ? "secondary" : "failed");
  label.style()->unpolish(&label);
  label.style()->polish(&label);
}

}  // namespace kw
