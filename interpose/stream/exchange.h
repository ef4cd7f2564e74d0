/* exchange.h: messages of bytes between ranks in MPI_Finalize, none of which is waited for
 * without bound. Errors: what fails or does not come is NULL or -1; nothing is printed. */
#ifndef FENCEPOST_EXCHANGE_H
#define FENCEPOST_EXCHANGE_H

#include <stddef.h>
#include "interpose/base/mpi_call.h"

#define EXCHANGE_MOST (1u << 30) /* bytes of a message */

/* Starts to send `bytes` (malloced; taken over). -1 when it cannot. */
int exchange_post(int rank, int tag, char *bytes, size_t n);
/* Waits until all that was posted is on its way. -1 if it takes more than `seconds`; what is
 * not yet sent then stays allocated. */
int exchange_settle(double seconds);
/* The next message, malloced, with a NUL behind; *n: its bytes, *rank: from whom
 * (MPI_ANY_SOURCE: becomes the sender). */
char *exchange_take(int *rank, int tag, double seconds, size_t *n);

#endif
