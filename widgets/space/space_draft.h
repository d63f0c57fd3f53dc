// SPDX-License-Identifier: GPL-3.0-or-later
// The space that is being edited: every accepted edit can be undone and is told to whoever keeps
// the problem.
#pragma once

#include <QObject>
#include <QUndoStack>
#include <map>
#include <optional>

#include "view/code/part_draft.h"
#include "view/space/space_edits.h"
#include "widgets/content/content.h"

namespace kw {

class SpaceDraft : public QObject {
  Q_OBJECT

 public:
  explicit SpaceDraft(QObject* parent = nullptr);

  bool isOpen() const { return m_space.has_value(); }
  const Space& space() const { return *m_space; }  // only while it is open
  view::SpaceEditor editor() const { return {*m_space, m_sizeNames}; }
  QUndoStack& history() { return m_history; }
  // All values that the parameter had since the problem was opened, in a sensible order.
  const std::vector<ParameterValue>& knownValues(const std::string& parameter) const;

  // A revision arrived, or none (null).
  void take(const Content::ProblemPtr& problem);
  // What an edit gave; `words` names it in the undo menu. An error is given back.
  Status apply(Result<Space> changed, const QString& words);

 Q_SIGNALS:
  void changed();                    // the space, by whomever
  void edited(const QString& text);  // here: the text of space.json is to be this

 private:
  class Step;
  void set(const Space& space, bool tell);
  void learnValues();

  std::optional<Space> m_space;
  std::vector<std::string> m_sizeNames;
  std::string m_identity;  // of the problem
  view::PartDraft m_draft;
  std::map<std::string, std::vector<ParameterValue>> m_known;
  bool m_silent = false;  // a step that comes from outside is not told to the outside
  QUndoStack m_history;
};

}  // namespace kw
