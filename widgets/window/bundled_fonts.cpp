// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/bundled_fonts.h"

#include <QByteArray>
#include <filesystem>

#include "base/files/files.h"

namespace kw {

void useBundledFonts() {
  if (qEnvironmentVariableIsSet("FONTCONFIG_FILE")) return;
  const std::filesystem::path table = files::dataFolder() / "fonts/fonts.conf";
  std::error_code ignored;
  if (std::filesystem::is_regular_file(table, ignored))
    qputenv("FONTCONFIG_FILE", QByteArray::fromStdString(table.string()));
}

}  // namespace kw
