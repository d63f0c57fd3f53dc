// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/language_model/http/curl_handle.h"

#include <cstring>
#include <mutex>

namespace kw::language {

void startCurl() {
  static std::once_flag once;
  std::call_once(once, [] { curl_global_init(CURL_GLOBAL_DEFAULT); });
}

CurlHeaders::CurlHeaders(const HttpPost& request) {
  for (const auto& [name, value] : request.headers)
    m_list = curl_slist_append(m_list, (name + ": " + value).c_str());
  // Servers that do not know of "Expect" keep a large body waiting for a second.
  m_list = curl_slist_append(m_list, "Expect:");
  if (!request.key || request.key->empty()) return;
  std::string line;
  const auto& [name, prefix] = request.keyHeader;
  line.reserve(name.size() + prefix.size() + request.key->reveal().size() + 3);
  line.append(name).append(": ").append(prefix).append(request.key->reveal());
  m_list = curl_slist_append(m_list, line.c_str());
  wipeText(line.data(), line.size());
}

CurlHeaders::~CurlHeaders() {
  for (curl_slist* each = m_list; each; each = each->next)
    wipeText(each->data, std::strlen(each->data));
  curl_slist_free_all(m_list);
}

}  // namespace kw::language
