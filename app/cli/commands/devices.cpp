// SPDX-License-Identifier: GPL-3.0-or-later
// kwr devices: what is here, what each can do, what is missing and why.
#include <memory>

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "model/formats/wording.h"

namespace kw::cli {

namespace {

struct Options {
  DeviceOptions device;
  bool noPeaks = false;
};

std::string listed(const std::vector<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts)
    all += (all.empty() ? "" : ", ") + text;
  return all.empty() ? "nothing" : all;
}

std::string peakText(const std::string& name, double value) {
  constexpr double tera = 1e12, giga = 1e9;
  const bool flops = name.find("flops") != std::string::npos;
  const bool large = value >= tera;
  return significant(value / (large ? tera : giga), 3) + (large ? " T" : " G") +
         (flops ? "FLOP/s" : "B/s");
}

void say(Output& output, const DeviceInfo& device) {
  output.say(device.id + "  " + device.model);
  if (device.isHost()) output.say("  " + std::string(hostHeading));
  if (!device.driver.empty()) output.say("  driver " + device.driver);
  if (!device.compiler.empty())
    output.say("  compiler " + device.compiler + ", " + device.architecture);
  // A limit of 0 is one that the device does not have.
  for (const auto& [name, value] : device.limits)
    if (value != 0) output.say("  " + name + " = " + std::to_string(value));
  for (const auto& [name, value] : device.measuredPeaks)
    output.say("  measured peak " + name + ": " + peakText(name, value));
  output.say("  can " + listed(device.canDo));
  for (const std::string& missing : device.missing)
    output.say("  missing: " + missing);
}

void say(Output& output, const RunnerDevices& runner) {
  if (!runner.command.empty())
    output.say("Runner: " + runner.command + (runner.host.empty() ? "" : " on " + runner.host));
  for (const DeviceInfo& device : runner.devices)
    say(output, device);
  for (const std::string& missing : runner.missing)
    output.say("missing: " + missing);
}

json::Value lineOf(const RunnerDevices& runner) {
  json::Array devices;
  for (const DeviceInfo& device : runner.devices)
    devices.push_back(deviceJson(device));
  json::Value line = json::Value::object({{"event", "runner"},
                                          {"command", runner.command},
                                          {"host", runner.host},
                                          {"devices", std::move(devices)},
                                          {"missing", strings(runner.missing)}});
  if (runner.error) line.set("error", runner.error->text());
  return line;
}

Result<int> runDevices(const Options& options, Context& context) {
  context.output.setStatus(options.noPeaks ? "Looking for devices"
                                           : "Looking for devices and measuring their peaks");
  KW_ASSIGN(const auto runners, listDevices(options.device.choice(), !options.noPeaks, context.stop,
                                            progressNotes(context.output)));
  context.output.clearStatus();
  json::Array ids;
  std::optional<Error> error;
  for (const RunnerDevices& runner : runners) {
    say(context.output, runner);
    context.output.event(lineOf(runner));
    for (const DeviceInfo& device : runner.devices)
      ids.push_back(device.id);
    if (runner.error && !error) error = runner.error;
  }
  if (error) return fail(*error);
  if (ids.empty()) return failMissing("no device is here", "what is missing is listed above");
  json::Value line = summary();
  line.set("devices", std::move(ids));
  context.output.event(line);
  return 0;
}

}  // namespace

void addDevices(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "devices", "what is here, what each device can do, what is missing and why");
  options->device.addTo(command);
  command.flag("--no-peaks", options->noPeaks, "do not measure peaks (quicker)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runDevices(*options, context); };
  });
}

}  // namespace kw::cli
