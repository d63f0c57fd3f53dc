// SPDX-License-Identifier: GPL-3.0-or-later
// What the user asks for when pressing Tune.
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>

namespace kw {

struct TuneRequest {
  QString device = QStringLiteral("auto");  // as --device
  QStringList runners;                      // as --runner; empty: on this machine
  QString strategy = QStringLiteral("auto");
  QString budget = QStringLiteral("60s");  // as --budget
  uint64_t seed = 1;

  friend bool operator==(const TuneRequest&, const TuneRequest&) = default;
};

}  // namespace kw
