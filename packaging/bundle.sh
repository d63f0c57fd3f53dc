#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes dist/kernelwright-VERSION-linux-x86_64.tar.xz: the programs with every library, plugin and font they need, for
# machines of the same or a newer C library. Needs root only where packages are missing. Takes no arguments.
set -euo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

export CCACHE_BASEDIR="$root" CCACHE_NOHASHDIR=1
limit_megabytes=60
build="$root/build/bundle"
version="$(sed -n 's/^project(kernelwright VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")"
name="kernelwright-$version-linux-x86_64"
tree="$root/dist/$name"
programs=(kernelwright kwr kwr-runner kwr-host-launcher)

# What belongs to the machine: the C library, and drivers of its graphics card.
is_the_machines() {
  case "$1" in
    ld-linux*|libc.so.*|libm.so.*|libpthread.so.*|libdl.so.*|librt.so.*|libutil.so.*|libresolv.so.*|libnsl.so.*) ;;
    libGLX_*|libEGL_*|libdrm*|libgbm*|libglapi*|libgallium*|libvulkan*|libnvidia*|libcuda*) ;;
    *) return 1 ;;
  esac
}

# The release build with three differences: libraries are looked for beside the programs (RPATH rather than RUNPATH, so
# that it holds for plugins and for libraries of libraries too), and kwr-host-launcher, of which the sandbox shows
# nothing but the file itself, has its two libraries inside.
build_programs() {
  local seccomp
  seccomp="$(gcc -print-file-name=libseccomp.a)"
  [[ "$seccomp" == /* ]] || die "libseccomp.a is missing: it comes with libseccomp-dev"
  (cd "$root" && cmake --preset release -B "$build" \
     -DCMAKE_INSTALL_RPATH="\$ORIGIN/../lib" -DCMAKE_EXE_LINKER_FLAGS=-Wl,--disable-new-dtags \
     -DBoost_USE_STATIC_LIBS=ON -DKW_SECCOMP_LIBRARY="$seccomp" >/dev/null)
  ninja --quiet -C "$build" "${programs[@]/#/bin/}"
}

plugins_folder() {
  local folder
  for folder in "$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || true)" /usr/lib/x86_64-linux-gnu/qt6/plugins \
                /usr/lib/qt6/plugins; do
    if [[ -n "$folder" && -d "$folder/platforms" ]]; then printf '%s' "$folder"; return 0; fi
  done
  die "Qt's plugins were not found: install libqt6gui6"
}

# Those that are there of what a window needs: displays, pictures, typing in other scripts. PDF files take none.
copy_plugins() {
  local from plugin
  from="$(plugins_folder)"
  for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqminimal platforms/libqwayland-generic \
                platforms/libqwayland-egl wayland-shell-integration/libxdg-shell \
                wayland-decoration-client/libbradient wayland-graphics-integration-client/libqt-plugin-wayland-egl \
                xcbglintegrations/libqxcb-glx-integration imageformats/libqsvg imageformats/libqjpeg \
                iconengines/libqsvgicon platforminputcontexts/libcomposeplatforminputcontextplugin \
                platforminputcontexts/libibusplatforminputcontextplugin; do
    [[ -e "$from/$plugin.so" ]] || continue
    install -D -m 644 -t "$tree/plugins/$(dirname "$plugin")" "$from/$plugin.so"
  done
  [[ -e "$tree/plugins/platforms/libqxcb.so" && -e "$tree/plugins/platforms/libqoffscreen.so" ]] ||
    die "Qt's platform plugins xcb and offscreen are needed: install libqt6gui6"
}

# ldd names the libraries of libraries too.
copy_libraries() {
  local file path
  mkdir -p "$tree/lib"
  { printf '%s\n' "${programs[@]/#/$build/bin/}"; find "$tree/plugins" -name '*.so'; } |
    while read -r file; do ldd "$file"; done > "$tree/../ldd.txt"
  if grep -q 'not found' "$tree/../ldd.txt"; then
    die "These libraries are missing on this machine: $(grep 'not found' "$tree/../ldd.txt" | sort -u)"
  fi
  awk '$2 == "=>" && $3 ~ /^\// { print $3 }' "$tree/../ldd.txt" | sort -u |
    while read -r path; do
      is_the_machines "$(basename "$path")" || install -m 644 "$(realpath "$path")" "$tree/lib/$(basename "$path")"
    done
  rm "$tree/../ldd.txt"
}

copy_fonts() {
  local font folder=/usr/share/fonts/truetype/dejavu to="$tree/share/kernelwright/fonts"
  for font in DejaVuSans DejaVuSans-Bold DejaVuSansMono DejaVuSansMono-Bold; do
    [[ -e "$folder/$font.ttf" ]] || die "The font $font is missing: install fonts-dejavu-core"
    install -D -m 644 -t "$to" "$folder/$font.ttf"
  done
  install -m 644 "$root/packaging/bundle/fonts.conf" "$to/fonts.conf"
}

# The licence of each package that a file comes from, as Debian keeps it.
copy_licences() {
  local package to="$tree/share/doc/kernelwright/licences"
  mkdir -p "$to"
  { find "$tree/lib" -type f -printf '*/%f\n'
    find "$tree/plugins" -name '*.so' -printf '*/%P\n'
    printf '%s\n' '*/DejaVuSans.ttf'; } |
    { xargs dpkg-query --search 2>/dev/null || true; } | sed 's/:.*//' | sort -u |
    while read -r package; do
      if [[ -e "/usr/share/doc/$package/copyright" ]]; then
        cp -L "/usr/share/doc/$package/copyright" "$to/$package.txt"
      fi
    done
  cp "$root/LICENSE" "$tree/LICENSE"
  sed "s/@VERSION@/$version/" "$root/packaging/bundle/README.txt" > "$tree/README.txt"
}

# The programs start with nothing but the machine's C library from outside the bundle.
check_bundle() {
  local program foreign
  for program in "${programs[@]}"; do
    [[ "$program" == kwr-host-launcher ]] && continue
    foreign="$(env -i LD_TRACE_LOADED_OBJECTS=1 "$tree/bin/$program" | awk '$2 == "=>" { print $3 }' |
               grep -v "^$tree/" | while read -r path; do
                 is_the_machines "$(basename "$path")" || printf '%s ' "$path"; done)"
    [[ -z "$foreign" ]] || die "bin/$program takes libraries from outside the bundle: $foreign"
  done
  env -i HOME=/nonexistent "$tree/bin/kwr" --version >/dev/null || die "bin/kwr does not start"
}

pack() {
  local archive="$root/dist/$name.tar.xz" bytes
  # Sorted, without names and times of this machine: the same tree gives the same archive.
  tar -C "$root/dist" --sort=name --owner=0 --group=0 --numeric-owner \
      --mtime="@$(git -C "$root" log -1 --format=%ct 2>/dev/null || echo 0)" -cf - "$name" |
    xz -6 --threads=0 > "$archive"
  bytes="$(stat -c %s "$archive")"
  (( bytes < limit_megabytes * 1000000 )) || die "$archive has $bytes bytes: more than $limit_megabytes MB"
  say "dist/$name.tar.xz: $((bytes / 1000)) kB, unpacked $(du -sm "$tree" | cut -f 1) MB"
}

install_packages build
provide_cuda
say "Building"
build_programs
for program in "${programs[@]}"; do
  [[ -x "$build/bin/$program" ]] || die "$build/bin/$program was not built"
done
say "Collecting"
rm -rf "$tree"
cmake --install "$build" --prefix "$tree" --strip >/dev/null
cp "$root/packaging/bundle/qt.conf" "$tree/bin/qt.conf"
# As it was built, without a path to lib/: it loads what the machine's compiler made, so that its C++ library has to be
# the machine's too.
install -s "$build/bin/kwr-host-launcher" "$tree/bin/kwr-host-launcher"
copy_plugins
copy_libraries
strip --strip-unneeded "$tree"/lib/*.so* 2>/dev/null || true
copy_fonts
copy_licences
check_bundle
say "Packing"
pack
