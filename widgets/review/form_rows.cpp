// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/review/form_rows.h"

#include <QFormLayout>
#include <QLineEdit>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int rowWidth = 420;

}  // namespace

void addFormRow(QFormLayout& form, const char* name, const QString& label, QWidget* field) {
  field->setObjectName(QStringLiteral("review.") + QLatin1String(name));
  field->setMaximumWidth(Theme::instance().scaled(rowWidth));
  field->setSizePolicy(QSizePolicy::Expanding, field->sizePolicy().verticalPolicy());
  form.addRow(label, field);
  QString plain = label;
  field->setAccessibleName(plain.remove(u'&'));
}

QLineEdit* addLineRow(QFormLayout& form, const char* name, const QString& label,
                      const QString& hint) {
  auto* field = new QLineEdit(form.parentWidget());
  field->setPlaceholderText(hint);
  addFormRow(form, name, label, field);
  return field;
}

}  // namespace kw
