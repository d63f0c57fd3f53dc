#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what the tests need (Debian 12, as root or with sudo), then builds and runs everything that is tested:
# core/ with the thread sanitizer, a minute of fuzzing, clang-tidy on changed files, and every test with the address
# and undefined-behaviour sanitizers. Goes on after a failure, so that one run shows them all.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
jobs="$(nproc)"
failed=()

stage() {  # stage NAME COMMAND… : runs it and remembers a failure
  local name="$1" begun=$SECONDS
  shift
  say "$name"
  if "$@"; then say "$name: done in $((SECONDS - begun)) s"; else failed+=("$name"); say "$name: FAILED"; fi
}

build() { configure "$1" && ninja --quiet -C "$root/build/$1" "${@:2}"; }

# Of core/, whatever has threads; the rest of model/ and view/ computes values in one.
threaded=(base client runner model/constraints model/space view/importance view/space)

thread_sanitizer() {
  local folder failed=0
  build tsan $(printf "tests/core/%s/all " "${threaded[@]}") || return 1
  for folder in "${threaded[@]}"; do
    ctest --test-dir "$root/build/tsan/tests/core/$folder" --output-on-failure -j "$jobs" || failed=1
  done
  return $failed
}

# What differs from the branch it was made from, or else from the commit before; files not committed count too.
changed_files() {
  local base
  base="$(git -C "$root" merge-base HEAD origin/main 2>/dev/null || true)"
  if [[ -z "$base" || "$base" == "$(git -C "$root" rev-parse HEAD)" ]]; then
    base="$(git -C "$root" rev-parse --verify --quiet HEAD~1)" || return 1
  fi
  { git -C "$root" diff --name-only --diff-filter=d "$base" -- 'app/*.cpp' 'core/*.cpp'
    git -C "$root" ls-files --others --exclude-standard -- 'app/*.cpp' 'core/*.cpp'; } | sort -u
}

tidy() {
  local list
  if ! command -v clang-tidy >/dev/null; then say "clang-tidy is not here: skipped"; return 0; fi
  if ! list="$(changed_files)"; then say "No earlier commit to compare with: clang-tidy skipped"; return 0; fi
  [[ -z "$list" ]] && { say "No .cpp file of app/ or core/ changed"; return 0; }
  # This build compiles files one by one, as clang-tidy does.
  configure dev && ninja --quiet -C "$root/build/dev" kw_embedded || return 1
  # A change of many files is looked at as far as two minutes go; what is left out is said.
  local until=$((SECONDS + 120)) faults left=0 file
  faults="$(mktemp)"
  cd "$root" || return 1
  while read -r file; do
    if ((SECONDS > until)); then left=$((left + 1)); continue; fi
    while (($(jobs -rp | wc -l) >= jobs)); do wait -n || true; done
    { clang-tidy -p build/dev --quiet --warnings-as-errors='*' --extra-arg=-Wno-unknown-warning-option \
        "$file" 2>/dev/null || printf '%s\n' "$file" >> "$faults"; } &
  done <<< "$list"
  wait
  ((left == 0)) || say "Not looked at, since two minutes were over: $left of $(wc -l <<< "$list") files"
  local found=0
  [[ -s "$faults" ]] && { found=1; say "clang-tidy objects to: $(tr '\n' ' ' < "$faults")"; }
  rm -f "$faults"
  return $found
}

install_packages build run test
provide_cuda
provide_llama
stage "Build with address and undefined-behaviour sanitizers" build asan
stage "Tests of core/ with the thread sanitizer" thread_sanitizer
stage "A minute of fuzzing" "$root/packaging/fuzz.sh"
stage "clang-tidy on changed files" tidy

stage "Tests of core/ with the address and undefined-behaviour sanitizers" \
  ctest --test-dir "$root/build/asan" --output-on-failure -j "$jobs" -L '^core$'

stage "Other tests that leave the host device alone, likewise" \
  ctest --test-dir "$root/build/asan" --output-on-failure -j "$jobs" -LE '^(core|host)$'

if [[ ${#failed[@]} -gt 0 ]]; then printf 'FAILED so far: %s\n' "${failed[@]}"; fi
say "Tests on the host device, with the address and undefined-behaviour sanitizers"
# Two at a time would disturb each other: programs under test use both cores already.
ctest --test-dir "$root/build/asan" --output-on-failure -LE '^core$' -L '^host$' || failed+=("tests")
[[ ${#failed[@]} -eq 0 ]]
