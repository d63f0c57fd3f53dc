// SPDX-License-Identifier: GPL-3.0-or-later
// A problem: a kernel to optimise, with everything that decides whether a candidate is right.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/expression/expression.h"
#include "model/space/space.h"

namespace kw {

enum class ElementType {
  float64,
  float32,
  float16,
  bfloat16,
  fp8e4m3,
  fp8e5m2,
  int64,
  int32,
  int16,
  int8,
  uint64,
  uint32,
  uint16,
  uint8,
  boolean,
};

// In files: float64 float32 float16 bf16 fp8_e4m3 fp8_e5m2 int64 … uint8 bool.
std::string_view name(ElementType type);
std::optional<ElementType> elementType(std::string_view name);
size_t sizeOf(ElementType type);  // bytes
bool isFloatingPoint(ElementType type);
std::vector<std::string> elementTypeNames();

enum class Role { input, output, inout, workspace, size, value, structure, tensorMap };
std::string_view name(Role role);

// How an input is filled before a launch; the random ones from a counter-based generator.
struct Fill {
  enum class Kind {
    normal,    // mean, deviation (Irwin-Hall of eight 16-bit uniforms: tails end at 4.9 deviations)
    uniform,   // [low, high)
    integers,  // low to high, both included
    permutation,  // of 0 to n-1 over the whole buffer
    csrOffsets,   // non-decreasing from 0 to `high` over the whole buffer
    constant,     // low
    special,   // a cycle of zeros, signed zeros, tiny, huge, NaN and infinities (floats), extremes
               // (ints)
    file,      // an .npy file of the problem's folder, same type and shape
    function,  // a function of oracle.py: name(case) -> array
  };
  Kind kind = Kind::normal;
  expression::Expression low = expression::Expression::constant(0.0);   // mean for normal
  expression::Expression high = expression::Expression::constant(1.0);  // deviation for normal
  std::string name;                                                     // of the file or function
};

struct Comparison {
  enum class Kind { tolerance, exact, codes, set, topK };
  Kind kind = Kind::tolerance;
  // |got - want| <= relative*|want| + rms*RMS(want)
  double relative = 0;
  double rms = 0;
  int64_t codes = 0;    // codes: at most this many representable values apart
  std::string indices;  // topK: the output that holds the indices belonging to this one's values
  std::string source;   // topK: the input they select from
  // Where the oracle has a NaN, or an infinity: the same (an infinity of that sign), or anything.
  // A NaN where the oracle has none is always wrong. With `nan` stated as `match`, inputs are also
  // tried that hold NaN and infinities; unstated, it only compares like `match`.
  enum class Special { unstated, match, any };
  Special nan = Special::unstated;
  Special infinity = Special::unstated;
};

struct StructField {
  std::string name;
  ElementType type = ElementType::int32;
  int64_t offset = 0;  // bytes
  expression::Expression value;
};

struct Argument {
  std::string name;
  Role role = Role::input;
  ElementType type = ElementType::float32;
  std::vector<expression::Expression> shape;    // buffers
  std::vector<expression::Expression> strides;  // elements; empty: dense, last index fastest
  expression::Expression offset;                // elements before the first one
  int64_t alignment = 256;                      // bytes, of the buffer's first byte
  Fill fill;                                    // input and inout
  // Buffers that are written: poison where empty, otherwise this value, set before each launch.
  std::optional<expression::Expression> initial;
  bool initialIsTimed = false;   // the setting belongs to the operator's time
  expression::Expression value;  // value
  int64_t structSize = 0;        // structure: bytes
  std::vector<StructField> fields;
  std::optional<Comparison> comparison;     // outputs; else the problem's
  std::string mapOf;                        // tensorMap: the buffer it describes
  std::vector<expression::Expression> box;  // tensorMap: elements per axis of one copy
  std::string swizzle = "none";             // tensorMap: none, 32B, 64B, 128B

  bool isBuffer() const {
    return role == Role::input || role == Role::output || role == Role::inout ||
           role == Role::workspace;
  }
  bool isChecked() const { return role == Role::output || role == Role::inout; }
};

// A __constant__ or __device__ variable that is filled before the launches.
struct Symbol {
  std::string name;
  ElementType type = ElementType::float32;
  std::vector<expression::Expression> shape;  // empty: one element
  Fill fill;
};

struct Case {
  std::string name;
  bool performance = false;  // timed and verified; else verified only
  std::map<std::string, int64_t> sizes;
  std::map<std::string, int64_t> hostSizes;  // sizes that replace those above on the host device
  double weight = 1;                         // in the geometric mean
  std::optional<Comparison> tolerance;       // replaces the problem's for this case
  std::map<std::string, Fill> fills;         // by argument
};

struct CompileOptions {
  std::string standard = "c++17";
  std::vector<std::string> defines;         // "NAME" or "NAME=value"
  std::vector<std::string> includeFolders;  // below the problem's folder
  std::vector<std::string>
      options;                     // for the compiler, such as --use_fast_math; from an allow-list
  std::string compiler = "nvrtc";  // or nvcc
};

struct Oracle {
  std::string python;                // file with reference(case, inputs); may be empty
  std::vector<std::string> modules;  // files of the problem that it imports, sorted
  // Cases with more elements of output than this are judged by the source kernel, once it has been
  // verified against Python on the smaller ones.
  int64_t pythonElements = int64_t{1} << 24;
  std::map<std::string, std::string>
      stored;  // output name to .npy file pattern; "{case}" is replaced
  bool trustedSource =
      false;  // the source kernel is the oracle for all cases (weakest; said in verdicts)

  bool none() const { return python.empty() && stored.empty() && !trustedSource; }
};

// What the operator must do at least, for floors and rooflines; expressions over sizes.
struct WorkModel {
  std::optional<expression::Expression> flops;
  std::optional<expression::Expression>
      bytes;  // compulsory traffic: each input read once, each output written once
  std::string precision = "fp32";
};

// A time somebody else's implementation takes, for the record: never used in a speed-up's
// denominator.
struct KnownBaseline {
  std::string name;    // "torch.compile 2.11"
  std::string device;  // model name
  std::string caseName;
  double milliseconds = 0;
  std::string source;  // how and when measured
};

// Where the problem comes from that has no kernel: a recording of another tuner, imported. Its
// configurations and times can be looked at, compared and replayed; nothing of it can be run.
struct RecordedOrigin {
  std::string format;       // "Kernel Tuner cache", "T4", "KTT results", "CSV"
  std::string fileName;     // as it was imported, without its folder
  std::string file;         // the part that holds it, gzip
  std::string kernel;       // its name; may be empty
  std::string device;       // may be empty
  std::string problemSize;  // as text; may be empty
  std::vector<std::string> report;  // of the import: the summary, then one line each
};

struct Problem {
  std::string name;
  // Then there are neither source nor template, arguments, launches and oracle; the space is the
  // recording's parameters without constraints, and the one case is called "recorded".
  std::optional<RecordedOrigin> recorded;
  std::string sourceFile;  // relative to the folder
  std::string sourceText;
  std::string templateFile;  // may be empty
  std::string templateText;
  std::optional<Space> space;
  std::string spaceFile;

  std::vector<std::string> sizeNames;
  std::vector<Argument> arguments;
  std::vector<Launch> launches;
  std::vector<Case> cases;
  std::vector<Symbol> symbols;
  Oracle oracle;
  Comparison tolerance;
  WorkModel work;
  CompileOptions compile;
  std::vector<KnownBaseline> baselines;
  bool deterministic =
      true;  // equal inputs give bytewise equal outputs; false where atomics reorder sums

  const Argument* argument(std::string_view name) const;
  const Case* findCase(std::string_view name) const;
};

// A case made concrete on a device: every size known.
using Sizes = std::map<std::string, int64_t>;
Sizes sizesOf(const Case& which, bool onHost);

// Names of sizes, then of parameters of the configuration, then device.*.
expression::Lookup lookupFor(const Sizes& sizes, const Configuration& configuration,
                             const expression::Lookup& device);

struct BufferLayout {
  std::vector<int64_t> shape;
  std::vector<int64_t> strides;  // elements
  int64_t offset = 0;            // elements
  int64_t elements = 0;          // product of the shape
  int64_t extent = 0;            // elements the buffer must hold, offset included
  int64_t bytes = 0;             // of the extent
  bool dense = true;             // offset 0 and row-major without gaps
};

// Negative sizes, overflow of int64 and strides that overlap are faults.
Result<BufferLayout> layoutOf(const Argument& argument, const expression::Lookup& lookup);

// The argument as a candidate sees it: a workspace of the shape that the space asks for, where the
// candidate is a template and its space names the workspace; otherwise unchanged.
Argument argumentFor(const Problem& problem, const Argument& argument, bool isTemplate);

// The launches that a candidate makes: the space's for a template that has its own, else the
// problem's.
const std::vector<Launch>& launchesOf(const Problem& problem, bool isTemplate);

// A launch made concrete.
struct Dim3 {
  int64_t x = 1, y = 1, z = 1;
  int64_t count() const { return x * y * z; }
  friend bool operator==(const Dim3&, const Dim3&) = default;
};
struct ConcreteLaunch {
  std::string function;  // macros of the configuration replaced
  std::vector<std::string> arguments;
  Dim3 grid, block, cluster;
  bool hasCluster = false;
  int64_t sharedMemory = 0;
  bool cooperative = false;
  std::string memset;
  int memsetValue = 0;
};
Result<ConcreteLaunch> concrete(const Launch& launch, const Problem& problem,
                                const Configuration& configuration,
                                const expression::Lookup& lookup);

// Which of the space's `requires` does not hold for these sizes, or "" if all do.
Result<std::string> unmetRequirement(const Space& space, const expression::Lookup& lookup);

}  // namespace kw
