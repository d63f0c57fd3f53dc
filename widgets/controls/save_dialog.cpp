// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QPointer>
#include <utility>

namespace kw {

void askWhereToSave(QWidget& parent, const SaveQuestion& question,
                    std::function<void(const QString&)> then) {
  auto* dialog = new QFileDialog(&parent, question.title, QDir::currentPath(), question.filter);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(question.suffix);
  if (!question.name.isEmpty()) dialog->selectFile(question.name);
  QObject::connect(dialog, &QFileDialog::fileSelected, &parent, std::move(then));
  // After its question whether to replace a file, some window managers give the keys to nobody.
  QObject::connect(dialog, &QDialog::finished, parent.window(), &QWidget::activateWindow,
                   Qt::QueuedConnection);
  dialog->open();
}

}  // namespace kw
