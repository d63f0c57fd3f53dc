// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/language_model.h"

namespace kw::language {

std::string_view roleName(Role role) {
  switch (role) {
    case Role::system:
      return "system";
    case Role::user:
      return "user";
    case Role::assistant:
      return "assistant";
  }
  return {};
}

std::string_view effortName(Effort effort) {
  switch (effort) {
    case Effort::low:
      return "low";
    case Effort::medium:
      return "medium";
    case Effort::high:
      return "high";
  }
  return {};
}

std::string_view finishName(FinishReason reason) {
  switch (reason) {
    case FinishReason::stop:
      return "stop";
    case FinishReason::length:
      return "length";
    case FinishReason::refusal:
      return "refusal";
    case FinishReason::other:
      return "other";
  }
  return {};
}

}  // namespace kw::language
