// SPDX-License-Identifier: GPL-3.0-or-later
// A row for each argument of a kernel: its role, its element type, and the shape, the sizes or the
// value that only the user knows; what is wrong stands below the row.
#pragma once

#include <QMap>
#include <QWidget>
#include <vector>

#include "client/new_problem/answer_texts.h"

class QGridLayout;
class QLabel;
class QLineEdit;

namespace kw {

class ChoiceBox;

class ArgumentRows : public QWidget {
  Q_OBJECT

 public:
  explicit ArgumentRows(QWidget* parent = nullptr);

  // Rows are made anew where these are other arguments; else guesses of what was not touched are
  // brought up to date and all that was entered stays.
  void setArguments(const std::vector<drafting::DraftArgument>& arguments);
  void addTo(drafting::AnswerTexts& texts) const;
  // By the argument's name: a text and whether it is only needed still.
  void showFaults(const QMap<QString, QPair<QString, bool>>& faults);

 Q_SIGNALS:
  void changed();

 private:
  struct Row {
    drafting::DraftArgument argument;
    ChoiceBox* role = nullptr;
    ChoiceBox* type = nullptr;
    QLineEdit* text = nullptr;
    QLabel* fault = nullptr;
    bool roleTouched = false, typeTouched = false;
  };
  void makeRows(const std::vector<drafting::DraftArgument>& arguments);
  void makeRow(size_t index, QGridLayout& grid);
  void showGuess(Row& row, const drafting::DraftArgument& argument);
  void showHint(Row& row);

  QWidget* m_inside = nullptr;
  std::vector<Row> m_rows;
};

}  // namespace kw
