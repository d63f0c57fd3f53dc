// SPDX-License-Identifier: GPL-3.0-or-later
// kwr verify-export: compiles an exported kernel with nvcc, compares it with the session's record,
// and on a GPU verifies and times it again.
#include <cmath>
#include <memory>
#include <optional>

#include "cli/exported_kernel.h"
#include "cli/json_forms.h"
#include "cli/run_options.h"
#include "client/session/default_path.h"
#include "model/formats/wording.h"
#include "model/space/space_file.h"

namespace kw::cli {

namespace {

constexpr std::string_view defaultArchitecture = "sm_90";

struct Options {
  std::string file;
  DeviceOptions device;
  SessionOption session;
  SeedOption seed;
};

// --- compiling

std::string resourcesText(const KernelResources& kernel) {
  return countText(static_cast<size_t>(kernel.registers), "register") + ", " +
         countText(static_cast<size_t>(kernel.spillStores + kernel.spillLoads), "byte") +
         " of spills";
}

void say(Output& output, const ComparedKernel& kernel) {
  if (!kernel.isThere)
    output.say("  " + kernel.recorded.function + ": not in what nvcc made");
  else if (kernel.same())
    output.say("  " + kernel.recorded.function + ": " + resourcesText(kernel.compiled) +
               ", as recorded");
  else
    output.say("  " + kernel.recorded.function + ": " + resourcesText(kernel.compiled) +
               "; recorded were " + resourcesText(kernel.recorded));
}

json::Value kernelLine(const ComparedKernel& kernel) {
  json::Value line = json::Value::object(
      {{"function", kernel.recorded.function},
       {"same", kernel.same()},
       {"recorded_registers", kernel.recorded.registers},
       {"recorded_spill_bytes", kernel.recorded.spillStores + kernel.recorded.spillLoads}});
  if (kernel.isThere) {
    line.set("registers", kernel.compiled.registers);
    line.set("spill_bytes", kernel.compiled.spillStores + kernel.compiled.spillLoads);
  }
  return line;
}

Result<json::Value> compareKernels(const Options& options, const ExportRecord& record,
                                   Context& context) {
  const bool comparable = record.deviceKind == "cuda";
  const std::string architecture =
      comparable ? record.architecture : std::string(defaultArchitecture);
  context.output.setStatus("Compiling with nvcc for " + architecture);
  KW_ASSIGN(const std::vector<ComparedKernel> compared,
            compileAndCompare(options.file, record, architecture, context.stop));
  context.output.clearStatus();
  context.output.say(options.file + " compiles with nvcc for " + architecture + ".");
  json::Array lines;
  if (!comparable) {
    context.output.say(
        "It was found on the CPU, so there are no registers on record to compare with.");
    return json::Value(lines);
  }
  for (const ComparedKernel& kernel : compared) {
    say(context.output, kernel);
    lines.push_back(kernelLine(kernel));
  }
  return json::Value(std::move(lines));
}

// --- running

// The session beside the file, in the current folder or among the default ones; --session says
// which otherwise.
Result<std::filesystem::path> sessionOf(const Options& options, const ExportRecord& record) {
  if (!options.session.file.empty()) return std::filesystem::path(options.session.file);
  const std::filesystem::path beside =
      std::filesystem::path(options.file).parent_path() / record.session;
  std::error_code ignored;
  for (const std::filesystem::path& path :
       {beside, std::filesystem::path(record.session), defaultSessionFolder() / record.session})
    if (std::filesystem::exists(path, ignored)) return path;
  return failInput("the session " + record.session + " is not beside " + options.file, {},
                   "name it with --session");
}

std::optional<DeviceInfo> deviceLike(const ExportRecord& record,
                                     const std::vector<RunnerDevices>& runners) {
  for (const RunnerDevices& runner : runners)
    for (const DeviceInfo& device : runner.devices)
      if (!device.isHost() && device.model == record.deviceModel) return device;
  return std::nullopt;
}

// Why it is not run, or nothing if it can be.
std::optional<std::string> obstacle(const ExportRecord& record,
                                    const std::optional<DeviceInfo>& device) {
  if (record.deviceKind != "cuda")
    return "it was found on the CPU: there is no GPU time to compare with";
  if (!device) return "there is no " + record.deviceModel + " here";
  return std::nullopt;
}

struct Rerun {
  Evaluation evaluation;
  json::Array times;
};

void compareTimes(Rerun& rerun, const ExportRecord& record, Output& output) {
  for (const ExportRecord::Time& time : record.times) {
    const Measurement* measured = measurementOf(rerun.evaluation, time.caseName);
    if (!measured) continue;
    // Two intervals that meet tell no difference.
    const bool inside = measured->low <= time.high && measured->high >= time.low;
    const double change = time.median > 0 ? 100 * (measured->median / time.median - 1) : 0;
    output.say(
        "  " + time.caseName + ": " + timeText(measured->median) + "; recorded " +
        timeText(time.median) + " (95 %: " + timeText(time.low) + " to " + timeText(time.high) +
        "): " +
        (inside ? "inside the interval"
                : significant(std::fabs(change), 2) + " % " + (change > 0 ? "slower" : "faster")));
    rerun.times.push_back(json::Value::object({{"case", time.caseName},
                                               {"measured_ms", measured->median},
                                               {"recorded_ms", time.median},
                                               {"low_ms", time.low},
                                               {"high_ms", time.high},
                                               {"inside", inside},
                                               {"change_percent", change}}));
  }
}

Result<Rerun> runAgain(const Options& options, const ExportRecord& record, const DeviceInfo& device,
                       Context& context) {
  KW_ASSIGN(const std::filesystem::path path, sessionOf(options, record));
  KW_ASSIGN(const std::unique_ptr<Session> session, openForReading(path));
  KW_ASSIGN(const LoadedProblem stored, problemOf(*session));
  KW_ASSIGN(const files::TemporaryFolder folder, files::TemporaryFolder::make());
  KW_ASSIGN(const LoadedProblem problem, problemWithExport(stored, options.file, record, folder));
  Candidate candidate{false, problem.sourceHash, {}};
  if (!record.configuration.empty()) {
    KW_ASSIGN(Configuration configuration,
              readConfiguration(record.configuration, *problem.problem.space));
    candidate = {true, problem.templateHash, std::move(configuration)};
  }
  RunnerChoice choice = options.device.choice();
  choice.device = device.id;
  KW_ASSIGN(const auto engine, openEngine(choice, problem, options.seed.seed.value_or(1), context));
  const Protocol protocol = defaultProtocol(engine->device());
  if (protocol.text() != record.protocol)
    context.output.say("Timed as usual here; on record is another protocol: " + record.protocol);
  KW_ASSIGN(Evaluation evaluation, engine->evaluate(candidate, protocol, nullptr, context.stop));
  context.output.clearStatus();
  return Rerun{std::move(evaluation), {}};
}

Result<int> runVerifyExport(const Options& options, Context& context) {
  KW_ASSIGN(const std::string text, files::readText(options.file));
  KW_ASSIGN(const ExportRecord record, readExportRecord(text, options.file));
  json::Value line = summary();
  line.set("problem", record.problem);
  line.set("file", options.file);
  KW_ASSIGN(json::Value kernels, compareKernels(options, record, context));
  line.set("compiled", true);
  line.set("kernels", std::move(kernels));

  std::optional<DeviceInfo> device;
  if (record.deviceKind == "cuda") {
    KW_ASSIGN(const auto runners, listDevices(options.device.choice(), false, context.stop,
                                              progressNotes(context.output)));
    device = deviceLike(record, runners);
  }
  int status = 0;
  if (const auto reason = obstacle(record, device)) {
    context.output.say("Not verified and not timed again: " + *reason + ".");
    line.set("verified", json::Value());
    line.set("not_done", "verified and timed again: " + *reason);
  } else {
    KW_ASSIGN(Rerun rerun, runAgain(options, record, *device, context));
    const Verdict& verdict = rerun.evaluation.verdict;
    context.output.say("On " + device->model + ": " + verdictText(verdict) + ".");
    compareTimes(rerun, record, context.output);
    line.set("device", device->id);
    line.set("verified", verdict.ok());
    line.set("times", std::move(rerun.times));
    if (!verdict.ok()) {
      status = exitStatus(ErrorKind::failed);
      addError(line, Error{ErrorKind::failed, verdictText(verdict), {}, {}});
    }
  }
  context.output.event(line);
  return status;
}

}  // namespace

void addVerifyExport(Commands& commands) {
  auto options = std::make_shared<Options>();
  Arguments command = commands.parser.command(
      "verify-export",
      "compile an exported kernel with nvcc, compare it with its record, run it again");
  command.operand("FILE", options->file, "a .cu that `kwr export SESSION kernel` wrote");
  options->device.addTo(command);
  options->session.addTo(command);
  options->seed.addTo(command, "of the inputs (1)");
  command.whenChosen([&chosen = commands.chosen, options] {
    chosen = [options](Context& context) { return runVerifyExport(*options, context); };
  });
}

}  // namespace kw::cli
