/* remote.h: one process reads or writes another one's memory by system calls (process_vm_readv,
 * process_vm_writev), as MPI libraries do. If the memory is a view there (region.h), the call
 * fails. It is then made again at the alias, which the other process's table of regions tells.
 * The table lies in our library, and /proc/PID/maps tells where that is.
 *
 * Costs nothing except for calls that fail. */
#ifndef FENCEPOST_REMOTE_H
#define FENCEPOST_REMOTE_H

#include "interpose/hooks/modules.h"

/* libfencepost.so calls this for such a call that ended early. */
hooks_remote remote_again;

#endif
