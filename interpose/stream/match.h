/* match.h: which message a receive matched: its number among those of one sender with one tag
 * on one communicator, from 0.
 *
 * Messages of one (source, tag) are matched in the order in which the receives that take them
 * were posted, whatever order these complete in (section 3.5). So a receive that names source
 * and tag has its number when it is posted, unless a wildcard posted before might take messages
 * of the same source and tag. Then the number has to wait until it is known what the wildcard
 * took: when a later receive has been matched, so has every earlier one that could have taken
 * its message, and the library is asked (`resolve`). If one was matched but its data is still
 * under way, the library does not tell: the receive then gets the lowest number it can have,
 * which is that of a message of the same sender, sent no later.
 *
 * One `struct match` is one communicator. No MPI here and no lock. Time per receive is
 * constant, but for wildcards that are completed long after receives that were posted after
 * them.
 *
 * Of a source and tag that no receive names just now 16 bytes are kept, at most three quarters
 * of a table full, once there are more than a thousand.
 *
 * `loose`: several threads receive at once, so that the order of posting may be another than
 * the one we see. Then messages of a (source, tag) are numbered in the order of completion: no
 * number is given that was not sent. */
#ifndef FENCEPOST_MATCH_H
#define FENCEPOST_MATCH_H

#include <stdint.h>

#define MATCH_ANY (-1)

struct match;
struct receive; /* a posted receive; it belongs to us until it is completed or cancelled */

enum match_answer { MATCH_LOST = -1, MATCH_OPEN, MATCH_TOOK };
/* Says what the receive of `owner` took. MATCH_LOST: nothing, because it was cancelled, or it
 * cannot be asked. */
typedef enum match_answer match_resolve(void *owner, int *source, int *tag);

struct match *match_new(match_resolve *resolve);
void match_free(struct match *m);
/* Functions that return a number or a pointer return -1 or NULL when memory runs out. */
struct receive *match_post(struct match *m, int source, int tag, void *owner);
/* The same for a source and tag that were met before, and match_now, too. Only source and tag
 * are filled in at first. */
struct match_again {
  int source, tag;
  struct match_place *place;
  uint64_t tidied; /* how often places had been removed */
};
struct receive *match_post_again(struct match *m, struct match_again *a, void *owner);
int64_t match_now_again(struct match *m, struct match_again *a);
int64_t match_complete(struct match *m, struct receive *r, int source, int tag);
void match_cancel(struct match *m, struct receive *r); /* it took no message */
void match_doubt(struct receive *r);                   /* MPI_Cancel was called on it */
void match_forget(struct match *m, struct receive *r); /* nobody will know what it took */
/* The number of a message that was received, or matched by MPI_Mprobe, by the call that has
 * just ended. */
int64_t match_now(struct match *m, int source, int tag);
/* The number of the message that MPI_Probe has found. */
int64_t match_peek(struct match *m, int source, int tag);
/* The number of the message that the next receive posted with these would take; -1: that
 * depends on receives before it. */
int64_t match_next(struct match *m, int source, int tag);
void match_loose(struct match *m);
/* Calls back with each source and tag of which messages were received, and how many: more, if
 * receives under way take none. Returns 0, without calling back, if that cannot be said. */
typedef void match_counted(void *context, int source, int tag, int64_t count);
int match_count(struct match *m, void *context, match_counted *each);
/* Returns whether the number that was given last may be too low. */
int match_bound(const struct match *m);

#endif
