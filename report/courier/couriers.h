/* couriers.h: what ranks on other hosts tell, where these do not see our folder of journals.
 *
 * We listen at a port; its number, our addresses and a random key are in the environment of the
 * ranks. On each such host one rank starts `fencepost courier` (courier.h), a process beside
 * the program. It sends what the ranks there write to their journals, and we write the same
 * into the files of the same names here: live.h, dump.h and all others need not know of other
 * hosts. A question to the ranks (dump.h) is passed on in both directions.
 *
 * What is sent: we begin with the first half of the key, the courier answers with the second
 * (each ends with a newline); who does not know it is not heard. Then the courier sends parts
 * of files, "NAME OFFSET LENGTH\n" and the bytes, and the words COURIER_DUMP (a rank there
 * asks) and COURIER_DONE (its ranks have ended) as files without bytes. We send lines:
 * COURIER_ASK, COURIER_END (end the ranks) and COURIER_KEPT, the answer to COURIER_DONE.
 *
 * No rank waits for any of this. If it fails, ranks there are heard of as far as their journals
 * come through MPI, in MPI_Finalize.
 *
 * Cost: no thread; the sockets are looked at when job.c wakes. */
#ifndef FENCEPOST_COURIERS_H
#define FENCEPOST_COURIERS_H

#define COURIER_KEY 32 /* letters */
#define COURIER_DUMP "dump"
#define COURIER_DONE "done"
#define COURIER_ASK "ask"
#define COURIER_END "end"
#define COURIER_KEPT "kept"

#include <stddef.h>

struct couriers;

/* Listens, and puts COURIER_VARIABLE into the environment. Returns NULL if that is not
 * possible; the other functions take NULL. `dir` must live as long. */
struct couriers *couriers_new(const char *dir);
/* Takes what has come. Does not wait. Returns how many couriers there are. */
size_t couriers_serve(struct couriers *c);
/* Has the ranks on other hosts ended. */
void couriers_end_ranks(struct couriers *c);
/* The program has ended: takes what is still on its way, and closes all. */
void couriers_free(struct couriers *c);

#endif
