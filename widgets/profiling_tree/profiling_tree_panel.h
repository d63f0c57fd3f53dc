// SPDX-License-Identifier: GPL-3.0-or-later
// The profiling tree: drawn, with the way of a profiled candidate lit; edited, with the effect on
// all profiled candidates beside it.
#pragma once

#include <QList>
#include <QVariantMap>
#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "model/profile/profile.h"
#include "widgets/content/content.h"
#include "widgets/profiling_tree/policy_editor.h"
#include "widgets/selection/selection.h"

class QAction;
class QLabel;
class QSplitter;

namespace kw {

class ChoiceBox;
class NodeInspector;
class TreeView;

class ProfilingTreePanel : public QWidget {
  Q_OBJECT

 public:
  ProfilingTreePanel(Content& content, Selection& selection, QWidget* parent = nullptr);

  // What profiling is to use from now on.
  const std::shared_ptr<const Policy>& policy() const { return m_editor.policy(); }

  QList<QAction*> panelActions() const;
  TreeView& view() { return *m_view; }
  PolicyEditor& editor() { return m_editor; }
  void openPolicy(const QString& path);
  void savePolicy(const QString& path);
  bool settled() const { return true; }
  // The tree, where it is not the default one: edits outlive the program.
  QVariantMap saveState() const;
  void restoreState(const QVariantMap& state);

 Q_SIGNALS:
  void policyChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void makeActions();
  QAction* action(const QString& id, const QString& text, const QKeySequence& key);
  void layOut();
  void listen();

  void takeProfiles();
  void followSelection();
  void choose(int index);
  void showTree(const QString& node);
  void showWalk();
  void showNode();
  void showEffect();
  void showTitle();
  void say(const QString& fault, const QString& done);
  const Profile* shownProfile() const;
  const std::vector<Profile>& profiles() const { return m_content.profiles(); }
  std::optional<view::CandidateId> rowOf(const Profile& profile) const;

  Content& m_content;
  Selection& m_selection;
  PolicyEditor m_editor;
  QLabel *m_title, *m_effect;
  ChoiceBox* m_which;
  TreeView* m_view;
  NodeInspector* m_inspector;
  QSplitter* m_split;
  QAction *m_undo = nullptr, *m_redo = nullptr, *m_open = nullptr, *m_save = nullptr,
          *m_default = nullptr, *m_zoomIn = nullptr, *m_zoomOut = nullptr, *m_fit = nullptr;
  std::vector<size_t> m_listed;  // places in profiles(), as the box lists them
};

}  // namespace kw
