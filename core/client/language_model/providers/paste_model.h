// SPDX-License-Identifier: GPL-3.0-or-later
// A person carries the prompt to a model and its reply back: no key is needed.
#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "client/language_model/language_model.h"

namespace kw::language {

// Shows the prompt and gives the reply that was put in; ErrorKind::cancelled where the person gave
// up or a stop was requested.
using AskForReply = std::function<Result<std::string>(const std::string& prompt, std::stop_token)>;

class PasteModel final : public LanguageModel {
 public:
  explicit PasteModel(AskForReply ask) : m_ask(std::move(ask)) {}

  Result<Reply> complete(const Request& request, const Listener& listener,
                         std::stop_token stop) override;
  Result<Outgoing> preview(const Request& request) const override;

 private:
  AskForReply m_ask;
};

}  // namespace kw::language
