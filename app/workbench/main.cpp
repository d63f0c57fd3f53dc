// SPDX-License-Identifier: GPL-3.0-or-later
// kernelwright: the workbench.
#include <QApplication>
#include <cstdio>
#include <cstdlib>

#include "widgets/settings/settings.h"
#include "widgets/theme/theme.h"
#include "widgets/window/bundled_fonts.h"
#include "widgets/window/main_window.h"
#include "widgets/window/screenshot.h"
#include "workbench/options.h"

namespace {

constexpr int failedStatus = 1, usageStatus = 2, missingStatus = 3;

void say(FILE* where, const QString& text) {
  std::fprintf(where, "%s\n", qUtf8Printable(text));
}

bool isSet(const char* variable) {
  const char* value = std::getenv(variable);
  return value && *value;
}

bool hasDisplay() {
  return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

// What the platform for pictures says of itself is of no use to whoever wants one.
void passMessage(QtMsgType, const QMessageLogContext&, const QString& text) {
  if (!text.startsWith(QLatin1String("This plugin does not support"))) say(stderr, text);
}

// Before the application object: the platform and its scale are settled when that is made.
void prepareForPicture(const kw::WorkbenchOptions& options) {
  qInstallMessageHandler(passMessage);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  qputenv("QT_SCALE_FACTOR", QByteArray::number(options.scale));
}

int takePicture(QApplication& application, kw::MainWindow& window,
                const kw::WorkbenchOptions& options) {
  int status = 0;
  kw::Screenshot picture(window, options.screenshot, options.panel, [&](const QString& fault) {
    if (!fault.isEmpty()) {
      say(stderr, fault);
      status = failedStatus;
    }
    application.quit();
  });
  QObject::connect(&window, &kw::MainWindow::openFailed, &application, [&](const QString& text) {
    say(stderr, text);
    status = usageStatus;
    application.quit();
  });
  QObject::connect(&window, &kw::MainWindow::openDone, &picture, [&] {
    if (options.tune.isEmpty()) return picture.takeWhenSettled();
    window.tune(options.tune);
  });
  bool halfway = false;
  QObject::connect(&window.content(), &kw::Content::runChanged, &picture, [&] {
    const kw::RunFigures& run = window.content().run();
    if (halfway || run.total == 0 || 2 * run.done < run.total) return;
    halfway = true;
    QString file = options.screenshot;
    window.grab().save(file.insert(file.size() - 4, QStringLiteral("-running")));
  });
  QObject::connect(&window.workbench(), &kw::Workbench::runFinished, &picture,
                   &kw::Screenshot::takeWhenSettled);
  if (options.file.isEmpty())
    picture.takeWhenSettled();
  else
    window.open(options.file);
  application.exec();
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  QStringList arguments;
  for (int i = 1; i < argc; ++i)
    arguments.push_back(QString::fromLocal8Bit(argv[i]));
  kw::WorkbenchOptions options;
  const QString fault = kw::readOptions(arguments, options);
  if (!fault.isEmpty()) {
    say(stderr, fault);
    return usageStatus;
  }
  if (options.help) {
    say(stdout, kw::helpText());
    return 0;
  }
  if (options.version) {
    say(stdout, QStringLiteral("kernelwright " KW_VERSION));
    return 0;
  }
  const bool picture = !options.screenshot.isEmpty();
  if (picture) {
    prepareForPicture(options);
  } else if (!hasDisplay()) {
    say(stderr,
        QStringLiteral(
            "There is no display to show a window on. A picture of it can be had with "
            "kernelwright --screenshot OUT.png FILE; kwr does everything without a window."));
    return missingStatus;
  }
  kw::useBundledFonts();
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("kernelwright"));
  QApplication::setApplicationDisplayName(QStringLiteral("Kernelwright"));
  QApplication::setApplicationVersion(QStringLiteral(KW_VERSION));

  kw::Settings settings;
  if (picture) settings.storeNothing();
  kw::MainWindow::Manner manner;
  manner.forPicture = picture;
  manner.size = options.size;
  if (!options.theme.isEmpty())
    manner.theme =
        options.theme == QLatin1String("dark") ? kw::ThemeName::dark : kw::ThemeName::light;
  kw::MainWindow window(settings, manner);
  window.show();
  if (!options.panel.isEmpty() && !window.panelNames().contains(options.panel)) {
    say(stderr, QStringLiteral("There is no panel '%1'; there are %2.")
                    .arg(options.panel, window.panelNames().join(QStringLiteral(", "))));
    return usageStatus;
  }
  if (picture) return takePicture(application, window, options);
  if (!options.tune.isEmpty())
    QObject::connect(&window, &kw::MainWindow::openDone, &window,
                     [&] { window.tune(options.tune); });
  if (!options.file.isEmpty()) window.open(options.file);
  return QApplication::exec();
}
