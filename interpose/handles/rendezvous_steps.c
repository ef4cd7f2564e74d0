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

/* Chooses, of the steps before, the last one of each kind, newest first. */
static int choose(struct step *chosen[AFTER], uint64_t before, int32_t thread) {
  int n = 0;
  for (uint64_t i = before; i && i + STEPS > rendezvous.count && n < AFTER; i--) {
    struct step *s = &rendezvous.step[(i - 1) % STEPS];
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
  if (arrivals_full() || !steps_followed())
    return;
  ++*step_kind(f, m, before);
  struct maker here = at ? *at : misuse_maker(f->thread);
  const struct step step = {
      .message = *m, .stack = here.stack, .thread = here.thread, .call = here.call};
  int n = choose(after, before, here.thread);
  if (n)
    arrivals_keep(&step, after, n);
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
