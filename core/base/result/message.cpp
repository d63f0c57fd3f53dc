// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/result/message.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace kw {

namespace {

constexpr size_t longestWord = 200;
constexpr size_t longestLine = 1200;

bool isContinuation(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

std::string shortenedWords(std::string_view line) {
  std::string text;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    text += shortened(line.substr(0, end), longestWord);
    if (end == line.size()) break;
    text += ' ';
    line.remove_prefix(end + 1);
  }
  return text;
}

}  // namespace

std::string countedText(int64_t count, std::string_view one, std::string_view many) {
  std::string text = std::to_string(count) + " ";
  if (count == 1) return text.append(one);
  return many.empty() ? text.append(one).append("s") : text.append(many);
}

std::string secondsText(double seconds) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.4g s", seconds);
  return text.data();
}

std::string shortened(std::string_view text, size_t most) {
  if (text.size() <= most) return std::string(text);
  size_t head = most / 3 * 2;
  size_t tail = text.size() - (most - head);
  while (head > 0 && isContinuation(text[head]))
    --head;
  while (tail < text.size() && isContinuation(text[tail]))
    ++tail;
  return std::string(text.substr(0, head)) + "…" + std::string(text.substr(tail));
}

std::string readable(std::string_view message) {
  std::string text;
  while (true) {
    const size_t end = std::min(message.find('\n'), message.size());
    text += shortened(shortenedWords(message.substr(0, end)), longestLine);
    if (end == message.size()) return text;
    text += '\n';
    message.remove_prefix(end + 1);
  }
}

}  // namespace kw
