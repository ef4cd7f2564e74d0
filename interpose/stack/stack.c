#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include <libunwind.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "interpose/base/aside.h"
#include "interpose/base/lock.h"
#include "interpose/base/note.h"
#include "interpose/base/world.h"
#include "frame_text.h"
#include "module.h"
#include "path.h"
#include "python.h"
#include "python_known.h"
#include "python_write.h"
#include "stack.h"
#include "unwinder.h"

#define OWN 16 /* at most so many frames of ours lie below the wrapper's caller */

/* A stack is in one of the two tables: by its places, or by the text of its Python lines. */
struct stack {
  uint32_t id;
  int defined;
  int count;
  struct journal_line line; /* where the stack was written to the journal */
  char *python;             /* NULL: none */
  UT_hash_handle hh;
  struct module_place place[]; /* innermost first */
};

static struct owned_lock lock = LOCK_INITIALIZER;
static struct stack *stacks, *pythons, **by_id;
static uint32_t stack_count, stack_room;

static struct stack *stack_add(const struct module_place *place, void *const *pc, int count) {
  if (stack_count + 1 >= stack_room) {
    uint32_t room = stack_room ? stack_room * 2 : 256;
    struct stack **grown = realloc(by_id, room * sizeof *grown);
    if (!grown)
      return NULL;
    by_id = grown;
    stack_room = room;
  }
  struct stack *s = calloc(1, sizeof *s + (size_t)count * sizeof *place);
  if (!s)
    return NULL;
  memcpy(s->place, place, (size_t)count * sizeof *place);
  s->count = count;
  s->id = ++stack_count;
  by_id[s->id] = s;
  frames_note(place, pc, count);
  return s;
}

static uint32_t stack_intern(void *const *pc, int count) {
  struct module_place place[PATH_DEPTH];
  struct stack *s;
  size_t n = (size_t)count * sizeof *place;
  lock_take(&lock);
  module_places(place, pc, count);
  HASH_FIND(hh, stacks, place, n, s);
  if (!s && (s = stack_add(place, pc, count)))
    HASH_ADD_KEYPTR(hh, stacks, s->place, n, s);
  uint32_t id = s ? s->id : 0;
  lock_leave(&lock);
  return id;
}

/* Under an interpreter the C frames are the same for every line, so the Python frames
 * decide. */
static uint32_t stack_intern_python(const char *text, size_t n, const uint64_t *registers) {
  struct module_place place[PATH_DEPTH];
  struct walk w;
  struct stack *s;
  lock_take(&lock);
  HASH_FIND(hh, pythons, text, n, s);
  if (!s) { /* the walk takes a lock of the loader */
    lock_leave(&lock);
    path_walk(&w, registers, 0);
    lock_take(&lock);
    HASH_FIND(hh, pythons, text, n, s);
  }
  if (!s) {
    module_places(place, w.pc, w.count);
    s = stack_add(place, w.pc, w.count);
    if (s && (s->python = strndup(text, n)))
      HASH_ADD_KEYPTR(hh, pythons, s->python, n, s);
  }
  uint32_t id = s ? s->id : 0;
  lock_leave(&lock);
  return id;
}

/* Takes the stack without the slots of a walk, but ten times as fast. */
static uint32_t stack_backtrace(const struct thread *t) {
  void *pc[OWN + PATH_DEPTH];
  int count = unwinder_backtrace(pc, OWN + PATH_DEPTH), skip = 0;
  while (skip < count && (uintptr_t)pc[skip] != t->registers[REG_CALLER])
    skip++;
  count -= skip;
  return stack_intern(pc + skip, count > PATH_DEPTH ? PATH_DEPTH : count);
}

static uint32_t stack_walk(struct thread *t) {
  struct walk w;
  if (!path_take(&w, t))
    return stack_backtrace(t);
  uint32_t id = stack_intern(w.pc, w.count);
  if (id)
    path_keep(t, &w, id);
  return id;
}

static uint32_t stack_python_new(struct thread *t, const struct python_key *k) {
  char text[PYTHON_TEXT];
  size_t n = python_text(text, k);
  uint32_t id = n ? stack_intern_python(text, n, t->registers) : 0;
  if (id && python_key_agrees(k, text))
    python_keep(t, k, id);
  return id;
}

static uint32_t stack_new(struct thread *t, const struct python_key *k) {
  uint32_t id = k ? stack_python_new(t, k) : 0;
  if (!id && (!k || !(id = path_find(t))))
    id = stack_walk(t);
  return id;
}

/* What is known costs no more than a look: not even what it takes to leave no trace. */
static __attribute__((noinline)) uint32_t capture_slowly(struct thread *t, int looked) {
  const void *state = t->python = python_state();
  uint32_t id = state ? python_known_last(t, state) : looked ? 0 : path_find(t);
  if (id)
    return id;
  struct python_key key, *k = state ? &key : NULL;
  if (k) {
    python_key_take(k, state);
    if ((id = python_known(t, k)))
      return id;
  }
  struct aside a = aside_begin();
  id = stack_new(t, k);
  aside_end(a);
  return id;
}

static inline uint32_t capture(struct thread *t) {
  int looks = !python_here();
  uint32_t id = looks ? path_find(t) : 0;
  return id ? id : capture_slowly(t, looks);
}

/* All events of one call have the same stack. */
uint32_t stack_capture(struct thread *t) {
  uint64_t seq = atomic_load_explicit(&t->seq, memory_order_relaxed);
  if (!(seq & 1) || t->stack_seq != seq) {
    t->stack = capture(t);
    t->stack_seq = seq;
  }
  return t->stack;
}

/* Python's own function may only be asked for the thread that calls it. */
static uint32_t stack_of_python(const struct thread *t, const uint64_t *registers) {
  char text[PYTHON_TEXT];
  struct python_key key;
  if (!t->python)
    return 0;
  python_key_take_other(&key, t->python);
  size_t n = key.count ? python_write(text, sizeof text, &key) : 0;
  return n ? stack_intern_python(text, n, registers) : 0;
}

uint32_t stack_capture_thread(const struct thread *t, const uint64_t *registers) {
  struct walk w;
  uint32_t id = stack_of_python(t, registers);
  if (id)
    return id;
  path_walk(&w, registers, 0);
  return stack_intern(w.pc, w.count);
}

uint32_t stack_capture_interrupted(const uint64_t *registers) {
  struct walk w;
  path_walk(&w, registers, 0);
  memmove(w.pc + 1, w.pc, sizeof *w.pc * (PATH_DEPTH - 1));
  w.pc[0] = (void *)(uintptr_t)(registers[REG_IP] + 1); /* the others are return addresses */
  return stack_intern(w.pc, w.count < PATH_DEPTH ? w.count + 1 : PATH_DEPTH);
}

uint32_t stack_given(void *const *pc, int count) {
  return stack_intern(pc, count > PATH_DEPTH ? PATH_DEPTH : count);
}

void stack_define_again(uint32_t id) {
  lock_take(&lock);
  if (id && id <= stack_count)
    by_id[id]->defined = 0;
  lock_leave(&lock);
}

/* Called with the lock held. */
static void write_record(struct stack *s) {
  struct note_text note = {0};
  note_put(&note, "{\"record\":\"stack\",\"id\":");
  note_number(&note, s->id);
  note_put(&note, ",\"frames\":[");
  frames_write(&note, s->place, s->count, s->python);
  note_put(&note, "]}");
  note_end(&note, &s->line);
}

void stack_define(uint32_t id) {
  lock_take(&lock);
  struct stack *s = id && id <= stack_count ? by_id[id] : NULL;
  if (s && !s->defined) {
    s->defined = 1;
    write_record(s);
  }
  lock_leave(&lock);
}

char *stack_text(uint32_t id) {
  static const char head[] = ",\"frames\":";
  lock_take(&lock);
  struct stack *s = id && id <= stack_count ? by_id[id] : NULL;
  struct journal_line line = s && s->defined ? s->line : (struct journal_line){0, 0};
  lock_leave(&lock);
  char *text = line.n ? journal_read(world.journal, &line) : NULL;
  char *frames = text ? strstr(text, head) : NULL;
  if (frames) {
    size_t n = line.n - (size_t)(frames - text) - strlen(head) - 1;
    memmove(text, frames + strlen(head), n);
    text[n] = '\0';
    return text;
  }
  free(text);
  return NULL;
}
