// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/options.h"

#include <QRegularExpression>
#include <functional>
#include <map>

#include "client/engine/engine.h"

namespace kw {

namespace {

constexpr int leastPixels = 200, mostPixels = 16384;
constexpr double leastScale = 0.5, mostScale = 4;

QString readSize(const QString& text, WorkbenchOptions& options) {
  static const QRegularExpression form(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
  const QRegularExpressionMatch match = form.match(text);
  const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
  if (!match.hasMatch() || size.width() < leastPixels || size.height() < leastPixels ||
      size.width() > mostPixels || size.height() > mostPixels)
    return QStringLiteral(
               "--size takes WIDTHxHEIGHT, each from %1 to %2, such as 1600x1000; found '%3'")
        .arg(leastPixels)
        .arg(mostPixels)
        .arg(text);
  options.size = size;
  return {};
}

QString readScale(const QString& text, WorkbenchOptions& options) {
  bool isNumber = false;
  options.scale = text.toDouble(&isNumber);
  if (isNumber && options.scale >= leastScale && options.scale <= mostScale) return {};
  return QStringLiteral("--scale takes a number from %1 to %2; found '%3'")
      .arg(leastScale)
      .arg(mostScale)
      .arg(text);
}

QString readTheme(const QString& text, WorkbenchOptions& options) {
  options.theme = text;
  if (text == QLatin1String("light") || text == QLatin1String("dark")) return {};
  return QStringLiteral("--theme takes light or dark; found '%1'").arg(text);
}

using Reader = std::function<QString(const QString&, WorkbenchOptions&)>;

const std::map<QString, Reader>& valueOptions() {
  static const std::map<QString, Reader> all = {
      {QStringLiteral("--screenshot"),
       [](const QString& text, WorkbenchOptions& options) {
         options.screenshot = text;
         return text.endsWith(QLatin1String(".png"))
                    ? QString()
                    : QStringLiteral("--screenshot takes a file that ends in .png; found '%1'")
                          .arg(text);
       }},
      {QStringLiteral("--panel"),
       [](const QString& text, WorkbenchOptions& options) {
         options.panel = text;
         return QString();
       }},
      {QStringLiteral("--tune"),
       [](const QString& text, WorkbenchOptions& options) {
         options.tune = text;
         const Result<Budget> budget = Budget::parse(text.toStdString());
         return budget ? QString()
                       : QStringLiteral("--tune: ") + QString::fromStdString(budget.error().text());
       }},
      {QStringLiteral("--size"), readSize},
      {QStringLiteral("--scale"), readScale},
      {QStringLiteral("--theme"), readTheme}};
  return all;
}

QString readOperand(const QString& argument, WorkbenchOptions& options) {
  if (argument.startsWith(QLatin1Char('-')))
    return QStringLiteral("there is no option %1; see kernelwright --help").arg(argument);
  if (!options.file.isEmpty())
    return QStringLiteral("one file at most: found %1 and %2").arg(options.file, argument);
  options.file = argument;
  return {};
}

}  // namespace

QString readOptions(const QStringList& arguments, WorkbenchOptions& options) {
  for (qsizetype i = 0; i < arguments.size(); ++i) {
    QString name = arguments[i], fault;
    if (name == QLatin1String("--help") || name == QLatin1String("-h")) {
      options.help = true;
    } else if (name == QLatin1String("--version")) {
      options.version = true;
    } else {
      const qsizetype equals =
          name.startsWith(QLatin1String("--")) ? name.indexOf(QLatin1Char('=')) : -1;
      const QString joined = equals < 0 ? QString() : name.mid(equals + 1);
      if (equals >= 0) name.truncate(equals);
      const auto found = valueOptions().find(name);
      if (found == valueOptions().end())
        fault = readOperand(arguments[i], options);
      else if (equals < 0 && i + 1 == arguments.size())
        fault = QStringLiteral("%1 needs a value").arg(name);
      else
        fault = found->second(equals < 0 ? arguments[++i] : joined, options);
    }
    if (!fault.isEmpty()) return fault;
  }
  if (options.screenshot.isEmpty() && !options.panel.isEmpty())
    return QStringLiteral("--panel goes with --screenshot");
  if (!options.tune.isEmpty() && options.file.isEmpty())
    return QStringLiteral("--tune needs a FILE to tune");
  return {};
}

QString helpText() {
  return QStringLiteral(
      "kernelwright [FILE]\n"
      "  Opens the workbench; FILE is a session (.kwr), a problem folder, a problem.json or the "
      "name of\n"
      "  a library kernel.\n"
      "  --tune BUDGET         begins to tune at once, as `kwr tune --budget` does\n"
      "kernelwright --screenshot OUT.png [options] [FILE]\n"
      "  Draws the window without a display, and exits.\n"
      "  --size WIDTHxHEIGHT   of the window, before scaling (1600x1000)\n"
      "  --scale S             device pixels per pixel (1)\n"
      "  --theme light|dark\n"
      "  --tune BUDGET         the picture is taken at the end of the run, another half-way:\n"
      "                        OUT-running.png\n"
      "  --panel NAME          one panel alone: source, template, space, latency, parameters,\n"
      "                        candidates, details, comparison, code, log, importance, heatmap,\n"
      "                        runs, counters, roofline, tree, review\n"
      "Exit status: 0 done, 1 the picture cannot be written, 2 wrong usage or a file that cannot "
      "be\n"
      "opened, 3 no display.\n");
}

}  // namespace kw
