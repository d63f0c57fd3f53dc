// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/run/progress_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "model/formats/wording.h"

namespace kw {

namespace {

QString say(const char* text) {
  return QCoreApplication::translate("kw::RunBar", text);
}

QString count(size_t value) {
  return QString::fromStdString(numberText(static_cast<double>(value)));
}

QString duration(double seconds) {
  return QString::fromStdString(durationText(seconds));
}

QString counts(const RunFigures& run) {
  QStringList parts;
  parts.append(run.total > 0 ? say("%1 of %2").arg(count(run.done), count(run.total))
                             : say("%1 done").arg(count(run.done)));
  if (run.kept > 0) parts.append(say("%1 kept from before").arg(count(run.kept)));
  if (run.failed > 0) parts.append(say("%1 failed").arg(count(run.failed)));
  return parts.join(QStringLiteral(", "));
}

}  // namespace

QString progressText(RunState state, const RunFigures& run) {
  switch (state) {
    case RunState::starting:
      return run.phase.isEmpty() ? say("Starting the runner") : run.phase;
    case RunState::running:
      if (run.done == 0 && !run.phase.isEmpty()) return run.phase;
      if (run.leftSeconds >= 0)
        return say("%1, about %2 left").arg(counts(run), duration(run.leftSeconds));
      return counts(run);
    case RunState::paused:
      return say("Paused at %1").arg(counts(run));
    case RunState::stopping:
      return say("Stopping: what is being measured is finished");
    case RunState::idle:
      return run.done == 0 ? QString()
                           : say("%1, in %2").arg(counts(run), duration(run.elapsedSeconds));
  }
  return {};
}

std::optional<double> progressShare(RunState state, const RunFigures& run) {
  if (state == RunState::starting) return std::nullopt;
  if (run.total > 0)
    return std::min(1.0, static_cast<double>(run.done) / static_cast<double>(run.total));
  const double whole = run.elapsedSeconds + run.leftSeconds;
  if (run.leftSeconds >= 0 && whole > 0) return run.elapsedSeconds / whole;
  return std::nullopt;
}

}  // namespace kw
