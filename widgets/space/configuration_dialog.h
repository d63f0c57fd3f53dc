// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for one configuration of a space; only a valid one can be confirmed.
#pragma once

#include <QDialog>
#include <optional>
#include <vector>

#include "model/records/records.h"
#include "model/space/space.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace kw {

class ConfigurationDialog : public QDialog {
  Q_OBJECT

 public:
  // `initial` may be empty: the first value of each parameter.
  ConfigurationDialog(Space space, std::optional<DeviceInfo> device, const Configuration& initial,
                      QWidget* parent = nullptr);

  Configuration configuration() const;
  bool isValid() const;

 private:
  void judge();

  Space m_space;
  std::optional<DeviceInfo> m_device;
  std::vector<QComboBox*> m_values;
  QLabel* m_verdict = nullptr;
  QPushButton* m_confirm = nullptr;
};

}  // namespace kw
