// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/details_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QScrollBar>
#include <QVBoxLayout>

#include "widgets/panels/details_page.h"
#include "widgets/theme/theme.h"

namespace kw {

DetailsPanel::DetailsPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection), m_cells(content.candidates()) {
  setObjectName(QStringLiteral("details"));
  auto* empty = new QLabel(tr("Select a candidate in the table or in a plot to see its verdict, "
                              "times, samples and resources."),
                           this);
  empty->setAlignment(Qt::AlignCenter);
  empty->setWordWrap(true);
  empty->setMargin(spacing::panel);
  empty->setProperty("role", QStringLiteral("secondary"));
  m_scroll = new QScrollArea(this);
  m_scroll->setObjectName(QStringLiteral("details.scroll"));
  m_scroll->setAccessibleName(tr("Details of the candidate"));
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setFocusPolicy(Qt::StrongFocus);
  m_pages = new QStackedWidget(this);
  m_pages->addWidget(empty);
  m_pages->addWidget(m_scroll);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_pages);

  m_copy = new QAction(tr("Copy details as text"), this);
  m_copy->setObjectName(QStringLiteral("details.copyAsText"));
  m_copy->setShortcut(Qt::CTRL | Qt::SHIFT | Qt::Key_C);
  m_copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(m_copy);
  setContextMenuPolicy(Qt::ActionsContextMenu);
  connect(m_copy, &QAction::triggered, this, &DetailsPanel::copy);

  connect(&selection, &Selection::selectionChanged, this, &DetailsPanel::showCurrent);
  connect(&selection, &Selection::baselineChanged, this, &DetailsPanel::showCurrent);
  connect(&content, &Content::candidatesReset, this, &DetailsPanel::takeRows);
  connect(&content, &Content::problemChanged, this, &DetailsPanel::takeRows);
  connect(&content, &Content::candidatesAppended, this, [this] { m_cells.learn(); });
  connect(&content, &Content::deviceChanged, this, &DetailsPanel::rebuild);
  connect(&content, &Content::detailsReady, this, [this](view::CandidateId id) {
    if (id != m_id) return;
    if (const Content::EvaluationPtr whole = m_content.details(id)) showCandidate(id, whole.get());
  });
  connect(&Theme::instance(), &Theme::changed, this, &DetailsPanel::rebuild);
  takeRows();
}

void DetailsPanel::takeRows() {
  m_cells.reset(m_content.caseNames().size());
  m_id.reset();
  showCurrent();
}

void DetailsPanel::showCurrent() {
  const std::optional<view::CandidateId> id = m_selection.current();
  m_cells.setBaseline(m_selection.baseline());
  if (!id || *id >= m_content.candidates().size()) {
    showNothing();
    return;
  }
  showCandidate(*id, nullptr);
  // May be there at once, may come later by detailsReady().
  if (const Content::EvaluationPtr whole = m_content.details(*id)) showCandidate(*id, whole.get());
}

void DetailsPanel::showNothing() {
  m_id.reset();
  m_details.reset();
  m_copy->setEnabled(false);
  m_pages->setCurrentIndex(0);
}

void DetailsPanel::showCandidate(view::CandidateId id, const Evaluation* whole) {
  const bool isSame = id == m_id;
  m_id = id;
  const auto problem = m_content.problem();
  const std::string where = !problem                  ? std::string()
                            : problem->folder.empty() ? problem->problem.name
                                                      : problem->folder.string();
  m_details =
      view::detailsOf(m_content.candidates(), m_cells, id, m_content.caseNames(), whole, where);
  const int place = isSame ? m_scroll->verticalScrollBar()->value() : 0;
  rebuild();
  m_copy->setEnabled(true);
  m_pages->setCurrentIndex(1);
  m_scroll->verticalScrollBar()->setValue(place);
}

void DetailsPanel::rebuild() {
  if (m_details) m_scroll->setWidget(makeDetailsPage(*m_details, m_content.onHost()));
}

void DetailsPanel::copy() const {
  if (!m_details) return;
  QApplication::clipboard()->setText(
      QString::fromStdString(view::textOf(*m_details, m_content.onHost())));
  Q_EMIT m_content.noticed(tr("Copied the details as text."));
}

}  // namespace kw
