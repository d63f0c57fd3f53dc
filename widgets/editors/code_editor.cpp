// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/code_editor.h"

#include <Qsci/qscicommandset.h>
#include <Qsci/qscistyledtext.h>

#include <QFocusEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <array>
#include <map>

#include "widgets/theme/theme.h"

namespace kw {

namespace {

enum Margin { numberMargin = 0, changeMargin = 1, gapMargin = 2 };
// Markers: paper of a line and a bar in the margin for each kind of change.
enum Marker {
  addedPaper,
  changedPaper,
  removedPaper,
  addedBar,
  changedBar,
  removedBar,
  errorSign,
  warningSign,
  markerCount
};
enum Indicator { parameterIndicator = 8, changeIndicator = 9 };
// Beyond those of the lexer. Numbers that QsciStyle chooses run out after a few editors.
enum Style { errorStyle = 100, warningStyle, fillerStyle, numberStyle };
constexpr int annotationPadding = 400;  // spaces, so that a filler's paper reaches across the pane

void setKey(QsciCommandSet* commands, QsciCommand::Command which, int key) {
  if (QsciCommand* command = commands->find(which)) command->setKey(key);
}

// How far both texts agree from their beginnings and ends on, in bytes.
struct Agreement {
  qsizetype head = 0, tail = 0;
};
Agreement agreement(const QByteArray& a, const QByteArray& b) {
  Agreement found;
  const qsizetype most = std::min(a.size(), b.size());
  while (found.head < most && a[found.head] == b[found.head])
    ++found.head;
  while (found.tail < most - found.head &&
         a[a.size() - 1 - found.tail] == b[b.size() - 1 - found.tail])
    ++found.tail;
  // Not within a character of several bytes.
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  while (found.head > 0 && ((found.head < a.size() && continues(a[found.head])) ||
                            (found.head < b.size() && continues(b[found.head]))))
    --found.head;
  while (found.tail > 0 && continues(a[a.size() - found.tail]))
    --found.tail;
  return found;
}

// Breaks lines at spaces so that none has more than `columns` characters, as far as that goes.
QString wrapped(const QString& text, int columns) {
  QStringList lines;
  for (QString line : text.split(u'\n')) {
    while (line.size() > columns) {
      qsizetype space = line.lastIndexOf(u' ', columns);
      if (space <= 4) space = line.indexOf(u' ', columns);
      if (space < 0) break;
      lines.append(line.left(space));
      line = QStringLiteral("    ") + line.mid(space + 1);
    }
    lines.append(line);
  }
  return lines.join(u'\n');
}

}  // namespace

CodeEditor::CodeEditor(QWidget* parent)
    : QsciScintilla(parent),
      m_lexer(this),
      m_errorStyle(errorStyle),
      m_warningStyle(warningStyle),
      m_fillerStyle(fillerStyle),
      m_numberStyle(numberStyle) {
  setUtf8(true);
  setEolMode(EolUnix);
  setFrameShape(QFrame::NoFrame);
  setLexer(&m_lexer);
  SendScintilla(SCI_SETPROPERTY, "lexer.cpp.track.preprocessor", "0");
  setFolding(NoFoldStyle);
  setTabWidth(2);
  setIndentationWidth(2);
  setIndentationsUseTabs(false);
  setAutoIndent(true);
  setTabIndents(true);
  setBackspaceUnindents(true);
  setBraceMatching(SloppyBraceMatch);
  setCaretLineVisible(true);
  setWrapMode(WrapNone);
  setScrollWidthTracking(true);
  setScrollWidth(1);
  setAnnotationDisplay(AnnotationBoxed);
  setUpKeys();
  setUpMargins();
  setUpMarks();
  restyle();
  connect(&Theme::instance(), &Theme::changed, this, &CodeEditor::restyle);
  connect(this, &QsciScintilla::linesChanged, this, &CodeEditor::fitMargins);
}

// Keys with a meaning elsewhere in the window (Ctrl+L, Ctrl+D, …), and those that are actions of
// the panels (undo, redo), are left to them.
void CodeEditor::setUpKeys() {
  QsciCommandSet* commands = standardCommands();
  static constexpr std::array freed = {QsciCommand::Undo,
                                       QsciCommand::Redo,
                                       QsciCommand::LineCut,
                                       QsciCommand::LineDelete,
                                       QsciCommand::LineTranspose,
                                       QsciCommand::LineCopy,
                                       QsciCommand::LineDuplicate,
                                       QsciCommand::SelectionDuplicate,
                                       QsciCommand::SelectionLowerCase,
                                       QsciCommand::SelectionUpperCase,
                                       QsciCommand::ZoomIn,
                                       QsciCommand::ZoomOut,
                                       QsciCommand::EditToggleOvertype,
                                       QsciCommand::Formfeed};
  for (const QsciCommand::Command which : freed) {
    setKey(commands, which, 0);
    if (QsciCommand* command = commands->find(which)) command->setAlternateKey(0);
  }
}

void CodeEditor::setUpMargins() {
  setMarginType(numberMargin, NumberMargin);
  setMarginType(changeMargin, SymbolMargin);
  setMarginMarkerMask(changeMargin, (1 << addedBar) | (1 << changedBar) | (1 << removedBar) |
                                        (1 << errorSign) | (1 << warningSign));
  for (int margin = changeMargin; margin <= 4; ++margin)
    setMarginSensitivity(margin, false);
  setMarginMarkerMask(numberMargin, 0);
  setMarginType(gapMargin, SymbolMargin);
  setMarginMarkerMask(gapMargin, 0);
  setMarginWidth(gapMargin, spacing::within);
}

void CodeEditor::setUpMarks() {
  for (const int paper : {addedPaper, changedPaper, removedPaper})
    markerDefine(Background, paper);
  for (const int bar : {addedBar, changedBar, removedBar})
    markerDefine(LeftRectangle, bar);
  markerDefine(Circle, errorSign);
  markerDefine(RightTriangle, warningSign);
  for (const int indicator : {parameterIndicator, changeIndicator}) {
    indicatorDefine(StraightBoxIndicator, indicator);
    setIndicatorDrawUnder(true, indicator);
    SendScintilla(SCI_INDICSETALPHA, indicator, 255);
    SendScintilla(SCI_INDICSETOUTLINEALPHA, indicator, 255);
  }
}

void CodeEditor::restyle() {
  m_lexer.restyle();
  const Tokens& t = Theme::instance().tokens();
  setColor(t.text);
  setPaper(t.editorPaper);
  setMarginsBackgroundColor(t.editorPaper);
  setMarginsForegroundColor(t.secondaryText);
  setMarginsFont(Theme::instance().codeFont());
  setMarginBackgroundColor(changeMargin, t.editorPaper);
  setCaretForegroundColor(t.text);
  setCaretLineBackgroundColor(t.window);
  setCaretWidth(std::max(1, Theme::instance().scaled(1)));
  setSelectionBackgroundColor(t.selection);
  SendScintilla(SCI_SETSELFORE, 0UL, 0L);  // words keep their colours
  setMatchedBraceBackgroundColor(t.selection);
  setMatchedBraceForegroundColor(t.text);
  setUnmatchedBraceBackgroundColor(t.faultPaper);
  setUnmatchedBraceForegroundColor(t.failed);
  setEdgeColor(t.hairline);
  zoomTo(0);
  setExtraAscent(1);
  setExtraDescent(2);
  restyleMarks();
  fitMargins();
  annotateNotes();
}

void CodeEditor::restyleMarks() {
  const Tokens& t = Theme::instance().tokens();
  const std::pair<int, QColor> backgrounds[] = {
      {addedPaper, t.addedPaper}, {changedPaper, t.changedPaper}, {removedPaper, t.removedPaper},
      {addedBar, t.verified},     {changedBar, t.accent},         {removedBar, t.failed},
      {errorSign, t.failed},      {warningSign, t.warning}};
  for (const auto& [marker, color] : backgrounds) {
    setMarkerBackgroundColor(color, marker);
    setMarkerForegroundColor(color, marker);
  }
  const auto box = [this](int indicator, const QColor& inside) {
    setIndicatorForegroundColor(inside, indicator);
    setIndicatorOutlineColor(inside, indicator);
  };
  box(parameterIndicator, t.parameterPaper);
  box(changeIndicator, t.selection);
  const auto style = [](QsciStyle& one, const QColor& text, const QColor& paper) {
    one.setColor(text);
    one.setPaper(paper);
    one.setFont(Theme::instance().codeFont());
    one.setEolFill(false);
  };
  style(m_errorStyle, t.text, t.faultPaper);
  style(m_warningStyle, t.text, t.warningPaper);
  style(m_fillerStyle, t.secondaryText, t.window);
  style(m_numberStyle, t.secondaryText, t.editorPaper);
  for (QsciStyle* one : {&m_errorStyle, &m_warningStyle, &m_fillerStyle, &m_numberStyle})
    one->apply(this);
}

void CodeEditor::fitMargins() {
  int largest = lines();
  if (m_ownNumbers)
    largest = m_numbers.empty() ? 1 : *std::max_element(m_numbers.begin(), m_numbers.end());
  const QString widest(std::max<qsizetype>(2, QString::number(largest).size()) + 1, u'9');
  setMarginWidth(numberMargin, widest);
  setMarginWidth(changeMargin, Theme::instance().scaled(spacing::between));
}

void CodeEditor::showText(const QString& text) {
  const bool locked = isReadOnly();
  setReadOnly(false);
  m_notes.clear();
  m_fillers.clear();
  clearAnnotations();
  setText(text);
  SendScintilla(SCI_EMPTYUNDOBUFFER);
  setModified(false);
  setReadOnly(locked);
  setCursorPosition(0, 0);
  SendScintilla(SCI_SETSCROLLWIDTH, 1);
}

void CodeEditor::replaceText(const QString& text) {
  const QByteArray before = utf8(), after = text.toUtf8();
  if (before == after) return;
  const Agreement same = agreement(before, after);
  const QByteArray piece = after.mid(same.head, after.size() - same.head - same.tail);
  const bool locked = isReadOnly();
  setReadOnly(false);
  SendScintilla(SCI_BEGINUNDOACTION);
  SendScintilla(SCI_SETTARGETSTART, static_cast<unsigned long>(same.head));
  SendScintilla(SCI_SETTARGETEND, static_cast<unsigned long>(before.size() - same.tail));
  SendScintilla(SCI_REPLACETARGET, static_cast<uintptr_t>(piece.size()), piece.constData());
  SendScintilla(SCI_ENDUNDOACTION);
  setReadOnly(locked);
}

void CodeEditor::setLineMarks(const std::vector<LineMark>& marks, MarkStyle style) {
  for (int marker = addedPaper; marker <= removedBar; ++marker)
    markerDeleteAll(marker);
  for (const LineMark& one : marks) {
    const int kind = one.mark == Mark::added ? 0 : one.mark == Mark::changed ? 1 : 2;
    if (style == MarkStyle::barsAndPaper) markerAdd(one.line, addedPaper + kind);
    markerAdd(one.line, addedBar + kind);
  }
}

void CodeEditor::fill(int indicator, const std::vector<Range>& ranges) {
  SendScintilla(SCI_SETINDICATORCURRENT, indicator);
  SendScintilla(SCI_INDICATORCLEARRANGE, 0UL, SendScintilla(SCI_GETLENGTH));
  for (const Range& range : ranges) {
    if (range.line >= lines() || range.end <= range.begin) continue;
    const long start = SendScintilla(SCI_POSITIONFROMLINE, range.line) + range.begin;
    SendScintilla(SCI_INDICATORFILLRANGE, static_cast<unsigned long>(start),
                  static_cast<long>(range.end - range.begin));
  }
}

void CodeEditor::setParameterRanges(const std::vector<Range>& ranges) {
  fill(parameterIndicator, ranges);
}

void CodeEditor::setChangedRanges(const std::vector<Range>& ranges) {
  fill(changeIndicator, ranges);
}

void CodeEditor::setNotes(const std::vector<Note>& notes) {
  m_notes = notes;
  m_fillers.clear();
  annotateNotes();
}

void CodeEditor::setFillers(const std::vector<Filler>& fillers) {
  m_fillers = fillers;
  m_notes.clear();
  annotateNotes();
}

int CodeEditor::noteColumns() const {
  int margins = 0;
  for (int margin = numberMargin; margin <= gapMargin; ++margin)
    margins += marginWidth(margin);
  const int width = QFontMetrics(Theme::instance().codeFont()).horizontalAdvance(u'9');
  return std::max(30, (viewport()->width() - margins) / std::max(1, width) - 3);
}

void CodeEditor::resizeEvent(QResizeEvent* event) {
  QsciScintilla::resizeEvent(event);
  if (!m_notes.empty() && noteColumns() != m_notesWrappedAt) annotateNotes();
}

void CodeEditor::annotateNotes() {
  m_notesWrappedAt = noteColumns();
  clearAnnotations();
  markerDeleteAll(errorSign);
  markerDeleteAll(warningSign);
  setAnnotationDisplay(m_fillers.empty() ? AnnotationBoxed : AnnotationStandard);
  std::map<int, QList<QsciStyledText>> byLine;
  for (const Note& note : m_notes) {
    const int line = std::clamp(note.line, 0, lines() - 1);
    QList<QsciStyledText>& texts = byLine[line];
    texts.append(QsciStyledText(
        (texts.isEmpty() ? QString() : QStringLiteral("\n")) + wrapped(note.text, m_notesWrappedAt),
        note.isError ? m_errorStyle.style() : m_warningStyle.style()));
    markerAdd(line, note.isError ? errorSign : warningSign);
  }
  for (const auto& [line, texts] : byLine)
    annotate(line, texts);
  const QString row(annotationPadding, u' ');
  for (const Filler& filler : m_fillers)
    annotate(filler.line, QStringList(filler.rows, row).join(u'\n'), m_fillerStyle.style());
}

void CodeEditor::setLineNumbers(std::vector<int> numbers) {
  m_numbers = std::move(numbers);
  m_ownNumbers = true;
  setMarginType(numberMargin, TextMarginRightJustified);
  showNumbers();
}

void CodeEditor::showNumbers() {
  clearMarginText();
  for (size_t line = 0; line < m_numbers.size(); ++line)
    if (m_numbers[line] > 0)
      setMarginText(static_cast<int>(line), QString::number(m_numbers[line]),
                    m_numberStyle.style());
  fitMargins();
}

void CodeEditor::goToLine(int line) {
  const int bounded = std::clamp(line, 0, lines() - 1);
  const QString content = text(bounded);
  int column = 0;
  while (column < content.size() && content[column].isSpace() && content[column] != u'\n')
    ++column;
  SendScintilla(SCI_ENSUREVISIBLEENFORCEPOLICY, bounded);
  setCursorPosition(bounded, column);
  // A few lines around it are worth seeing too.
  const int shown = static_cast<int>(SendScintilla(SCI_LINESONSCREEN));
  const int first = static_cast<int>(SendScintilla(SCI_VISIBLEFROMDOCLINE, bounded)) - shown / 3;
  SendScintilla(SCI_SETFIRSTVISIBLELINE, std::max(0, first));
}

QString CodeEditor::helpAt(const QPoint& place) const {
  const QString word = wordAtPoint(place);
  return word.isEmpty() || !m_wordHelp ? QString() : m_wordHelp(word);
}

void CodeEditor::showWordHelpAtCaret() {
  int line = 0, index = 0;
  getCursorPosition(&line, &index);
  const QString word = wordAtLineIndex(line, index);
  const QString help = word.isEmpty() || !m_wordHelp ? QString() : m_wordHelp(word);
  const long at = SendScintilla(SCI_GETCURRENTPOS);
  const QPoint place(
      static_cast<int>(SendScintilla(SCI_POINTXFROMPOSITION, 0UL, at)),
      static_cast<int>(SendScintilla(SCI_POINTYFROMPOSITION, 0UL, at)) + textHeight(line));
  QToolTip::showText(viewport()->mapToGlobal(place), help, this);
}

bool CodeEditor::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip && m_wordHelp) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString text = helpAt(help->pos());
    if (text.isEmpty())
      QToolTip::hideText();
    else
      QToolTip::showText(help->globalPos(), text, this);
    return true;
  }
  return QsciScintilla::viewportEvent(event);
}

void CodeEditor::focusOutEvent(QFocusEvent* event) {
  QsciScintilla::focusOutEvent(event);
  Q_EMIT focusLost();
}

// The text's size is the theme's: no zoom of its own.
void CodeEditor::wheelEvent(QWheelEvent* event) {
  if (event->modifiers().testFlag(Qt::ControlModifier))
    event->ignore();
  else
    QsciScintilla::wheelEvent(event);
}

}  // namespace kw
