// SPDX-License-Identifier: GPL-3.0-or-later
// What the template's panel says in words.
#pragma once

#include <QString>

#include "widgets/content/content.h"

namespace kw {

// Registers, spills, shared memory and occupancy of a candidate; what to do where there is none.
QString resourceWords(const Content& content, const view::CandidateRow* row);

// Meaning, values and the selected candidate's value, as rich text.
QString parameterWords(const Parameter& parameter, const Configuration* selected);

}  // namespace kw
