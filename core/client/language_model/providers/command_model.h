// SPDX-License-Identifier: GPL-3.0-or-later
// A program that reads a prompt from its standard input and writes a reply to its standard output.
#pragma once

#include "client/language_model/providers/provider_settings.h"
#include "client/language_model/redactor.h"

namespace kw::language {

// It runs without a shell in a process group of its own, with our environment and nothing added.
// A stop, silence over the limit and a reply over the limit kill the group and whatever else it has
// started, even in sessions of its own; what cannot be killed is named in the error. What it leaves
// running after its own end is its own matter. It is run once: what it does is its own, and may be
// more than a reply.
class CommandModel final : public LanguageModel {
 public:
  CommandModel(ProviderSettings settings, Redactor redactor)
      : m_settings(std::move(settings)), m_redactor(std::move(redactor)) {}

  Result<Reply> complete(const Request& request, const Listener& listener,
                         std::stop_token stop) override;
  Result<Outgoing> preview(const Request& request) const override;

 private:
  ProviderSettings m_settings;
  Redactor m_redactor;
};

}  // namespace kw::language
