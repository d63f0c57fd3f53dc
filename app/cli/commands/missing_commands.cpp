// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that belong to the product and that this version lacks: a clear answer instead of
// "unknown".

#include "cli/command.h"
#include "cli/common_options.h"

namespace kw::cli {

void addMissingCommands(Commands& commands) {
  for (const char* name : {"propose"}) {
    Arguments command = commands.parser.command(name, "");
    command.acceptAnything();
    command.whenChosen([&chosen = commands.chosen, name] {
      chosen = [name](Context&) -> Result<int> {
        return failInput(std::string("`kwr ") + name + "` is not in this version", {},
                         "this version has devices, check, space, tune, verify, compare, profile, "
                         "export, import, "
                         "verify-export, simulate, learn-tree, new and lift");
      };
    });
  }
}

}  // namespace kw::cli
