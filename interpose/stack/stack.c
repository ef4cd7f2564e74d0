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

/* A stack is in one of the two tables: by its places, or, if it has Python lines, by these and
 * its native part. */
struct stack {
  uint32_t id;
  uint32_t native; /* of a stack without lines: that of its frames before the interpreter's; 0:
                      not asked for so far */
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
  if (pc)
    frames_note(place, pc, count);
  return s;
}

/* Called with the lock held. `pc`: NULL if the places are known. NULL when memory runs out. */
static struct stack *intern(const struct module_place *place, void *const *pc, int count) {
  size_t n = (size_t)count * sizeof *place;
  struct stack *s;
  HASH_FIND(hh, stacks, place, n, s);
  if (!s && (s = stack_add(place, pc, count)))
    HASH_ADD_KEYPTR(hh, stacks, s->place, n, s);
  return s;
}

static uint32_t stack_intern(void *const *pc, int count) {
  struct module_place place[PATH_DEPTH];
  lock_take(&lock);
  module_places(place, pc, count);
  const struct stack *s = intern(place, pc, count);
  uint32_t id = s ? s->id : 0;
  lock_leave(&lock);
  return id;
}

/* Called with the lock held. The interpreter's own frames differ between calls of one line. */
static uint32_t native_part(struct stack *s) {
  struct module_place python;
  int n = 0;
  if (s->native)
    return s->native;
  module_places(&python, (void *[]){(char *)python_code() + 1}, 1);
  while (n < s->count && s->place[n].module != python.module)
    n++;
  const struct stack *part = n < s->count ? intern(s->place, NULL, n) : s;
  return s->native = part ? part->id : s->id;
}

/* One Python line may make several calls of MPI, in code of other languages, so the native part
 * counts, too. `below`: the stack of all native frames. */
static uint32_t stack_intern_python(const char *text, size_t n, uint32_t below) {
  struct stack *s = NULL, *native;
  char key[sizeof below + PYTHON_TEXT];
  lock_take(&lock);
  if (below && (native = by_id[below])) {
    uint32_t part = native_part(native);
    memcpy(key, &part, sizeof part);
    memcpy(key + sizeof part, text, n);
    HASH_FIND(hh, pythons, key, sizeof part + n, s);
    if (!s && (s = stack_add(native->place, NULL, native->count)) &&
        (s->python = calloc(1, sizeof part + n + 1))) {
      memcpy(s->python, key, sizeof part + n);
      HASH_ADD_KEYPTR(hh, pythons, s->python, sizeof part + n, s);
      s->python += sizeof part;
    }
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

static uint32_t stack_python_new(struct thread *t, const struct python_key *k, uint32_t below) {
  char text[PYTHON_TEXT];
  size_t n = python_text(text, k);
  if (n && k->none)
    python_key_had_frames();
  uint32_t id = n ? stack_intern_python(text, n, below) : 0;
  if (id && python_key_agrees(k, text))
    python_keep(t, k, below, id);
  return id;
}

/* What is known costs no more than a look: not even what it takes to leave no trace. `native`:
 * the stack without lines of Python, 0 if it is not known. */
static __attribute__((noinline)) uint32_t capture_slowly(struct thread *t, uint32_t native) {
  const void *state = t->python = python_state();
  struct python_key key;
  uint32_t id = native && state ? python_known_last(t, state, native) : 0;
  if (id || (native && !state))
    return id ? id : native;
  if (state)
    python_key_take(&key, state);
  int none = state && python_key_none(&key);
  if (native && (none || (id = python_known(t, &key, native))))
    return id ? id : native;
  struct aside a = aside_begin();
  if (!native)
    native = stack_walk(t);
  if (state && !none && !(id = python_known(t, &key, native)))
    id = stack_python_new(t, &key, native);
  aside_end(a);
  return id ? id : native;
}

static inline uint32_t capture(struct thread *t) {
  uint32_t native = path_find(t);
  return native && !python_here() ? native : capture_slowly(t, native);
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
static uint32_t stack_of_python(const struct thread *t, uint32_t below) {
  char text[PYTHON_TEXT];
  struct python_key key;
  if (!t->python)
    return 0;
  python_key_take_other(&key, t->python);
  size_t n = key.count ? python_write(text, sizeof text, &key) : 0;
  return n ? stack_intern_python(text, n, below) : 0;
}

uint32_t stack_capture_thread(const struct thread *t, const uint64_t *registers) {
  struct walk w;
  path_walk(&w, registers, 0);
  uint32_t below = stack_intern(w.pc, w.count), id = stack_of_python(t, below);
  return id ? id : below;
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
