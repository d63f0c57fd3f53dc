// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/new_problem/kernel_list.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <algorithm>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

enum ListColumn { kernelColumn, lineColumn, parametersColumn, numberOfColumns };
constexpr int usableRole = Qt::UserRole;
constexpr int fewestRows = 2, mostRows = 6;

}  // namespace

KernelList::KernelList(QWidget* parent) : QTreeWidget(parent) {
  setObjectName(QStringLiteral("newProblem.kernels"));
  setAccessibleName(tr("Kernels of the file"));
  setColumnCount(numberOfColumns);
  setHeaderLabels({tr("Kernel"), tr("Line"), tr("Parameters")});
  setRootIsDecorated(false);
  setUniformRowHeights(true);
  setTabKeyNavigation(false);
  setTextElideMode(Qt::ElideRight);
  header()->setStretchLastSection(true);
  header()->setSectionResizeMode(kernelColumn, QHeaderView::ResizeToContents);
  header()->setSectionResizeMode(lineColumn, QHeaderView::ResizeToContents);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  connect(this, &QTreeWidget::currentItemChanged, this, &KernelList::chosenChanged);
}

void KernelList::setKernels(const std::vector<drafting::FoundKernel>& kernels) {
  {
    const QSignalBlocker blocker(this);
    clear();
    for (const drafting::FoundKernel& kernel : kernels)
      addKernel(kernel);
    for (int i = 0; i < topLevelItemCount() && !currentItem(); ++i)
      if (topLevelItem(i)->data(kernelColumn, usableRole).toBool()) setCurrentItem(topLevelItem(i));
  }
  updateGeometry();
  Q_EMIT chosenChanged();
}

void KernelList::addKernel(const drafting::FoundKernel& kernel) {
  auto* item = new QTreeWidgetItem(this);
  const bool usable = kernel.fault.empty();
  QString parameters = QStringLiteral("(%1)").arg(QString::fromStdString(kernel.parameters));
  if (!kernel.templateHead.empty())
    parameters = QString::fromStdString(kernel.templateHead) + QLatin1Char(' ') + parameters;
  const QString shown =
      usable ? parameters : tr("Cannot be used: %1").arg(QString::fromStdString(kernel.fault));
  item->setText(kernelColumn, QString::fromStdString(kernel.name));
  item->setText(lineColumn, kernel.line > 0 ? QString::number(kernel.line) : tr("included"));
  item->setText(parametersColumn, shown);
  item->setToolTip(parametersColumn, shown);
  item->setData(kernelColumn, usableRole, usable);
  item->setSizeHint(kernelColumn, QSize(0, Theme::instance().scaled(spacing::row)));
  item->setFont(kernelColumn, Theme::instance().codeFont());
  if (!usable) item->setForeground(parametersColumn, Theme::instance().tokens().failed);
}

QString KernelList::chosen() const {
  const QTreeWidgetItem* item = currentItem();
  return item && item->data(kernelColumn, usableRole).toBool() ? item->text(kernelColumn)
                                                               : QString();
}

QString KernelList::fault() const {
  const QTreeWidgetItem* item = currentItem();
  return item && chosen().isEmpty() ? item->text(parametersColumn) : QString();
}

QSize KernelList::sizeHint() const {
  const int rows = std::clamp(topLevelItemCount(), fewestRows, mostRows);
  const int row = std::max(Theme::instance().scaled(spacing::row), sizeHintForRow(0));
  return {Theme::instance().scaled(420),
          header()->sizeHint().height() + rows * row + 2 * frameWidth() + spacing::within};
}

}  // namespace kw
