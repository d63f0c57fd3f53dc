// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <QTest>
#include <csignal>
#include <fstream>
#include <thread>

#include "client/language_model/prompt_text.h"
#include "client/language_model/providers/make_language_model.h"
#include "sample_streams.h"
#include "support/printing.h"

using namespace kw;
using namespace kw::language;
using namespace kw::test;
using namespace std::chrono_literals;

namespace {

// Gives one key to everybody.
class OneKey final : public KeySource {
 public:
  Result<Secret> key(const std::string&, const std::string&) override { return Secret(sampleKey); }
};

ProviderSettings shell(const std::string& script) {
  ProviderSettings settings;
  settings.name = "shell";
  settings.kind = ProviderKind::command;
  settings.command = {"sh", "-c", script};
  settings.http.silence = 60s;
  return settings;
}

Result<Reply> run(const ProviderSettings& settings, const Listener& listener = {},
                  std::stop_token stop = {}, const Request& request = sampleRequest()) {
  OneKey keys;
  KW_ASSIGN(const std::unique_ptr<LanguageModel> model, makeLanguageModel(settings, keys));
  return model->complete(request, listener, std::move(stop));
}

bool isRunning(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  const std::string line((std::istreambuf_iterator<char>(file)), {});
  const size_t name = line.rfind(") ");
  return name != std::string::npos && line[name + 2] != 'Z' && line[name + 2] != 'X';
}

}  // namespace

class TestCommandModel : public QObject {
  Q_OBJECT

 private slots:
  void thePromptGoesInAndTheReplyComesOut() {
    Heard heard;
    const auto reply = run(shell("cat"), listenerTo(heard));
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text, promptText(sampleRequest()));
    QCOMPARE(heard.text, reply->text);
    QVERIFY(reply->finish == FinishReason::stop);
  }

  void longPromptsAndRepliesPassEachOther() {
    Request request = sampleRequest();
    request.messages.back().text = std::string(2'000'000, 'x');
    const auto reply = run(shell("tee /dev/stderr"), {}, {}, request);
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text.size(), promptText(request).size());
    KW_VERIFY_OK(run(shell("echo it need not read"), {}, {}, request));
  }

  void textIsToldAsItComes() {
    std::string first;
    Listener listener;
    const std::string fifo = QStringLiteral("/tmp/kw_test_%1").arg(::getpid()).toStdString();
    listener.onText = [&](std::string_view text) {
      if (!first.empty()) return;
      first = text;
      std::ofstream(fifo) << "go on\n";  // it waits for this
    };
    const auto reply =
        run(shell("mkfifo " + fifo + "; echo one; read line < " + fifo + "; echo two; rm " + fifo),
            listener);
    KW_VERIFY_OK(reply);
    QCOMPARE(first, std::string("one\n"));
    QCOMPARE(reply->text, std::string("one\ntwo\n"));
  }

  void aStopKillsTheWholeGroup() {
    std::stop_source stop;
    std::string told;
    Listener listener;
    listener.onText = [&](std::string_view text) {
      told += text;
      if (told.ends_with('\n')) stop.request_stop();
    };
    const auto reply = run(shell("sleep 1000 & echo $!; wait"), listener, stop.get_token());
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::cancelled);
    const pid_t child = std::stoi(told);
    while (isRunning(child))
      std::this_thread::yield();
  }

  // Neither a session of its own nor the end of its parent lets it go.
  void aStopEndsWhatHasLeftTheGroup() {
    std::stop_source stop;
    std::string told;
    Listener listener;
    listener.onText = [&](std::string_view text) {
      told += text;
      if (told.ends_with('\n')) stop.request_stop();
    };
    const auto reply = run(shell("(setsid sh -c 'echo $$; sleep 1000' &) ; sleep 1000"), listener,
                           stop.get_token());
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::cancelled);
    const pid_t left = std::stoi(told);
    while (isRunning(left))
      std::this_thread::yield();
    // And the same where it is ended for being silent.
    ProviderSettings settings = shell("(setsid sh -c 'echo $$; sleep 1000' &) ; sleep 1000");
    settings.http.silence = 300ms;
    told.clear();
    Listener silent;
    silent.onText = [&](std::string_view text) { told += text; };
    KW_VERIFY_CONTAINS(errorText(run(settings, silent)), "and was ended");
    const pid_t other = std::stoi(told);
    while (isRunning(other))
      std::this_thread::yield();
  }

  void failuresTellTheEndOfWhatWasSaid() {
    const auto reply =
        run(shell("yes a line of the log | head -5000 >&2; echo 'no such model' >&2; exit 3"));
    QVERIFY(!reply);
    KW_VERIFY_CONTAINS(errorText(reply), "'sh' ended with exit status 3: ");
    KW_VERIFY_CONTAINS(errorText(reply), "no such model");
    QVERIFY(errorText(reply).size() < 1000);
    KW_VERIFY_CONTAINS(errorText(run(shell("kill -SEGV $$"))), "signal 11");
    KW_VERIFY_CONTAINS(errorText(run(shell("echo tired >&2"))), "wrote no reply: tired");
  }

  void endlessAndSilentProgramsAreEnded() {
    ProviderSettings settings = shell("yes");
    settings.stream.textBytes = 100'000;
    KW_VERIFY_CONTAINS(errorText(run(settings)), "its reply went over 100000 bytes");
    settings = shell("exec sleep 1000");
    settings.http.silence = 30ms;
    KW_VERIFY_CONTAINS(errorText(run(settings)), "it wrote nothing for 0.03 s and was ended");
  }

  void aProgramThatDripsForEverIsEnded() {
    ProviderSettings settings = shell("while printf x; do sleep 0.01; done");
    settings.wholeTime = 200ms;
    KW_VERIFY_CONTAINS(errorText(run(settings)), "it had not ended after 0.2 s and was ended");
  }

  // Out of the group, so that nobody ends it: it goes when the pipe does.
  void whoWritesOnAfterTheEndHoldsNobodyUp() {
    const auto reply = run(shell("setsid sh -c 'yes >&2' & setsid yes & sleep 0.2"));
    if (!reply) KW_VERIFY_CONTAINS(errorText(reply), "its reply went over");
    const auto errorsOnly = run(shell("setsid sh -c 'yes >&2' & sleep 0.2; echo done"));
    KW_VERIFY_OK(errorsOnly);
    QCOMPARE(errorsOnly->text, std::string("done\n"));
  }

  void aProgramThatIsNotThereIsMissing() {
    ProviderSettings settings = shell("");
    settings.command = {"no-such-program-anywhere"};
    const auto reply = run(settings);
    QVERIFY(!reply);
    QVERIFY(reply.error().kind == ErrorKind::missing);
    KW_VERIFY_CONTAINS(errorText(reply), "'no-such-program-anywhere', was not found in PATH");
  }

  void itIsGivenNoKey() {
    const auto reply = run(shell("env; cat /proc/self/cmdline; cat"));
    KW_VERIFY_OK(reply);
    QVERIFY(reply->text.find(sampleKey) == std::string::npos);
    QVERIFY(reply->text.find("[key]") == std::string::npos);
    KW_VERIFY_CONTAINS(reply->text, "PATH=");
  }

  void whatItKnowsOfAKeyIsNotShown() {
    const auto reply = run(shell("echo using " + sampleKey));
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text, std::string("using [key]\n"));
    const auto failed = run(shell("echo using " + sampleKey + " >&2; exit 1"));
    QVERIFY(errorText(failed).find(sampleKey) == std::string::npos);
  }

  void brokenTextBecomesWhole() {
    const auto reply = run(shell("printf 'a\\303'; printf '\\274\\377z'"));
    KW_VERIFY_OK(reply);
    QCOMPARE(reply->text, std::string("a\xc3\xbc\xef\xbf\xbdz"));
  }
};

QTEST_APPLESS_MAIN(TestCommandModel)
#include "test_command_model.moc"
