// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/http/http_post.h"

#include <array>

#include "client/language_model/http/answer_reader.h"
#include "client/language_model/http/curl_fault.h"
#include "client/language_model/http/curl_handle.h"

namespace kw::language {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

class Transfer {
 public:
  Transfer(const HttpPost& request, const HttpLimits& limits, const HttpReceiver& receiver,
           std::stop_token stop)
      : m_request(request),
        m_limits(limits),
        m_stop(std::move(stop)),
        m_reader(limits, receiver),
        m_headers(request) {}

  Attempted<HttpAnswer> run() {
    startCurl();
    m_transfer.reset(curl_easy_init());
    m_loop.reset(curl_multi_init());
    if (!m_transfer || !m_loop)
      return lasting(Error{ErrorKind::failed, "the HTTP library could not be started"});
    prepare();
    curl_multi_add_handle(m_loop.get(), m_transfer.get());
    const CURLcode code = loop();
    curl_multi_remove_handle(m_loop.get(), m_transfer.get());
    return conclude(code);
  }

 private:
  template <class Value>
  void set(CURLoption option, Value value) {
    curl_easy_setopt(m_transfer.get(), option, value);
  }

  void prepare() {
    set(CURLOPT_URL, m_request.url.c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_FOLLOWLOCATION, 0L);
    set(CURLOPT_SSL_VERIFYPEER, 1L);
    set(CURLOPT_SSL_VERIFYHOST, 2L);
    if (!m_limits.authorities.empty()) set(CURLOPT_CAINFO, m_limits.authorities.c_str());
    set(CURLOPT_NOSIGNAL, 1L);
    set(CURLOPT_QUICK_EXIT, 1L);  // a name that is being looked up is not waited for
    set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(m_limits.connect.count()));
    set(CURLOPT_USERAGENT, "kernelwright");
    set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(m_request.body.size()));
    set(CURLOPT_POSTFIELDS, m_request.body.c_str());
    set(CURLOPT_HTTPHEADER, m_headers.get());
    set(CURLOPT_ERRORBUFFER, m_message.data());
    if (isLoopback(m_request.url)) set(CURLOPT_NOPROXY, "*");
    prepareCallbacks();
  }

  void prepareCallbacks() {
    set(CURLOPT_HEADERFUNCTION, &Transfer::onHeader);
    set(CURLOPT_HEADERDATA, this);
    set(CURLOPT_WRITEFUNCTION, &Transfer::onBody);
    set(CURLOPT_WRITEDATA, this);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &Transfer::onProgress);
    set(CURLOPT_XFERINFODATA, this);
  }

  static size_t onHeader(char* bytes, size_t, size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    return transfer.m_reader.header({bytes, size}) ? size : 0;
  }
  static size_t onBody(char* bytes, size_t, size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    if (transfer.m_stop.stop_requested()) return 0;
    return transfer.m_reader.body({bytes, size}) ? size : 0;
  }
  // Is called while bytes pour in, too, when the loop below would not look for long.
  static int onProgress(void* self, curl_off_t, curl_off_t received, curl_off_t, curl_off_t sent) {
    auto& transfer = *static_cast<Transfer*>(self);
    transfer.noteProgress(received + sent);
    return transfer.m_stop.stop_requested() ? 1 : 0;
  }

  void noteProgress(curl_off_t bytes) {
    if (bytes != m_progress) m_lastProgress = Clock::now();
    m_progress = bytes;
  }

  bool isSilent() const {
    curl_off_t connected = 0;
    curl_easy_getinfo(m_transfer.get(), CURLINFO_PRETRANSFER_TIME_T, &connected);
    return connected > 0 && Clock::now() - m_lastProgress > m_limits.silence;
  }

  CURLcode loop() {
    const std::stop_callback waker(m_stop, [this] { curl_multi_wakeup(m_loop.get()); });
    constexpr int longestWait = 50;  // ms
    for (int running = 1; running > 0;) {
      if (curl_multi_perform(m_loop.get(), &running) != CURLM_OK) return CURLE_FAILED_INIT;
      if (m_stop.stop_requested()) return CURLE_ABORTED_BY_CALLBACK;
      if (running == 0) break;
      if (isSilent()) return CURLE_OPERATION_TIMEDOUT;
      curl_multi_poll(m_loop.get(), nullptr, 0, longestWait, nullptr);
    }
    int left = 0;
    const CURLMsg* message = curl_multi_info_read(m_loop.get(), &left);
    return message ? message->data.result : CURLE_FAILED_INIT;
  }

  Attempted<HttpAnswer> conclude(CURLcode code) {
    if (m_stop.stop_requested()) return lasting(Error{ErrorKind::cancelled, "cancelled"});
    if (const auto fault = m_reader.fault(m_request.url)) return lasting(*fault);
    if (code == CURLE_OK || m_reader.hasEnough()) return m_reader.take();
    if (code == CURLE_OPERATION_TIMEDOUT && isSilent())
      return transient(silenceError(m_request.url, m_limits.silence));
    return curlFault(code, m_message.data(), m_request.url);
  }

  const HttpPost& m_request;
  const HttpLimits& m_limits;
  std::stop_token m_stop;
  AnswerReader m_reader;
  CurlHeaders m_headers;
  std::array<char, CURL_ERROR_SIZE> m_message{};
  CurlTransfer m_transfer;
  CurlLoop m_loop;
  curl_off_t m_progress = 0;
  Clock::time_point m_lastProgress = Clock::now();
};

}  // namespace

bool isLoopback(std::string_view url) {
  for (const char* scheme : {"http://", "https://"})
    if (url.starts_with(scheme)) url.remove_prefix(std::string_view(scheme).size());
  const std::string_view host = url.substr(0, url.find_first_of(":/"));
  return host == "localhost" || url.starts_with("[::1]") ||
         (host.starts_with("127.") && host.find_first_not_of("0123456789.") == host.npos);
}

Attempted<HttpAnswer> post(const HttpPost& request, const HttpLimits& limits,
                           const HttpReceiver& receiver, std::stop_token stop) {
  return Transfer(request, limits, receiver, std::move(stop)).run();
}

}  // namespace kw::language
