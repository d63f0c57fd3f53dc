// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/providers/http_model.h"

#include "base/json/text.h"
#include "base/result/message.h"
#include "client/language_model/wire/reply_stream.h"

namespace kw::language {

namespace {

using Clock = std::chrono::steady_clock;

// One attempt: an answer as it comes, and what it amounts to.
class Attempt {
 public:
  Attempt(const ProviderSettings& settings, const Redactor& redactor, const Listener& listener)
      : m_settings(settings),
        m_listener(listener),
        m_redactor(redactor),
        m_stream(settings.dialect.api, settings.stream),
        m_raw(redactor),
        m_told(redactor) {}

  Attempted<Reply> run(const HttpPost& request, const std::stop_token& stop) {
    HttpReceiver receiver;
    receiver.isStream = [this](const HttpHead& head) { return isStream(head); };
    receiver.onBytes = [this](std::string_view bytes) { return take(bytes); };
    auto answer = post(request, m_settings.http, receiver, stop);
    if (!answer && answer.error().error.kind == ErrorKind::cancelled)
      return Unexpected<Fault>(answer.error());
    if (m_fault) return Unexpected<Fault>(placed(*m_fault, request.url));
    // A connection that is lost after the model's end took nothing with it.
    if (!answer) {
      auto reply = m_isStream ? conclude() : Attempted<Reply>(Unexpected<Fault>(answer.error()));
      if (reply) return reply;
      return Unexpected<Fault>(answer.error());
    }
    return read(*answer, request.url);
  }

  bool hasTold() const { return m_hasTold; }

 private:
  bool isStream(const HttpHead& head) {
    const std::string_view type = head.field("content-type");
    const bool isPage = type.find("text/html") != std::string_view::npos;
    const bool isJson = type.starts_with("application/json");
    const bool mayBeJson = m_settings.dialect.api == Api::ollama;
    m_isStream = head.status == 200 && !isPage && (!isJson || mayBeJson);
    return m_isStream;
  }

  bool take(std::string_view bytes) {
    // What is quoted in errors is shortened, which could leave a part of a key: so it goes first.
    Attempted<std::string> text = m_stream.feed(m_raw.feed(bytes));
    if (!text) {
      m_fault = std::move(text).error();
      return false;
    }
    tell(m_told.feed(*text));
    return !m_stream.isEnded();
  }

  void tell(const std::string& text) {
    if (text.empty()) return;
    m_hasTold = true;
    if (m_listener.onText) m_listener.onText(text);
  }

  Attempted<Reply> conclude() {
    const Attempted<std::string> rest = m_stream.feed(m_raw.finish());
    if (!rest) return Unexpected<Fault>(rest.error());
    tell(m_told.feed(*rest));
    Attempted<Reply> reply = m_stream.finish();
    if (!reply) return reply;
    tell(m_told.feed(m_stream.takeText()));
    tell(m_told.finish());
    for (std::string* text : {&reply->text, &reply->finishText, &reply->model, &reply->requestId})
      *text = m_redactor.apply(std::move(*text));
    return reply;
  }

  Attempted<Reply> read(HttpAnswer& answer, const std::string& url) {
    for (auto& [name, value] : answer.head.fields)
      value = m_redactor.apply(std::move(value));
    answer.body = m_redactor.apply(std::move(answer.body));
    if (m_isStream) {
      Attempted<Reply> reply = conclude();
      if (!reply) return Unexpected<Fault>(placed(std::move(reply).error(), url));
      if (const std::string id = requestId(answer.head); !id.empty()) reply->requestId = id;
      return reply;
    }
    if (answer.head.status >= 300) return refused(answer, url);
    return Unexpected<Fault>(placed(noStream(answer), url));
  }

  static std::string requestId(const HttpHead& head) {
    constexpr size_t longest = 200;
    for (const char* name : {"x-request-id", "request-id"})
      if (const std::string_view id = head.field(name); !id.empty()) return shortened(id, longest);
    return {};
  }

  static Attempted<Reply> refused(const HttpAnswer& answer, const std::string& url) {
    ServerError error = readErrorBody(answer.body);
    if (answer.head.status < 400)
      error.message = "it redirects to " + shortened(answer.head.field("location"), 200);
    return Unexpected<Fault>(
        faultOfStatus(answer.head.status, error, url, retryAfter(answer.head)));
  }

  static Fault noStream(const HttpAnswer& answer) {
    const json::PartialValue read = json::parseLeniently(answer.body, {}, 0);
    if (!read.fault)
      if (const auto error = errorIn(read.value)) return faultInStream(*error);
    return Fault{Error{ErrorKind::badInput,
                       "expected a stream, found " + readErrorBody(answer.body).message,
                       {},
                       "check that the base address is that of the api, with its version"}};
  }

  static Fault placed(Fault fault, const std::string& url) {
    fault.error.message = url + ": " + fault.error.message;
    return fault;
  }

  const ProviderSettings& m_settings;
  const Listener& m_listener;
  const Redactor& m_redactor;
  ReplyStream m_stream;
  RedactedStream m_raw;   // bytes on their way in
  RedactedStream m_told;  // text on its way out, where a key may lie in several events
  std::optional<Fault> m_fault;
  bool m_isStream = false;
  bool m_hasTold = false;
};

}  // namespace

HttpModel::HttpModel(ProviderSettings settings, Secret key)
    : m_settings(std::move(settings)), m_key(std::move(key)), m_random(std::random_device{}()) {
  m_redactor.add(m_key.reveal());
}

Result<HttpPost> HttpModel::postFor(const Request& request) const {
  KW_ASSIGN(WireRequest wire, wireRequest(request, m_settings.dialect));
  HttpPost made;
  made.url = m_settings.base + wire.path;
  made.headers = std::move(wire.headers);
  made.keyHeader = keyHeader(m_settings.dialect.api);
  made.key = &m_key;
  made.body = std::move(wire.body);
  return made;
}

Result<Outgoing> HttpModel::preview(const Request& request) const {
  KW_ASSIGN(HttpPost made, postFor(request));
  return Outgoing{"POST " + made.url, std::move(made.body)};
}

Result<Reply> HttpModel::complete(const Request& request, const Listener& listener,
                                  std::stop_token stop) {
  KW_ASSIGN(const HttpPost made, postFor(request));
  const Clock::time_point begin = Clock::now();
  for (int number = 1;; ++number) {
    Attempt attempt(m_settings, m_redactor, listener);
    Attempted<Reply> reply = attempt.run(made, stop);
    if (reply) {
      reply->attempts = number;
      reply->wall = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
      return std::move(*reply);
    }
    Fault& fault = reply.error();
    if (fault.error.kind == ErrorKind::cancelled) return failCancelled();
    fault.error = m_redactor.apply(std::move(fault.error));
    if (auto error = givingUp(m_settings.backoff, number, fault)) return fail(std::move(*error));
    if (attempt.hasTold() && listener.onRestart) listener.onRestart();
    const double jitter = std::uniform_real_distribution<double>()(m_random);
    const auto length = waitAfter(m_settings.backoff, number, fault.leastWait, jitter);
    if (listener.onWait) listener.onWait({number, length, fault.error.message});
    if (!waitFor(m_settings.backoff, length, stop)) return failCancelled();
  }
}

}  // namespace kw::language
