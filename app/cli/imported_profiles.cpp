// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/imported_profiles.h"

#include "base/files/files.h"
#include "cli/json_forms.h"
#include "cli/profile_texts.h"
#include "client/profile/ncu_file.h"

namespace kw::cli {

namespace {

Result<Profile> walked(const NcuLaunch& launch, const Policy& policy, Context& context) {
  NcuCounters counters(launch);
  // No work model: whatever is not in the file has no value.
  KW_ASSIGN(Profile profile,
            walk(policy, catalogue(), ModelInput(), counters, WalkOptions(), context.stop));
  profile.collector = "ncu";
  profile.caseName = launch.kernel;
  return profile;
}

}  // namespace

Result<int> profileNcuFile(const std::string& file, const std::string& kernel, const Policy& policy,
                           Context& context) {
  KW_ASSIGN(const std::string text, files::readText(file));
  KW_ASSIGN(const std::vector<NcuLaunch> launches, readNcuCsv(text, file));
  json::Array profiles;
  for (const NcuLaunch& launch : launches) {
    if (launch.kernel.find(kernel) == std::string::npos) continue;
    KW_ASSIGN(const Profile profile, walked(launch, policy, context));
    context.output.say(launch.kernel + ", grid " + launch.grid + ", block " + launch.block + ", " +
                       launch.chip + ":");
    for (const std::string& unit : unknownUnitTexts(launch))
      context.output.notice(unit);
    for (const ProfileStep& step : profile.steps)
      context.output.say("  " + stepText(step));
    context.output.say(profileText(profile) + ".");
    if (!profile.advice.empty()) context.output.say(profile.advice);
    for (const std::string& value : valueTexts(profile))
      context.output.say("  " + value);
    json::Value line = toJson(profile);
    line.set("kernel", launch.kernel);
    line.set("sentence", profileText(profile));
    line.set("unknown", strings(unknownTests(profile)));
    line.set("path", strings(profile.path()));
    profiles.push_back(std::move(line));
  }
  if (profiles.empty())
    return failInput("no launch in " + file + " is of a kernel named '" + kernel + "'");
  json::Value line = summary();
  line.set("profiles", std::move(profiles));
  context.output.event(line);
  return 0;
}

}  // namespace kw::cli
