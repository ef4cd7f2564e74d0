/* gate_tell.h: what the kernel loads and stores in windows for the program's system calls. It
 * counts as accessed by the program, at the call. Calls whose result or number says which bytes
 * those are are told; of the few others, such as keyctl, nothing is known. */
#ifndef FENCEPOST_GATE_TELL_H
#define FENCEPOST_GATE_TELL_H

#include <stdint.h>
#include <sys/uio.h>
#include "gate_make.h"

/* Where the program has the pieces that a call was made with. */
struct gate_pieces {
  int count;
  const struct iovec *piece;
  const uint64_t *from;
};

/* `result`: of the call, which has been made. */
void gate_tell(const struct gated *c, const struct gate_pieces *k, long result);

#endif
