// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/learning/reward_table.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/json/reader.h"
#include "base/json/text.h"

namespace kw {

namespace {

constexpr const char* formatName = "kernelwright-rewards/1";
constexpr const char* emptySet = "none";

std::string at(const std::string& path, size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

std::string didYouMean(const std::string& word, const std::vector<std::string>& known) {
  const std::string near = nearest(word, known);
  return near.empty() ? "" : "did you mean \"" + near + "\"?";
}

}  // namespace

class RewardTableReader {
 public:
  RewardTableReader(const Catalogue& catalogue, json::Faults& faults)
      : m_catalogue(catalogue), m_faults(faults) {
    for (const Metric& metric : catalogue.metrics())
      m_ids.push_back(metric.id);
    m_sets[emptySet] = {};
  }

  RewardTable read(const json::Value& value) {
    json::ObjectReader reader(value, "", m_faults);
    reader.oneOf("format", {formatName});
    reader.optionalString("about");
    readSets(reader);
    readGroups(reader);
    const json::Array& kernels = reader.array("kernels");
    for (size_t i = 0; i < kernels.size(); ++i)
      readKernel(kernels[i], at("kernels", i));
    if (kernels.empty()) reader.fault("kernels", "at least one kernel expected, found none");
    reader.finish();
    return std::move(m_table);
  }

 private:
  bool isMetric(const json::Value& value, const std::string& id, const std::string& path) {
    if (m_catalogue.find(id)) return true;
    m_faults.add(value, path, "a metric of the catalogue expected, found \"" + id + "\"",
                 didYouMean(id, m_ids));
    return false;
  }

  MetricSet metricsIn(const json::Value& value, const std::string& path) {
    std::vector<std::string> ids;
    if (!value.isArray()) {
      m_faults.add(value, path,
                   "a list of metrics expected, found " + std::string(value.kindName()));
      return ids;
    }
    for (size_t i = 0; i < value.asArray().size(); ++i) {
      const json::Value& item = value.asArray()[i];
      if (!item.isString())
        m_faults.add(item, at(path, i),
                     "the name of a metric expected, found " + std::string(item.kindName()));
      else if (isMetric(item, item.asString(), at(path, i)))
        ids.push_back(item.asString());
    }
    return metricSet(std::move(ids));
  }

  // Calls `take(name, metrics)` for each member of an optional object.
  template <class Take>
  void readNamed(json::ObjectReader& reader, const char* key, const Take& take) {
    const json::Value* value = reader.raw(key);
    if (!value) return;
    if (!value->isObject())
      m_faults.add(*value, key, "an object expected, found " + std::string(value->kindName()));
    for (const auto& [name, metrics] : value->asObject())
      take(name, metricsIn(metrics, std::string(key) + "." + name), metrics);
  }

  void readSets(json::ObjectReader& reader) {
    readNamed(reader, "sets", [this](const std::string& name, MetricSet set, const auto& value) {
      if (name == emptySet && !set.empty())
        m_faults.add(value, "sets.none", "\"none\" is the empty set; give this one another name");
      else
        m_sets[name] = std::move(set);
    });
  }

  void readGroups(json::ObjectReader& reader) {
    readNamed(reader, "groups", [this](const std::string& name, MetricSet set, const auto& value) {
      if (set.empty() && m_faults.empty())
        m_faults.add(value, "groups." + name, "at least one metric expected, found none");
      m_table.m_groups.push_back({name, std::move(set)});
    });
  }

  void readKernel(const json::Value& value, const std::string& path) {
    json::ObjectReader reader(value, path, m_faults);
    ProfiledKernel kernel;
    kernel.name = reader.string("name");
    if (reader.has("name") && kernel.name.empty())
      reader.fault("name", "a name expected, found an empty text");
    else if (!m_names.insert(kernel.name).second)
      reader.fault("name", "\"" + kernel.name + "\" is there twice; each kernel has one row");
    if (const json::Value* observed = reader.required("observed"))
      kernel.observed = observedIn(*observed, reader.path("observed"));
    const json::Array& rewards = reader.array("rewards");
    for (size_t i = 0; i < rewards.size(); ++i)
      readReward(rewards[i], at(reader.path("rewards"), i), kernel.name);
    reader.finish();
    m_table.m_kernels.push_back(std::move(kernel));
  }

  std::map<std::string, double> observedIn(const json::Value& value, const std::string& path) {
    std::map<std::string, double> observed;
    if (!value.isObject())
      m_faults.add(value, path,
                   "an object of metrics expected, found " + std::string(value.kindName()));
    for (const auto& [id, number] : value.asObject()) {
      const std::string place = path + "." + id;
      if (!isMetric(number, id, place)) continue;
      if (!number.isNumber() || !std::isfinite(number.asReal()))
        m_faults.add(number, place, "a number expected, found " + std::string(number.kindName()));
      else
        observed[id] = number.asReal();
    }
    return observed;
  }

  void readReward(const json::Value& value, const std::string& path, const std::string& kernel) {
    json::ObjectReader reader(value, path, m_faults);
    const json::Value* set = reader.required("set");
    const json::Array& numbers = reader.array("speedups");
    std::vector<double> speedups;
    for (size_t i = 0; i < numbers.size(); ++i) {
      const double speedup = numbers[i].asReal(-1);
      if (!numbers[i].isNumber() || !std::isfinite(speedup) || speedup < 0)
        m_faults.add(numbers[i], at(reader.path("speedups"), i),
                     "a speed-up over the original of at least 0 expected (0: the rewritten kernel "
                     "was wrong), found " +
                         json::writeLine(numbers[i]).substr(0, 60));
      else
        speedups.push_back(speedup);
    }
    if (value.isObject() && value["speedups"].isArray() && numbers.empty())
      reader.fault("speedups", "at least one speed-up expected, found none");
    reader.finish();
    if (!set) return;
    MetricSet metrics = setIn(*set, reader.path("set"));
    if (!m_table.m_speedups.emplace(std::pair(kernel, std::move(metrics)), std::move(speedups))
             .second)
      reader.fault("set", "the kernel \"" + kernel + "\" has rewards with these metrics already",
                   "repeats stand in one row: \"speedups\": [1.31, 1.27]");
  }

  MetricSet setIn(const json::Value& value, const std::string& path) {
    if (!value.isString()) return metricsIn(value, path);
    const auto found = m_sets.find(value.asString());
    if (found != m_sets.end()) return found->second;
    std::vector<std::string> names;
    for (const auto& [name, set] : m_sets)
      names.push_back(name);
    m_faults.add(value, path,
                 "the name of a set or a list of metrics expected, found \"" + value.asString() +
                     "\", which \"sets\" does not have",
                 didYouMean(value.asString(), names));
    return {};
  }

  const Catalogue& m_catalogue;
  json::Faults& m_faults;
  std::vector<std::string> m_ids;
  std::map<std::string, MetricSet> m_sets;
  std::set<std::string> m_names;
  RewardTable m_table;
};

Result<RewardTable> RewardTable::read(const std::string& text, const std::string& fileName,
                                      const Catalogue& catalogue) {
  KW_ASSIGN(const json::Value value, json::parse(text, fileName));
  json::Faults faults(fileName);
  RewardTable table = RewardTableReader(catalogue, faults).read(value);
  if (!faults.empty()) return fail(faults.take());
  return table;
}

Result<std::optional<std::vector<double>>> RewardTable::speedups(const ProfiledKernel& kernel,
                                                                 const MetricSet& set,
                                                                 size_t repeats, std::stop_token) {
  const auto found = m_speedups.find({kernel.name, set});
  if (found == m_speedups.end()) return std::optional<std::vector<double>>();
  const size_t taken = std::min(repeats, found->second.size());
  return std::optional(std::vector<double>(
      found->second.begin(), found->second.begin() + static_cast<std::ptrdiff_t>(taken)));
}

}  // namespace kw
