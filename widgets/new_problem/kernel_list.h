// SPDX-License-Identifier: GPL-3.0-or-later
// The __global__ functions of a file, with their places and parameters; of those that cannot be
// used, why not.
#pragma once

#include <QTreeWidget>
#include <vector>

#include "client/new_problem/found_kernels.h"

namespace kw {

class KernelList : public QTreeWidget {
  Q_OBJECT

 public:
  explicit KernelList(QWidget* parent = nullptr);

  // The first that can be used becomes the current one.
  void setKernels(const std::vector<drafting::FoundKernel>& kernels);
  // The name; "" where none is chosen, or one that cannot be used.
  QString chosen() const;
  // Why the current one cannot be used; "" where it can.
  QString fault() const;

  QSize sizeHint() const override;

 Q_SIGNALS:
  void chosenChanged();

 private:
  void addKernel(const drafting::FoundKernel& kernel);
};

}  // namespace kw
