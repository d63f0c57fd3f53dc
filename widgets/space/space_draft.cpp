// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/space_draft.h"

#include <algorithm>

#include "model/space/space_file.h"

namespace kw {

class SpaceDraft::Step : public QUndoCommand {
 public:
  Step(SpaceDraft& draft, Space before, Space after, const QString& words)
      : QUndoCommand(words),
        m_draft(draft),
        m_before(std::move(before)),
        m_after(std::move(after)) {}
  void undo() override { m_draft.set(m_before, true); }
  void redo() override { m_draft.set(m_after, !m_draft.m_silent); }

 private:
  SpaceDraft& m_draft;
  Space m_before, m_after;
};

SpaceDraft::SpaceDraft(QObject* parent) : QObject(parent) {}

const std::vector<ParameterValue>& SpaceDraft::knownValues(const std::string& parameter) const {
  static const std::vector<ParameterValue> none;
  const auto found = m_known.find(parameter);
  return found == m_known.end() ? none : found->second;
}

void SpaceDraft::take(const Content::ProblemPtr& problem) {
  if (!problem || !problem->problem.space) {
    m_history.clear();
    m_known.clear();
    m_identity.clear();
    m_space.reset();
    Q_EMIT changed();
    return;
  }
  const Space& space = *problem->problem.space;
  const std::string text = writeSpace(space);
  const std::string identity = problem->folder.string() + '\n' + problem->problem.spaceFile;
  m_sizeNames = problem->problem.sizeNames;
  if (!m_space || identity != m_identity) {
    m_history.clear();
    m_known.clear();
    m_identity = identity;
    m_draft.reset(text);
    set(space, false);
  } else if (m_draft.replacedBy(text)) {
    m_silent = true;
    m_history.push(new Step(*this, *m_space, space, tr("Another revision's space")));
    m_silent = false;
  }
}

Status SpaceDraft::apply(Result<Space> changed, const QString& words) {
  if (!changed) return fail(std::move(changed).error());
  if (writeSpace(*changed) == writeSpace(*m_space)) return {};
  m_history.push(new Step(*this, *m_space, *std::move(changed), words));
  return {};
}

void SpaceDraft::set(const Space& space, bool tell) {
  m_space = space;
  learnValues();
  if (tell) m_draft.sent(writeSpace(space));
  Q_EMIT changed();
  if (tell) Q_EMIT edited(QString::fromStdString(m_draft.last()));
}

// A value that is new stands behind the one that it follows in the space.
void SpaceDraft::learnValues() {
  for (const Parameter& parameter : m_space->parameters) {
    std::vector<ParameterValue>& known = m_known[parameter.name];
    auto place = known.begin();
    for (const ParameterValue& value : parameter.values) {
      const auto found = std::find(known.begin(), known.end(), value);
      place = (found == known.end() ? known.insert(place, value) : found) + 1;
    }
  }
}

}  // namespace kw
