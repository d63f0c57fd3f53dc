// SPDX-License-Identifier: GPL-3.0-or-later
// A small HTTP/1.1 server on loopback that answers as a test tells it to, rightly or wrongly.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace kw::test {

struct ServedRequest {
  std::string method;
  std::string path;
  std::map<std::string, std::string> fields;  // names in lower case
  std::string body;
};

// One request and the connection it came on, which is closed when the handler returns.
class Exchange {
 public:
  Exchange(int connection, ServedRequest asked, size_t index)
      : request(std::move(asked)), number(index), m_connection(connection) {}

  const ServedRequest request;
  const size_t number;  // of the requests to this server, from 0

  // False once the other side has gone.
  bool write(std::string_view bytes);
  // `fields` as "Name: value\r\n…".
  void answer(int status, std::string_view body, std::string_view fields = {});
  // A head for chunks; a client takes each chunk for a piece of its own.
  void beginStream(std::string_view contentType);
  bool chunk(std::string_view bytes);
  void endStream();
  void waitUntilTheClientHangsUp();

 private:
  int m_connection;
};

class HttpServer {
 public:
  using Handler = std::function<void(Exchange&)>;
  explicit HttpServer(Handler handler);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string base() const;  // "http://127.0.0.1:1234"
  std::vector<ServedRequest> requests() const;

 private:
  void serve();
  void serveOne(int connection);
  Handler m_handler;
  int m_listener = -1;
  int m_port = 0;
  std::atomic<int> m_connection{-1};
  std::atomic<bool> m_ends{false};
  mutable std::mutex m_mutex;
  std::vector<ServedRequest> m_requests;
  std::thread m_thread;
};

}  // namespace kw::test
