// SPDX-License-Identifier: GPL-3.0-or-later
// What a session's evaluations come to, and which of its devices speaks for it.
#pragma once

#include <string>
#include <string_view>

#include "client/session/session.h"
#include "model/formats/standing.h"

namespace kw {

// Where the problem's present template was searched last: the device and protocol of its results,
// as far as these are given no name. All empty where no run measured a candidate of it, or none on
// such a device or under such a protocol. Final figures are no search.
Result<MeasuredOn> searchedLast(Session& session, const LoadedProblem& problem,
                                std::string_view deviceId = {}, std::string_view protocol = {});

// The standing where the template was searched last, so that a candidate profiled or verified on
// another device meanwhile changes nothing; without any search, as standingOf() has it. `deviceId`
// (a uuid) and `protocol` narrow both.
Result<Standing> standingIn(Session& session, const LoadedProblem& problem,
                            std::string_view deviceId = {}, std::string_view protocol = {});

// The uuid of the device of the session that a person named by its model, a part of it in any
// case, or its uuid; "" for "". None or several such devices are an error that lists all.
Result<std::string> deviceNamed(Session& session, std::string_view name);

}  // namespace kw
