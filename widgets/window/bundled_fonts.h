// SPDX-License-Identifier: GPL-3.0-or-later
// Fonts that come with the program, for machines that have none.
#pragma once

namespace kw {

// Before the QApplication is made: has fontconfig know dataFolder()/fonts beside the system's. Does
// nothing where there is no such folder, or where FONTCONFIG_FILE is set already.
void useBundledFonts();

}  // namespace kw
