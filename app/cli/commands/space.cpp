// SPDX-License-Identifier: GPL-3.0-or-later
// kwr space: how many configurations a space has, how many are valid, and which.
#include <algorithm>
#include <chrono>
#include <memory>

#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "cli/space_source.h"
#include "client/search/random_order.h"
#include "model/formats/wording.h"
#include "model/space/space_conditions.h"

namespace kw::cli {

namespace {

struct Options {
  std::string file;
  DeviceOptions device;
  bool count = false;
  size_t list = 0;
  size_t sample = 0;
  SeedOption seed;
  bool time = false;
};

// Counting what one constraint does ends here; about a tenth of a second.
constexpr uint64_t mostSteps = uint64_t{1} << 24;

bool usesDevice(const Space& space) {
  const auto named = [](const std::string& name) { return name.rfind("device.", 0) == 0; };
  return std::any_of(
      space.constraints.begin(), space.constraints.end(), [&](const auto& constraint) {
        return std::any_of(constraint.names().begin(), constraint.names().end(), named);
      });
}

// The limits of the chosen device; asked for only where a constraint uses them.
Result<std::optional<DeviceInfo>> deviceFor(const Space& space, const RunnerChoice& choice,
                                            Context& context) {
  if (!usesDevice(space)) return std::optional<DeviceInfo>();
  KW_ASSIGN(const auto runners,
            listDevices(choice, false, context.stop, progressNotes(context.output)));
  std::optional<DeviceInfo> found;
  for (const RunnerDevices& runner : runners)
    for (const DeviceInfo& device : runner.devices)
      if (choice.device == "auto" ? !found || found->isHost() : device.id == choice.device)
        found = device;
  if (found) return found;
  return failMissing("the constraints use limits of a device, and there is no " + choice.device,
                     "`kwr devices` lists what is here");
}

void sayCounts(Output& output, const ValidSpace& valid, bool isRecorded,
               const std::optional<DeviceInfo>& device) {
  output.say(countText(valid.size(), "configuration") +
             (isRecorded ? " recorded of " : " valid of ") + numberText(valid.cartesianSize()) +
             (device ? ", with the limits of " + device->model : "") + ".");
}

// Of the configurations, what each constraint removes whatever the others say.
Status sayRemovals(Output& output, const Space& space, const expression::Lookup& device,
                   const std::stop_token& stop) {
  KW_ASSIGN(const auto conditions, conditionsOf(space, device));
  for (const constraints::Condition& condition : conditions) {
    const auto alone = aloneOf(condition, space, {.mostSteps = mostSteps, .stop = stop});
    if (!alone && alone.error().kind == ErrorKind::cancelled) return failCancelled();
    if (alone && alone->removes > 0)
      output.say("  " + condition.expression.text() + " alone removes " +
                 numberText(alone->removes));
  }
  return {};
}

void show(Output& output, const ValidSpace& valid, size_t index) {
  const Configuration configuration = valid.at(index);
  output.say(configuration.text());
  output.event(json::Value::object(
      {{"event", "configuration"}, {"config", configurationJson(configuration)}}));
}

// The first ones, or different ones of which each is as likely as any other.
Status list(const Options& options, const ValidSpace& valid, Context& context) {
  const RandomOrder shuffled(valid.size(), options.seed.seed.value_or(1));
  for (size_t i = 0; i < std::min(options.list, valid.size()); ++i) {
    if (context.stop.stop_requested()) return failCancelled();
    show(context.output, valid, i);
  }
  for (size_t i = 0; i < std::min(options.sample, valid.size()); ++i) {
    if (context.stop.stop_requested()) return failCancelled();
    show(context.output, valid, static_cast<size_t>(shuffled.at(i)));
  }
  return {};
}

Result<int> runSpace(const Options& options, Context& context) {
  KW_ASSIGN(const SpaceSource source, findSpace(options.file));
  for (const std::string& note : source.notes)
    context.output.notice(note);
  const Space& space = source.space;
  KW_ASSIGN(const auto device, deviceFor(space, options.device.choice(), context));
  const auto begin = std::chrono::steady_clock::now();
  const expression::Lookup limits = deviceLookup(device.value_or(DeviceInfo{}));
  KW_ASSIGN(const ValidSpace valid, source.build(limits, context.stop));
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
  KW_TRY(list(options, valid, context));
  if (options.count || (options.list == 0 && options.sample == 0)) {
    sayCounts(context.output, valid, source.isRecorded(), device);
    KW_TRY(sayRemovals(context.output, space, limits, context.stop));
  }
  if (options.time) context.output.say("Construction took " + timeText(took.count()) + ".");
  json::Value line = summary();
  line.set("cartesian", countJson(valid.cartesianSize()));
  line.set("valid", valid.size());
  line.set("recorded", source.isRecorded());
  line.set("parameters", space.parameters.size());
  line.set("construction_ms", took.count());
  if (device) line.set("device", device->id);
  context.output.event(line);
  return 0;
}

}  // namespace

void addSpace(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command =
      commands.parser.command("space", "count, list and time the valid configurations of a space");
  command.operand("FILE", options->file,
                  "a space.json, a T1 file, a problem, a recording or a session");
  command.flag("--count", options->count, "say how many are valid, of how many (the default)");
  command.option("--list", options->list, "print the first N configurations");
  command.option("--sample", options->sample, "print N different configurations, drawn uniformly");
  options->seed.addTo(command, "which ones --sample draws");
  command.flag("--time", options->time, "say how long the construction took");
  options->device.addTo(command);
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runSpace(*options, context); };
  });
}

}  // namespace kw::cli
