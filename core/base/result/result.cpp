// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result/result.h"

#include <algorithm>
#include <numeric>

#include "base/result/message.h"
#include "base/result/printable.h"

namespace kw {

namespace {

size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t above = row[j];
      const size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above + 1, row[j - 1] + 1, replaced});
      diagonal = above;
    }
  }
  return row[b.size()];
}

Unexpected<Error> failAs(ErrorKind kind, std::string message, Place place, std::string advice) {
  return Unexpected<Error>(Error{kind, std::move(message), std::move(place), std::move(advice)});
}

}  // namespace

std::string describe(const Place& place) {
  std::string text = place.file;
  if (place.line > 0) {
    text += (text.empty() ? "line " : ":") + std::to_string(place.line);
    if (place.column > 0) text += ":" + std::to_string(place.column);
  }
  if (!place.keyPath.empty()) text += (text.empty() ? "" : ": ") + shortened(place.keyPath);
  return text;
}

std::string Error::text() const {
  std::string all = describe(place);
  if (!all.empty()) all += ": ";
  all += readable(message);
  if (!advice.empty()) all += " (" + advice + ")";
  all = printable(all);
  for (const Error& other : further)
    all += "\n" + other.text();
  return all;
}

Unexpected<Error> fail(std::string message, std::string advice) {
  return failAs(ErrorKind::failed, std::move(message), {}, std::move(advice));
}

Unexpected<Error> failInput(std::string message, Place place, std::string advice) {
  return failAs(ErrorKind::badInput, std::move(message), std::move(place), std::move(advice));
}

Unexpected<Error> failMissing(std::string message, std::string advice) {
  return failAs(ErrorKind::missing, std::move(message), {}, std::move(advice));
}

Unexpected<Error> failCancelled() {
  return failAs(ErrorKind::cancelled, "cancelled", {}, {});
}

Unexpected<Error> fail(Error error) {
  return Unexpected<Error>(std::move(error));
}

Error joined(std::vector<Error> faults) {
  Error first = std::move(faults.front());
  for (size_t i = 1; i < faults.size(); ++i)
    first.further.push_back(std::move(faults[i]));
  return first;
}

int exitStatus(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::failed:
      return 1;
    case ErrorKind::badInput:
      return 2;
    case ErrorKind::missing:
      return 3;
    case ErrorKind::cancelled:
      return 130;
  }
  return 1;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  size_t bestDistance = (word.size() + 2) / 3 + 1;
  for (const std::string& candidate : known) {
    const size_t distance = editDistance(word, candidate);
    if (distance < bestDistance) {
      bestDistance = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace kw
