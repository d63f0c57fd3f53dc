// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/importance/importance_panel.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QScrollArea>
#include <QStyle>
#include <QVBoxLayout>
#include <utility>

#include "widgets/importance/importance_view.h"
#include "widgets/parameter_feed/parameter_feed.h"
#include "widgets/plots/picture_actions.h"
#include "widgets/theme/theme.h"
#include "widgets/time_choice/time_choice.h"

namespace kw {

ImportancePanel::ImportancePanel(Content& content, Selection&, QWidget* parent)
    : QWidget(parent),
      m_content(content),
      m_choice(new TimeChoice(content)),
      m_view(new ImportanceView),
      m_scroll(new QScrollArea),
      m_title(new QLabel),
      m_method(new QLabel),
      m_quality(new QLabel),
      m_footnote(new QLabel),
      m_feed(new ParameterFeed(content, *m_choice, *this)),
      m_picture(new PictureActions(
          QStringLiteral("importance"), *this, [this] { return grab().toImage(); },
          [this] { return table(); })) {
  setObjectName(QStringLiteral("importance"));
  m_pause.setSingleShot(true);
  m_pause.setInterval(pauseMilliseconds);
  layOut();
  listen();
  showEmptyText();
  showWords();
}

QList<QAction*> ImportancePanel::panelActions() const {
  return m_picture->actions();
}

void ImportancePanel::layOut() {
  for (QLabel* label : {m_title, m_method, m_quality, m_footnote})
    label->setWordWrap(true);
  m_title->setObjectName(QStringLiteral("importanceTitle"));
  m_method->setObjectName(QStringLiteral("importanceMethod"));
  m_quality->setObjectName(QStringLiteral("importanceQuality"));
  m_footnote->setObjectName(QStringLiteral("importanceFootnote"));
  m_method->setProperty("role", QStringLiteral("secondary"));
  m_footnote->setProperty("role", QStringLiteral("secondary"));
  m_scroll->setWidget(m_view);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* tools = new QHBoxLayout;
  tools->setSpacing(spacing::between);
  tools->addWidget(m_choice);
  tools->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(spacing::groups, spacing::between, spacing::groups, spacing::between);
  column->setSpacing(spacing::within);
  column->addLayout(makeTitleRow(m_content, m_title, this));
  column->addLayout(tools);
  column->addWidget(m_method);
  column->addWidget(m_quality);
  column->addWidget(m_scroll, 1);
  column->addWidget(m_footnote);
}

void ImportancePanel::listen() {
  connect(m_feed, &ParameterFeed::updated, this, &ImportancePanel::take);
  connect(&m_pause, &QTimer::timeout, this, [this] {
    if (m_dirty) work();
  });
  connect(&m_content, &Content::problemChanged, this, &ImportancePanel::showEmptyText);
  connect(&m_content, &Content::runStateChanged, this, &ImportancePanel::showEmptyText);
  connect(m_view, &ImportanceView::picked, this, &ImportancePanel::pick);
  connect(m_view, &ImportanceView::currentMoved, this, [this](const QRect& box) {
    m_scroll->ensureVisible(box.left(), box.center().y(), 0, box.height());
  });
  connect(
      m_picture, &PictureActions::saved, this, [this](const QString& path, const QString& error) {
        Q_EMIT m_content.noticed(error.isEmpty() ? tr("The picture is in %1.").arg(path) : error);
      });
}

void ImportancePanel::take(bool anew, bool complete) {
  if (anew) {
    m_job.cancel();
    m_pause.stop();
    m_dirty = true;
    showResult(std::nullopt);
  }
  if (!complete) return;
  m_dirty = m_dirty || anew || m_feed->lines().timed() != m_timedSeen;
  if (m_dirty && !m_job.running() && !m_pause.isActive()) work();
}

void ImportancePanel::work() {
  m_dirty = false;
  m_timedSeen = m_feed->lines().timed();
  showEmptyText();
  if (m_timedSeen < view::leastForestRows) return showResult(std::nullopt);
  m_job.start([input = view::importanceInput(m_feed->lines())](
                  const std::stop_token& stop) { return view::importanceOf(input, {}, stop); },
              [this](view::ParameterImportance made) {
                showResult(std::move(made));
                m_pause.start();
              });
  showEmptyText();
}

void ImportancePanel::showResult(std::optional<view::ParameterImportance> importance) {
  m_importance = std::move(importance);
  m_view->setImportance(m_importance);
  showEmptyText();
  showWords();
}

void ImportancePanel::showWords() {
  m_title->setText(
      m_content.isOpen()
          ? tr("How much each parameter matters for the time, %1").arg(m_choice->words())
          : tr("How much each parameter matters for the time"));
  const auto say = [this](QLabel& label, const std::string& text) {
    label.setText(QString::fromStdString(text));
    label.setVisible(m_importance.has_value() && !text.empty());
  };
  const view::ParameterImportance none;
  const view::ParameterImportance& shown = m_importance ? *m_importance : none;
  say(*m_method, view::methodText(shown));
  say(*m_quality, view::qualityText(shown));
  say(*m_footnote, view::omissionText(shown));
  const QString role = shown.saysLittle() ? QStringLiteral("warning") : QStringLiteral("secondary");
  if (m_quality->property("role").toString() == role) return;
  m_quality->setProperty("role", role);
  m_quality->style()->unpolish(m_quality);  // the style sheet goes by the role
  m_quality->style()->polish(m_quality);
}

void ImportancePanel::showEmptyText() {
  const auto& problem = m_content.problem();
  if (!problem)
    m_view->setEmptyText(tr("Nothing is open"),
                         tr("Open a problem or a session: how much each parameter matters for the "
                            "time will appear here."));
  else if (!problem->problem.space || problem->problem.space->parameters.empty())
    m_view->setEmptyText(tr("This problem has no parameters"),
                         tr("Add a template and a parameter space: the parameters are ranked once "
                            "candidates were timed."));
  else if (m_job.running())
    m_view->setEmptyText(tr("Working out how much each parameter matters"),
                         tr("The bars appear here in a moment."));
  else
    m_view->setEmptyText(
        tr("Too few candidates were timed"),
        tr("Tune until %1 or more have a time: how much each parameter matters will appear here.")
            .arg(locale().toString(static_cast<qulonglong>(view::leastForestRows))));
}

// One parameter alone goes with the strongest other one.
void ImportancePanel::pick(const QString& first, const QString& second) {
  if (!second.isEmpty()) {
    Q_EMIT pairWanted(first, second);
    return;
  }
  for (const view::ParameterEffect& effect : m_importance->main) {
    const QString other = QString::fromStdString(effect.names.front());
    if (other == first) continue;
    Q_EMIT pairWanted(first, other);
    return;
  }
}

QString ImportancePanel::table() const {
  QString text = QStringLiteral("parameters\tshare\n");
  if (!m_importance) return text;
  for (const auto* effects : {&m_importance->main, &m_importance->pairs})
    for (const view::ParameterEffect& effect : *effects) {
      QStringList names;
      for (const std::string& name : effect.names)
        names << QString::fromStdString(name);
      text += QStringLiteral("%1\t%2\n").arg(names.join(QStringLiteral(" × "))).arg(effect.share);
    }
  return text;
}

bool ImportancePanel::settled() const {
  return m_feed->settled() && !m_job.running() && !m_dirty;
}

QVariantMap ImportancePanel::saveState() const {
  return m_choice->saveState();
}

void ImportancePanel::restoreState(const QVariantMap& state) {
  m_choice->restoreState(state);
}

}  // namespace kw
