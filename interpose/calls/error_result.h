/* error_result.h: error codes that the program does not look at.
 *
 * Where errors return (MPI_ERRORS_RETURN, and always for files: section 8.3), only the returned
 * code tells of an error. Whether the program looks at it is found from the machine code after
 * the call: if the register with the code is overwritten before anything reads it, the program
 * does not. A code that the function returns itself, or that cannot be followed, counts as
 * looked at. So does one that a Fortran binding stores into `ierror`, and one that an error
 * handler of the program was told of. Each place is examined once for each error class.
 *
 * Costs nothing while calls succeed. Without libfencepost-decode.so each code counts as looked
 * at. */
#ifndef FENCEPOST_RESULT_H
#define FENCEPOST_RESULT_H

#include <stddef.h>
#include <stdint.h>
#include "include/finding.h"
#include "interpose/base/thread.h"

/* A call has failed. */
void result_failed(struct frame *f, int code);
/* Returns whether the call has cut off a message and the program does not look at the code.
 * `one`: the code in the status of the request, for calls that complete several. */
int result_cut(const struct frame *f, int one);
/* Once a program is known to be erroneous, later errors may follow from that, so nothing more
 * is reported. */
void result_found(const struct finding *f);

/* The function of libfencepost-decode.so: returns whether the code from `pc` on may look at a
 * result. `code`: the machine code from `lo` to `hi`. */
#define RESULT_BEFORE 512
#define RESULT_AFTER 1024
struct result_code {
  uintptr_t pc, lo, hi;
  const uint8_t *code;
};
#define RESULT_FUNCTION "fencepost_result"
typedef int result_function(const struct result_code *c);

#endif
