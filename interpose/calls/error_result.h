/* error_result.h: error codes that the program does not look at.
 *
 * Where errors return (MPI_ERRORS_RETURN, and of files always: section 8.3), what a call
 * returns is all that tells of one. Whether the program looks at it the code after the call
 * tells: the register that holds it is read by nothing before it is overwritten. What a
 * function returns in its turn, and what cannot be followed, counts as looked at; so does what
 * a Fortran binding stores into `ierror`. Nor need the program look at it where a handler of
 * its own has been told. Looked for once for each place and error class.
 *
 * Costs nothing while calls succeed. Without libfencepost-decode.so it counts as
 * looked at. */
#ifndef FENCEPOST_RESULT_H
#define FENCEPOST_RESULT_H

#include <stddef.h>
#include <stdint.h>
#include "include/finding.h"
#include "interpose/base/thread.h"

/* A call has failed. */
void result_failed(struct frame *f, int code);
/* Once a program is known to be erroneous, errors may be what follows from that: nothing more
 * is said of them. */
void result_found(const struct finding *f);

/* The function of libfencepost-decode.so: whether code from `pc` on may look at a result.
 * `code`: what lies from `lo` to `hi`. */
#define RESULT_BEFORE 512
#define RESULT_AFTER 1024
struct result_code {
  uintptr_t pc, lo, hi;
  const uint8_t *code;
};
#define RESULT_FUNCTION "fencepost_result"
typedef int result_function(const struct result_code *c);

#endif
