// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the body of an answer of status 200, as its bytes come.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "client/language_model/whole_characters.h"
#include "client/language_model/wire/dialect.h"
#include "client/language_model/wire/event_splitter.h"
#include "client/language_model/wire/fault.h"
#include "client/language_model/wire/reply_draft.h"

namespace kw::language {

class ReplyStream {
 public:
  explicit ReplyStream(Api api, StreamLimits limits = {});

  // The text that these bytes brought. After a fault, or once isEnded(), there is nothing more to
  // feed.
  Attempted<std::string> feed(std::string_view bytes);
  // The API said that this was all; the connection may be closed.
  bool isEnded() const { return m_draft.isEnded; }
  // The bytes are at their end. A reply whose model came to no end is a transient fault: the
  // connection was lost. Wall time and attempts are the caller's to fill in.
  Attempted<Reply> finish();
  // Text that finish() found, where the last event had no end.
  std::string takeText() { return std::exchange(m_draft.fresh, {}); }

 private:
  void split(std::string_view text);
  void take(const Event& event);
  Attempted<Reply> conclude();

  Api m_api;
  StreamLimits m_limits;
  WholeCharacters m_characters;
  EventSplitter m_events;
  LineSplitter m_lines;
  size_t m_bytes = 0;
  ReplyDraft m_draft;
};

}  // namespace kw::language
