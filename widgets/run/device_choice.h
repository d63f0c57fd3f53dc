// SPDX-License-Identifier: GPL-3.0-or-later
// A device that the run bar offers.
#pragma once

#include <QString>

namespace kw {

struct DeviceChoice {
  QString id;       // as --device: "cuda:0"
  QString text;     // "cuda:0, NVIDIA H200"
  QString tooltip;  // its limits, or why it cannot be used
};

}  // namespace kw
