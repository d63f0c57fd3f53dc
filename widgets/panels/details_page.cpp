// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/details_page.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPlainTextEdit>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "model/formats/wording.h"
#include "widgets/errors/error_bars.h"
#include "widgets/errors/wrong_map_view.h"
#include "widgets/models/verdict_color.h"
#include "widgets/panels/sample_strip.h"
#include "widgets/panels/verdict_mark.h"
#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int logLines = 12;

QString tr(const char* text) {
  return QCoreApplication::translate("DetailsPage", text);
}

QLabel* makeLabel(const std::string& text, const char* role = nullptr) {
  auto* label = new QLabel(QString::fromStdString(text));
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setWordWrap(true);
  if (role) label->setProperty("role", QString::fromLatin1(role));
  return label;
}

// A value that has no place to be broken, such as a key: it never makes the page wider.
class LongLabel : public QLabel {
 public:
  explicit LongLabel(const std::string& text) : QLabel(QString::fromStdString(text)) {
    setTextFormat(Qt::PlainText);
    setTextInteractionFlags(Qt::TextSelectableByMouse);
    setToolTip(this->text());
  }
  QSize minimumSizeHint() const override {
    return {fontMetrics().averageCharWidth() * 8, QLabel::minimumSizeHint().height()};
  }

 protected:
  void paintEvent(QPaintEvent* event) override {
    if (width() >= QLabel::sizeHint().width()) return QLabel::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, width()));
  }
};

QLabel* makeNumber(const std::string& text) {
  QLabel* label = makeLabel(text);
  label->setWordWrap(text.find(',') != std::string::npos);  // "30, stopped early"
  label->setFont(Theme::instance().numberFont());
  label->setAlignment(Qt::AlignRight | Qt::AlignTop);
  return label;
}

class Page {
 public:
  explicit Page(const view::CandidateDetails& details) : m_details(details) {
    m_widget->setObjectName(QStringLiteral("details.page"));
    m_layout->setContentsMargins(spacing::panel, spacing::groups, spacing::panel, spacing::panel);
    m_layout->setSpacing(spacing::within);
  }
  void addHeadline(bool onHost);
  void addConfiguration();
  void addCases();
  void addFacts(const QString& title, const std::vector<view::Fact>& facts, bool isCode = false);
  void addErrors();
  void addAgain();
  void addLog();
  QWidget* finish() {
    m_layout->addStretch(1);
    return m_widget;
  }

 private:
  void addTitle(const QString& title);

  const view::CandidateDetails& m_details;
  QWidget* m_widget = new QWidget;
  QVBoxLayout* m_layout = new QVBoxLayout(m_widget);
};

void Page::addTitle(const QString& title) {
  m_layout->addSpacing(spacing::between);
  auto* label = new QLabel(title);
  QFont font = Theme::instance().interfaceFont();
  font.setBold(true);
  label->setFont(font);
  m_layout->addWidget(label);
}

void Page::addHeadline(bool onHost) {
  auto* row = new QHBoxLayout;
  row->setSpacing(spacing::between);
  row->addWidget(new VerdictMark(m_details.verdict, !m_details.isTemplate), 0, Qt::AlignTop);
  auto* texts = new QVBoxLayout;
  texts->setSpacing(spacing::within);
  QLabel* headline = makeLabel(m_details.name + ": " + m_details.headline);
  headline->setObjectName(QStringLiteral("details.headline"));
  QFont font = Theme::instance().interfaceFont();
  font.setBold(true);
  headline->setFont(font);
  QPalette palette = headline->palette();
  palette.setColor(QPalette::WindowText,
                   verdictColor(m_details.verdict, Theme::instance().tokens()));
  headline->setPalette(palette);
  texts->addWidget(headline);
  if (!m_details.time.empty()) texts->addWidget(makeLabel(m_details.time));
  if (onHost) texts->addWidget(makeLabel(std::string(hostHeading), "warning"));
  row->addLayout(texts, 1);
  m_layout->addLayout(row);
}

void Page::addConfiguration() {
  if (m_details.configuration.empty()) return;
  addTitle(tr("Configuration"));
  std::string text;
  for (const view::Fact& fact : m_details.configuration)
    text += (text.empty() ? "" : "  ") + fact.name + "=" + fact.value;
  QLabel* label = makeLabel(text);
  label->setFont(Theme::instance().codeFont());
  m_layout->addWidget(label);
}

void Page::addCases() {
  if (m_details.cases.empty()) return;
  addTitle(tr("Cases"));
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(spacing::between);
  grid->setVerticalSpacing(spacing::within);
  constexpr int columns = 4;
  const QString headings[columns] = {tr("cold (95 % interval)"), tr("warm"), tr("samples"),
                                     tr("of floor (modelled)")};
  for (int column = 0; column < columns; ++column) {
    QLabel* label = makeLabel(headings[column].toStdString(), "secondary");
    label->setAlignment(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
    if (column == columns - 1)
      label->setToolTip(
          tr("The time that the work takes at least by its model and the measured "
             "peaks, as a share of the median (modelled)."));
    grid->addWidget(label, 0, column);
    grid->setColumnStretch(column, column == 0 ? 2 : 1);
  }
  int row = 1;
  for (const view::CaseDetails& each : m_details.cases) {
    grid->addWidget(makeLabel(each.name), row++, 0, 1, columns);
    QLabel* cold = makeNumber(each.cold);
    QLabel* interval = makeNumber(each.interval);
    interval->setProperty("role", QStringLiteral("secondary"));
    for (QLabel* label : {cold, interval})
      label->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    grid->addWidget(cold, row, 0);
    grid->addWidget(makeNumber(each.warm), row, 1);
    grid->addWidget(makeNumber(each.samples), row, 2);
    grid->addWidget(makeNumber(each.floorShare), row++, 3);
    grid->addWidget(interval, row++, 0, 1, columns);
    if (!each.standing.empty())
      grid->addWidget(makeLabel(each.standing, "secondary"), row++, 0, 1, columns);
    if (!each.sampleTimes.empty()) grid->addWidget(new SampleStrip(each), row++, 0, 1, columns);
    grid->setRowMinimumHeight(row++, spacing::within);
  }
  m_layout->addLayout(grid);
}

void Page::addFacts(const QString& title, const std::vector<view::Fact>& facts, bool isCode) {
  if (facts.empty()) return;
  addTitle(title);
  auto* grid = new QGridLayout;
  grid->setHorizontalSpacing(spacing::groups);
  grid->setVerticalSpacing(spacing::within);
  int row = 0;
  for (const view::Fact& fact : facts) {
    QLabel* name = makeLabel(fact.name, "secondary");
    QLabel* value = isCode ? new LongLabel(fact.value) : makeLabel(fact.value);
    if (isCode) value->setFont(Theme::instance().codeFont());
    grid->addWidget(name, row, 0, Qt::AlignTop);
    grid->addWidget(value, row++, 1);
  }
  grid->setColumnStretch(1, 1);
  m_layout->addLayout(grid);
}

void Page::addErrors() {
  if (!m_details.map.wrong.empty()) {
    addTitle(tr("Where it is wrong"));
    m_layout->addWidget(new WrongMapView(m_details.map));
    m_layout->addWidget(
        makeLabel(tr("Columns: the last axis. Rows: all others, in order; an output of one axis "
                     "goes on from row to row. Darker: more elements.")
                      .toStdString(),
                  "secondary"));
  }
  if (m_details.errors.empty()) return;
  addTitle(tr("Distances in units in the last place"));
  for (const view::CandidateDetails::Errors& one : m_details.errors) {
    m_layout->addWidget(makeLabel(one.sentence));
    m_layout->addWidget(new ErrorBars(one));
  }
}

void Page::addAgain() {
  if (m_details.again.empty()) return;
  addTitle(tr("To see the same again"));
  auto* row = new QHBoxLayout;
  QLabel* command = makeLabel(m_details.again);
  command->setObjectName(QStringLiteral("details.again"));
  command->setFont(Theme::instance().codeFont());
  row->addWidget(command, 1);
  auto* copy = new QToolButton;
  copy->setObjectName(QStringLiteral("details.again.copy"));
  copy->setText(tr("Copy"));
  copy->setAccessibleName(tr("Copy the command"));
  QObject::connect(copy, &QToolButton::clicked, command,
                   [command] { QGuiApplication::clipboard()->setText(command->text()); });
  row->addWidget(copy, 0, Qt::AlignTop);
  m_layout->addLayout(row);
}

void Page::addLog() {
  if (m_details.log.empty()) return;
  m_layout->addSpacing(spacing::between);
  auto* open = new QToolButton;
  open->setObjectName(QStringLiteral("details.log.open"));
  open->setText(tr("Log"));
  open->setCheckable(true);
  open->setStyleSheet(QStringLiteral("QToolButton { border: 1px solid transparent; padding: 2px; }"
                                     "QToolButton:focus { border-color: %1; }")
                          .arg(Theme::instance().tokens().focusRing.name()));
  open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  auto* log = new QPlainTextEdit(QString::fromStdString(m_details.log));
  log->setObjectName(QStringLiteral("details.log"));
  log->setAccessibleName(tr("Log"));
  log->setReadOnly(true);
  log->setTabChangesFocus(true);
  log->setLineWrapMode(QPlainTextEdit::NoWrap);
  log->setFont(Theme::instance().codeFont());
  const int lines = static_cast<int>(std::count(m_details.log.begin(), m_details.log.end(), '\n'));
  log->setFixedHeight((std::min(lines, logLines) + 3) * log->fontMetrics().lineSpacing());
  const auto show = [open, log](bool isOpen) {
    open->setArrowType(isOpen ? Qt::DownArrow : Qt::RightArrow);
    log->setVisible(isOpen);
  };
  QObject::connect(open, &QToolButton::toggled, log, show);
  m_layout->addWidget(open, 0, Qt::AlignLeft);
  m_layout->addWidget(log);
  // Of one that does not compile, the log is what one looks for.
  open->setChecked(m_details.verdict == VerdictKind::failedToCompile);
  show(open->isChecked());
}

}  // namespace

QWidget* makeDetailsPage(const view::CandidateDetails& details, bool onHost) {
  Page page(details);
  page.addHeadline(onHost);
  page.addConfiguration();
  page.addCases();
  page.addLog();
  page.addFacts(tr("Verdict"), details.judgement);
  page.addErrors();
  page.addAgain();
  page.addFacts(tr("Resources"), details.resources);
  page.addFacts(tr("Costs"), details.costs);
  page.addFacts(tr("Identity"), details.identity, true);
  return page.finish();
}

}  // namespace kw
