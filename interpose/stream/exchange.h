/* exchange.h: sends bytes between ranks in MPI_Finalize. No wait is without bound. Errors: the
 * result is NULL or -1 if something fails or does not come; nothing is printed. */
#ifndef FENCEPOST_EXCHANGE_H
#define FENCEPOST_EXCHANGE_H

#include <stddef.h>
#include "interpose/base/mpi_call.h"

#define EXCHANGE_MOST (1u << 30) /* largest number of bytes in a message */

/* Starts to send `bytes` (malloced; taken over). Returns -1 if it cannot. */
int exchange_post(int rank, int tag, char *bytes, size_t n);
/* Waits until all that was posted is on its way. Returns -1 if this takes more than `seconds`;
 * what is not sent by then stays allocated. */
int exchange_settle(double seconds);
/* Returns the next message, malloced, with a NUL behind it. *n: its bytes, *rank: from whom to
 * take it (MPI_ANY_SOURCE: becomes the sender). */
char *exchange_take(int *rank, int tag, double seconds, size_t *n);

#endif
