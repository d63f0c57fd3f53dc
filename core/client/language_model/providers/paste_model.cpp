// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/paste_model.h"

#include "base/text/trimmed.h"
#include "client/language_model/prompt_text.h"
#include "client/language_model/whole_characters.h"

namespace kw::language {

Result<Outgoing> PasteModel::preview(const Request& request) const {
  return Outgoing{"nowhere by itself: to be copied by hand", promptText(request)};
}

Result<Reply> PasteModel::complete(const Request& request, const Listener& listener,
                                   std::stop_token stop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  KW_ASSIGN(const std::string pasted, m_ask(promptText(request), stop));
  if (stop.stop_requested()) return failCancelled();
  Reply reply;
  WholeCharacters characters;
  reply.text = characters.feed(pasted) + characters.finish();
  if (trimmed(reply.text, " \t\r\n").empty())
    return failInput("expected the model's reply, found nothing", {}, "paste the whole reply");
  if (listener.onText) listener.onText(reply.text);
  reply.finish = FinishReason::stop;
  reply.finishText = "pasted";
  reply.wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
  return reply;
}

}  // namespace kw::language
