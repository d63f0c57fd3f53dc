// SPDX-License-Identifier: GPL-3.0-or-later
#include "view/candidates/candidate_filter.h"

#include <algorithm>
#include <array>
#include <optional>

namespace kw::view {

namespace {

using expression::Expression;
using expression::Value;

struct Figure {
  std::string_view name;
  Field field;
  std::string_view unit;
};
constexpr std::array<Figure, 8> figures = {{{"time", Field::geomean, "ms"},
                                            {"speedup", Field::speedup, ""},
                                            {"difference", Field::difference, "%"},
                                            {"registers", Field::registers, ""},
                                            {"spills", Field::spills, "bytes"},
                                            {"shared", Field::staticShared, "bytes"},
                                            {"occupancy", Field::occupancy, "%"},
                                            {"number", Field::number, ""}}};

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                              : character;
}

std::vector<std::string> wordsOf(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    while (!word.empty() && word.back() == ',')
      word.pop_back();
    if (!word.empty()) words.push_back(std::exchange(word, {}));
  };
  for (const char character : text) {
    if (character == ' ' || character == '\t')
      finish();
    else
      word += lower(character);
  }
  finish();
  return words;
}

// Whether a text can only be meant as an expression.
bool looksLikeExpression(std::string_view text) {
  constexpr std::array<std::string_view, 8> signs = {
      "<", ">", "==", "!=", "&&", "||", " and ", " or "};
  return std::any_of(signs.begin(), signs.end(), [&](std::string_view sign) {
    return text.find(sign) != std::string_view::npos;
  });
}

std::vector<std::string> knownNames(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns)
    if (column.field == Field::parameter) names.push_back(column.title);
  for (const Figure& figure : figures)
    names.emplace_back(figure.name);
  names.emplace_back("verified");
  return names;
}

Error unknownName(const std::string& name, const std::vector<Column>& columns) {
  const std::string near = nearest(name, knownNames(columns));
  std::string message = "\"" + name + "\" is neither a parameter nor a figure";
  if (!near.empty()) message += "; did you mean " + near + "?";
  if (near.empty()) message += ". Figures: " + filterNames() + ".";
  return {.kind = ErrorKind::badInput, .message = message, .place = {}, .advice = {}};
}

std::optional<Column> columnNamed(const std::string& name, const std::vector<Column>& columns) {
  for (const Column& column : columns)
    if (column.field == Field::parameter && column.title == name) return column;
  for (const Figure& figure : figures)
    if (figure.name == name) return Column{.field = figure.field};
  return std::nullopt;
}

// The value itself and not the key, so that integers stay integers: BLOCK % 64 == 0.
std::optional<Value> valueOf(const CandidateCells& cells, const CandidateList& list,
                             const Column& column, CandidateId id) {
  if (column.field == Field::parameter) {
    const auto& values = list[id].candidate.configuration.values();
    if (column.index < values.size() && values[column.index].first == column.title)
      return values[column.index].second;
    const ParameterValue* value = list[id].candidate.configuration.find(column.title);
    return value ? std::optional<Value>(*value) : std::nullopt;
  }
  const CellKey key = cells.key(column, id);
  if (!key.isNumber()) return std::nullopt;
  const bool isReal = column.field == Field::geomean || column.field == Field::speedup ||
                      column.field == Field::occupancy;
  if (column.field == Field::difference) return Value(100 * key.number);
  return isReal ? Value(key.number) : Value(static_cast<int64_t>(key.number));
}

void appendLower(std::string& text, std::string_view more) {
  for (const char character : more)
    text += lower(character);
}

}  // namespace

std::string filterNames() {
  std::string text;
  for (const Figure& figure : figures) {
    text += std::string(figure.name);
    if (!figure.unit.empty()) text += " (" + std::string(figure.unit) + ")";
    text += ", ";
  }
  return text + "verified";
}

Result<CandidateFilter> CandidateFilter::parse(std::string_view text,
                                               const std::vector<Column>& columns) {
  CandidateFilter filter;
  std::vector<std::string> words = wordsOf(text);
  if (words.empty()) return filter;
  const bool isMeant = looksLikeExpression(text);
  Result<Expression> expression = Expression::parse(text);
  if (!expression && isMeant) return fail(std::move(expression).error());
  if (expression && (isMeant || !expression->isConstant())) {
    for (const std::string& name : expression->names()) {
      const std::optional<Column> column = columnNamed(name, columns);
      if (column || name == "verified") {
        filter.m_names.push_back({name, column.value_or(Column{}), !column});
        continue;
      }
      if (isMeant) return fail(unknownName(name, columns));
      filter.m_names.clear();
      break;
    }
    if (isMeant || !filter.m_names.empty()) {
      filter.m_expression = std::make_shared<const Expression>(std::move(*expression));
      return filter;
    }
  }
  filter.m_words = std::move(words);
  return filter;
}

bool CandidateFilter::passes(const CandidateCells& cells, const CandidateList& list,
                             CandidateId id) {
  if (m_expression) return holds(cells, list, id);
  return m_words.empty() || hasWords(list[id]);
}

const CandidateFilter::Name* CandidateFilter::find(const std::vector<Name>& names,
                                                   std::string_view name) {
  const auto found = std::find_if(names.begin(), names.end(),
                                  [&](const Name& known) { return known.name == name; });
  return found == names.end() ? nullptr : &*found;
}

bool CandidateFilter::holds(const CandidateCells& cells, const CandidateList& list,
                            CandidateId id) {
  bool isUnknown = false;
  const expression::Lookup lookup = [&](std::string_view name) -> std::optional<Value> {
    const Name* known = find(m_names, name);
    if (known && known->isVerified) return Value(list[id].verified());
    std::optional<Value> value;
    if (known) value = valueOf(cells, list, known->column, id);
    isUnknown = isUnknown || !value;
    return value;
  };
  const Result<Value> value = m_expression->evaluate(lookup);
  if (value) return expression::isTrue(*value);
  if (!isUnknown && ++m_faults == 1) m_firstFault = value.error().message;
  return false;
}

bool CandidateFilter::hasWords(const CandidateRow& row) {
  m_buffer.clear();
  if (!row.candidate.isTemplate) m_buffer += "the source kernel ";
  for (const auto& [name, value] : row.candidate.configuration.values()) {
    appendLower(m_buffer, name);
    m_buffer += '=';
    appendLower(m_buffer, expression::toPlainText(value));
    m_buffer += ' ';
  }
  appendLower(m_buffer, name(row.verdict));
  m_buffer += ' ';
  appendLower(m_buffer, row.reason);
  return std::all_of(m_words.begin(), m_words.end(), [&](const std::string& word) {
    return m_buffer.find(word) != std::string::npos;
  });
}

}  // namespace kw::view
