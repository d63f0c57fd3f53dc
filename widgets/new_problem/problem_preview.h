// SPDX-License-Identifier: GPL-3.0-or-later
// What would be written: the slice of the source, problem.json and what lifting makes of the
// kernel's constants.
#pragma once

#include <QTabWidget>

#include "widgets/new_problem/worked_out.h"

class QPlainTextEdit;

namespace kw {

class ProblemPreview : public QTabWidget {
  Q_OBJECT

 public:
  explicit ProblemPreview(QWidget* parent = nullptr);
  void showWork(const WorkedOut& out);
  void clear();

 private:
  QPlainTextEdit* addPage(const QString& name, const QString& title, const QString& whenEmpty);

  QPlainTextEdit *m_source, *m_problem, *m_diff, *m_notes;
};

}  // namespace kw
