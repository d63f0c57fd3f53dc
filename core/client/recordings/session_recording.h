// SPDX-License-Identifier: GPL-3.0-or-later
// What a session holds, as a recording: to be exported, or to answer in a device's place.
#pragma once

#include <string_view>

#include "base/result/result.h"
#include "client/session/session.h"
#include "model/records/recording.h"

namespace kw {

// Of an imported session, the recording as it was imported. Of another, the candidates of the
// problem's present revision on a device (its uuid) under a protocol, "" being the latest: what was
// minimised is the geometric mean over the performance cases, and "median CASE" holds each case's
// own time where there are several. A configuration that does not apply to all cases, or was not
// timed on all of them, is a failure; one that could not be judged is left out. An error
// (ErrorKind::badInput) where there is none.
Result<Recording> recordingOf(Session& session, std::string_view deviceId = {},
                              std::string_view protocol = {});

}  // namespace kw
