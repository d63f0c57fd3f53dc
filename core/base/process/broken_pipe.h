// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kw::process {

// Ignores SIGPIPE in this process, so that writing to a pipe whose reader has gone gives EPIPE
// instead of ending the program. Children start with the default again. May be called any number of
// times.
void ignoreBrokenPipes();

}  // namespace kw::process
