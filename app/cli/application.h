// SPDX-License-Identifier: GPL-3.0-or-later
// The command line: reads the arguments, runs one command, gives its exit status.
#pragma once

namespace kw::cli {

// 0 done, 1 the work failed, 2 wrong usage or input, 3 no such device or a needed part is missing,
// 130 cancelled.
int runApplication(int argc, char** argv);

}  // namespace kw::cli
