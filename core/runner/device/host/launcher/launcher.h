// SPDX-License-Identifier: GPL-3.0-or-later
// The program that holds a candidate: loads its shared object, then carries out commands until it
// is ended.
#pragma once

namespace kw::host {

struct LauncherOptions {
  unsigned threads = 1;  // to run blocks on
  // Without it, a system call filter that cannot be loaded is done without (the user consented to
  // no sandbox).
  bool mustFilter = true;
  bool isSanitized = false;  // the candidate was compiled with sanitizers; one thread only
};

// `path` of the candidate's shared object. Reports in the reply block; gives the exit status where
// it cannot even do that.
int runLauncher(const char* path, const LauncherOptions& options);

}  // namespace kw::host
