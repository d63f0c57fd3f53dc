// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>

#include "model/records/records.h"
#include "widgets/theme/tokens.h"

namespace kw {

// Verified, failed, or neither: nothing is known of the candidate, or it has no case to run on.
inline QColor verdictColor(VerdictKind kind, const Tokens& tokens) {
  if (kind == VerdictKind::verified) return tokens.verified;
  const bool isOpen = kind == VerdictKind::couldNotJudge || kind == VerdictKind::notApplicable;
  return isOpen ? tokens.warning : tokens.failed;
}

}  // namespace kw
