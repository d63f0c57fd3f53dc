// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/http/curl_fault.h"

#include "base/result/message.h"

namespace kw::language {

Unexpected<Fault> curlFault(CURLcode code, const std::string& detail, const std::string& url) {
  const std::string why = detail.empty() ? curl_easy_strerror(code) : detail;
  const auto error = [&](ErrorKind kind, const std::string& what, const std::string& advice) {
    return Error{kind, what + " " + url + ": " + why, {}, advice};
  };
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_COULDNT_CONNECT:
      return lasting(error(ErrorKind::missing, "nothing answers at",
                           "check that the server runs, the base address and the network"));
    case CURLE_OPERATION_TIMEDOUT:
      return transient(error(ErrorKind::missing, "no connection in time to",
                             "check the base address and the network"));
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
      return lasting(error(ErrorKind::badInput, "the certificate was refused of",
                           "no key was sent; check the address, or name the certificate's "
                           "authority in the provider's \"authorities\""));
    case CURLE_SSL_CONNECT_ERROR:
      return lasting(error(ErrorKind::badInput, "no encrypted connection to",
                           "check whether the base address is one of http rather than https"));
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
      return lasting(error(ErrorKind::badInput, "expected an address of http or https, found",
                           "correct the provider's base"));
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return transient(error(ErrorKind::failed, "the connection was lost to", "try again"));
    default:
      return lasting(error(ErrorKind::failed, "no answer from", ""));
  }
}

Error silenceError(const std::string& url, std::chrono::milliseconds limit) {
  return Error{
      ErrorKind::failed,
      url + " said nothing for " + secondsText(std::chrono::duration<double>(limit).count()),
      {},
      "try again, or raise silence_seconds in the provider's limits"};
}

}  // namespace kw::language
