// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace kw::host {

// "template.cu:12": the candidate's own line at a place of its shared object (bytes from its
// begin), found in a sandbox by addr2line, which comes with g++. "" where that is not here or does
// not know; a place in a function that was inlined gives the nearest caller's line that is not in a
// header of the system's or of ours.
std::string sourceLineAt(const std::string& sharedObject, uint64_t place, bool consentToNoSandbox);

// The same from what addr2line -i writes: a line "FILE:NUMBER" for each function, innermost first.
std::string ownLineIn(const std::string& output);

}  // namespace kw::host
