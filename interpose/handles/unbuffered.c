#include "unbuffered.h"
#include "request.h"
#include "interpose/stack/stack.h"
#include "interpose/base/world.h"

#define STEPS 256     /* that are remembered */
#define AFTER 16      /* of them that are written with what comes after */
#define OPEN 64       /* sends of the shared handle */
#define KINDS 4096    /* of messages */
#define OF_KIND 8     /* messages of a kind, */
#define MESSAGES 4096 /* and of all, that are written */

struct step {
  struct message message;
  uint64_t caller;
  uint32_t stack;
  uint16_t call;
  int32_t thread;
};
static struct step steps[STEPS]; /* by number, modulo STEPS */
static uint64_t count;

/* Operations of the shared handle that are not complete: sends among them, and all. */
static struct message open_sends[OPEN];
static int open_send_count, made, ended, unsure;

static unsigned char kinds[KINDS];
static int written;

static int followed(void) {
  return !world.concurrent && !world.alone;
}

uint64_t rendezvous_steps(void) {
  return count;
}

void rendezvous_step(struct frame *f, const struct message *m) {
  if (!followed())
    return;
  steps[count++ % STEPS] =
      (struct step){*m, f->thread->registers[REG_CALLER], stack_capture(f->thread),
                    (uint16_t)f->call, f->thread->number};
}

void rendezvous_begin(struct frame *f) {
  if (!followed())
    return;
  made++;
  if (!f->sent.kept)
    return;
  if (open_send_count < OPEN)
    open_sends[open_send_count++] =
        (struct message){f->sent.rank, f->sent.key, f->sent.number, 0};
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

/* Whether enough is known of messages of this kind. */
static int is_known(const struct frame *f, const struct message *m, uint64_t before) {
  uint64_t h = m->key ^ (uint64_t)m->rank << 32 ^ (uint64_t)m->received << 63;
  h = (h ^ f->thread->registers[REG_CALLER]) * 0x9e3779b97f4a7c15u;
  h = (h ^ steps[(before - 1) % STEPS].caller) * 0xbf58476d1ce4e5b9u;
  unsigned char *kind = &kinds[h >> 52];
  if (written >= MESSAGES || *kind >= OF_KIND)
    return 1;
  ++*kind;
  return 0;
}

static int same_kind(const struct step *a, const struct step *b) {
  return a->message.rank == b->message.rank && a->message.key == b->message.key &&
         a->message.received == b->message.received;
}

/* Of those before, the last of each kind, newest first. */
static int choose(const struct step *chosen[AFTER], uint64_t before, int32_t thread) {
  int n = 0;
  for (uint64_t i = before; i && i + STEPS > count && n < AFTER; i--) {
    const struct step *s = &steps[(i - 1) % STEPS];
    int again = s->thread != thread;
    for (int k = 0; k < n && !again; k++)
      again = same_kind(chosen[k], s);
    if (!again)
      chosen[n++] = s;
  }
  return n;
}

static json_t *site_json(unsigned call, int32_t thread, uint32_t stack) {
  stack_define(stack);
  return json_pack("{s:s, s:i, s:I}", "call", call_name(call), "thread", thread, "stack",
                   (json_int_t)stack);
}

static json_t *message_json(const struct message *m) {
  return json_pack("{s:i, s:I, s:I, s:i}", "rank", m->rank, "key", (json_int_t)m->key, "number",
                   (json_int_t)m->number, "received", m->received);
}

void rendezvous_after(const struct frame *f, const struct message *m, uint64_t before,
                      const struct maker *at) {
  const struct step *after[AFTER];
  if (!before || !followed() || is_known(f, m, before))
    return;
  struct maker here = at ? *at : misuse_maker(f->thread);
  int n = choose(after, before, here.thread);
  if (!n)
    return;
  written++;
  json_t *list = json_array();
  for (int i = 0; i < n; i++)
    json_array_append_new(
        list, json_pack("{s:o, s:o}", "message", message_json(&after[i]->message), "site",
                        site_json(after[i]->call, after[i]->thread, after[i]->stack)));
  journal_write(world.journal,
                json_pack("{s:s, s:o, s:o, s:o}", "record", "rendezvous", "message",
                          message_json(m), "site",
                          site_json(here.call, here.thread, here.stack), "after", list));
}

void rendezvous_collective(struct frame *f, uint64_t comm, int64_t number, uint64_t before) {
  const struct message m = {-1, comm, (uint64_t)number, 0};
  rendezvous_after(f, &m, before, NULL);
  rendezvous_step(f, &m);
}
