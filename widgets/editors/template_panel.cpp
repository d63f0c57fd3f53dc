// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/template_panel.h"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

#include "model/formats/wording.h"
#include "view/code/parameter_places.h"
#include "widgets/editors/code_editor.h"
#include "widgets/editors/editor_pane.h"
#include "widgets/editors/line_marks.h"
#include "widgets/editors/template_words.h"
#include "widgets/theme/tokens.h"

namespace kw {

namespace {

constexpr int sendAfter = 400;  // milliseconds without a key
constexpr int showAfter = 60;
constexpr size_t mostTexts = 64;

}  // namespace

TemplatePanel::TemplatePanel(Content& content, Selection& selection, QWidget* parent)
    : QWidget(parent), m_content(content), m_selection(selection) {
  setObjectName(QStringLiteral("templatePanel"));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  m_marks = new QCheckBox(tr("Mark changes against the source"), this);
  m_marks->setObjectName(QStringLiteral("template.marks"));
  m_marks->setChecked(true);
  m_pane = new EditorPane(QStringLiteral("template"), tr("Template"), this);
  m_elsewhere = new QLabel(this);
  m_elsewhere->setProperty("role", "failed");
  m_status = new QLabel(this);
  m_status->setProperty("role", "secondary");
  auto* above = new QHBoxLayout;
  above->setContentsMargins(spacing::between, spacing::within, spacing::between, spacing::within);
  above->addWidget(m_marks);
  layout->addLayout(above);
  layout->addWidget(m_pane, 1);
  for (QLabel* label : {m_elsewhere, m_status}) {
    label->setWordWrap(true);
    label->setMinimumWidth(0);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(label);
  }
  m_elsewhere->setContentsMargins(spacing::between, spacing::within, spacing::between, 0);
  m_status->setContentsMargins(spacing::between, spacing::within, spacing::between,
                               spacing::within);
  m_status->setAccessibleName(tr("Resources of the selected configuration"));
  setFocusProxy(&m_pane->editor());
  m_sendLater.setSingleShot(true);
  m_sendLater.setInterval(sendAfter);
  m_showLater.setSingleShot(true);
  m_showLater.setInterval(showAfter);
  m_pane->editor().setWordHelp([this](const QString& word) { return parameterHelp(word); });
  addActions();
  connect(&m_pane->editor(), &QsciScintilla::textChanged, this, &TemplatePanel::textEdited);
  connect(&m_pane->editor(), &CodeEditor::focusLost, this, &TemplatePanel::send);
  connect(&m_sendLater, &QTimer::timeout, this, &TemplatePanel::send);
  connect(&m_showLater, &QTimer::timeout, this, [this] {
    showParameters();
    showChanges();
  });
  connect(m_marks, &QCheckBox::toggled, this, &TemplatePanel::showChanges);
  connect(&m_content, &Content::problemChanged, this, &TemplatePanel::takeProblem);
  connect(&m_content, &Content::draftFaultsChanged, this, &TemplatePanel::showMessages);
  connect(&m_content, &Content::candidatesReset, this, &TemplatePanel::candidateChanged);
  connect(&m_content, &Content::detailsReady, this, [this](Content::Id id) {
    if (m_selection.current() == id) candidateChanged();
    m_arrived = true;
  });
  connect(&m_selection, &Selection::selectionChanged, this, &TemplatePanel::candidateChanged);
  takeProblem();
}

void TemplatePanel::addActions() {
  CodeEditor& editor = m_pane->editor();
  const auto add = [this](const char* name, const QString& text, const QList<QKeySequence>& keys) {
    return m_pane->addAction(QString::fromLatin1(name), text, keys);
  };
  QAction* undo = add("undo", tr("Undo in the template"), {QKeySequence::Undo});
  QAction* redo =
      add("redo", tr("Redo in the template"),
          {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
  QAction* apply =
      add("apply", tr("Apply the template's text now"),
          {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
  QAction* next = add("nextMessage", tr("Next message"), {QKeySequence(Qt::Key_F8)});
  QAction* previous =
      add("previousMessage", tr("Previous message"), {QKeySequence(Qt::SHIFT | Qt::Key_F8)});
  QAction* describe = add("describeParameter", tr("Describe the parameter at the caret"),
                          {QKeySequence(Qt::CTRL | Qt::Key_K)});
  connect(undo, &QAction::triggered, &editor, &QsciScintilla::undo);
  connect(redo, &QAction::triggered, &editor, &QsciScintilla::redo);
  connect(apply, &QAction::triggered, this, &TemplatePanel::send);
  connect(next, &QAction::triggered, this, [this] { goToMessage(true); });
  connect(previous, &QAction::triggered, this, [this] { goToMessage(false); });
  connect(describe, &QAction::triggered, &editor, &CodeEditor::showWordHelpAtCaret);
  const auto enable = [undo, redo, &editor] {
    undo->setEnabled(editor.isUndoAvailable());
    redo->setEnabled(editor.isRedoAvailable());
  };
  connect(&editor, &QsciScintilla::textChanged, this, enable);
  enable();
}

QList<QAction*> TemplatePanel::panelActions() const {
  return m_pane->actions();
}

QString TemplatePanel::statusText() const {
  return m_status->text();
}

bool TemplatePanel::hasTemplate() const {
  return m_content.isOpen() && !m_content.problem()->problem.templateFile.empty();
}

void TemplatePanel::takeProblem() {
  m_taking = true;
  if (!hasTemplate()) {
    m_sendLater.stop();
    m_problemFolder.clear();
    m_texts.clear();
    const bool isRecorded = m_content.isOpen() && m_content.problem()->problem.recorded;
    m_pane->showEmpty(isRecorded ? tr("What comes from another tuner has no template.")
                      : m_content.isOpen()
                          ? tr("This problem has no template. Add a \"template\" with a file and a "
                               "space to problem.json to tune it.")
                          : tr("The template, with the parameters that are tuned, appears here. "
                               "Open a problem or a session."));
  } else {
    const LoadedProblem& loaded = *m_content.problem();
    const std::string& text = loaded.problem.templateText;
    const std::string folder = loaded.folder.string() + '\n' + loaded.problem.templateFile;
    if (m_texts.size() > mostTexts) m_texts.clear();
    m_texts[loaded.templateHash] = text;
    if (m_pane->isEmpty() || folder != m_problemFolder) {
      m_sendLater.stop();
      m_draft.reset(text);
      m_pane->editor().showText(QString::fromStdString(text));
    } else if (m_draft.replacedBy(text)) {
      m_sendLater.stop();
      m_pane->editor().replaceText(QString::fromStdString(text));
    }
    m_problemFolder = folder;
    m_pane->showEditor();
  }
  m_taking = false;
  m_marks->setVisible(hasTemplate());
  showParameters();
  showChanges();
  candidateChanged();
}

void TemplatePanel::textEdited() {
  m_showLater.start();
  if (!m_taking) m_sendLater.start();
}

void TemplatePanel::send() {
  m_sendLater.stop();
  if (!hasTemplate() || m_pane->isEmpty()) return;
  const QString text = m_pane->editor().text();
  if (text.toStdString() == m_draft.last()) return;
  m_draft.sent(text.toStdString());
  Q_EMIT m_content.partEdited(QString::fromStdString(m_content.problem()->problem.templateFile),
                              text);
}

void TemplatePanel::showParameters() {
  std::vector<CodeEditor::Range> ranges;
  if (hasTemplate() && m_content.problem()->problem.space) {
    std::vector<std::string> names;
    for (const Parameter& parameter : m_content.problem()->problem.space->parameters)
      names.push_back(parameter.name);
    const std::string text = m_pane->editor().text().toStdString();
    for (const view::ParameterPlace& place : view::parameterPlaces(text, names)) {
      const int begin = place.column - 1;
      ranges.push_back(
          {place.line - 1, begin, begin + static_cast<int>(names[place.parameter].size())});
    }
  }
  m_pane->editor().setParameterRanges(ranges);
}

void TemplatePanel::showChanges() {
  if (!hasTemplate() || !m_marks->isChecked()) {
    m_changesJob.cancel();
    m_pane->editor().setLineMarks({});
    return;
  }
  m_changesJob.start(
      [problem = m_content.problem(), text = m_pane->editor().text().toStdString()](
          const std::stop_token&) { return marksOf(problem->problem.sourceText, text); },
      [this](SideMarks marks) { m_pane->editor().setLineMarks(marks.right); });
}

const view::CandidateRow* TemplatePanel::currentRow() const {
  const auto current = m_selection.current();
  if (!current || *current >= m_content.candidates().size()) return nullptr;
  return &m_content.candidates()[*current];
}

CompiledText TemplatePanel::compiled() {
  const view::CandidateRow* row = currentRow();
  if (!row || !row->candidate.isTemplate) return {};
  const auto text = m_texts.find(row->candidate.textHash);
  if (text == m_texts.end()) return {};  // of a revision that was never seen here
  m_arrived = false;
  Content::EvaluationPtr details = m_content.details(*m_selection.current());
  if (!details && m_arrived) details = m_content.details(*m_selection.current());
  if (!details) return {};
  return {configurationText(row->candidate.configuration), text->second,
          view::compilerMessages(details->verdict.detail)};
}

void TemplatePanel::showMessages() {
  if (!hasTemplate()) {
    m_messagesJob.cancel();
    m_elsewhere->hide();
    return;
  }
  const std::string& file = m_content.problem()->problem.templateFile;
  m_messagesJob.start(
      [file, text = m_pane->editor().text().toStdString(),
       faults = view::faultsIn(m_content.draftFaults(), file), compiled = compiled()](
          const std::stop_token&) { return templateMessages(file, text, faults, compiled); },
      [this](const TemplateMessages& messages) {
        m_pane->editor().setNotes(messages.notes);
        m_elsewhere->setText(messages.elsewhere.mid(0, 5).join(u'\n'));
        m_elsewhere->setVisible(!messages.elsewhere.isEmpty());
      });
}

void TemplatePanel::candidateChanged() {
  showMessages();
  showStatus();
}

void TemplatePanel::showStatus() {
  m_status->setVisible(hasTemplate());
  if (hasTemplate()) m_status->setText(resourceWords(m_content, currentRow()));
}

QString TemplatePanel::parameterHelp(const QString& word) const {
  if (!hasTemplate() || !m_content.problem()->problem.space) return {};
  const Parameter* parameter = m_content.problem()->problem.space->find(word.toStdString());
  const view::CandidateRow* row = currentRow();
  return parameter ? parameterWords(*parameter, row ? &row->candidate.configuration : nullptr)
                   : QString();
}

void TemplatePanel::goToMessage(bool forward) {
  CodeEditor& editor = m_pane->editor();
  const auto& notes = editor.notes();
  if (notes.empty()) return;
  int line = 0, column = 0;
  editor.getCursorPosition(&line, &column);
  const CodeEditor::Note* found = nullptr;
  for (const CodeEditor::Note& note : notes) {
    if (forward && note.line > line && !found) found = &note;
    if (!forward && note.line < line) found = &note;
  }
  if (!found) found = forward ? &notes.front() : &notes.back();
  editor.goToLine(found->line);
  editor.setFocus(Qt::ShortcutFocusReason);
}

void TemplatePanel::goToLine(int line) {
  if (!m_pane->isEmpty()) m_pane->editor().goToLine(line - 1);
}

}  // namespace kw
