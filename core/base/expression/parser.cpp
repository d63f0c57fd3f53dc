// SPDX-License-Identifier: GPL-3.0-or-later
// Recursive descent, one function per level of precedence, from the loosest to the tightest:
//
//   expression   conditional [ "?" expression ":" expression ]
//   conditional  either [ "if" either "else" conditional ]
//   either       both { "or" both }
//   both         inverted { "and" inverted }
//   inverted     "not" inverted | comparison
//   comparison   sum { ("==" | "<" | … | "in" | "not" "in") sum }
//   sum          product { ("+" | "-") product }
//   product      unary { ("*" | "/" | "//" | "%") unary }
//   unary        ("+" | "-" | "!") unary | power
//   power        primary [ "**" unary ]
//   primary      literal | name | function "(" … ")" | "(" expression ")" | list
#include "base/expression/parser.h"

#include <algorithm>
#include <array>

#include "base/expression/functions.h"
#include "base/expression/lexer.h"
#include "base/result/message.h"

namespace kw::expression {

namespace {

// Keeps recursion here, in evaluating and in destroying a tree far from the end of any stack.
constexpr int maximumNesting = 100;
constexpr int maximumHeight = 250;
constexpr size_t maximumLength = 65536;

class Parser {
 public:
  Parser(std::string_view text, std::vector<Token> tokens)
      : m_text(text), m_tokens(std::move(tokens)) {}

  Result<Node> parse() {
    KW_ASSIGN(Node tree, expression());
    if (current().kind != TokenKind::end) return unexpected("an operator or the end");
    if (tree.operation == Operation::list) return listElsewhere(tree);
    return tree;
  }

 private:
  const Token& current() const { return m_tokens[m_at]; }
  bool isSymbol(std::string_view symbol, size_t ahead = 0) const {
    const Token& token = m_tokens[std::min(m_at + ahead, m_tokens.size() - 1)];
    return token.kind == TokenKind::symbol && token.text == symbol;
  }
  bool accept(std::string_view symbol) {
    if (!isSymbol(symbol)) return false;
    ++m_at;
    return true;
  }
  Status expect(std::string_view symbol, const std::string& purpose) {
    if (accept(symbol)) return {};
    return unexpected("'" + std::string(symbol) + "' " + purpose);
  }

  Unexpected<Error> faultHere(int column, const std::string& what) const {
    return fail(faultAt(m_text, column, what));
  }
  Unexpected<Error> unexpected(const std::string& wanted) const {
    const Token& token = current();
    const std::string what =
        token.kind == TokenKind::end ? std::string("the end") : "'" + std::string(token.text) + "'";
    return faultHere(token.column, "expected " + wanted + ", found " + what);
  }
  Unexpected<Error> listElsewhere(const Node& list) const {
    return faultHere(list.column, "a list may only stand to the right of `in`; found one");
  }
  using Rule = Result<Node> (Parser::*)();

  // A rule within itself.
  Result<Node> nested(Rule rule) {
    if (m_depth >= maximumNesting)
      return faultHere(current().column,
                       "nested more than " + std::to_string(maximumNesting) + " levels deep");
    ++m_depth;
    Result<Node> node = (this->*rule)();
    --m_depth;
    return node;
  }

  // The node of an operation; operands that are lists are refused, except by `in`.
  Result<Node> make(Operation operation, int column, std::vector<Node> operands) {
    Node node;
    node.operation = operation;
    node.column = column;
    for (const Node& operand : operands) {
      const bool mayBeList = operation == Operation::compare;
      if (operand.operation == Operation::list && !mayBeList) return listElsewhere(operand);
      node.height = std::max(node.height, operand.height + 1);
    }
    if (node.height > maximumHeight)
      return faultHere(column,
                       "more than " + std::to_string(maximumHeight) + " operations in a row");
    node.operands = std::move(operands);
    return node;
  }
  Result<Node> make(Operation operation, int column, Node first, Node second) {
    std::vector<Node> operands;
    operands.push_back(std::move(first));
    operands.push_back(std::move(second));
    return make(operation, column, std::move(operands));
  }

  Result<Node> expression() {
    KW_ASSIGN(Node condition, conditional());
    const int column = current().column;
    if (!accept("?")) return condition;
    KW_ASSIGN(Node chosen, nested(&Parser::expression));
    KW_TRY(expect(":", "of the '?' in column " + std::to_string(column)));
    KW_ASSIGN(Node otherwise, nested(&Parser::expression));
    return choice(column, std::move(condition), std::move(chosen), std::move(otherwise));
  }

  Result<Node> choice(int column, Node condition, Node chosen, Node otherwise) {
    std::vector<Node> operands;
    operands.push_back(std::move(condition));
    operands.push_back(std::move(chosen));
    operands.push_back(std::move(otherwise));
    return make(Operation::choice, column, std::move(operands));
  }

  Result<Node> conditional() {
    KW_ASSIGN(Node chosen, either());
    const int column = current().column;
    if (!accept("if")) return chosen;
    KW_ASSIGN(Node condition, either());
    KW_TRY(expect("else", "of the 'if' in column " + std::to_string(column)));
    KW_ASSIGN(Node otherwise, nested(&Parser::conditional));
    return choice(column, std::move(condition), std::move(chosen), std::move(otherwise));
  }

  Result<Node> either() { return joinedBy("or", Operation::logicalOr, &Parser::both); }
  Result<Node> both() { return joinedBy("and", Operation::logicalAnd, &Parser::inverted); }

  // Any number of operands in one node: long disjunctions are common in restrictions.
  Result<Node> joinedBy(std::string_view word, Operation operation, Rule operand) {
    KW_ASSIGN(Node first, (this->*operand)());
    const int column = current().column;
    if (!isSymbol(word)) return first;
    std::vector<Node> operands;
    operands.push_back(std::move(first));
    while (accept(word)) {
      KW_ASSIGN(Node next, (this->*operand)());
      operands.push_back(std::move(next));
    }
    return make(operation, column, std::move(operands));
  }

  Result<Node> inverted() {
    const int column = current().column;
    if (!accept("not")) return comparison();
    KW_ASSIGN(Node operand, nested(&Parser::inverted));
    return unaryNode(Operation::logicalNot, column, std::move(operand));
  }

  Result<Node> unaryNode(Operation operation, int column, Node operand) {
    std::vector<Node> operands;
    operands.push_back(std::move(operand));
    return make(operation, column, std::move(operands));
  }

  std::optional<Comparison> acceptComparison() {
    static constexpr std::pair<std::string_view, Comparison> all[] = {
        {"==", Comparison::equal},     {"!=", Comparison::notEqual},
        {"<=", Comparison::lessEqual}, {">=", Comparison::greaterEqual},
        {"<", Comparison::less},       {">", Comparison::greater},
        {"in", Comparison::in}};
    for (const auto& [symbol, comparison] : all)
      if (accept(symbol)) return comparison;
    if (!isSymbol("not") || !isSymbol("in", 1)) return std::nullopt;
    m_at += 2;
    return Comparison::notIn;
  }

  Result<Node> comparison() {
    KW_ASSIGN(Node first, sum());
    int column = current().column;
    std::vector<Node> operands;
    std::vector<Comparison> comparisons;
    operands.push_back(std::move(first));
    for (std::optional<Comparison> next; (next = acceptComparison());) {
      if (operands.back().operation == Operation::list) return listElsewhere(operands.back());
      const int start = current().column;
      KW_ASSIGN(Node operand, sum());
      const bool membership = *next == Comparison::in || *next == Comparison::notIn;
      if (membership != (operand.operation == Operation::list))
        return faultHere(start, membership
                                    ? "expected a list such as [1, 2] after `in`"
                                    : "a list may only stand to the right of `in`; found one");
      comparisons.push_back(*next);
      operands.push_back(std::move(operand));
    }
    if (comparisons.empty()) return std::move(operands.front());
    KW_ASSIGN(Node node, make(Operation::compare, column, std::move(operands)));
    node.comparisons = std::move(comparisons);
    return node;
  }

  using BinaryOperator = std::pair<std::string_view, Operation>;

  template <size_t N>
  Result<Node> leftAssociative(const std::array<BinaryOperator, N>& operators, Rule operand) {
    KW_ASSIGN(Node left, (this->*operand)());
    for (;;) {
      const int column = current().column;
      const auto found =
          std::find_if(operators.begin(), operators.end(),
                       [&](const BinaryOperator& each) { return accept(each.first); });
      if (found == operators.end()) return left;
      KW_ASSIGN(Node right, (this->*operand)());
      KW_ASSIGN(left, make(found->second, column, std::move(left), std::move(right)));
    }
  }

  Result<Node> sum() {
    static constexpr std::array<BinaryOperator, 2> operators = {
        {{"+", Operation::add}, {"-", Operation::subtract}}};
    return leftAssociative(operators, &Parser::product);
  }

  Result<Node> product() {
    static constexpr std::array<BinaryOperator, 4> operators = {{{"*", Operation::multiply},
                                                                 {"/", Operation::divide},
                                                                 {"//", Operation::floorDivide},
                                                                 {"%", Operation::modulo}}};
    return leftAssociative(operators, &Parser::unary);
  }

  Result<Node> unary() {
    static constexpr std::array<BinaryOperator, 3> operators = {
        {{"-", Operation::negate}, {"+", Operation::plus}, {"!", Operation::logicalNot}}};
    const int column = current().column;
    for (const auto& [symbol, operation] : operators) {
      if (!accept(symbol)) continue;
      if (operation == Operation::negate && current().isLeastMagnitude) return literal();
      KW_ASSIGN(Node operand, nested(&Parser::unary));
      return unaryNode(operation, column, std::move(operand));
    }
    return power();
  }

  Result<Node> power() {
    KW_ASSIGN(Node base, primary());
    const int column = current().column;
    if (!accept("**")) return base;
    KW_ASSIGN(Node exponent, nested(&Parser::unary));
    return make(Operation::power, column, std::move(base), std::move(exponent));
  }

  Result<Node> primary() {
    const Token& token = current();
    if (token.kind == TokenKind::literal) {
      if (token.isLeastMagnitude)
        return faultHere(token.column, "the number " + std::string(token.text) +
                                           " is outside the 64-bit integers");
      return literal();
    }
    if (token.kind == TokenKind::name) return isSymbol("(", 1) ? call() : name();
    if (isSymbol("(")) return parenthesised();
    if (isSymbol("[")) return bracketed();
    return unexpected("a number, a name or '('");
  }

  Result<Node> literal() {
    Node node;
    node.column = current().column;
    node.value = current().value;
    ++m_at;
    return node;
  }

  Result<Node> name() {
    Node node;
    node.operation = Operation::name;
    node.column = current().column;
    node.name = current().text;
    ++m_at;
    return node;
  }

  Result<Node> call() {
    const Token token = current();
    const Signature* signature = findFunction(token.text);
    if (!signature) return unknownFunction(token);
    m_at += 2;
    bool endsInComma = false;
    KW_ASSIGN(std::vector<Node> arguments, elements(")", endsInComma));
    const int count = static_cast<int>(arguments.size());
    if (count < signature->least || count > signature->most)
      return faultHere(token.column,
                       std::string(token.text) + " takes " +
                           (signature->most > signature->least
                                ? std::to_string(signature->least) + " or more arguments"
                                : counted(signature->least, "argument")) +
                           ", found " + std::to_string(count));
    KW_ASSIGN(Node node, make(Operation::call, token.column, std::move(arguments)));
    node.function = signature->function;
    return node;
  }

  Unexpected<Error> unknownFunction(const Token& token) const {
    const std::vector<std::string> known = functionNames();
    const std::string close = nearest(token.text, known);
    Error error =
        faultAt(m_text, token.column, "there is no function '" + std::string(token.text) + "'");
    error.advice = close.empty() ? "known are" : "did you mean " + close + "?";
    for (const std::string& function : known)
      if (close.empty()) error.advice += " " + function;
    return fail(std::move(error));
  }

  // Up to and with the closing bracket.
  Result<std::vector<Node>> elements(std::string_view closing, bool& endsInComma) {
    std::vector<Node> all;
    endsInComma = false;
    while (!accept(closing)) {
      KW_ASSIGN(Node element, nested(&Parser::expression));
      all.push_back(std::move(element));
      endsInComma = accept(",");
      if (!endsInComma && !isSymbol(closing))
        return unexpected("',' or '" + std::string(closing) + "'");
    }
    return all;
  }

  // (x) is x; (x, y), (x,) and () are lists.
  Result<Node> parenthesised() {
    const int column = current().column;
    ++m_at;
    bool endsInComma = false;
    KW_ASSIGN(std::vector<Node> all, elements(")", endsInComma));
    if (all.size() == 1 && !endsInComma) return std::move(all.front());
    return make(Operation::list, column, std::move(all));
  }

  Result<Node> bracketed() {
    const int column = current().column;
    ++m_at;
    bool endsInComma = false;
    KW_ASSIGN(std::vector<Node> all, elements("]", endsInComma));
    return make(Operation::list, column, std::move(all));
  }

  std::string_view m_text;
  std::vector<Token> m_tokens;
  size_t m_at = 0;
  int m_depth = 0;
};

}  // namespace

Result<Node> parseTree(std::string_view text) {
  if (text.size() > maximumLength)
    return failInput("an expression of " + std::to_string(text.size()) + " bytes; at most " +
                     std::to_string(maximumLength) + " are read");
  KW_ASSIGN(std::vector<Token> tokens, tokenize(text));
  return Parser(text, std::move(tokens)).parse();
}

}  // namespace kw::expression
