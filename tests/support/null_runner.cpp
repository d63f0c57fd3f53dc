// SPDX-License-Identifier: GPL-3.0-or-later
// kwr-null-runner: a runner whose only device costs nothing.
#include "runner/server/runner_main.h"
#include "support/null_device.h"

int main(int argc, char** argv) {
  return kw::runnerMain(argc, argv, {kw::test::nullDeviceKind()});
}
