#include "rendezvous_kept.h"
#include <pthread.h>
#include "include/call.h"
#include "interpose/base/note.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"

struct kept_arrival {
  struct step at;
  uint16_t n, after[AFTER]; /* numbers of steps */
};

static struct kept_arrival arrivals[ARRIVALS];
static struct step steps[STEPS_KEPT];
static int arrival_count, step_count;
static int written; /* arrivals that the journal has */
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

static void write_step(struct note_text *out, const struct step *s) {
  const struct message *m = &s->message;
  note_put(out, "[");
  note_numbers(out, (int64_t[]){m->rank, (int64_t)m->key, (int64_t)m->number, m->received}, 4);
  note_put(out, ",\"");
  note_put(out, call_name(s->call));
  note_put(out, "\",");
  note_numbers(out, (int64_t[]){s->thread, s->stack}, 2);
}

static void write_arrival(struct note_text *out, const struct kept_arrival *a) {
  write_step(out, &a->at);
  int64_t after[AFTER];
  for (int i = 0; i < a->n; i++)
    after[i] = a->after[i];
  note_put(out, ",[");
  note_numbers(out, after, a->n);
  note_put(out, "]]");
}

/* Stacks are in the journal before what names them. */
static void define_stacks(void) {
  for (int i = 0; i < step_count; i++)
    stack_define(steps[i].stack);
  for (int i = 0; i < arrival_count; i++)
    stack_define(arrivals[i].at.stack);
}

static void write_all(struct note_text *out) {
  note_put(out, "{\"record\":\"rendezvous\",\"steps\":[");
  for (int i = 0; i < step_count; i++) {
    note_put(out, i ? "," : "");
    write_step(out, &steps[i]);
    note_put(out, "]");
  }
  note_put(out, "],\"arrivals\":[");
  for (int i = 0; i < arrival_count; i++) {
    note_put(out, i ? "," : "");
    write_arrival(out, &arrivals[i]);
  }
  note_put(out, "]}");
}

void arrivals_write(void) {
  struct note_text note = {0};
  pthread_mutex_lock(&lock);
  if (written < arrival_count) {
    written = arrival_count;
    define_stacks();
    write_all(&note);
    note_end(&note, NULL);
  }
  pthread_mutex_unlock(&lock);
}
