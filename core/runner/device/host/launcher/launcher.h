// SPDX-License-Identifier: GPL-3.0-or-later
// The program that holds a candidate: loads its shared object, then carries out commands until it
// is ended.
#pragma once

namespace kw::host {

// `path` of the candidate's shared object; `threads` to run blocks on. Without `mustFilter`, a
// system call filter that cannot be loaded is done without (the user consented to no sandbox).
// Reports in the reply block; gives the exit status where it cannot even do that.
int runLauncher(const char* path, unsigned threads, bool mustFilter);

}  // namespace kw::host
