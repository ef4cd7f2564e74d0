#include "rendezvous_steps.h"
#include "request.h"
#include "interpose/stack/python.h"
#include "interpose/stack/stack.h"

#define OPEN 64 /* sends with the shared handle that are remembered */
/* When so many calls in a row from a place had one stack, as many are not looked at. */
#define TRUSTED 64

struct steps rendezvous;

/* Operations with the shared handle that are not complete: the sends among them, and how many
 * there are. */
static struct message open_sends[OPEN];
static int open_send_count, made, ended, unsure;

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

void step_look(struct step_place *p, struct thread *t, const struct message *m) {
  if (!steps_followed() || rendezvous.doubted)
    return;
  place_look(p, t);
  step_add(p, m);
}

void rendezvous_tested(void) {
  for (int i = 0; i < STEP_PLACES && !rendezvous.doubted; i++)
    rendezvous.place[i].trust = 0;
  rendezvous.doubted = 1;
}

void rendezvous_begin(struct frame *f) {
  if (!steps_followed())
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
  if (!n || !steps_followed())
    return;
  ended += n;
  unsure |= !waits;
  if (!waits && f->call != CALL_Request_free)
    rendezvous_tested();
  if (ended < made)
    return;
  for (int i = 0; i < open_send_count && !unsure; i++)
    rendezvous_step(f, &open_sends[i]);
  open_send_count = made = ended = unsure = 0;
}

static int same_kind(const struct step *a, const struct step *b) {
  return a->message.rank == b->message.rank && a->message.key == b->message.key &&
         a->message.received == b->message.received;
}

/* Steps of one thread, of different kinds, the newest first. */
struct chosen {
  uint64_t number[AFTER]; /* each counts from 1 */
  int count;
};

static int is_remembered(uint64_t number) {
  return number + STEPS > rendezvous.count;
}

static struct step *step_of(uint64_t number) {
  return &rendezvous.step[(number - 1) % STEPS];
}

static void add_if_new(struct chosen *c, uint64_t number, int32_t thread) {
  const struct step *s = step_of(number);
  if (s->thread != thread)
    return;
  for (int i = 0; i < c->count; i++)
    if (same_kind(step_of(c->number[i]), s))
      return;
  c->number[c->count++] = number;
}

/* Chooses, of the steps up to number `before`, the last one of each kind. What was chosen for
 * an earlier step stands for all steps up to that one. */
static struct chosen choose(uint64_t before, int32_t thread) {
  static struct chosen earlier;
  static uint64_t up_to;
  static int32_t of_thread;
  struct chosen c = {.count = 0};
  int known = of_thread == thread && up_to <= before;
  uint64_t stop = known ? up_to : 0;
  for (uint64_t i = before; i > stop && is_remembered(i) && c.count < AFTER; i--)
    add_if_new(&c, i, thread);
  for (int i = 0;
       known && i < earlier.count && is_remembered(earlier.number[i]) && c.count < AFTER; i++)
    add_if_new(&c, earlier.number[i], thread);
  if (before >= up_to) {
    earlier = c;
    up_to = before;
    of_thread = thread;
  }
  return c;
}

static __attribute__((noinline)) void keep(const struct frame *f, const struct message *m,
                                           uint64_t before, const struct maker *at) {
  if (arrivals_full() || !steps_followed())
    return;
  ++*step_kind(f, m, before);
  struct maker here = at ? *at : misuse_maker(f->thread);
  const struct step step = {
      .message = *m, .stack = here.stack, .thread = here.thread, .call = here.call};
  const struct chosen chosen = choose(before, here.thread);
  struct step *after[AFTER];
  for (int i = 0; i < chosen.count; i++)
    after[i] = step_of(chosen.number[i]);
  if (chosen.count)
    arrivals_keep(&step, after, chosen.count);
}

void rendezvous_after(const struct frame *f, const struct message *m, uint64_t before,
                      const struct maker *at) {
  if (rendezvous_new(f, m, before))
    keep(f, m, before, at);
}

void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t before) {
  const struct message m = {-1, 0, comm, (uint64_t)number};
  rendezvous_after(f, &m, before, NULL);
  rendezvous_step(f, &m);
}
