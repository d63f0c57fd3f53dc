// SPDX-License-Identifier: GPL-3.0-or-later
// A text of CUDA C++, shown or edited, with what is known of its lines: changes, parameters,
// messages. Colours and font follow the theme.
#pragma once

#include <Qsci/qsciscintilla.h>
#include <Qsci/qscistyle.h>

#include <functional>
#include <vector>

#include "widgets/editors/cuda_lexer.h"

namespace kw {

// Lines count from 0 here, columns are bytes of UTF-8.
class CodeEditor : public QsciScintilla {
  Q_OBJECT

 public:
  explicit CodeEditor(QWidget* parent = nullptr);

  // Another text: its undo history begins anew and the caret goes to its first line.
  void showText(const QString& text);
  // As one step that can be undone; only what differs is replaced, so the caret stays where it was.
  void replaceText(const QString& text);
  QByteArray utf8() const { return text().toUtf8(); }

  enum class Mark { added, changed, removed };
  struct LineMark {
    int line = 0;
    Mark mark = Mark::changed;
  };
  enum class MarkStyle { bars, barsAndPaper };
  void setLineMarks(const std::vector<LineMark>& marks, MarkStyle style = MarkStyle::bars);

  struct Range {
    int line = 0, begin = 0, end = 0;
  };
  void setParameterRanges(const std::vector<Range>& ranges);
  void setChangedRanges(const std::vector<Range>& ranges);  // what differs within a line

  struct Note {
    int line = 0;
    bool isError = true;
    QString text;  // may have several lines
  };
  // Stand below their lines, in boxes. Notes and fillers exclude each other.
  void setNotes(const std::vector<Note>& notes);
  const std::vector<Note>& notes() const { return m_notes; }
  struct Filler {
    int line = 0;
    int rows = 0;  // empty ones below the line
  };
  void setFillers(const std::vector<Filler>& fillers);

  // In place of the lines' own numbers; 0 shows none.
  void setLineNumbers(std::vector<int> numbers);

  void goToLine(int line);  // to its first word, and into view
  // What a tool tip over a word says; "" for none.
  void setWordHelp(std::function<QString(const QString&)> help) { m_wordHelp = std::move(help); }
  void showWordHelpAtCaret();

 Q_SIGNALS:
  void focusLost();

 protected:
  bool viewportEvent(QEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void setUpKeys();
  void setUpMargins();
  void setUpMarks();
  void restyle();
  void restyleMarks();
  void fitMargins();
  void showNumbers();
  void fill(int indicator, const std::vector<Range>& ranges);
  void annotateNotes();
  int noteColumns() const;
  QString helpAt(const QPoint& place) const;

  CudaLexer m_lexer;
  QsciStyle m_errorStyle, m_warningStyle, m_fillerStyle, m_numberStyle;
  std::vector<Note> m_notes;
  std::vector<Filler> m_fillers;
  std::vector<int> m_numbers;
  bool m_ownNumbers = false;
  int m_notesWrappedAt = 0;  // columns
  std::function<QString(const QString&)> m_wordHelp;
};

}  // namespace kw
