// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/server/listings.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace kw {

namespace {

constexpr size_t mostAtOnce = 2;  // a source and a candidate
constexpr std::chrono::seconds longestListing{180};

Status writeFiles(const protocol::ListingRequest& request, const files::Path& folder) {
  if (request.files.empty()) return failInput("the problem has no files");
  size_t total = 0;
  for (const auto& file : request.files) {
    KW_TRY(checkRelativePath(file.path));
    total += file.data.size();
    if (total > protocol::ListingRequest::mostBytes)
      return failInput("the problem's files are too large for a listing");
    KW_TRY(files::makeFolders((folder / file.path).parent_path()));
    KW_TRY(files::writeAtomically(folder / file.path, file.data));
  }
  return {};
}

}  // namespace

Listings::Listings(process::EventLoop& loop, std::vector<std::string> command, files::Path problems,
                   Handlers handlers)
    : m_loop(loop),
      m_command(std::move(command)),
      m_problems(std::move(problems)),
      m_handlers(std::move(handlers)) {}

Listings::~Listings() {
  for (auto& [id, running] : m_running)
    m_loop.cancelTimer(running.timer);
  m_loop.cancelTimer(m_tidy);
}

bool Listings::contains(int64_t id) const {
  return m_running.contains(id) ||
         std::ranges::find(m_waiting, id, &protocol::ListingRequest::id) != m_waiting.end();
}

void Listings::add(protocol::ListingRequest request) {
  m_waiting.push_back(std::move(request));
  pump();
}

bool Listings::cancel(int64_t id) {
  if (!contains(id)) return false;
  fail(id, Status(failCancelled()).error());
  return true;
}

void Listings::pump() {
  while (!m_waiting.empty() && m_running.size() < mostAtOnce) {
    const protocol::ListingRequest request = std::move(m_waiting.front());
    m_waiting.pop_front();
    if (Status begun = begin(request); !begun)
      m_handlers.failed(request.id, std::move(begun).error());
  }
}

Status Listings::begin(const protocol::ListingRequest& request) {
  const int64_t id = request.id;
  KW_ASSIGN(ProblemFolder folder, ProblemFolder::make(m_problems));
  KW_TRY(writeFiles(request, folder.filesFolder()));
  KW_ASSIGN(auto worker,
            WorkerProcess::start(
                m_loop, m_command,
                {[this, id](worker::Report report) { handle(id, std::move(report)); },
                 [this, id](const process::Exit& exit) {
                   fail(id, Error{ErrorKind::failed,
                                  "the process that lists the code ended with " + exit.text(),
                                  {},
                                  {}});
                 }}));
  m_handlers.phase(id, "compiling");
  worker->send(worker::List{id, request.kind, folder.filesFolder().string(), request.candidate,
                            request.architecture, request.format});
  const auto timer = m_loop.after(longestListing, [this, id] {
    fail(id, Error{ErrorKind::failed,
                   "listing the code took over " + std::to_string(longestListing.count()) +
                       " s and was given up",
                   {},
                   {}});
  });
  m_running.emplace(id, Running{std::move(worker), std::move(folder), timer});
  return {};
}

void Listings::handle(int64_t id, worker::Report report) {
  if (!m_running.contains(id)) return;
  if (auto* answer = std::get_if<worker::AnswerLine>(&report)) {
    drop(id);
    m_handlers.answered(id, std::move(answer->line));
  } else if (auto* reply = std::get_if<protocol::Reply>(&report)) {
    if (auto* failed = std::get_if<protocol::Failed>(reply)) return fail(id, failed->error);
  }
  pump();
}

void Listings::fail(int64_t id, Error error) {
  if (!contains(id)) return;
  drop(id);
  m_handlers.failed(id, std::move(error));
  pump();
}

void Listings::drop(int64_t id) {
  std::erase_if(m_waiting, [id](const auto& request) { return request.id == id; });
  auto found = m_running.extract(id);
  if (!found) return;
  m_loop.cancelTimer(found.mapped().timer);
  found.mapped().worker->kill();
  m_ended.push_back(std::move(found.mapped()));
  if (m_tidy != 0) return;
  m_tidy = m_loop.after(std::chrono::milliseconds(0), [this] {
    m_tidy = 0;
    m_ended.clear();
  });
}

}  // namespace kw
