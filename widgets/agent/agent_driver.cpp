// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/agent/agent_driver.h"

#include <utility>

#include "client/agent/proposed_problem.h"
#include "client/language_model/keyring.h"
#include "client/language_model/providers/paste_model.h"
#include "model/formats/wording.h"

namespace kw {

// Asks before each call but the first, which the loop itself asks about.
class AgentDriver::ShownModel final : public language::LanguageModel {
 public:
  ShownModel(AgentDriver& driver, language::LanguageModel& model)
      : m_driver(driver), m_model(model) {}

  Result<language::Reply> complete(const language::Request& request,
                                   const language::Listener& listener,
                                   std::stop_token stop) override {
    if (std::exchange(m_isFirst, false) || !m_driver.m_showsEach)
      return begin(request, listener, std::move(stop));
    KW_ASSIGN(const language::Outgoing outgoing, m_model.preview(request));
    KW_TRY(m_driver.mayGo(outgoing, stop));
    return begin(request, listener, std::move(stop));
  }
  Result<language::Outgoing> preview(const language::Request& request) const override {
    return m_model.preview(request);
  }

 private:
  Result<language::Reply> begin(const language::Request& request,
                                const language::Listener& listener, std::stop_token stop) {
    m_driver.tell([driver = &m_driver] { Q_EMIT driver->replyBegins(); });
    return m_model.complete(request, listener, std::move(stop));
  }

  AgentDriver& m_driver;
  language::LanguageModel& m_model;
  bool m_isFirst = true;
};

AgentDriver::~AgentDriver() {
  m_stop.request_stop();
}

void AgentDriver::start(Work work) {
  m_busy = true;
  m_stop = std::stop_source();
  Q_EMIT begun();
  m_worker.post(
      this,
      [this, work = std::move(work), stop = m_stop.get_token()] {
        return std::make_shared<Result<AgentSummary>>(run(work, stop));
      },
      [this](const Outcome& outcome) {
        m_busy = false;
        Q_EMIT finished(outcome);
      });
}

Result<AgentSummary> AgentDriver::run(const Work& work, std::stop_token stop) {
  language::KeyringKeys keys(stop);
  KW_ASSIGN(const language::ChosenProvider provider,
            language::chooseProvider(work.provider, work.problem->folder, keys, pasting()));
  if (work.prepare) work.prepare();
  KW_ASSIGN(const std::shared_ptr<Session> session, work.session());
  AgentOptions options = work.options;
  options.provider = provider.name;
  m_showsEach = work.showsEachPrompt;
  language::Spending spending(provider.budget);
  ShownModel model(*this, *provider.model);
  // What is pasted is shown in the dialog that asks for the reply.
  const bool isPasted = dynamic_cast<language::PasteModel*>(provider.model.get()) != nullptr;
  auto summary = runAgent(options, *work.problem, model, provider.prices, spending, *session,
                          hooks(work, spending, isPasted, stop), stop);
  tellSpent(spending);
  if (summary) KW_TRY(session->flush());
  return summary;
}

void AgentDriver::tellSpent(const language::Spending& spending) {
  const language::Spent used = spending.spent();
  tell([this, text = used.calls == 0 ? tr("nothing") : QString::fromStdString(used.text())] {
    Q_EMIT spent(text);
  });
}

AgentHooks AgentDriver::hooks(const Work& work, const language::Spending& spending, bool isPasted,
                              std::stop_token stop) {
  AgentHooks hooks;
  hooks.note = [this](const std::string& text) {
    tell([this, text = QString::fromStdString(text)] { Q_EMIT noted(text); });
  };
  hooks.changed = [this, &spending](const Round& round) {
    tell([this, round] { Q_EMIT roundChanged(round); });
    tellSpent(spending);
  };
  if (!isPasted)
    hooks.leaves = [this, stop](const language::Outgoing& outgoing) {
      return mayGo(outgoing, stop);
    };
  hooks.review = [this, stop, asks = !work.isUnattended](
                     const Round& round, const LoadedProblem& before,
                     const LoadedProblem& proposed) -> Result<ReviewAnswer> {
    if (asks) return review(round, before, proposed, stop);
    tell([this] { Q_EMIT noted(tr("Taken without review; compiling and searching it")); });
    return ReviewAnswer{};
  };
  hooks.listener = listener();
  return hooks;
}

language::Listener AgentDriver::listener() {
  language::Listener listener;
  listener.onText = [this](std::string_view text) { takeText(text); };
  listener.onRestart = [this] {
    {
      const std::lock_guard lock(m_textMutex);
      m_text.clear();
    }
    tell([this] { Q_EMIT replyBegins(); });
  };
  listener.onWait = [this](const language::Wait& wait) {
    const std::string text = "attempt " + std::to_string(wait.attempt) + " failed (" + wait.reason +
                             "); the next one in " +
                             durationText(static_cast<double>(wait.length.count()) / 1000);
    tell([this, text = QString::fromStdString(text)] { Q_EMIT replyWaits(text); });
  };
  return listener;
}

language::AskForReply AgentDriver::pasting() {
  return [this](const std::string& prompt, std::stop_token stop) -> Result<std::string> {
    const auto answer = m_paste.ask(std::move(stop), [&] {
      tell([this, prompt = QString::fromStdString(prompt)] { Q_EMIT pasteWanted(prompt); });
    });
    if (!answer || !*answer) return failCancelled();
    return **answer;
  };
}

Status AgentDriver::mayGo(const language::Outgoing& outgoing, std::stop_token stop) {
  const auto answer = m_outgoing.ask(std::move(stop), [&] {
    tell([this, where = QString::fromStdString(outgoing.where),
          content = QString::fromStdString(outgoing.content)] {
      Q_EMIT this->outgoing(where, content);
    });
  });
  if (!answer || !answer->mayGo) return failCancelled();
  m_showsEach = answer->showsEach;
  return {};
}

// What a person has made of it may be no template any more: then it is asked for again.
Result<ReviewAnswer> AgentDriver::review(const Round& round, const LoadedProblem& before,
                                         const LoadedProblem& proposed, std::stop_token stop) {
  auto waiting =
      std::make_shared<WaitingProposal>(WaitingProposal{round, before, proposed, round.message});
  for (;;) {
    auto answer = m_review.ask(stop, [&] {
      tell([this, shown = std::shared_ptr<const WaitingProposal>(waiting)] {
        Q_EMIT reviewWanted(shown);
      });
    });
    if (!answer) return failCancelled();
    if (answer->decision != ReviewDecision::edited || !answer->edited) return *std::move(answer);
    const auto made = withProposal(before, *answer->edited);
    if (made) return *std::move(answer);
    waiting = std::make_shared<WaitingProposal>(*waiting);
    waiting->fault = made.error().text();
  }
}

// Many small pieces are delivered as one.
void AgentDriver::takeText(std::string_view text) {
  const std::lock_guard lock(m_textMutex);
  const bool isFirst = m_text.empty();
  m_text += text;
  if (isFirst) tell([this] { deliverText(); });
}

void AgentDriver::deliverText() {
  std::string text;
  {
    const std::lock_guard lock(m_textMutex);
    text.swap(m_text);
  }
  if (!text.empty()) Q_EMIT replyGrew(QString::fromStdString(text));
}

void AgentDriver::answerOutgoing(bool mayGo, bool showsEach) {
  m_outgoing.answer({mayGo, showsEach});
}

void AgentDriver::answerPaste(std::optional<std::string> reply) {
  m_paste.answer(std::move(reply));
}

void AgentDriver::answerReview(ReviewAnswer answer) {
  m_review.answer(std::move(answer));
}

}  // namespace kw
