// SPDX-License-Identifier: GPL-3.0-or-later
// What one thread asks of another and waits for.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace kw {

template <class Answer>
class Question {
 public:
  // On the thread that asks: `tell` puts the question, and the answer is waited for. None once a
  // stop is requested.
  template <class Tell>
  std::optional<Answer> ask(std::stop_token stop, const Tell& tell) {
    {
      const std::lock_guard lock(m_mutex);
      m_stands = true;
      m_answer.reset();
    }
    tell();
    std::unique_lock lock(m_mutex);
    m_answered.wait(lock, std::move(stop), [this] { return m_answer.has_value(); });
    m_stands = false;
    return std::exchange(m_answer, std::nullopt);
  }

  // On any thread; nothing where no question stands.
  void answer(Answer answer) {
    {
      const std::lock_guard lock(m_mutex);
      if (!m_stands) return;
      m_answer = std::move(answer);
    }
    m_answered.notify_all();
  }

  bool stands() const {
    const std::lock_guard lock(m_mutex);
    return m_stands && !m_answer;
  }

 private:
  mutable std::mutex m_mutex;
  std::condition_variable_any m_answered;
  bool m_stands = false;
  std::optional<Answer> m_answer;
};

}  // namespace kw
