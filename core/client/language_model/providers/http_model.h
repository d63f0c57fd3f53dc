// SPDX-License-Identifier: GPL-3.0-or-later
// A model behind HTTP, of any of the APIs.
#pragma once

#include <random>

#include "client/language_model/providers/provider_settings.h"
#include "client/language_model/redactor.h"
#include "client/language_model/secret.h"

namespace kw::language {

class HttpModel final : public LanguageModel {
 public:
  HttpModel(ProviderSettings settings, Secret key);

  Result<Reply> complete(const Request& request, const Listener& listener,
                         std::stop_token stop) override;
  Result<Outgoing> preview(const Request& request) const override;

 private:
  Result<HttpPost> postFor(const Request& request) const;

  ProviderSettings m_settings;
  Secret m_key;
  Redactor m_redactor;
  std::minstd_rand m_random;
};

}  // namespace kw::language
