// SPDX-License-Identifier: GPL-3.0-or-later
// libcurl's objects, owned. Internal to http/.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>

#include "client/language_model/http/http_post.h"

namespace kw::language {

// Both kinds of handle are void* to the compiler.
struct TransferCloser {
  void operator()(void* handle) const { curl_easy_cleanup(handle); }
};
struct LoopCloser {
  void operator()(void* handle) const { curl_multi_cleanup(handle); }
};
using CurlTransfer = std::unique_ptr<void, TransferCloser>;
using CurlLoop = std::unique_ptr<void, LoopCloser>;

// Makes the library ready, once for the program.
void startCurl();

// Header lines; those that hold the key are wiped when it goes.
class CurlHeaders {
 public:
  explicit CurlHeaders(const HttpPost& request);
  CurlHeaders(const CurlHeaders&) = delete;
  CurlHeaders& operator=(const CurlHeaders&) = delete;
  ~CurlHeaders();
  curl_slist* get() const { return m_list; }

 private:
  curl_slist* m_list = nullptr;
};

}  // namespace kw::language
