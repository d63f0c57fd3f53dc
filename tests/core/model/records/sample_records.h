// SPDX-License-Identifier: GPL-3.0-or-later
// Records with a value of its own in every member, so that a member that gets lost shows.
#pragma once

#include "model/records/records.h"

kw::DeviceInfo sampleDevice();
kw::Protocol sampleProtocol();
kw::Candidate sampleCandidate();
kw::Evaluation sampleEvaluation();
