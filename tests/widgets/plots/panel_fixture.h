// SPDX-License-Identifier: GPL-3.0-or-later
// A content with sample rows, and what all tests of plots need.
#pragma once

#include <QRegularExpression>
#include <QTest>
#include <QWidget>
#include <memory>
#include <vector>

#include "support/sample_evaluations.h"
#include "widgets/content/content.h"
#include "widgets/selection/selection.h"
#include "widgets/theme/theme.h"

namespace kw::test {

// Every warning fails the test, but for the offscreen platform's own.
inline void failOnWarnings() {
  QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
}

inline std::vector<view::CandidateRow> sampleRows(const LoadedProblem& problem, size_t count) {
  std::vector<view::CandidateRow> rows;
  const auto names = view::performanceCases(problem.problem);
  for (const Evaluation& evaluation : sampleEvaluations(problem, count, false))
    rows.push_back(view::rowOf(evaluation, names));
  return rows;
}

struct Opened {
  Content content;
  Selection selection;
  std::shared_ptr<const LoadedProblem> problem =
      std::make_shared<const LoadedProblem>(libraryProblem());

  explicit Opened(size_t count) {
    content.setProblem(problem);
    content.setDevice(sampleDevice());
    if (count > 0) content.resetCandidates(sampleRows(*problem, count));
  }
};

inline void show(QWidget& widget) {
  widget.resize(900, 600);
  widget.show();
  QVERIFY(QTest::qWaitForWindowExposed(&widget));
}

// Every widget that takes the focus says what it is.
inline void checkNames(QWidget& widget) {
  for (QWidget* each : widget.findChildren<QWidget*>())
    if (each->focusPolicy() != Qt::NoFocus && each->isVisibleTo(&widget) &&
        each->metaObject()->className() != QByteArray("QComboBoxListView"))
      QVERIFY2(!each->accessibleName().isEmpty(), each->metaObject()->className());
}

}  // namespace kw::test
