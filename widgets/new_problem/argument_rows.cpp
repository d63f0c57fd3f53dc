// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/new_problem/argument_rows.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

#include "model/problem/problem.h"
#include "widgets/controls/choice_box.h"
#include "widgets/new_problem/fault_label.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

using drafting::DraftArgument;

enum Column { nameColumn, roleColumn, typeColumn, textColumn };

bool sameArguments(const DraftArgument& a, const DraftArgument& b) {
  return a.name == b.name && a.declared == b.declared;
}

QStringList rolesOf(const DraftArgument& argument) {
  if (argument.isBuffer) return {"input", "output", "inout", "workspace"};
  if (argument.isInteger) return {"size", "value"};
  return {"value"};
}

QLabel* heading(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setProperty("role", "secondary");
  return label;
}

}  // namespace

ArgumentRows::ArgumentRows(QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
}

void ArgumentRows::setArguments(const std::vector<DraftArgument>& arguments) {
  const bool same = std::equal(
      arguments.begin(), arguments.end(), m_rows.begin(), m_rows.end(),
      [](const DraftArgument& a, const Row& row) { return sameArguments(a, row.argument); });
  if (!same) makeRows(arguments);
  for (size_t i = 0; i < m_rows.size(); ++i)
    showGuess(m_rows[i], arguments[i]);
}

void ArgumentRows::makeRows(const std::vector<DraftArgument>& arguments) {
  m_rows.clear();
  delete m_inside;
  m_inside = new QWidget(this);
  layout()->addWidget(m_inside);
  auto* grid = new QGridLayout(m_inside);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setHorizontalSpacing(spacing::between);
  grid->setVerticalSpacing(spacing::within);
  grid->setColumnStretch(nameColumn, 2);
  grid->setColumnStretch(textColumn, 3);
  grid->addWidget(heading(tr("Argument"), m_inside), 0, nameColumn);
  grid->addWidget(heading(tr("Role"), m_inside), 0, roleColumn);
  grid->addWidget(heading(tr("Elements"), m_inside), 0, typeColumn);
  grid->addWidget(heading(tr("Shape, sizes or value"), m_inside), 0, textColumn);
  for (const DraftArgument& argument : arguments) {
    m_rows.push_back({});
    m_rows.back().argument = argument;
  }
  for (size_t i = 0; i < m_rows.size(); ++i)
    makeRow(i, *grid);
  m_inside->show();
}

void ArgumentRows::makeRow(size_t index, QGridLayout& grid) {
  Row& row = m_rows[index];
  const QString name = QString::fromStdString(row.argument.name);
  const int line = static_cast<int>(2 * index) + 1;
  auto* label = new QLabel(name, m_inside);
  label->setTextFormat(Qt::PlainText);
  label->setFont(Theme::instance().codeFont());
  label->setToolTip(QString::fromStdString(row.argument.declared));
  row.role = new ChoiceBox(m_inside);
  row.role->setObjectName(QStringLiteral("role ") + name);
  row.role->setAccessibleName(tr("Role of %1").arg(name));
  row.role->addItems(rolesOf(row.argument));
  row.type = new ChoiceBox(m_inside);
  row.type->setObjectName(QStringLiteral("type ") + name);
  row.type->setAccessibleName(tr("Element type of %1").arg(name));
  row.type->addItem(tr("unknown"));
  for (const std::string& type : elementTypeNames())
    row.type->addItem(QString::fromStdString(type));
  row.text = new QLineEdit(m_inside);
  row.text->setObjectName(QStringLiteral("text ") + name);
  label->setBuddy(row.text);
  row.fault = faultLabel(m_inside);
  grid.addWidget(label, line, nameColumn);
  grid.addWidget(row.role, line, roleColumn);
  grid.addWidget(row.type, line, typeColumn);
  grid.addWidget(row.text, line, textColumn);
  grid.addWidget(row.fault, line + 1, nameColumn, 1, textColumn + 1);
  connect(row.role, &ChoiceBox::activated, this, [this, index] {
    m_rows[index].roleTouched = true;
    showHint(m_rows[index]);
    Q_EMIT changed();
  });
  connect(row.type, &ChoiceBox::activated, this, [this, index] {
    m_rows[index].typeTouched = m_rows[index].type->currentIndex() > 0;
    Q_EMIT changed();
  });
  connect(row.text, &QLineEdit::textChanged, this, &ArgumentRows::changed);
}

void ArgumentRows::showGuess(Row& row, const DraftArgument& argument) {
  row.argument = argument;
  if (!row.roleTouched) row.role->setCurrentText(QString::fromStdString(argument.role));
  if (!row.typeTouched)
    row.type->setCurrentIndex(
        std::max(0, row.type->findText(QString::fromStdString(argument.type))));
  // Only the elements of buffers can be said to be others than their declaration has them.
  row.type->setEnabled(argument.isBuffer || argument.type.empty() || row.typeTouched);
  row.role->setEnabled(row.role->count() > 1);
  showHint(row);
}

void ArgumentRows::showHint(Row& row) {
  const QString name = QString::fromStdString(row.argument.name);
  if (row.argument.isBuffer) {
    row.text->setPlaceholderText(tr("shape: rows, width"));
    row.text->setAccessibleName(tr("Shape of %1").arg(name));
  } else if (row.role->currentText() == QLatin1String("size")) {
    row.text->setPlaceholderText(tr("one case each: 1024, 65536"));
    row.text->setAccessibleName(tr("Values of the size %1").arg(name));
  } else {
    row.text->setPlaceholderText(tr("value: 1e-5"));
    row.text->setAccessibleName(tr("Value of %1").arg(name));
  }
}

void ArgumentRows::addTo(drafting::AnswerTexts& texts) const {
  for (const Row& row : m_rows) {
    const std::string prefix = row.argument.name + "=";
    const QString role = row.role->currentText();
    if (row.roleTouched) texts.roles.push_back(prefix + role.toStdString());
    if (row.typeTouched) texts.types.push_back(prefix + row.type->currentText().toStdString());
    const std::string text = row.text->text().trimmed().toStdString();
    if (text.empty()) continue;
    auto& into = row.argument.isBuffer           ? texts.shapes
                 : role == QLatin1String("size") ? texts.sizes
                                                 : texts.values;
    into.push_back(prefix + text);
  }
}

void ArgumentRows::showFaults(const QMap<QString, QPair<QString, bool>>& faults) {
  for (const Row& row : m_rows) {
    const auto fault = faults.value(QString::fromStdString(row.argument.name));
    showFault(*row.fault, fault.first, fault.second);
    row.text->setAccessibleDescription(fault.first);
  }
}

}  // namespace kw
