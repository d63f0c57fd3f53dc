// SPDX-License-Identifier: GPL-3.0-or-later
// What the compiler makes of both texts, side by side: PTX, SASS or the CPU's assembly, each line
// tied to the source line it comes from.
#include <QAction>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "view/code/line_diff.h"
#include "widgets/controls/choice_box.h"
#include "widgets/editors/code_comparison.h"
#include "widgets/editors/code_editor.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr size_t mostKept = 16;
const QString cudaForm = QStringLiteral("cuda");
const QString assemblyForm = QStringLiteral("assembly");

QString words(const std::string& text) {
  return QString::fromStdString(text);
}

}  // namespace

struct CodeComparison::Listed {
  view::ListingText text;
  QString made;  // "sm_90a, NVRTC 13.0"
};

// The result of a job: both listings side by side, or why there are none.
struct CodeComparison::Listings {
  std::array<std::string, 2> keys;
  std::array<QString, 2> headings;
  std::array<std::shared_ptr<const Listed>, 2> sides;
  ListingsSideBySide shown;
  std::optional<Error> error;
};

QHBoxLayout* CodeComparison::makeListingTools() {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(spacing::between, spacing::within, spacing::between, 0);
  row->setSpacing(spacing::between);
  m_form = new ChoiceBox(this);
  m_form->setObjectName(QStringLiteral("comparison.form"));
  m_form->setAccessibleName(tr("What is compared"));
  m_form->setToolTip(
      tr("The texts as they were written, or what the compiler makes of each candidate"));
  m_ignoresNames = new QCheckBox(tr("Ignore register names"), this);
  m_ignoresNames->setObjectName(QStringLiteral("comparison.ignoreNames"));
  m_ignoresNames->setToolTip(
      tr("Names of registers, predicates and labels are no differences: the compiler hands them "
         "out anew with each change"));
  m_ignoresNames->setChecked(true);
  m_stop = new QToolButton(this);
  m_stop->setObjectName(QStringLiteral("comparison.stop"));
  m_stop->setText(tr("Stop"));
  m_stop->setAccessibleName(tr("Stop compiling"));
  m_stop->hide();
  m_where = new QLabel(this);
  m_where->setObjectName(QStringLiteral("comparison.where"));
  m_where->setTextFormat(Qt::PlainText);
  m_where->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_where->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  m_where->hide();
  row->addWidget(m_form);
  row->addWidget(m_ignoresNames);
  row->addWidget(m_stop);
  row->addStretch();
  listForms();
  connect(m_form, &ChoiceBox::currentIndexChanged, this, [this] {
    m_ignoresNames->setVisible(isListing());
    compare();
  });
  connect(m_ignoresNames, &QCheckBox::toggled, this, [this] {
    if (isListing()) compare();
  });
  connect(m_stop, &QToolButton::clicked, this, [this] { setForm(cudaForm); });
  connect(&m_job, &Job::runningChanged, this,
          [this](bool running) { m_stop->setVisible(running && isListing()); });
  for (const auto& [form, text] :
       {std::pair("cuda", tr("Compare as CUDA")), std::pair("ptx", tr("Compare as PTX")),
        std::pair("sass", tr("Compare as SASS"))}) {
    auto* action = new QAction(text, this);
    action->setObjectName(QStringLiteral("comparison.as.") + QString::fromLatin1(form));
    connect(action, &QAction::triggered, this,
            [this, name = QString::fromLatin1(form)] { setForm(name); });
    m_actions << action;
  }
  return row;
}

void CodeComparison::listForms() {
  const QString before = m_form->count() > 0 ? form() : cudaForm;
  {
    const QSignalBlocker blocker(m_form);
    m_form->clear();
    m_form->addItem(tr("CUDA"), cudaForm);
    m_form->addItem(tr("PTX"), QStringLiteral("ptx"));
    m_form->addItem(tr("SASS"), QStringLiteral("sass"));
    if (m_content.onHost()) m_form->addItem(tr("CPU assembly"), assemblyForm);
    m_form->setCurrentIndex(std::max(0, m_form->findData(before)));
  }
  m_ignoresNames->setVisible(isListing());
  if (form() != before) compare();
}

QString CodeComparison::form() const {
  return m_form->currentData().toString();
}

void CodeComparison::setForm(const QString& form) {
  if (const int index = m_form->findData(form); index >= 0) m_form->setCurrentIndex(index);
}

bool CodeComparison::isListing() const {
  return form() != cudaForm;
}

// A template by itself has no configuration: the best candidate's, which is what it was made for.
std::optional<Candidate> CodeComparison::listedCandidate(const Side& side) const {
  if (side.candidate) return side.candidate;
  const auto best = m_content.winner();
  if (!best || !m_content.candidates()[*best].candidate.isTemplate) return std::nullopt;
  return m_content.candidates()[*best].candidate;
}

void CodeComparison::list() {
  const Content::ProblemPtr problem = m_content.problem();
  m_job.cancel();
  std::array<Candidate, 2> candidates;
  Listings begun;
  for (const size_t side : {size_t{0}, size_t{1}}) {
    const auto candidate = listedCandidate(m_sides[side]);
    if (!candidate)
      return showWords(
          tr("A template has no code before its parameters have values: compare two candidates, or "
             "tune first."));
    const std::string& hash = candidate->isTemplate ? problem->templateHash : problem->sourceHash;
    if (!candidate->textHash.empty() && candidate->textHash != hash)
      return showWords(
          tr("A candidate of an earlier revision cannot be compiled: switch to that "
             "revision first."));
    candidates[side] = *candidate;
    begun.headings[side] = candidate->isTemplate ? words(candidate->label()) : tr("Source kernel");
  }
  if (!m_makeLister) return showWords(tr("There is no compiler here."));
  for (const size_t side : {size_t{0}, size_t{1}}) {
    begun.keys[side] = form().toStdString() + '\n' + problem->problemHash + '\n' +
                       (candidates[side].isTemplate ? problem->templateHash : problem->sourceHash) +
                       '\n' + candidates[side].label();
    if (const auto kept = m_kept.find(begun.keys[side]); kept != m_kept.end())
      begun.sides[side] = kept->second;
  }
  if (!begun.sides[0] || !begun.sides[1])
    showWords(tr("Compiling both for their %1…").arg(m_form->currentText()));
  m_job.start(
      [problem, candidates, begun, lister = m_makeLister(), format = form().toStdString(),
       ignoresNames = m_ignoresNames->isChecked()](const std::stop_token& stop) mutable {
        for (const size_t side : {size_t{0}, size_t{1}}) {
          if (begun.sides[side] || begun.error) continue;
          const Result<CodeListing> listing = lister(problem, candidates[side], format, stop);
          if (!listing) {
            begun.error = listing.error();
            continue;
          }
          QString made = words(listing->made);
          if (!listing->architecture.empty()) made = words(listing->architecture) + ", " + made;
          if (listing->isCut) made += tr("; its end was too long");
          begun.sides[side] =
              std::make_shared<const Listed>(Listed{view::listingText(*listing), made});
        }
        if (!begun.error)
          begun.shown = sideBySide(begun.sides[0]->text, begun.sides[1]->text, ignoresNames);
        return begun;
      },
      [this](const Listings& listings) { takeListings(listings); });
}

void CodeComparison::takeListings(const Listings& listings) {
  if (m_kept.size() >= mostKept) m_kept.clear();
  for (const size_t side : {size_t{0}, size_t{1}})
    if (listings.sides[side]) m_kept[listings.keys[side]] = listings.sides[side];
  if (listings.error) {
    showWords(words(listings.error->text()));
    Q_EMIT compared();
    return;
  }
  for (const size_t side : {size_t{0}, size_t{1}})
    setHeading(side, listings.headings[side] + QStringLiteral(" · ") + listings.sides[side]->made);
  fill(listings.shown.both);
  m_sources = {listings.shown.left, listings.shown.right};
  m_where->setText(tr("Go to a line to see which source line it comes from."));
  m_where->show();
  showSourceLines();
  Q_EMIT compared();
}

void CodeComparison::pointAt(size_t side, int line) {
  if (m_coupling || m_sources[side].empty()) return;
  const auto at = static_cast<size_t>(std::max(0, line));
  const int source = at < m_sources[side].size() ? m_sources[side][at] : 0;
  if (line == 0 && source == 0) return;  // where the caret stands before anybody moved it
  m_chosen[side] = source;
  showSourceLines();
  if (source == 0) {
    m_where->setText(tr("This comes from no line of the source: the compiler made it."));
    return;
  }
  const bool isTemplate = !m_sides[side].candidate || m_sides[side].candidate->isTemplate;
  const auto& problem = m_content.problem()->problem;
  const std::string& text = isTemplate ? problem.templateText : problem.sourceText;
  const auto lines = view::linesOf(text);
  const auto index = static_cast<size_t>(source) - 1;
  m_where->setText(
      QStringLiteral("%1:%2   %3")
          .arg(words(isTemplate ? problem.templateFile : problem.sourceFile))
          .arg(source)
          .arg(index < lines.size() ? words(std::string(lines[index])).trimmed() : QString()));
  Q_EMIT sourceLineChosen(isTemplate, source);
}

// All lines that come from the source line that was gone to.
void CodeComparison::showSourceLines() {
  for (const size_t side : {size_t{0}, size_t{1}}) {
    CodeEditor& editor = side == 0 ? *m_left : *m_right;
    std::vector<CodeEditor::Range> ranges;
    for (size_t i = 0; i < m_sources[side].size(); ++i)
      if (m_chosen[side] > 0 && m_sources[side][i] == m_chosen[side]) {
        const int line = static_cast<int>(i);
        ranges.push_back({line, 0,
                          std::max(0, editor.text(line).toUtf8().trimmed().isEmpty()
                                          ? 0
                                          : editor.lineLength(line) - 1)});
      }
    editor.setParameterRanges(ranges);
  }
}

}  // namespace kw
