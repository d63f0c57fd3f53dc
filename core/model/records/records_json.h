// SPDX-License-Identifier: GPL-3.0-or-later
// Records as JSON, the same in the protocol and in session files. Reading is tolerant of missing
// members (they keep their defaults) and of further ones, since runners may be newer or older than
// their client.
#pragma once

#include "base/json/value.h"
#include "base/result/result.h"
#include "model/records/records.h"

namespace kw {

json::Value toJson(const DeviceInfo& value);
json::Value toJson(const Protocol& value);
json::Value rivalToJson(const RivalTimes& value);
json::Value toJson(const Scrutiny& value);
json::Value toJson(const Configuration& value);
json::Value toJson(const Candidate& value);
json::Value toJson(const Verdict& value);
json::Value toJson(const Measurement& value);
json::Value toJson(const KernelResources& value);
json::Value toJson(const LaunchOccupancy& value);
json::Value toJson(const Evaluation& value);

// Give an error where a value or one of its members is of a wrong kind (no object, a string for a
// number, an unknown verdict), with the path of each such member.
Result<DeviceInfo> deviceInfoFromJson(const json::Value& value);
Result<Protocol> protocolFromJson(const json::Value& value);
Result<RivalTimes> rivalFromJson(const json::Value& value);
Result<Scrutiny> scrutinyFromJson(const json::Value& value);
Result<Configuration> configurationFromJson(const json::Value& value);
Result<Candidate> candidateFromJson(const json::Value& value);
Result<Verdict> verdictFromJson(const json::Value& value);
Result<KernelResources> kernelResourcesFromJson(const json::Value& value);
Result<Evaluation> evaluationFromJson(const json::Value& value);

}  // namespace kw
