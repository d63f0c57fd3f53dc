// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/counters/collection.h"

#include <algorithm>

#include "runner/counters/counter_plan.h"
#include "runner/counters/cupti_api.h"

namespace kw::counters {

#if KW_HAS_CUPTI

namespace {

// A pass that CUPTI never calls the last would go on for ever.
constexpr int sparePasses = 8;

Status initialise(const CuptiApi& api) {
  static const CUptiResult done = [&api] {
    CUpti_Profiler_Initialize_Params begin = {CUpti_Profiler_Initialize_Params_STRUCT_SIZE};
    return api.cuptiProfilerInitialize(&begin);
  }();
  return check(done, "starting the profiler");
}

Result<std::vector<uint8_t>> availability(const CuptiApi& api) {
  CUpti_Profiler_GetCounterAvailability_Params ask = {
      CUpti_Profiler_GetCounterAvailability_Params_STRUCT_SIZE};
  constexpr auto doing = "asking which counters may be read";
  KW_TRY(check(api.cuptiProfilerGetCounterAvailability(&ask), doing));
  std::vector<uint8_t> image(ask.counterAvailabilityImageSize);
  ask.pCounterAvailabilityImage = image.data();
  KW_TRY(check(api.cuptiProfilerGetCounterAvailability(&ask), doing));
  return image;
}

// The range profiler, on for as long as this lives.
class RangeProfiler {
 public:
  explicit RangeProfiler(const CuptiApi& api) : m_api(api) {}
  RangeProfiler(const RangeProfiler&) = delete;
  RangeProfiler& operator=(const RangeProfiler&) = delete;
  ~RangeProfiler() {
    if (!m_object) return;
    CUpti_RangeProfiler_Disable_Params end = {CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE};
    end.pRangeProfilerObject = m_object;
    m_api.cuptiRangeProfilerDisable(&end);
  }

  // The device is gone, and this process will be: switching off could wait for ever.
  void abandon() { m_object = nullptr; }

  Status enable() {
    CUpti_RangeProfiler_Enable_Params begin = {CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE};
    KW_TRY(check(m_api.cuptiRangeProfilerEnable(&begin), "switching the range profiler on"));
    m_object = begin.pRangeProfilerObject;
    return {};
  }

  Status configure(const CounterPlan& plan) {
    KW_TRY(makeImage(plan));
    CUpti_RangeProfiler_SetConfig_Params set = {CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE};
    set.pRangeProfilerObject = m_object;
    set.configSize = plan.configuration().size();
    set.pConfig = plan.configuration().data();
    set.counterDataImageSize = m_image.size();
    set.pCounterDataImage = m_image.data();
    set.range = CUPTI_UserRange;
    set.replayMode = CUPTI_UserReplay;
    set.maxRangesPerPass = 1;
    set.numNestingLevels = 1;
    set.minNestingLevel = 1;
    set.passIndex = 0;
    set.targetNestingLevel = 1;
    return check(m_api.cuptiRangeProfilerSetConfig(&set), "setting the counters up");
  }

  Status begin() {
    CUpti_RangeProfiler_Start_Params start = {CUpti_RangeProfiler_Start_Params_STRUCT_SIZE};
    start.pRangeProfilerObject = m_object;
    KW_TRY(check(m_api.cuptiRangeProfilerStart(&start), "starting a pass"));
    CUpti_RangeProfiler_PushRange_Params push = {CUpti_RangeProfiler_PushRange_Params_STRUCT_SIZE};
    push.pRangeProfilerObject = m_object;
    push.pRangeName = "launches";
    return check(m_api.cuptiRangeProfilerPushRange(&push), "beginning a range");
  }

  // True after the last pass.
  Result<bool> end() {
    CUpti_RangeProfiler_PopRange_Params pop = {CUpti_RangeProfiler_PopRange_Params_STRUCT_SIZE};
    pop.pRangeProfilerObject = m_object;
    KW_TRY(check(m_api.cuptiRangeProfilerPopRange(&pop), "ending a range"));
    CUpti_RangeProfiler_Stop_Params stop = {CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE};
    stop.pRangeProfilerObject = m_object;
    KW_TRY(check(m_api.cuptiRangeProfilerStop(&stop), "ending a pass"));
    return stop.isAllPassSubmitted != 0;
  }

  Result<std::vector<uint8_t>> decode() {
    CUpti_RangeProfiler_DecodeData_Params decode = {
        CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE};
    decode.pRangeProfilerObject = m_object;
    KW_TRY(check(m_api.cuptiRangeProfilerDecodeData(&decode), "decoding the counters"));
    return m_image;
  }

 private:
  Status makeImage(const CounterPlan& plan) {
    std::vector<const char*> names;
    for (const std::string& name : plan.names())
      names.push_back(name.c_str());
    CUpti_RangeProfiler_GetCounterDataSize_Params size = {
        CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE};
    size.pRangeProfilerObject = m_object;
    size.pMetricNames = names.data();
    size.numMetrics = names.size();
    size.maxNumOfRanges = 1;
    size.maxNumRangeTreeNodes = 1;
    KW_TRY(check(m_api.cuptiRangeProfilerGetCounterDataSize(&size), "making room for counters"));
    m_image.resize(size.counterDataSize);
    CUpti_RangeProfiler_CounterDataImage_Initialize_Params make = {
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE};
    make.pRangeProfilerObject = m_object;
    make.counterDataSize = m_image.size();
    make.pCounterData = m_image.data();
    return check(m_api.cuptiRangeProfilerCounterDataImageInitialize(&make),
                 "making room for counters");
  }

  const CuptiApi& m_api;
  CUpti_RangeProfiler_Object* m_object = nullptr;
  std::vector<uint8_t> m_image;
};

// Whether the candidate's launches went well in all passes.
Result<bool> runPasses(RangeProfiler& profiler, int planned, const PassSteps& steps, int& passes) {
  for (bool isLast = false; !isLast;) {
    if (passes >= planned + sparePasses)
      return fail("the profiler planned " + std::to_string(planned) + " passes and wants more");
    KW_TRY(steps.prepare());
    KW_TRY(profiler.begin());
    auto went = steps.body();
    if (!went || !*went) return went;  // the device may be gone: nothing more is asked of it
    KW_ASSIGN(isLast, profiler.end());
    ++passes;
  }
  return true;
}

}  // namespace

Result<std::string> chipOfDevice(int number) {
  if (!cupti()) return Unexpected<Error>(cupti().error());
  KW_TRY(initialise(*cupti()));
  CUpti_Device_GetChipName_Params ask = {CUpti_Device_GetChipName_Params_STRUCT_SIZE};
  ask.deviceIndex = static_cast<size_t>(number);
  KW_TRY(check(cupti()->cuptiDeviceGetChipName(&ask), "asking for the chip's name"));
  return std::string(ask.pChipName);
}

Result<Collected> collect(int deviceNumber, const std::vector<std::string>& names, int mostPasses,
                          const PassSteps& steps) {
  KW_ASSIGN(const std::string chip, chipOfDevice(deviceNumber));
  const CuptiApi& api = *cupti();
  KW_ASSIGN(std::vector<uint8_t> available, availability(api));
  KW_ASSIGN(const CounterPlan plan, CounterPlan::make(chip, names, std::move(available)));
  Collected collected;
  collected.absent = plan.absent();
  collected.planned = plan.passes();
  collected.overBudget = mostPasses > 0 && plan.passes() > mostPasses;
  if (plan.names().empty() || collected.overBudget) return collected;
  RangeProfiler profiler(api);
  KW_TRY(profiler.enable());
  KW_TRY(profiler.configure(plan));
  const auto ran = runPasses(profiler, plan.passes(), steps, collected.passes);
  if (steps.isLost()) profiler.abandon();
  KW_ASSIGN(const bool went, ran);
  collected.failed = !went;
  if (!went) return collected;
  KW_ASSIGN(const std::vector<uint8_t> image, profiler.decode());
  KW_ASSIGN(const std::vector<double> values, plan.evaluate(image));
  for (size_t i = 0; i < values.size(); ++i)
    collected.values[plan.names()[i]] = values[i];
  return collected;
}

#else

Result<std::string> chipOfDevice(int) {
  return fail(knownChips().error());
}

Result<Collected> collect(int, const std::vector<std::string>&, int, const PassSteps&) {
  return fail(knownChips().error());
}

#endif

}  // namespace kw::counters
