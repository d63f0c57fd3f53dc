# SPDX-License-Identifier: GPL-3.0-or-later
# What quickstart.sh and test.sh share. To be sourced; sets `root` to the source tree.
# shellcheck shell=bash

root="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "== $*"; }
die() { printf '%s\n' "$*" >&2; exit "${status:-1}"; }

# The package table of this distribution.
package_table() {
  local id=unknown version=unknown
  if [[ -r /etc/os-release ]]; then
    id="$(. /etc/os-release && printf '%s' "${ID:-unknown}")"
    version="$(. /etc/os-release && printf '%s' "${VERSION_ID:-unknown}")"
  fi
  local table="$root/packaging/packages/$id-$version.txt"
  [[ -r "$table" ]] || return 1
  printf '%s' "$table"
}

# packages_for build run … : the packages that are needed for any of these.
packages_for() {
  local table wanted=" $* " package when
  table="$(package_table)" || return 1
  while read -r package when; do
    [[ -z "$package" || "$package" == \#* ]] && continue
    when="${when%%#*}"
    for column in $when; do
      if [[ "$wanted" == *" $column "* ]]; then printf '%s\n' "$package"; break; fi
    done
  done < "$table"
}

is_installed() {
  [[ "$(dpkg-query -W -f '${db:Status-Abbrev}' "$1" 2>/dev/null)" == ii* ]]
}

as_root() {
  if [[ "$(id -u)" == 0 ]]; then "$@"; elif command -v sudo >/dev/null; then sudo "$@"; else return 127; fi
}

# install_packages build run … : installs what is missing; asks the network only then.
install_packages() {
  local -a missing=()
  local package all
  if ! all="$(packages_for "$@")"; then
    say "No package table for this distribution in packaging/packages/: nothing is installed." \
        "The names for Debian 12 are in packaging/packages/debian-12.txt."
    return 0
  fi
  case "$(package_table)" in *ubuntu*) say "Ubuntu's package table is untested." ;; esac
  for package in $all; do is_installed "$package" || missing+=("$package"); done
  [[ ${#missing[@]} -eq 0 ]] && return 0
  say "Installing ${missing[*]}"
  if [[ "$(id -u)" != 0 ]] && ! command -v sudo >/dev/null; then
    die "These packages are missing, and there is neither root nor sudo to install them:" \
        "apt-get install ${missing[*]}"
  fi
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq update ||
    die "The package lists cannot be fetched. Missing: ${missing[*]}"
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends -o Dpkg::Use-Pty=0 \
    "${missing[@]}" >/dev/null ||
    die "Some packages cannot be installed: ${missing[*]}"
}

cuda_wheels() { printf '%s' "${KERNELWRIGHT_WHEELS:-${XDG_DATA_HOME:-$HOME/.local/share}/kernelwright/cuda}"; }

# A toolkit with NVRTC's headers, looked for where the runner looks.
cuda_toolkit() {
  local folder nvcc
  nvcc="$(command -v nvcc || true)"
  for folder in "${KERNELWRIGHT_CUDA:-}" "${CUDA_HOME:-}" "${CUDA_PATH:-}" "${nvcc:+$(dirname "$(dirname "$nvcc")")}" \
                /usr/local/cuda; do
    if [[ -n "$folder" && -r "$folder/include/cuda_runtime.h" ]]; then printf '%s' "$folder"; return 0; fi
  done
  return 1
}

# CUDA's compiler, headers and profiler library: an installed toolkit, or their Python wheels in a private folder.
provide_cuda() {
  local toolkit folder
  if toolkit="$(cuda_toolkit)"; then
    say "CUDA: the toolkit in $toolkit"
    return 0
  fi
  folder="$(cuda_wheels)"
  if [[ -e "$folder/complete-13.0" ]]; then
    say "CUDA: the wheels in $folder"
    return 0
  fi
  install_packages wheels
  say "CUDA: no toolkit here; fetching NVRTC, CUPTI, nvdisasm and the headers as Python wheels into $folder"
  mkdir -p "$folder"
  # nvdisasm lists SASS. There is no wheel of it as old as 13.0; later ones read what 13.0 writes.
  PIP_ROOT_USER_ACTION=ignore /usr/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: --upgrade \
    --target "$folder" 'nvidia-cuda-nvrtc==13.0.*' 'nvidia-cuda-cupti==13.0.*' 'nvidia-cuda-runtime==13.0.*' \
    'nvidia-cuda-cccl==13.0.*' 'nvidia-cuda-crt==13.0.*' 'nvidia-cuda-nvdisasm>=13.2,<14' ||
    die "The wheels cannot be fetched. Without them nothing can be compiled: install a CUDA 13 toolkit, or try again with a network."
  touch "$folder/complete-13.0"
}

# llama.cpp's own server in a Python package, for a test of our client against it. Without it that test is skipped.
provide_llama() {
  local folder="${KERNELWRIGHT_LLAMA:-$(dirname "$(cuda_wheels)")/llama}" version=2026.10.11549
  if [[ ! -e "$folder/complete-$version" ]]; then
    install_packages wheels
    say "llama.cpp: fetching it as a Python wheel into $folder"
    mkdir -p "$folder"
    PIP_ROOT_USER_ACTION=ignore /usr/bin/python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary :all: \
      --upgrade --target "$folder" "xllamacpp==$version" || { say "llama.cpp cannot be fetched: its test is skipped"; return 0; }
    touch "$folder/complete-$version"
  fi
  export KERNELWRIGHT_LLAMA="$folder"
}

# configure PRESET: only where it was not done; ninja configures again by itself when a file of CMake changes.
configure() {
  [[ -e "$root/build/$1/build.ninja" ]] || (cd "$root" && cmake --preset "$1" >/dev/null)
}
