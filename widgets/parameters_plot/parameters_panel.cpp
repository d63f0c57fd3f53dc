// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/parameters_plot/parameters_panel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "widgets/controls/choice_box.h"
#include "widgets/controls/tool_button.h"
#include "widgets/parameters_plot/parallel_view.h"
#include "widgets/parameters_plot/value_strip.h"
#include "widgets/plots/picture_actions.h"
#include "widgets/plots/sliced_text.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/candidate_words.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

namespace {

const QString failedKey = QStringLiteral("showFailed");
const QString orderKey = QStringLiteral("axes");
const QString fastestKey = QStringLiteral("fastest");

}  // namespace

ParametersPanel::ParametersPanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_selection(selection),
      m_view(new ParallelView),
      m_strip(new ValueStrip),
      m_choice(new TimeChoice(content)),
      m_fastest(new ChoiceBox),
      m_title(new QLabel),
      m_footnote(new QLabel),
      m_stripTitle(new QLabel) {
  setObjectName(QStringLiteral("parameters"));
  for (QTimer* timer : {&m_beat, &m_stripBeat})
    timer->setSingleShot(true);
  m_beat.setInterval(updateMilliseconds);
  m_stripBeat.setInterval(stripMilliseconds);
  m_text = std::make_unique<SlicedText>(
      candidateTitles(), [this] { return m_content.candidates().size(); },
      [this](size_t row, std::string& out) {
        const view::CandidateRow& candidate =
            m_content.candidates()[static_cast<Selection::Id>(row)];
        const double time = candidate.verified()
                                ? view::timeOf(candidate, m_choice->choice(), m_choice->weights())
                                : 0;
        appendCandidate(row, candidate, time, out);
      });
  makeActions();
  layOut();
  listen();
  showEmptyText();
  update();
}

ParametersPanel::~ParametersPanel() = default;

void ParametersPanel::makeActions() {
  m_showFailed =
      action(QStringLiteral("parameters.showFailed"), tr("Show failed"), QKeySequence(Qt::Key_X));
  m_showFailed->setCheckable(true);
  m_clearBrushes =
      action(QStringLiteral("parameters.clearBrushes"), tr("Clear filter"), QKeySequence());
  m_clearBrushes->setToolTip(tr("Drag along an axis to filter; Escape clears"));
  m_clearBrushes->setEnabled(false);
  m_selectShown =
      action(QStringLiteral("parameters.selectShown"), tr("Select shown"), QKeySequence(Qt::Key_S));
  m_selectShown->setToolTip(tr("Select all candidates that are drawn, in every panel"));
  connect(m_selectShown, &QAction::triggered, this, &ParametersPanel::selectShown);
  auto* pictures = new PictureActions(
      QStringLiteral("parameters"), *this, [this] { return m_view->picture(); }, nullptr);
  m_actions << pictures->actions();
  connect(
      pictures, &PictureActions::saved, this, [this](const QString& path, const QString& error) {
        Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
      });
  QAction* text = action(QStringLiteral("parameters.copyData"), tr("Copy data as TSV"),
                         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C));
  connect(text, &QAction::triggered, m_text.get(), &SlicedText::start);
  connect(m_text.get(), &SlicedText::finished, this,
          [](const QString& made, size_t) { QGuiApplication::clipboard()->setText(made); });
  connect(m_showFailed, &QAction::toggled, this, [this](bool show) {
    m_view->setShowFailed(show);
    showWords();
  });
  connect(m_clearBrushes, &QAction::triggered, m_view, &ParallelView::clearBrushes);
}

QAction* ParametersPanel::action(const QString& id, const QString& text, const QKeySequence& key) {
  auto* made = new QAction(text, this);
  made->setObjectName(id);
  made->setShortcut(key);
  made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  addAction(made);
  m_actions << made;
  return made;
}

void ParametersPanel::layOut() {
  m_title->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("parametersTitle"));
  m_stripTitle->setWordWrap(true);
  m_stripTitle->setText(tr("Best (mark) and median (bar) time with each value"));
  m_stripTitle->setProperty("role", QStringLiteral("secondary"));
  m_footnote->setWordWrap(true);
  m_footnote->setObjectName(QStringLiteral("parametersFootnote"));
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  m_fastest->setObjectName(QStringLiteral("parametersFastest"));
  m_fastest->setAccessibleName(tr("How many candidates are shown"));
  m_fastest->setToolTip(tr("Show only the fastest of those that pass the filter"));
  m_fastest->addItem(tr("All"), 0);
  for (const int most : {10, 100, 1000})
    m_fastest->addItem(tr("Best %1").arg(locale().toString(most)), most);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_choice);
  tools->addWidget(m_fastest);
  tools->addWidget(toolButton(m_showFailed));
  tools->addWidget(toolButton(m_clearBrushes));
  tools->addWidget(toolButton(m_selectShown));
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addLayout(makeTitleRow(m_content, m_title, this));
  column->addLayout(tools);
  column->addWidget(m_view, 1);
  column->addWidget(m_footnote);
  column->addWidget(m_stripTitle);
  column->addWidget(m_strip);
}

void ParametersPanel::listen() {
  connect(&m_beat, &QTimer::timeout, this, &ParametersPanel::update);
  connect(&m_stripBeat, &QTimer::timeout, this, &ParametersPanel::showStrip);
  connect(m_fastest, &ChoiceBox::currentIndexChanged, this,
          [this] { m_view->setFastest(wantedFastest()); });
  connect(&m_content, &Content::candidatesAppended, this, [this] { later(false); });
  connect(&m_content, &Content::candidatesReset, this, [this] {
    m_anyWarm = false;
    m_warmSeen = 0;
    later(true);
  });
  connect(&m_content, &Content::problemChanged, this, [this] {
    showEmptyText();
    later(true);
  });
  connect(&m_content, &Content::runStateChanged, this, &ParametersPanel::showEmptyText);
  connect(&m_content, &Content::sessionChanged, this, &ParametersPanel::showEmptyText);
  connect(m_choice, &TimeChoice::changed, this, [this] { later(true); });
  connect(&m_selection, &Selection::selectionChanged, this, &ParametersPanel::showMarks);
  connect(&m_selection, &Selection::hoverChanged, this, &ParametersPanel::showMarks);
  connect(&m_selection, &Selection::baselineChanged, this, &ParametersPanel::showMarks);
  connect(m_view, &ParallelView::pointed, &m_selection, &Selection::hover);
  connect(m_view, &ParallelView::clicked, this, &ParametersPanel::click);
  connect(m_view, &ParallelView::clickedNothing, this, [this] { m_selection.select({}); });
  connect(m_strip, &ValueStrip::picked, this, &ParametersPanel::click);
  connect(m_strip, &ValueStrip::pointed, &m_selection, &Selection::hover);
  connect(m_view, &ParallelView::brushesChanged, this, [this] {
    m_clearBrushes->setEnabled(!m_view->brushes().empty());
    showWords();
    if (!m_stripBeat.isActive()) m_stripBeat.start();
  });
  connect(m_view, &ParallelView::orderChanged, this, &ParametersPanel::showStrip);
}

void ParametersPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  later(false);
}

// Nothing is done while nobody sees it; showing the panel catches up.
void ParametersPanel::later(bool anew) {
  m_anew = m_anew || anew;
  if (isVisible() && !m_beat.isActive()) m_beat.start();
}

void ParametersPanel::click(Selection::Id id, Qt::KeyboardModifiers modifiers) {
  if (modifiers & Qt::ControlModifier)
    m_selection.toggle(id);
  else
    m_selection.selectOnly(id);
}

size_t ParametersPanel::wantedFastest() const {
  return m_fastest->currentData().toULongLong();
}

void ParametersPanel::selectShown() {
  std::vector<Selection::Id> ids = m_view->shownIds();
  // The last one selected is the one whose details are shown: the fastest.
  const auto quickest = std::min_element(ids.begin(), ids.end(), [this](auto a, auto b) {
    return m_lines.milliseconds(*m_lines.lineOf(a)) < m_lines.milliseconds(*m_lines.lineOf(b));
  });
  if (quickest != ids.end()) std::rotate(quickest, quickest + 1, ids.end());
  m_selection.select(std::move(ids));
}

bool ParametersPanel::settled() const {
  return !m_anew && !m_beat.isActive() && !m_stripBeat.isActive() && m_view->settled();
}

QVariantMap ParametersPanel::saveState() const {
  QVariantMap state = m_choice->saveState();
  state.insert(failedKey, m_showFailed->isChecked());
  if (wantedFastest() > 0) state.insert(fastestKey, m_fastest->currentData());
  state.insert(orderKey, m_lines.axes().empty() ? m_wantedOrder : m_view->order());
  return state;
}

void ParametersPanel::restoreState(const QVariantMap& state) {
  m_choice->restoreState(state);
  m_showFailed->setChecked(state.value(failedKey).toBool());
  m_fastest->setCurrentIndex(std::max(0, m_fastest->findData(state.value(fastestKey).toInt())));
  m_wantedOrder = state.value(orderKey).toStringList();
  if (!m_lines.axes().empty()) m_view->setOrder(m_wantedOrder);
}

}  // namespace kw
