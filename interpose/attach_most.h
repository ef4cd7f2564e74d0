/* attach_most.h: how much may be attached to a dynamic window.
 *
 * Open MPI attaches pages, 64 at most (osc_rdma_max_attach), and blocks that share a page count
 * once. What we keep of each block lies in the program's heap, between its blocks, which so
 * take more pages: Open MPI is told, while it starts, to allow more of them, by an environment
 * variable, unless the user has set it. */
#ifndef FENCEPOST_ATTACH_MOST_H
#define FENCEPOST_ATTACH_MOST_H

/* Before and after MPI starts: the program does not see it. */
void attach_most_prepare(void);
void attach_most_restore(void);

#endif
