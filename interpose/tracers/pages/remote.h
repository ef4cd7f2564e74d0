/* remote.h: one process reads or writes another one's memory by system call (process_vm_readv,
 * process_vm_writev), as MPI libraries do. Where that has a view (region.h) the call fails: it
 * is made again at the alias, which the other's table of regions tells. The same library lies
 * there; /proc/PID/maps tells where.
 *
 * Costs nothing but for calls that fail. */
#ifndef FENCEPOST_REMOTE_H
#define FENCEPOST_REMOTE_H

#include "interpose/hooks/modules.h"

/* What libfencepost.so calls with such a call that ended early. */
hooks_remote remote_again;

#endif
