/* record.h: what one thread loads and stores between two events of its process (a segment).
 *
 * Each instruction that does so has a site, a number of the process, and in the thread's
 * segment a place. Its accesses are gathered in three forms: the run it is in (hooks/hooks.h),
 * at equal distances, which costs a few loads for each access; runs that have ended and were
 * worth it; and leaves (leaf.h) for all else. Runs that grow too many become leaves. All bytes
 * are kept, with the instruction that accessed each first, and one of those that did later.
 *
 * record_access comes from the program at any point of it, in signal handlers too: it allocates
 * nothing but by mmap, and what comes while the thread is already in it is counted as lost.
 *
 * An atomic store releases what the thread did before, and nothing that it does later. So an
 * instruction that stores again after one has another place, and at the end of the segment what
 * has come since the last atomic store is told after it. */
#ifndef FENCEPOST_RECORD_H
#define FENCEPOST_RECORD_H

#include <stdatomic.h>
#include <stdint.h>
#include "include/event.h"
#include "interpose/hooks/hooks.h"
#include "interpose/base/leaf.h"
#include "interpose/base/lock.h"

#define SITES (1u << 20)
#define RECORD_DEPTH 40

/* Whether the site is in a loop that waits for the location it loads. */
enum { SPINS_UNKNOWN, SPINS_NOT, SPINS };

struct record_site {
  uintptr_t pc;
  uint16_t how;   /* HOOKS_* */
  uint8_t faults; /* accesses by this site are seen because they fault */
  uint8_t spins;  /* SPINS_* */
  /* Another site at the same pc, because a copy instruction both loads and stores. */
  uint32_t other;
};

/* `count` blocks of `length` bytes, the first at `lo`, each `stride` bytes after the one
 * before. */
struct record_item {
  uintptr_t lo;
  uint64_t length, stride, count;
  uint32_t place;
};

/* From where the program last came to an instruction. */
struct record_stack {
  int count;
  uint32_t id; /* 0: not known yet */
  void *pc[RECORD_DEPTH];
};

#define LOOKS 8
/* An element that a load site only read, and nothing else, in a segment of the chain. */
struct record_look {
  uint32_t site, size;
  uintptr_t at;
  int polled; /* and was told so */
};

struct recorder {
  struct hooks_recorder hooks; /* first */
  struct recorder *next;
  struct owned_lock lock;
  volatile int busy; /* the thread is in record_access */
  atomic_int used;   /* by a thread that exists */
  int thread;
  uint32_t *active; /* numbers of sites by their place, from 1 */
  uint32_t active_count;
  uint32_t released; /* places up to this one are older than the last atomic store; 0: none is
                        known to be */
  uint32_t releases; /* the site of the last atomic store, if nothing was told since; else 0 */
  uint32_t renewed;  /* how many places were given to sites that had one already */
  uint16_t *former;  /* by place: the first place of its site in the segment; 0: it is that */
  struct record_item *item;
  size_t items, item_room;
  struct leaves leaves;
  struct record_stack **stack; /* by site */
  char *stacks;                /* memory for them */
  size_t stacks_left;
  struct record_look look[LOOKS];
  int looks;
  unsigned chain; /* number of the chain; what was looked at in another chain does not count */
  uint64_t lost;
};

extern struct record_site *record_sites;
extern _Atomic uint32_t record_site_count;

/* Called once, before the others. `most`: how many bytes recorders may take together, 0 = no
 * bound. */
int record_begin(uint64_t most);
void record_access(uintptr_t at, uintptr_t pc, unsigned how, size_t size, struct hooks *h);
/* All that an instruction accesses in a loop, told before it. */
void record_row(uintptr_t at, uintptr_t pc, unsigned how, const struct hooks_row *row,
                struct hooks *h);
/* The same for code without hooks. `pc`: of the instruction after the one that accesses. */
void record_access_at(uintptr_t at, uintptr_t pc, unsigned how, size_t size);
/* Returns where we can read what the program has at an address. NULL: at that address
 * itself. */
extern uintptr_t (*record_memory)(uintptr_t at);
/* Returns whether the load of `size` bytes before `pc`, or after the call there that tells of
 * it, is in a loop that waits (spin.h). NULL: it never is. */
extern int (*record_spins)(uintptr_t pc, size_t size, int told);

enum {
  RECORD_POLLS = 1,
  /* Its loads in earlier segments of the chain polled, too, which was not told then. */
  RECORD_POLLED = 2
};

/* What a segment holds, site by site: runs sorted by address. */
struct record_segment {
  const struct recorder *recorder;
  uint32_t site;
  struct record_stack *stack; /* NULL: not known */
  int polled; /* RECORD_POLLS...: the element was read again until it had another value */
  const struct event_run *run;
  int32_t runs;
  int64_t lo, hi, size;
};
/* Returns whether a look at one element may be told later, together with those that follow. */
typedef int record_held(uintptr_t at, size_t size);
/* Ends the segment of all threads, except for accesses that are held back (NULL: none are). The
 * caller holds a lock that keeps others from doing so. If the segment is empty, costs a load
 * for each thread. */
void record_end(record_held *held, void *context,
                void (*each)(void *context, const struct record_segment *segment));
/* Returns whether the calling thread has accesses in its segment. */
int record_any(void);
/* The chain of segments ends with the one that has just ended. Segments belong to one chain as
 * long as only calls that a polling loop may make divide them. */
void record_chain_end(void);
/* Lists the accesses of the segment by which processes may order themselves: atomic operations
 * and polling loads. At most `most`; returns how many. The caller holds the same lock. */
int record_orderings(uintptr_t *at, int most);
uint64_t record_lost(void);
/* For the child of a fork. */
void record_stop(void);

#endif
