// SPDX-License-Identifier: GPL-3.0-or-later
#include "http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>

namespace kw::test {

namespace {

std::optional<ServedRequest> readRequest(int connection) {
  std::string bytes;
  std::array<char, 65536> buffer;
  size_t headEnd = std::string::npos;
  size_t length = 0;
  ServedRequest request;
  while (headEnd == std::string::npos || bytes.size() < headEnd + 4 + length) {
    const ssize_t got = ::recv(connection, buffer.data(), buffer.size(), 0);
    if (got <= 0) return std::nullopt;
    bytes.append(buffer.data(), static_cast<size_t>(got));
    constexpr char tlsHandshake = 0x16;
    if (bytes[0] == tlsHandshake) {
      constexpr std::string_view refusal = "HTTP/1.1 400 Bad Request\r\n\r\n";
      ::send(connection, refusal.data(), refusal.size(), MSG_NOSIGNAL);
      return std::nullopt;
    }
    if (headEnd != std::string::npos) continue;
    headEnd = bytes.find("\r\n\r\n");
    if (headEnd == std::string::npos) continue;
    std::istringstream head(bytes.substr(0, headEnd));
    head >> request.method >> request.path;
    std::string line;
    std::getline(head, line);
    while (std::getline(head, line)) {
      const size_t colon = line.find(": ");
      if (line.ends_with('\r')) line.pop_back();
      if (colon == std::string::npos) continue;
      std::string name = line.substr(0, colon);
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      request.fields[name] = line.substr(colon + 2);
    }
    if (request.fields.contains("content-length"))
      length = std::stoul(request.fields["content-length"]);
  }
  request.body = bytes.substr(headEnd + 4);
  return request;
}

}  // namespace

bool Exchange::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(m_connection, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(sent));
  }
  return true;
}

void Exchange::answer(int status, std::string_view body, std::string_view fields) {
  write("HTTP/1.1 " + std::to_string(status) + " Status\r\nConnection: close\r\nContent-Length: " +
        std::to_string(body.size()) + "\r\n" + std::string(fields) + "\r\n" + std::string(body));
}

void Exchange::beginStream(std::string_view contentType) {
  write("HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nContent-Type: " +
        std::string(contentType) + "\r\n\r\n");
}

bool Exchange::chunk(std::string_view bytes) {
  if (bytes.empty()) return true;
  std::array<char, 32> size{};
  std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
  return write(size.data() + std::string(bytes) + "\r\n");
}

void Exchange::endStream() {
  write("0\r\n\r\n");
}

void Exchange::waitUntilTheClientHangsUp() {
  char byte = 0;
  while (::recv(m_connection, &byte, 1, 0) > 0) {
  }
}

HttpServer::HttpServer(Handler handler) : m_handler(std::move(handler)) {
  m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(m_listener, plain, size) != 0 || ::listen(m_listener, 16) != 0 ||
      ::getsockname(m_listener, plain, &size) != 0)
    std::abort();
  m_port = ntohs(address.sin_port);
  m_thread = std::thread([this] { serve(); });
}

HttpServer::~HttpServer() {
  m_ends = true;
  ::shutdown(m_listener, SHUT_RDWR);
  if (const int connection = m_connection; connection >= 0) ::shutdown(connection, SHUT_RDWR);
  m_thread.join();
  ::close(m_listener);
}

std::string HttpServer::base() const {
  return "http://127.0.0.1:" + std::to_string(m_port);
}

std::vector<ServedRequest> HttpServer::requests() const {
  const std::scoped_lock lock(m_mutex);
  return m_requests;
}

void HttpServer::serve() {
  while (!m_ends) {
    const int connection = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    const int on = 1;
    ::setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    m_connection = connection;
    serveOne(connection);
    m_connection = -1;
    ::shutdown(connection, SHUT_RDWR);
    ::close(connection);
  }
}

void HttpServer::serveOne(int connection) {
  std::optional<ServedRequest> request = readRequest(connection);
  if (!request) return;
  size_t number = 0;
  {
    const std::scoped_lock lock(m_mutex);
    number = m_requests.size();
    m_requests.push_back(*request);
  }
  Exchange exchange(connection, std::move(*request), number);
  m_handler(exchange);
}

}  // namespace kw::test
