// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/engine/final_look.h"

#include <utility>

namespace kw {

Result<Evaluation> finalLook(Engine& engine, const Standing& standing, const Candidate& candidate,
                             Session& session, std::stop_token stop) {
  const Protocol protocol = finalProtocol(engine.device());
  const Evaluation* known = finalOf(standing.finals, candidate);
  if (known && known->protocol == protocol.text() && known->deviceId == engine.device().uuid)
    return *known;
  const Depth depth = candidate.isTemplate ? Depth::thorough : Depth::quick;
  return engine.evaluate(candidate, protocol, &session, std::move(stop), {.depth = depth});
}

}  // namespace kw
