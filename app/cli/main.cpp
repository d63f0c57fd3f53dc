// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/application.h"

int main(int argc, char** argv) {
  return kw::cli::runApplication(argc, argv);
}
