// SPDX-License-Identifier: GPL-3.0-or-later
// Work off the window's thread: one job at a time, a newer one taking the place of an older one.
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>

namespace kw {

// Lives on the window's thread. Each start() asks the job before it to stop and forgets its result,
// so `done` only ever gets the result of the latest. Nothing is called once the object is gone.
class Job : public QObject {
  Q_OBJECT

 public:
  explicit Job(QObject* parent = nullptr) : QObject(parent) {}
  ~Job() override { cancel(); }

  // `work` runs on a pool's thread and owns what it needs; `done` takes its result on this thread.
  template <class Work, class Done>
  void start(Work work, Done done);
  void cancel();
  bool running() const { return m_running; }

 Q_SIGNALS:
  void runningChanged(bool running);

 private:
  uint64_t begin();
  void finish(uint64_t generation, const std::function<void()>& deliver);

  std::stop_source m_stop;
  uint64_t m_generation = 0;
  bool m_running = false;
};

template <class Work, class Done>
void Job::start(Work work, Done done) {
  const uint64_t generation = begin();
  QThreadPool::globalInstance()->start([job = QPointer<Job>(this), generation,
                                        stop = m_stop.get_token(), work = std::move(work),
                                        done = std::move(done)]() mutable {
    auto result = std::make_shared<decltype(work(stop))>(work(stop));
    // A QPointer may only be read on the object's own thread: the application object, which
    // outlives every job, takes the result there.
    QMetaObject::invokeMethod(
        QCoreApplication::instance(),
        [job, generation, result, done = std::move(done)]() mutable {
          if (job) job->finish(generation, [&] { done(std::move(*result)); });
        },
        Qt::QueuedConnection);
  });
}

}  // namespace kw
