// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/lifting/lift.h"

#include <algorithm>

#include "client/lifting/lift_work.h"

namespace kw::lifting {

namespace {

using expression::Expression;

Result<std::vector<Expression>> parsedAll(const std::vector<std::string>& texts) {
  std::vector<Expression> all;
  for (const std::string& text : texts) {
    KW_ASSIGN(Expression one, Expression::parse(text));
    all.push_back(std::move(one));
  }
  return all;
}

// The launches with parameters in place of what was lifted.
Status writeLaunches(LiftWork& work) {
  work.result.space.launches = work.source.launches;
  Launch& first = work.result.space.launches.front();
  for (std::vector<std::string>* texts : {&work.grid, &work.block})
    for (std::string& text : *texts)
      text = work.inParameters(text);
  first.function = work.function;
  KW_ASSIGN(first.grid, parsedAll(work.grid));
  KW_ASSIGN(first.block, parsedAll(work.block));
  if (!work.sharedMemory.empty()) {
    KW_ASSIGN(first.sharedMemory, Expression::parse(work.inParameters(work.sharedMemory)));
  }
  return {};
}

// The source's own values, as a configuration of the space.
Configuration sourceConfiguration(const LiftWork& work) {
  std::vector<std::pair<std::string, ParameterValue>> values;
  for (const Parameter& parameter : work.result.space.parameters)
    values.emplace_back(parameter.name, ParameterValue(work.valueOf(parameter.name)));
  return Configuration(std::move(values));
}

}  // namespace

Result<Lifted> lift(const LiftSource& source) {
  if (source.launches.empty() || source.launches.front().function.empty())
    return failInput("the first launch of the problem is no kernel", {},
                     "write the template by hand");
  LiftWork work(source);
  liftConstants(work);
  KW_TRY(liftInstance(work));
  liftUnrolling(work);
  liftBlock(work);
  addSeenConstraints(work);
  work.result.templateText = edited(source.text, work.edits);
  work.result.source = sourceConfiguration(work);
  KW_TRY(writeLaunches(work));
  return std::move(work.result);
}

}  // namespace kw::lifting
