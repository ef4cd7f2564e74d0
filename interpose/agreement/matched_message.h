/* matched_message.h: which message a matched probe has found, for letters.h: what its receive
 * has room for is known only when the message is received. */
#ifndef FENCEPOST_MATCHED_MESSAGE_H
#define FENCEPOST_MATCHED_MESSAGE_H

#include "interpose/base/mpi_frame.h"

struct message;

/* MPI_Mprobe or MPI_Improbe has found it. */
void matched_note(const struct frame *f, const struct message *m);

#endif
