/* op_function.h: MPI calls in the functions of the program's reduction operations
 * (MPI_Op_create). These must not communicate (section 5.9.5 of MPI-3.1). Functions that are
 * called for attributes, errors and generalized requests may. */
#ifndef FENCEPOST_OP_FUNCTION_H
#define FENCEPOST_OP_FUNCTION_H

#include "interpose/base/thread.h"

/* After MPI_Op_create. */
void op_function_leave_create(struct frame *f);
void op_function_leave_create_c(struct frame *f);
/* Before a call that a function of the program makes while the thread is in another one. */
void op_function_called(struct frame *f);

#endif
