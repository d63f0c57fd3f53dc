// SPDX-License-Identifier: GPL-3.0-or-later
// Replies from files, and into files.
#pragma once

#include <memory>
#include <vector>

#include "client/language_model/providers/recorded_reply.h"

namespace kw::language {

// Answers a prompt with the first reply recorded for it that was not given yet. A prompt without
// one is an error that names its hash and that of the recording that was due.
class RecordedModel final : public LanguageModel {
 public:
  static Result<std::unique_ptr<RecordedModel>> open(const std::string& folder);
  explicit RecordedModel(std::vector<RecordedReply> replies);

  Result<Reply> complete(const Request& request, const Listener& listener,
                         std::stop_token stop) override;
  Result<Outgoing> preview(const Request& request) const override;

  // The recording behind the last reply; nullptr before the first. For its label.
  const RecordedReply* last() const { return m_last; }

 private:
  Unexpected<Error> noReply(const Request& request, const std::string& hash) const;

  std::vector<RecordedReply> m_replies;
  std::vector<bool> m_given;
  const RecordedReply* m_last = nullptr;
};

// Asks another model and keeps its replies in a folder, with the attempts that were thrown away.
// A reply that cannot be kept is an error: it would be lost.
class RecordingModel final : public LanguageModel {
 public:
  RecordingModel(std::unique_ptr<LanguageModel> model, std::string folder, ReplyLabel label)
      : m_model(std::move(model)), m_folder(std::move(folder)), m_label(label) {}

  Result<Reply> complete(const Request& request, const Listener& listener,
                         std::stop_token stop) override;
  Result<Outgoing> preview(const Request& request) const override {
    return m_model->preview(request);
  }

 private:
  std::unique_ptr<LanguageModel> m_model;
  std::string m_folder;
  ReplyLabel m_label;
};

}  // namespace kw::language
