#include "rendezvous_kept.h"
#include <pthread.h>
#include "interpose/stack/stack.h"
#include "interpose/base/world.h"

struct kept_arrival {
  struct step at;
  uint16_t n, after[AFTER]; /* numbers of steps */
};

static struct kept_arrival arrivals[ARRIVALS];
static struct step steps[STEPS_KEPT];
static int arrival_count, step_count;
static int arrivals_written, steps_written;
/* The watchdog writes, too, so this is locked. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int arrivals_full(void) {
  return arrival_count == ARRIVALS || step_count + AFTER > STEPS_KEPT;
}

static uint16_t step_keep(struct step *s) {
  if (!s->kept) {
    s->kept = (uint16_t)(step_count + 1);
    steps[step_count++] = *s;
  }
  return s->kept;
}

void arrivals_keep(const struct step *at, struct step *const after[], int n) {
  pthread_mutex_lock(&lock);
  struct kept_arrival *a = &arrivals[arrival_count++];
  a->at = *at;
  a->n = (uint16_t)n;
  for (int i = 0; i < n; i++)
    a->after[i] = step_keep(after[i]);
  pthread_mutex_unlock(&lock);
}

static json_t *step_json(const char *record, const struct step *s) {
  const struct message *m = &s->message;
  stack_define(s->stack);
  return json_pack("{s:s, s:{s:i, s:I, s:I, s:i}, s:{s:s, s:i, s:I}}", "record", record,
                   "message", "rank", m->rank, "key", (json_int_t)m->key, "number",
                   (json_int_t)m->number, "received", m->received, "site", "call",
                   call_name(s->call), "thread", s->thread, "stack", (json_int_t)s->stack);
}

static void write_step(const struct step *s) {
  json_t *record = step_json("step", s);
  json_object_set_new(record, "id", json_integer(s->kept));
  world_note(record);
}

static void write_arrival(const struct kept_arrival *a) {
  json_t *record = step_json("rendezvous", &a->at), *after = json_array();
  for (int i = 0; i < a->n; i++)
    json_array_append_new(after, json_integer(a->after[i]));
  json_object_set_new(record, "after", after);
  world_note(record);
}

void arrivals_write(void) {
  pthread_mutex_lock(&lock);
  while (steps_written < step_count)
    write_step(&steps[steps_written++]);
  while (arrivals_written < arrival_count)
    write_arrival(&arrivals[arrivals_written++]);
  pthread_mutex_unlock(&lock);
}
