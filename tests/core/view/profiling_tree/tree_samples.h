// SPDX-License-Identifier: GPL-3.0-or-later
// Small trees, and profiles as a walk leaves them.
#pragma once

#include <QByteArray>
#include <string>

#include "model/profile/policy.h"
#include "model/profile/profile.h"

namespace kw::test {

inline Policy policyOf(const std::string& root, const std::string& nodes) {
  auto read = Policy::read(R"({"format": "kernelwright-policy/1", "name": "sample", "origin": )"
                           R"("hand-set", "root": ")" +
                               root + R"(", "nodes": [)" + nodes + "]}",
                           "sample.json", catalogue());
  if (!read) qFatal("%s", read.error().text().c_str());
  return *std::move(read);
}

inline std::string testNode(const std::string& id, const std::string& metric, double atLeast,
                            const std::string& yes, const std::string& no) {
  return R"({"id": ")" + id + R"(", "test": {"metric": ")" + metric + R"(", "at_least": )" +
         std::to_string(atLeast) + R"(}, "yes": ")" + yes + R"(", "no": ")" + no +
         R"(", "unknown": "no", "reason": "r"})";
}
inline std::string readNode(const std::string& id, const std::string& metrics,
                            const std::string& next) {
  return R"({"id": ")" + id + R"(", "acquire": [)" + metrics + R"(], "next": ")" + next +
         R"(", "reason": "r"})";
}
inline std::string leafNode(const std::string& id, const std::string& regime,
                            const std::string& metrics = "") {
  return R"({"id": ")" + id + R"(", "leaf": ")" + regime + R"(", "title": "t", "metrics": [)" +
         metrics + R"(], "reason": "r"})";
}

// Reads issue_utilisation and dram_bytes, then asks traffic_ratio, then lanes_active.
inline Policy samplePolicy(double traffic = 1.25, double lanes = 75) {
  return policyOf("look", readNode("look", R"("dram_bytes")", "traffic") + "," +
                              testNode("traffic", "traffic_ratio", traffic, "memory", "lanes") +
                              "," + testNode("lanes", "lanes_active", lanes, "compute", "latency") +
                              "," + leafNode("memory", "memory-bound", R"("l2_hit_rate")") + "," +
                              leafNode("compute", "compute-bound") + "," +
                              leafNode("latency", "latency-bound"));
}

// As samplePolicy() leads it: memory-bound where `ratio` is at least 1.25. `lanes` below 0 was not
// read.
inline Profile sampleProfile(int64_t block, double ratio, double lanes = -1) {
  Profile profile;
  profile.candidate.isTemplate = true;
  profile.candidate.configuration = Configuration({{"BLOCK", ParameterValue(block)}});
  profile.caseName = "large";
  profile.deviceId = "GPU-1";
  profile.chip = "GH100";
  profile.policy = "sample";
  const MetricValue seen{ratio, "", Provenance::derived, ""};
  profile.steps.push_back({.node = "look",
                           .kind = "acquire",
                           .wanted = {"dram_bytes"},
                           .passes = 1,
                           .milliseconds = 12.3});
  const bool isMemory = ratio >= 1.25;
  profile.steps.push_back({.node = "traffic",
                           .kind = "test",
                           .metric = "traffic_ratio",
                           .threshold = 1.25,
                           .observed = seen,
                           .taken = isMemory ? "yes" : "no"});
  profile.values["traffic_ratio"] = seen;
  profile.values["dram_bytes"] = {1e9, "byte", Provenance::derived, ""};
  profile.regime = isMemory ? "memory-bound" : "latency-bound";
  profile.leaf = isMemory ? "memory" : "latency";
  if (lanes >= 0) {
    const MetricValue active{lanes, "%", Provenance::measured, ""};
    profile.values["lanes_active"] = active;
    if (!isMemory)
      profile.steps.push_back({.node = "lanes",
                               .kind = "test",
                               .metric = "lanes_active",
                               .threshold = 75,
                               .observed = active,
                               .taken = lanes >= 75 ? "yes" : "no"});
    if (!isMemory && lanes >= 75) {
      profile.regime = "compute-bound";
      profile.leaf = "compute";
    }
  }
  profile.steps.push_back({.node = profile.leaf, .kind = "leaf"});
  profile.passes = 1;
  profile.milliseconds = 12.3;
  return profile;
}

}  // namespace kw::test
