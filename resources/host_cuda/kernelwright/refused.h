// SPDX-License-Identifier: GPL-3.0-or-later
// What has no counterpart on a CPU: using it fails to compile with its name and the reason.
#pragma once

#define KW_REFUSED(reason) __attribute__((unavailable(reason " cannot run on the host device")))

#undef __cluster_dims__
#define __cluster_dims__(...) KW_REFUSED("a thread block cluster (__cluster_dims__)")

KW_REFUSED("a texture") void tex1D(...);
KW_REFUSED("a texture") void tex2D(...);
KW_REFUSED("a texture") void tex3D(...);
template <class T>
KW_REFUSED("a texture")
T tex1Dfetch(cudaTextureObject_t, int);
template <class T>
KW_REFUSED("a texture")
T tex1D(cudaTextureObject_t, float);
template <class T>
KW_REFUSED("a texture")
T tex2D(cudaTextureObject_t, float, float);
template <class T>
KW_REFUSED("a texture")
T tex3D(cudaTextureObject_t, float, float, float);
template <class T>
KW_REFUSED("a surface")
T surf2Dread(cudaSurfaceObject_t, int, int);
template <class T>
KW_REFUSED("a surface")
void surf2Dwrite(T, cudaSurfaceObject_t, int, int);

struct KW_REFUSED("a tensor map (TMA)") CUtensorMap;

KW_REFUSED("a thread block cluster") unsigned __clusterDim();
KW_REFUSED("a thread block cluster") unsigned __clusterRelativeBlockRank();
KW_REFUSED("a thread block cluster") void __cluster_barrier_arrive();
KW_REFUSED("a thread block cluster") void __cluster_barrier_wait();
