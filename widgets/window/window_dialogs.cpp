// SPDX-License-Identifier: GPL-3.0-or-later
// Dialogs of the window that have a folder of their own.
#include "widgets/new_problem/new_problem_dialog.h"
#include "widgets/providers/providers_dialog.h"
#include "widgets/review/propose_form.h"
#include "widgets/review/review_panel.h"
#include "widgets/window/main_window.h"

namespace kw {

void MainWindow::showNewProblem(const QString& file) {
  auto* dialog = findChild<NewProblemDialog*>();
  if (!dialog) {
    dialog = new NewProblemDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &NewProblemDialog::made, this, &MainWindow::open);
    dialog->open();
  }
  if (!file.isEmpty()) dialog->setFile(file);
}

void MainWindow::showProviders() {
  auto* dialog = new ProvidersDialog(this);
  connect(dialog, &ProvidersDialog::providersChanged, &m_review->form(),
          &ProposeForm::listProviders);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->open();
}

}  // namespace kw
