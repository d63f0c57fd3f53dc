// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "view/details/candidate_details.h"

namespace kw {

// The widgets for one candidate's details, to be put into a scroll area.
QWidget* makeDetailsPage(const view::CandidateDetails& details, bool onHost);

}  // namespace kw
