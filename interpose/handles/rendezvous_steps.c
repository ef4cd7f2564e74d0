#include "rendezvous_steps.h"
#include "request.h"
#include "interpose/stack/python.h"
#include "interpose/stack/stack.h"
#include "interpose/base/world.h"

#define STEPS 256  /* steps that are remembered */
#define OPEN 64    /* sends with the shared handle that are remembered */
#define KINDS 4096 /* of messages */
#define OF_KIND 8  /* messages of one kind that are kept */
#define PLACES 64  /* places for which the stack is known */
/* When so many calls in a row from a place had one stack, as many are not looked at. */
#define TRUSTED 64

static struct step steps[STEPS]; /* step number n is at n modulo STEPS */
static uint64_t count;

/* The places that steps are called from, by return address. */
struct step_place {
  struct step like; /* a step from there, without its message */
  uint64_t sp;
  int same, trust; /* calls in a row that had this stack; calls that need not be looked at */
};
static struct step_place places[PLACES];

/* Operations with the shared handle that are not complete: the sends among them, and how many
 * there are. */
static struct message open_sends[OPEN];
static int open_send_count, made, ended, unsure;

static unsigned char kinds[KINDS];

static int followed(void) {
  return !world.concurrent && !world.alone;
}

uint64_t rendezvous_steps(void) {
  return count;
}

static inline void step_add(const struct step_place *p, const struct message *m) {
  struct step *s = &steps[count++ % STEPS];
  *s = p->like;
  s->message = *m;
}

/* All lines of a Python program call MPI from the same place. */
static void place_look(struct step_place *p, struct thread *t) {
  const struct step now = {.caller = t->registers[REG_CALLER],
                           .stack = stack_capture(t),
                           .thread = t->number,
                           .call = (uint16_t)t->call};
  uint64_t sp = t->registers[REG_SP];
  int again = p->like.caller == now.caller && p->like.call == now.call && p->sp == sp &&
              p->like.stack == now.stack && !python_here();
  int same = again ? p->same + (p->same < TRUSTED) : 0;
  *p = (struct step_place){now, sp, same, same < TRUSTED ? 0 : TRUSTED};
}

static __attribute__((noinline)) void step_look(struct step_place *p, struct thread *t,
                                                const struct message *m) {
  if (!followed())
    return;
  place_look(p, t);
  step_add(p, m);
}

static inline int is_trusted(const struct step_place *p, const struct frame *f) {
  const uint64_t *r = f->thread->registers;
  return p->trust && p->like.caller == r[REG_CALLER] && p->sp == r[REG_SP] &&
         p->like.call == f->call;
}

/* No place is trusted where steps are not followed. */
void rendezvous_step(struct frame *f, const struct message *m) {
  const uint64_t *r = f->thread->registers;
  struct step_place *p = &places[r[REG_CALLER] % PLACES];
  if (!is_trusted(p, f)) {
    step_look(p, f->thread, m);
    return;
  }
  p->trust--;
  step_add(p, m);
}

void rendezvous_begin(struct frame *f) {
  if (!followed())
    return;
  made++;
  if (!f->sent.kept)
    return;
  if (open_send_count < OPEN)
    open_sends[open_send_count++] =
        (struct message){f->sent.rank, 0, f->sent.key, f->sent.number};
  else
    unsure = 1;
}

int rendezvous_any(void) {
  return made;
}

void rendezvous_end(struct frame *f, int n, int waits) {
  if (!n || !followed())
    return;
  ended += n;
  unsure |= !waits;
  if (ended < made)
    return;
  for (int i = 0; i < open_send_count && !unsure; i++)
    rendezvous_step(f, &open_sends[i]);
  open_send_count = made = ended = unsure = 0;
}

/* Returns how many messages of this kind were kept. */
static inline unsigned char *kind_of(const struct frame *f, const struct message *m,
                                     uint64_t before) {
  uint64_t h = m->key ^ (uint64_t)m->rank << 32 ^ (uint64_t)m->received << 63;
  h ^= f->thread->registers[REG_CALLER] ^ steps[(before - 1) % STEPS].caller << 24;
  h *= 0x9e3779b97f4a7c15u;
  return &kinds[h >> 52];
}

int rendezvous_known(const struct frame *f, const struct message *m) {
  return is_trusted(&places[f->thread->registers[REG_CALLER] % PLACES], f) &&
         *kind_of(f, m, count) >= OF_KIND;
}

static int same_kind(const struct step *a, const struct step *b) {
  return a->message.rank == b->message.rank && a->message.key == b->message.key &&
         a->message.received == b->message.received;
}

/* Chooses, of the steps before, the last one of each kind, newest first. */
static int choose(struct step *chosen[AFTER], uint64_t before, int32_t thread) {
  int n = 0;
  for (uint64_t i = before; i && i + STEPS > count && n < AFTER; i--) {
    struct step *s = &steps[(i - 1) % STEPS];
    int again = s->thread != thread;
    for (int k = 0; k < n && !again; k++)
      again = same_kind(chosen[k], s);
    if (!again)
      chosen[n++] = s;
  }
  return n;
}

static __attribute__((noinline)) void keep(const struct frame *f, const struct message *m,
                                           uint64_t before, const struct maker *at) {
  struct step *after[AFTER];
  if (arrivals_full())
    return;
  ++*kind_of(f, m, before);
  struct maker here = at ? *at : misuse_maker(f->thread);
  const struct step step = {
      .message = *m, .stack = here.stack, .thread = here.thread, .call = here.call};
  int n = choose(after, before, here.thread);
  if (n)
    arrivals_keep(&step, after, n);
}

/* If steps are not followed, there are none before. */
void rendezvous_after(const struct frame *f, const struct message *m, uint64_t before,
                      const struct maker *at) {
  if (before && *kind_of(f, m, before) < OF_KIND)
    keep(f, m, before, at);
}

void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t before) {
  const struct message m = {-1, 0, comm, (uint64_t)number};
  rendezvous_after(f, &m, before, NULL);
  rendezvous_step(f, &m);
}
