// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/search/relative_to_first.h"

namespace kw {

void RelativeToFirst::tell(const Observation& observation) {
  Observation told = observation;
  if (told.usable) {
    if (m_first == 0) m_first = told.relative;
    told.relative /= m_first;
  }
  m_strategy->tell(told);
}

}  // namespace kw
