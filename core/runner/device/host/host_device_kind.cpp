// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/device/host/host_device_kind.h"

#include "runner/device/host/cxx_compiler.h"
#include "runner/device/host/host_compiler.h"
#include "runner/device/host/host_device.h"
#include "runner/device/host/launcher_process.h"
#include "runner/sandbox/sandbox.h"

namespace kw {

namespace {

// What stands in the way of using the host device at all.
std::optional<Error> obstacle(bool consentToNoSandbox) {
  if (const SandboxCheck& check = sandboxCheck(); !check.available && !consentToNoSandbox)
    return Error{ErrorKind::missing,
                 "the host device needs a sandbox for candidates: " + check.reason,
                 {},
                 check.advice + "; or allow candidates to run without one"};
  if (const auto launcher = host::LauncherProcess::program(); !launcher) return launcher.error();
  return std::nullopt;
}

DeviceKind::Listing list(bool consentToNoSandbox) {
  if (const auto error = obstacle(consentToNoSandbox)) return {{}, {error->text()}};
  const auto compiler = host::CxxCompiler::find();
  if (!compiler) return {{}, {compiler.error().text()}};
  DeviceInfo info = host::hostDeviceInfo();
  info.compiler = compiler->version;
  if (!sandboxCheck().available)
    info.missing.push_back("a sandbox: candidates run without one, as allowed (" +
                           sandboxCheck().reason + ")");
  return {{std::move(info)}, {}};
}

Result<std::unique_ptr<Device>> open(const std::string& id, bool consentToNoSandbox) {
  if (id != "host") return failMissing("there is no device '" + id + "'; the CPU is called 'host'");
  if (auto error = obstacle(consentToNoSandbox)) return fail(*std::move(error));
  return std::unique_ptr<Device>(std::make_unique<host::HostDevice>(consentToNoSandbox));
}

}  // namespace

DeviceKind hostDeviceKind(bool consentToNoSandbox) {
  return {
      .name = "host",
      .list = [consentToNoSandbox] { return list(consentToNoSandbox); },
      .open = [consentToNoSandbox](const std::string& id) { return open(id, consentToNoSandbox); },
      .makeCompiler =
          [consentToNoSandbox] { return host::HostCompiler::make(consentToNoSandbox); }};
}

}  // namespace kw
