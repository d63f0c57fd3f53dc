// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/session_standing.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace kw {

namespace {

bool containsInAnyCase(std::string_view text, std::string_view part) {
  const auto lower = [](unsigned char letter) { return std::tolower(letter); };
  return !std::ranges::search(text, part, {}, lower, lower).empty();
}

}  // namespace

Result<MeasuredOn> searchedLast(Session& session, const LoadedProblem& problem,
                                std::string_view deviceId, std::string_view protocol) {
  KW_ASSIGN(const std::vector<MeasuredOn> all, session.searchedOn(problem.templateHash));
  for (const MeasuredOn& one : all)
    if ((deviceId.empty() || one.deviceId == deviceId) &&
        (protocol.empty() ? !isOfFinalFigures(one.protocol) : one.protocol == protocol))
      return one;
  return MeasuredOn{};
}

Result<Standing> standingIn(Session& session, const LoadedProblem& problem,
                            std::string_view deviceId, std::string_view protocol) {
  KW_ASSIGN(const MeasuredOn searched, searchedLast(session, problem, deviceId, protocol));
  if (!searched.deviceId.empty()) {
    deviceId = searched.deviceId;
    protocol = searched.protocol;
  }
  KW_ASSIGN(std::vector<Evaluation> evaluations, session.evaluations());
  KW_ASSIGN(std::vector<Duel> duels, session.duels());
  return standingOf(problem, std::move(evaluations), std::move(duels), deviceId, protocol);
}

Result<std::string> deviceNamed(Session& session, std::string_view name) {
  if (name.empty()) return std::string();
  KW_ASSIGN(const std::vector<DeviceInfo> devices, session.devices());
  std::vector<std::string> matching;
  std::string all;
  for (const DeviceInfo& device : devices) {
    if (device.uuid == name) return device.uuid;
    if (containsInAnyCase(device.model, name)) matching.push_back(device.uuid);
    all += (all.empty() ? "" : "; ") + device.model + " (" + device.uuid + ")";
  }
  if (matching.size() == 1) return matching.front();
  return failInput((matching.empty() ? "no device of the session is called "
                                     : "several devices of the session are called ") +
                       std::string(name),
                   {}, all.empty() ? "it holds none yet" : "it holds " + all);
}

}  // namespace kw
