// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts side by side, level with each other: as they were written, or what the compiler makes
// of them.
#pragma once

#include <QWidget>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "model/records/code_listing.h"
#include "widgets/content/content.h"
#include "widgets/editors/side_by_side.h"
#include "widgets/jobs/job.h"

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QToolButton;

namespace kw {

class ChoiceBox;
class CodeEditor;
class EditorPane;

class CodeComparison : public QWidget {
  Q_OBJECT

 public:
  using Id = Content::Id;
  explicit CodeComparison(Content& content, QWidget* parent = nullptr);

  // Follows edits of the template.
  void showSourceAgainstTemplate();
  // Each candidate's template with its configuration filled in; the source as it is.
  void show(Id left, Id right);
  using QWidget::show;

  // What makes listings: called off the window's thread, and may take as long as a compiler does.
  // Without one, listings say that they cannot be made.
  using Lister = std::function<Result<CodeListing>(
      const Content::ProblemPtr& problem, const Candidate& candidate, const std::string& format,
      std::stop_token stop)>;
  // `make` is called on the window's thread, before each listing.
  void setLister(std::function<Lister()> make) { m_makeLister = std::move(make); }
  // "cuda", "ptx", "sass" or, where results of the CPU are shown, "assembly".
  void setForm(const QString& form);
  QString form() const;

  QList<QAction*> panelActions() const;
  CodeEditor& left() { return *m_left; }
  CodeEditor& right() { return *m_right; }
  // The difference that was last gone to, counted from 1; 0: none yet.
  size_t currentDifference() const { return m_at; }
  size_t differenceCount() const { return m_starts.size(); }

 Q_SIGNALS:
  void compared();  // both texts are shown
  // A listing's line was gone to: it comes from this line of the source or of the template, counted
  // from 1.
  void sourceLineChosen(bool isTemplate, int line);

 private:
  struct Side {
    QString heading;
    std::string text;
    std::optional<Candidate> candidate;  // a template has none
  };
  struct Listed;
  struct Listings;
  void fillHeader(QHBoxLayout& header);
  void addAction(const char* name, const QString& text, const QKeySequence& key, bool forward);
  void start(Side left, Side right);
  void compare();
  void take(const SideBySide& both);
  void fill(const SideBySide& both);
  // Listings: code_comparison_listings.cpp.
  QHBoxLayout* makeListingTools();
  void listForms();
  void list();
  std::optional<Candidate> listedCandidate(const Side& side) const;
  void takeListings(const Listings& listings);
  void pointAt(size_t side, int line);
  void showSourceLines();
  bool isListing() const;
  void problemChanged();
  void showNothing(const QString& words);
  void showWords(const QString& words);  // in place of the texts
  void setHeading(size_t side, const QString& text);
  void goToDifference(bool forward);
  void couple(CodeEditor& from, CodeEditor& to);
  void showCount();
  std::optional<Side> sideOf(Id id) const;

  Content& m_content;
  EditorPane* m_leftPane = nullptr;
  EditorPane* m_rightPane = nullptr;
  CodeEditor* m_left = nullptr;
  CodeEditor* m_right = nullptr;
  QLabel* m_leftHeading = nullptr;
  QLabel* m_rightHeading = nullptr;
  QLabel* m_count = nullptr;
  QList<QAction*> m_actions;
  bool m_followsTemplate = false;
  bool m_coupling = false;                     // one pane moves because the other did
  std::map<std::string, std::string> m_texts;  // of templates, by hash, of the revisions seen
  std::vector<SideBySide::Start> m_starts;     // of the differences
  std::array<Side, 2> m_sides;                 // left, right
  bool m_hasSides = false;
  std::function<Lister()> m_makeLister;
  ChoiceBox* m_form = nullptr;
  QCheckBox* m_ignoresNames = nullptr;
  QToolButton* m_stop = nullptr;
  QLabel* m_where = nullptr;                  // the source line of the line that was gone to
  std::array<std::vector<int>, 2> m_sources;  // of the lines of listings; empty for texts
  std::array<int, 2> m_chosen{};              // source lines gone to last, 0 for none
  std::map<std::string, std::shared_ptr<const Listed>> m_kept;  // listings by what they are of
  size_t m_at = 0;
  Job m_job;
};

}  // namespace kw
