// SPDX-License-Identifier: GPL-3.0-or-later
// A device and a compiler that cost nothing, for tests of everything around them, and that
// misbehave on demand.
//
// Memory is real, so that verification is; a "kernel" copies the buffer of its second argument to
// that of its first, and its samples are its macro TIME in milliseconds (1 where it has none); its
// counters are those of a GH100, each as large as its name is long. The
// macro FAULT says what goes wrong:
//   compile: compile_error, compile_crash, compile_hang (until it is stopped), compile_deaf (not
//   even then) device:  crash, exit, hang (for ever, deaf to everything), slow (until it is
//   stopped), hung (told by the device,
//            which is lost), crash_timing, print (noise on descriptors 1 and 2), wrong
// A file named by KERNELWRIGHT_NULL_FAULTS, looked at each time, holds faults of the worker:
// list_crash, list_hang, open_crash, open_fail, open_hang, compiler_crash. KERNELWRIGHT_NULL_UUID
// is the device's uuid (none by default, so that runners do not exclude each other), and
// KERNELWRIGHT_NULL_KIND=host makes it claim to be the host device, which compiling pauses for.
#pragma once

#include <string>

#include "runner/device/registry.h"

namespace kw::test {

DeviceKind nullDeviceKind();

}  // namespace kw::test
