// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/counters/counter_plan.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <utility>

#include "runner/counters/cupti_api.h"

namespace kw::counters {

#if KW_HAS_CUPTI

namespace {

std::vector<const char*> pointers(const std::vector<std::string>& names) {
  std::vector<const char*> all;
  all.reserve(names.size());
  for (const std::string& name : names)
    all.push_back(name.c_str());
  return all;
}

// "gh100" for GH100.
std::string inCapitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return text;
}

Status checkChip(const std::string& chip) {
  KW_ASSIGN(const std::vector<std::string> chips, knownChips());
  if (std::ranges::find(chips, chip) != chips.end()) return {};
  std::string known;
  for (const std::string& one : chips)
    known += (known.empty() ? "" : ", ") + one;
  const std::string fault = "this version of CUPTI knows no chip '" + chip + "'";
  const std::string capitals = inCapitals(chip);
  if (std::ranges::find(chips, capitals) != chips.end())
    return failInput(fault, {}, "did you mean " + capitals + "?");
  return failInput(fault, {}, "it knows " + known);
}

}  // namespace

// CUPTI's host object with what it was made from, which it keeps pointers to.
struct CounterPlan::Host {
  const CuptiApi& api;
  std::string chip;
  std::vector<uint8_t> availability;
  CUpti_Profiler_Host_Object* object = nullptr;

  Host(const CuptiApi& given, std::string name, std::vector<uint8_t> image)
      : api(given), chip(std::move(name)), availability(std::move(image)) {}
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;
  ~Host() {
    if (!object) return;
    CUpti_Profiler_Host_Deinitialize_Params end = {
        CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE};
    end.pHostObject = object;
    api.cuptiProfilerHostDeinitialize(&end);
  }

  Status open() {
    CUpti_Profiler_Host_Initialize_Params begin = {
        CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE};
    begin.profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER;
    begin.pChipName = chip.c_str();
    begin.pCounterAvailabilityImage = availability.empty() ? nullptr : availability.data();
    KW_TRY(check(api.cuptiProfilerHostInitialize(&begin), "preparing the counters of the chip"));
    object = begin.pHostObject;
    return {};
  }

  // All at once: added one by one, each would get passes of its own.
  bool add(std::vector<const char*> names) const {
    CUpti_Profiler_Host_ConfigAddMetrics_Params more = {
        CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE};
    more.pHostObject = object;
    more.ppMetricNames = names.data();
    more.numMetrics = names.size();
    return api.cuptiProfilerHostConfigAddMetrics(&more) == CUPTI_SUCCESS;
  }

  // A name that is refused spoils the object for those that follow, so each is tried on one of its
  // own, once: that takes milliseconds. What a device gives does not change while we run.
  Result<bool> has(const std::string& name) const {
    static std::mutex mutex;
    static std::map<std::string, bool> tried;
    const std::string key = chip + (availability.empty() ? " " : " here ") + name;
    const std::scoped_lock lock(mutex);
    if (const auto found = tried.find(key); found != tried.end()) return found->second;
    Host trial(api, chip, availability);
    KW_TRY(trial.open());
    return tried[key] = trial.add({name.c_str()});
  }
};

CounterPlan::CounterPlan() = default;
CounterPlan::CounterPlan(CounterPlan&&) noexcept = default;
CounterPlan& CounterPlan::operator=(CounterPlan&&) noexcept = default;
CounterPlan::~CounterPlan() = default;

Result<std::vector<std::string>> knownChips() {
  if (!cupti()) return Unexpected<Error>(cupti().error());
  CUpti_Profiler_Host_GetSupportedChips_Params all = {
      CUpti_Profiler_Host_GetSupportedChips_Params_STRUCT_SIZE};
  KW_TRY(check(cupti()->cuptiProfilerHostGetSupportedChips(&all), "asking for the chips"));
  return std::vector<std::string>(all.ppChipNames, all.ppChipNames + all.numChips);
}

Result<CounterPlan> CounterPlan::make(const std::string& chip,
                                      const std::vector<std::string>& names,
                                      std::vector<uint8_t> availability) {
  if (!cupti()) return Unexpected<Error>(cupti().error());
  if (availability.empty()) KW_TRY(checkChip(chip));
  CounterPlan plan;
  plan.m_host = std::make_unique<Host>(*cupti(), chip, std::move(availability));
  KW_TRY(plan.m_host->open());
  for (const std::string& name : names) {
    KW_ASSIGN(const bool exists, plan.m_host->has(name));
    (exists ? plan.m_names : plan.m_absent).push_back(name);
  }
  if (!plan.m_names.empty()) KW_TRY(plan.pack());
  return plan;
}

Status CounterPlan::pack() {
  const CuptiApi& api = m_host->api;
  if (!m_host->add(pointers(m_names)))
    return fail("CUPTI accepts each of the counters, but not all at once");
  CUpti_Profiler_Host_GetConfigImageSize_Params size = {
      CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE};
  size.pHostObject = m_host->object;
  KW_TRY(check(api.cuptiProfilerHostGetConfigImageSize(&size), "packing the counters"));
  m_configuration.resize(size.configImageSize);
  CUpti_Profiler_Host_GetConfigImage_Params image = {
      CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE};
  image.pHostObject = m_host->object;
  image.configImageSize = m_configuration.size();
  image.pConfigImage = m_configuration.data();
  KW_TRY(check(api.cuptiProfilerHostGetConfigImage(&image), "packing the counters"));
  CUpti_Profiler_Host_GetNumOfPasses_Params count = {
      CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE};
  count.configImageSize = m_configuration.size();
  count.pConfigImage = m_configuration.data();
  KW_TRY(check(api.cuptiProfilerHostGetNumOfPasses(&count), "counting the passes"));
  m_passes = static_cast<int>(count.numOfPasses);
  return {};
}

Result<std::vector<double>> CounterPlan::evaluate(const std::vector<uint8_t>& image) const {
  std::vector<double> values(m_names.size());
  std::vector<const char*> names = pointers(m_names);
  CUpti_Profiler_Host_EvaluateToGpuValues_Params ask = {
      CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE};
  ask.pHostObject = m_host->object;
  ask.pCounterDataImage = image.data();
  ask.counterDataImageSize = image.size();
  ask.rangeIndex = 0;
  ask.ppMetricNames = names.data();
  ask.numMetrics = names.size();
  ask.pMetricValues = values.data();
  KW_TRY(check(m_host->api.cuptiProfilerHostEvaluateToGpuValues(&ask), "evaluating the counters"));
  return values;
}

#else

struct CounterPlan::Host {};

CounterPlan::CounterPlan() = default;
CounterPlan::CounterPlan(CounterPlan&&) noexcept = default;
CounterPlan& CounterPlan::operator=(CounterPlan&&) noexcept = default;
CounterPlan::~CounterPlan() = default;

namespace {

Error builtWithout() {
  return {ErrorKind::missing,
          "this runner was built without CUPTI's headers, so it cannot read counters",
          {},
          "build it where a CUDA toolkit of version 12.6 or later is installed"};
}

}  // namespace

Result<std::vector<std::string>> knownChips() {
  return fail(builtWithout());
}

Result<CounterPlan> CounterPlan::make(const std::string&, const std::vector<std::string>&,
                                      std::vector<uint8_t>) {
  return fail(builtWithout());
}

Status CounterPlan::pack() {
  return fail(builtWithout());
}

Result<std::vector<double>> CounterPlan::evaluate(const std::vector<uint8_t>&) const {
  return fail(builtWithout());
}

#endif

}  // namespace kw::counters
