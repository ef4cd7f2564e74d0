/* letters.h: what each message is made of, at the sender and at the receiver: how many bytes of
 * which type are sent, and what there is room for. The first RUNS_MOST runs of messages that
 * are alike are kept, and written to the journal when the process ends or hangs; both sides are
 * compared afterwards (checker/progress/mismatch.c). No message is sent.
 *
 * Calls of one line with the same amount and type are one kind. A message like the one before
 * it, from the same process with the same tag and communicator, costs a few instructions;
 * another one two look-ups.
 *
 * Not kept once several threads call MPI, if they may do so at once: then numbers of messages
 * are not certain, nor is that of a message which is being sent when the second one begins. */
#ifndef FENCEPOST_LETTERS_H
#define FENCEPOST_LETTERS_H

#include <stdint.h>
#include "interpose/base/mpi_frame.h"
#include "interpose/base/mpi_call.h"

enum { RUNS_MOST = 4096, LETTER_KINDS_MOST = 1024, TOLD_MOST = 256 };

/* Returns the number of the kind that the call sends (`sent`) or has room for; 0: it is not
 * kept. *first: it is new. */
unsigned letters_kind(const struct frame *f, int sent, int64_t count, MPI_Datatype type,
                      int *first);
/* Returns how many bytes a receive of this kind has room for, and of which type (event_data);
 * -1: that is not known. */
int64_t letters_room(unsigned kind, uint16_t *basic, uint16_t *element);
/* The call is about to send the number-th message of this key to that rank, or to receive it,
 * and those that follow are of the same kind until another one is told. Written to the journal
 * at once, because the library may end the program in the call. TOLD_MOST are written, and then
 * that there were more. */
void letters_tell(unsigned kind, int32_t rank, uint64_t key, int64_t number);
/* The same for a receive with a wildcard: of any source, -1, or with any tag, 0. */
void letters_tell_any(unsigned kind, int32_t rank, uint64_t key);
/* The library ends the process in a call that may receive the next `count` messages of that key
 * (of any source, -1; with any tag, 0), all by receives of this kind. */
void letters_tell_failing(unsigned kind, int32_t rank, uint64_t key, unsigned count);

/* The messages of one key to or from one rank. It lasts. `kind` and `next` are of the last
 * run. */
struct letter_log {
  unsigned kind;
  uint64_t next;
};
/* NULL if there is no room. */
struct letter_log *letters_log(int sent, int32_t rank, uint64_t key);
/* The message is not like the one before. Calls letters_tell. */
void letters_run(struct letter_log *l, unsigned kind, uint64_t number);
/* The number-th message is of that kind. */
static inline void letters_note(struct letter_log *l, unsigned kind, uint64_t number) {
  if (l && l->kind == kind && l->next == number)
    l->next++;
  else if (l && kind)
    letters_run(l, kind, number);
}
/* Writes them to the journal. */
void letters_write(void);

#endif
