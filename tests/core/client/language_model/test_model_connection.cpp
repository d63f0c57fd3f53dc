// SPDX-License-Identifier: GPL-3.0-or-later
// Certificates, silence, nobody there, and cancelling.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QTest>

#include "base/files/files.h"
#include "base/process/child.h"
#include "http_server.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;
using namespace std::chrono_literals;

namespace {

// Answers each request over TLS with a stream, and prints how many bytes each connection brought.
const char* const tlsServer = R"(
import socket, ssl, sys
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1] + "/certificate.pem", sys.argv[1] + "/key.pem")
stream = open(sys.argv[1] + "/stream", "rb").read()
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
while True:
    connection, _ = listener.accept()
    try:
        with context.wrap_socket(connection, server_side=True) as secure:
            got = len(secure.recv(1 << 20))
            secure.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n"
                           b"Content-Length: %d\r\n\r\n" % len(stream) + stream)
            print("got", got > 0, flush=True)
    except OSError as fault:
        print("refused", flush=True)
)";

std::string readLine(process::Descriptor& from) {
  std::string line;
  char c = 0;
  while (::read(from.get(), &c, 1) == 1 && c != '\n')
    line += c;
  return line;
}

// A server whose certificate is for 127.0.0.1 and signed by nobody else.
class TlsServer {
 public:
  TlsServer() : m_folder(files::TemporaryFolder::make().value()) {
    const std::string folder = m_folder.path().string();
    const auto made = process::run(
        {{"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
          "-nodes", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2",
          "-keyout", folder + "/key.pem", "-out", folder + "/certificate.pem"}},
        "", 60s);
    if (!made || made->exit.code != 0) return;
    if (!files::writeAtomically(folder + "/stream", sampleStream("openai").stream)) return;
    process::ChildOptions options;
    options.arguments = {"python3", "-c", tlsServer, folder};
    auto child = process::Child::start(options);
    if (!child) return;
    m_child.emplace(std::move(*child));
    m_port = readLine(m_child->output());
  }

  bool runs() const { return !m_port.empty(); }
  std::string base(const std::string& host) const { return "https://" + host + ":" + m_port; }
  std::string certificate() const { return (m_folder.path() / "certificate.pem").string(); }
  std::string nextEvent() { return readLine(m_child->output()); }

 private:
  files::TemporaryFolder m_folder;
  std::optional<process::Child> m_child;
  std::string m_port;
};

// Takes no more connections than it has already.
class FullListener {
 public:
  FullListener() {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    m_sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    ::bind(m_sockets[0], plain, size);
    ::listen(m_sockets[0], 0);
    ::getsockname(m_sockets[0], plain, &size);
    port = ntohs(address.sin_port);
    for (int i = 0; i < 4; ++i) {
      m_sockets.push_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      ::connect(m_sockets.back(), plain, size);
    }
  }
  ~FullListener() {
    for (const int each : m_sockets)
      ::close(each);
  }
  int port = 0;

 private:
  std::vector<int> m_sockets;
};

}  // namespace

class TestModelConnection : public QObject {
  Q_OBJECT

 private slots:
  void aCertificateOfNobodyIsRefused() {
    TlsServer server;
    QVERIFY(server.runs());
    Heard heard;
    ProviderSettings settings = settingsFor("openai", server.base("127.0.0.1"));
    const auto refused = ask(settings, heard);
    QVERIFY(!refused);
    KW_VERIFY_CONTAINS(errorText(refused), "the certificate was refused of " + settings.base);
    KW_VERIFY_CONTAINS(errorText(refused), "no key was sent");
    QCOMPARE(server.nextEvent(), std::string("refused"));

    // The same server is fine once its certificate is trusted, but for no other name than its own.
    settings.http.authorities = server.certificate();
    KW_VERIFY_OK(ask(settings, heard));
    QCOMPARE(heard.text, sampleText);
    QCOMPARE(server.nextEvent(), std::string("got True"));
    settings.base = server.base("localhost") + "/v1";
    const auto other = ask(settings, heard);
    QVERIFY(!other);
    KW_VERIFY_CONTAINS(errorText(other), "the certificate was refused");
  }

  void encryptionIsNotSpokenToAServerWithoutIt() {
    HttpServer server([](Exchange& exchange) { exchange.answer(200, ""); });
    Heard heard;
    const auto reply = ask(
        settingsFor("openai", "https" + server.base().substr(std::string("http").size())), heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "http rather than https");
    QVERIFY(server.requests().empty());
  }

  void nobodyThereIsSaidAtOnce() {
    std::vector<std::chrono::milliseconds> waits;
    Heard heard;
    const auto reply = ask(settingsFor("ollama", "http://127.0.0.1:1", &waits), heard);
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::missing);
    KW_VERIFY_CONTAINS(errorText(reply), "nothing answers at http://127.0.0.1:1/api/chat");
    KW_VERIFY_CONTAINS(errorText(reply), "check that the server runs");
    QVERIFY(waits.empty());
  }

  void aConnectionThatIsNotTakenRunsOutOfTime() {
    FullListener full;
    ProviderSettings settings =
        settingsFor("openai", "http://127.0.0.1:" + std::to_string(full.port));
    settings.http.connect = 30ms;
    settings.backoff.attempts = 2;
    Heard heard;
    const auto reply = ask(settings, heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "after 2 attempts: no connection in time to ");
  }

  void silenceIsALostConnection() {
    HttpServer server([](Exchange& exchange) {
      const SampleStream& sample = sampleStream("openai");
      exchange.beginStream(sample.contentType);
      exchange.chunk(sample.failing.substr(0, sample.failing.rfind("{\"")));
      exchange.waitUntilTheClientHangsUp();
    });
    ProviderSettings settings = settingsFor("openai", server.base());
    settings.http.silence = 60ms;
    settings.backoff.attempts = 2;
    Heard heard;
    const auto reply = ask(settings, heard);
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "said nothing for 0.06 s");
    KW_VERIFY_CONTAINS(errorText(reply), "after 2 attempts");
    QCOMPARE(heard.restarts, 1);
  }

  void aDrippingStreamCanBeCancelled() {
    HttpServer server([](Exchange& exchange) {
      const SampleStream& sample = sampleStream("openai");
      exchange.beginStream(sample.contentType);
      exchange.chunk(sample.failing.substr(0, sample.failing.rfind("{\"")));
      while (exchange.chunk(":"))
        std::this_thread::yield();
    });
    std::stop_source stop;
    Listener listener;
    listener.onText = [&](std::string_view) { stop.request_stop(); };
    HttpModel model(settingsFor("openai", server.base()), Secret(sampleKey));
    const auto reply = model.complete(sampleRequest(), listener, stop.get_token());
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::cancelled);
    QCOMPARE(server.requests().size(), size_t{1});
  }

  void aServerThatThinksCanBeCancelled() {
    std::stop_source stop;
    HttpServer server([&](Exchange& exchange) {
      stop.request_stop();
      exchange.waitUntilTheClientHangsUp();
    });
    Heard heard;
    const auto reply = ask(settingsFor("openai", server.base()), heard, stop.get_token());
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::cancelled);
  }

  void aWaitForAnotherAttemptCanBeCancelled() {
    HttpServer server([](Exchange& exchange) { exchange.answer(503, ""); });
    ProviderSettings settings = settingsFor("openai", server.base());
    settings.backoff.wait = nullptr;  // it is a real wait
    settings.backoff.first = 1h;
    settings.backoff.most = 1h;
    std::stop_source stop;
    Listener listener;
    std::thread stopper;
    listener.onWait = [&](const Wait&) { stopper = std::thread([&] { stop.request_stop(); }); };
    HttpModel model(settings, Secret(sampleKey));
    const auto reply = model.complete(sampleRequest(), listener, stop.get_token());
    stopper.join();
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::cancelled);
  }
};

QTEST_APPLESS_MAIN(TestModelConnection)
#include "test_model_connection.moc"
