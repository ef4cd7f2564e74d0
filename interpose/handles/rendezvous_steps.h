/* rendezvous_steps.h: what would wait for what if no message were buffered: if every standard
 * send waited until its receive is posted (section 3.5 lets a library do so), and every
 * collective call until all processes have come to it (chapter 5 lets it do so).
 *
 * The steps of a process are the sends, receives and collective calls that it has waited for,
 * and calls of MPI_Win_start and MPI_Win_wait (handles/pscw_steps.h). The journal gets, for a
 * message that the process received, the steps of the same thread after which the receive was
 * posted: until then the sender would have waited. For a message that it sent, the steps after
 * which the send began: until then the receiver waited. For a collective call, the steps after
 * which the process came to it: until then the others would have waited. The report looks for
 * circles. Of messages of one process with one tag by the same call, after a step from the same
 * place, the first 8 are kept (rendezvous_kept.h), and the same of collective calls on a
 * communicator; 4096 in all.
 *
 * MPI_Test may tell that a send is complete because the message was buffered. Without buffers
 * it would have told so only when the receive was posted, and what the process did until then
 * may be what this run does later. So what it waits for after that is no step, until it and all
 * others have come to a collective call: without buffers they get there only when it was told.
 *
 * A message is known by the ranks, the key and its number under the key (edge.h). Nothing more
 * is followed once several threads call MPI, if they may do so at once. Costs some 30
 * instructions for a message and 40 for a step. At first the stack of each step is looked up.
 * When 64 calls in a row that return to one address had one stack, it is looked up every 65th
 * time only, as long as the stack pointer is the same. So the line of a step is always right;
 * the functions around it may be those of an earlier call. */
#ifndef FENCEPOST_RENDEZVOUS_STEPS_H
#define FENCEPOST_RENDEZVOUS_STEPS_H

#include <stdint.h>
#include "rendezvous_kept.h"
#include "maker.h"
#include "interpose/base/thread.h"
#include "interpose/base/world.h"
#include "interpose/base/internal.h"

#define STEPS 256      /* steps that are remembered */
#define STEP_PLACES 64 /* places for which the stack is known */
#define KINDS 4096     /* of messages */
#define OF_KIND 8      /* messages of one kind that are kept */

struct steps {
  struct step step[STEPS]; /* step number n is at n modulo STEPS */
  uint64_t count;
  int doubted; /* a call that does not wait has told that a send is complete */
  /* The places that steps are called from, by return address. */
  struct step_place {
    struct step like; /* a step from there, without its message */
    uint64_t sp;
    int same, trust; /* calls in a row that had this stack; calls that need not be looked at */
  } place[STEP_PLACES];
  unsigned char kept[KINDS]; /* how many messages of a kind were */
};
extern INTERNAL struct steps rendezvous;

static inline void step_add(const struct step_place *p, const struct message *m) {
  struct step *s = &rendezvous.step[rendezvous.count++ % STEPS];
  s->message = *m;
  s->caller = p->like.caller;
  s->stack = p->like.stack;
  s->thread = p->like.thread;
  s->call = p->like.call;
  s->kept = 0;
}

/* Looks up the stack of the step. */
void step_look(struct step_place *p, struct thread *t, const struct message *m);
/* Whether steps are followed. */
static inline int steps_followed(void) {
  return one_thread_calls() && !world.alone;
}

/* Whether the stack of the call is known. No place is trusted where steps are not followed, or
 * do not count.
 * Once there is a second thread, those that were trusted may be a little longer, but only by
 * the thread that has this stack. */
static inline int step_trusted(const struct step_place *p, const struct frame *f) {
  const uint64_t *r = f->thread->registers;
  return p->trust && p->like.caller == r[REG_CALLER] && p->sp == r[REG_SP] &&
         p->like.call == f->call;
}

static inline struct step_place *step_place(const struct frame *f) {
  return &rendezvous.place[f->thread->registers[REG_CALLER] % STEP_PLACES];
}

/* A step: the call has waited for the message to come, or for its receive to be posted (or
 * would have without buffers). */
static inline void rendezvous_step(struct frame *f, const struct message *m) {
  struct step_place *p = step_place(f);
  if (!step_trusted(p, f)) {
    step_look(p, f->thread, m);
    return;
  }
  p->trust--;
  step_add(p, m);
}
/* The address to which the last of so many steps returned. */
static inline uint64_t step_caller(uint64_t steps) {
  return rendezvous.step[(steps - 1) % STEPS].caller;
}
static inline unsigned char *step_kind(const struct frame *f, const struct message *m,
                                       uint64_t steps) {
  uint64_t h = m->key ^ (uint64_t)m->rank << 32 ^ (uint64_t)m->received << 63;
  h ^= f->thread->registers[REG_CALLER] ^ step_caller(steps) << 24;
  h *= 0x9e3779b97f4a7c15u;
  return &rendezvous.kept[h >> 52];
}
/* A call has made an operation of the handle that stands for all that are complete at once;
 * with f->sent.kept it is the send of f->sent. Which of them a call completes is not known: but
 * all are, when as many were completed as were made. */
void rendezvous_begin(struct frame *f);
int rendezvous_any(void);
/* The call has completed n of them. `waits`: whether it would have waited for the receive. */
void rendezvous_end(struct frame *f, int n, int waits);
/* A call that does not wait has told that a send is complete which may be buffered. */
void rendezvous_tested(void);
/* Returns how many steps there were so far. */
static inline uint64_t rendezvous_steps(void) {
  return rendezvous.count;
}
/* Whether rendezvous_after may keep anything. */
static inline int rendezvous_new(const struct frame *f, const struct message *m,
                                 uint64_t steps) {
  return steps && *step_kind(f, m, steps) < OF_KIND;
}
/* The message was taken by a receive that the call of `at` (NULL: of `f`) posted after so many
 * steps; or a send of it began then. */
void rendezvous_after(const struct frame *f, const struct message *m, uint64_t steps,
                      const struct maker *at);
/* The number-th collective call on the communicator, which blocks, is over; it began after so
 * many steps. */
void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t steps);

#endif
