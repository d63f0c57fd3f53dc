// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/cuda_lexer.h"

#include "widgets/theme/theme.h"

namespace kw {

namespace {

constexpr int usedStyles = 32;   // of each half
constexpr int styleCount = 128;  // the upper half: the same in a branch that is switched off

constexpr const char* cudaWords =
    "__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ "
    "__forceinline__ "
    "__noinline__ __launch_bounds__ __cluster_dims__ __maxnreg__ __grid_constant__ "
    "threadIdx blockIdx blockDim gridDim warpSize "
    "__syncthreads __syncthreads_and __syncthreads_or __syncthreads_count __syncwarp "
    "__threadfence __threadfence_block __threadfence_system __activemask "
    "__shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __all_sync "
    "__any_sync __match_any_sync __match_all_sync __reduce_add_sync __reduce_max_sync "
    "__reduce_min_sync __reduce_and_sync __reduce_or_sync __reduce_xor_sync "
    "__ldg __ldcs __ldca __ldcg __ldlu __ldcv __stcs __stcg __stwb __stwt "
    "__pipeline_memcpy_async __pipeline_commit __pipeline_wait_prior "
    "atomicAdd atomicSub atomicExch atomicMin atomicMax atomicInc atomicDec atomicCAS atomicAnd "
    "atomicOr atomicXor "
    "__expf __logf __log2f __log10f __sinf __cosf __tanf __powf __fdividef __fmaf_rn __frcp_rn "
    "__fsqrt_rn __frsqrt_rn __saturatef rsqrtf fmaf __mul24 __umulhi __mulhi __popc __clz __ffs "
    "__brev __byte_perm __funnelshift_l __funnelshift_r __dp4a __dp2a __vadd2 __half2float "
    "__float2half __bfloat162float __float2bfloat16 __ushort_as_bfloat16 __bfloat16_as_ushort "
    "half half2 __half __half2 __nv_bfloat16 __nv_bfloat162 __nv_fp8_e4m3 __nv_fp8_e5m2 "
    "char2 char4 uchar2 uchar4 short2 short4 ushort2 ushort4 int2 int3 int4 uint2 uint3 uint4 "
    "long2 ulong2 longlong2 ulonglong2 float2 float3 float4 double2 double4 dim3 "
    "cooperative_groups cuda nvcuda wmma clock64 __nanosleep __trap __assume __builtin_assume "
    "__cvta_generic_to_shared CUtensorMap";

QColor colorOf(int style, const Tokens& t) {
  switch (style % 64) {
    case QsciLexerCPP::Comment:
    case QsciLexerCPP::CommentLine:
    case QsciLexerCPP::CommentDoc:
    case QsciLexerCPP::CommentLineDoc:
    case QsciLexerCPP::CommentDocKeyword:
    case QsciLexerCPP::CommentDocKeywordError:
    case QsciLexerCPP::PreProcessorComment:
    case QsciLexerCPP::PreProcessorCommentLineDoc:
    case QsciLexerCPP::TaskMarker:
      return t.comment;
    case QsciLexerCPP::Number:
    case QsciLexerCPP::UserLiteral:
      return t.number;
    case QsciLexerCPP::Keyword:
      return t.keyword;
    case QsciLexerCPP::KeywordSet2:
      return t.cudaWord;
    case QsciLexerCPP::DoubleQuotedString:
    case QsciLexerCPP::SingleQuotedString:
    case QsciLexerCPP::VerbatimString:
    case QsciLexerCPP::RawString:
    case QsciLexerCPP::EscapeSequence:
      return t.string;
    case QsciLexerCPP::UnclosedString:
      return t.failed;
    case QsciLexerCPP::PreProcessor:
      return t.preprocessor;
    default:
      return t.text;
  }
}

}  // namespace

CudaLexer::CudaLexer(QObject* parent) : QsciLexerCPP(parent) {
  setFoldCompact(false);
  setHighlightEscapeSequences(false);
  restyle();
}

const char* CudaLexer::keywords(int set) const {
  return set == 2 ? cudaWords : QsciLexerCPP::keywords(set);
}

void CudaLexer::restyle() {
  const Theme& theme = Theme::instance();
  const Tokens& t = theme.tokens();
  const QFont font = theme.codeFont();
  setDefaultColor(t.text);
  setDefaultPaper(t.editorPaper);
  setDefaultFont(font);
  for (int style = 0; style < styleCount; ++style) {
    if (style % 64 >= usedStyles) continue;  // the editor's own
    setColor(colorOf(style, t), style);
    setPaper(t.editorPaper, style);
    setEolFill(false, style);
    setFont(font, style);
  }
}

}  // namespace kw
