// SPDX-License-Identifier: GPL-3.0-or-later
// What a rewriter suggests: a template and its space, the reasons, and what it expects of them.
#pragma once

#include <string>
#include <vector>

#include "base/json/value.h"
#include "base/result/result.h"

namespace kw {

// A value that the reasons rest on, as the prompt gave it.
struct CitedMetric {
  std::string metric;  // its id
  double value = 0;
  std::string says;  // what follows from it
};

struct Proposal {
  std::string reasons;
  std::vector<CitedMetric> evidence;
  double expectedSpeedup =
      0;  // over the best so far: 1.2 is a fifth more launches in the same time
  std::string expectedWhy;
  std::string templateText;
  std::string spaceText;  // kernelwright-space/1
};

// The JSON schema of a reply. Every member is required and no others are allowed, as structured
// output of the APIs wants it.
json::Value proposalSchema();

// A reply's object against the schema; all faults at once, the space's with their key paths.
// `sizeNames` as for readSpace().
Result<Proposal> readProposal(const json::Value& reply,
                              const std::vector<std::string>& sizeNames = {});

// As stored in a session, and what of it reads back.
json::Value toJson(const Proposal& proposal);
Result<Proposal> proposalFromJson(const json::Value& value);

}  // namespace kw
