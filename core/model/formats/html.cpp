// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/html.h"

namespace kw::html {

std::string escape(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      case '\n':
      case '\t':
        out += c;
        break;
      default: {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
          out += "\xEF\xBF\xBD";
        else
          out += c;
      }
    }
  }
  return out;
}

std::string element(std::string_view tag, std::string_view text, std::string_view kind) {
  std::string out = "<";
  out += tag;
  if (!kind.empty()) out += " class=\"" + escape(kind) + "\"";
  out += ">" + escape(text) + "</";
  out += tag;
  return out + ">";
}

void Table::add(std::vector<std::string> cells, std::string_view kind) {
  m_rows += kind.empty() ? "<tr>" : "<tr class=\"" + escape(kind) + "\">";
  for (size_t i = 0; i < cells.size(); ++i) {
    const bool number = i < m_columns.size() && m_columns[i].isNumber;
    m_rows += (number ? "<td class=\"n\">" : "<td>") + cells[i] + "</td>";
  }
  m_rows += "</tr>\n";
}

std::string Table::text() const {
  std::string out = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const Column& column : m_columns)
    out += element("th", column.title, column.isNumber ? "n" : "");
  return out + "</tr></thead>\n<tbody>\n" + m_rows + "</tbody></table></div>\n";
}

}  // namespace kw::html
