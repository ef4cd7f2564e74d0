#define _GNU_SOURCE
#include "python_key.h"
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "code.h"

#define NONE 255
#define FRAME 72 /* bytes of a frame that include all fields we read */
#define OF_C 3   /* value of `owner` for a frame that stands for a C function */
#define LINKS (2 * PYTHON_FRAMES + 2) /* frames looked at: at most every other one is of C */
#define SLOTS 4096
/* Offset of the file name in a code object, in each layout; the function's name follows. */
#define CODE_FILE 112

/* Offsets in a type object; these words belong to the stable ABI. */
enum { TYPE_OF, TYPE_NAME = 3, TYPE_SIZE, TYPE_ITEM, TYPE_FREES, TYPE_WORDS };

static const struct layout {
  unsigned long version;
  uint8_t state, next, code, instruction, previous, owner;
  uint16_t size;
} layouts[] = {
#define LAYOUT(...) {__VA_ARGS__},
#include "python_layouts.def"
#undef LAYOUT
};

static const struct layout *layout; /* NULL: the layout is not known or not to be trusted */
static uintptr_t code_type, string_type;
static uintptr_t code_head; /* number of bytes before the instructions */
static int (*line_at)(uintptr_t code, int offset);
static void (*frees)(void *code);
static _Atomic uint64_t deaths[SLOTS];
/* Whether a key has agreed with its text. A text of one frame confirms how the first frame is
 * read, one of several frames also how its caller is found. */
static atomic_int proven;

static _Atomic uint64_t *deaths_at(uintptr_t code) {
  return &deaths[code * 0x9e3779b97f4a7c15u >> 52];
}

static void code_ends(void *code) {
  atomic_fetch_add_explicit(deaths_at((uintptr_t)code), 1, memory_order_relaxed);
  frees(code);
}

/* Objects of other builds (free-threaded, or tracing all references) begin differently. */
static int is_plain(const uintptr_t *type) {
  return type[1] == (uintptr_t)dlsym(RTLD_DEFAULT, "PyType_Type") &&
         !strcmp((const char *)type[TYPE_NAME], "code") && type[TYPE_ITEM] == 2;
}

static const struct layout *layout_of(unsigned long version) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (layouts[i].version == version >> 16)
      return &layouts[i];
  return NULL;
}

int python_key_begin(void) {
  const unsigned long *version = dlsym(RTLD_DEFAULT, "Py_Version");
  uintptr_t *type = dlsym(RTLD_DEFAULT, "PyCode_Type");
  line_at = (int (*)(uintptr_t, int))dlsym(RTLD_DEFAULT, "PyCode_Addr2Line");
  if (!version || !type || !line_at || !is_plain(type))
    return 0;
  string_type = (uintptr_t)dlsym(RTLD_DEFAULT, "PyUnicode_Type");
  code_type = (uintptr_t)type;
  code_head = type[TYPE_SIZE];
  frees = (void (*)(void *))type[TYPE_FREES];
  if (!(layout = layout_of(*version)))
    return 0;
  __atomic_store_n(&type[TYPE_FREES], (uintptr_t)code_ends, __ATOMIC_RELEASE);
  return 1;
}

static int fetch(void *to, uintptr_t at, size_t size, int trusted) {
  if (!trusted)
    return code_read(to, at, size) == size;
  memcpy(to, (const void *)at, size);
  return 1;
}

static uintptr_t word(const char *frame, uint8_t offset) {
  uintptr_t value;
  memcpy(&value, frame + offset, sizeof value);
  return value;
}

/* The calling thread's own state can be read, also if nothing is known of what is in it. A
 * thread that runs no Python has all of it there. */
enum whose { OF_OTHER, OWN };

static int innermost(uintptr_t *frame, const void *state, enum whose whose, int trusted) {
  uintptr_t base = (uintptr_t)state;
  if (!fetch(frame, base + layout->state, sizeof *frame, trusted || whose == OWN))
    return 0;
  if (layout->next == NONE)
    return 1;
  uintptr_t at = *frame + layout->next;
  int within = whose == OWN && at - base <= layout->size - sizeof *frame;
  return fetch(frame, at, sizeof *frame, trusted || within);
}

static void add(struct python_key *k, const char *frame) {
  struct python_place *p = &k->place[k->count++];
  p->code = word(frame, layout->code);
  p->instruction = word(frame, layout->instruction);
  k->deaths += atomic_load_explicit(deaths_at(p->code), memory_order_relaxed);
}

/* `trusted`: how far the frames are read without a system call. */
static inline void take(struct python_key *k, const void *state, enum whose whose,
                        int trusted) {
  uintptr_t at;
  char copy[FRAME];
  k->count = k->none = 0;
  k->deaths = 0;
  if (!layout || !innermost(&at, state, whose, trusted > 0))
    return;
  k->none = !at;
  for (int i = 0; at && i < LINKS && k->count < PYTHON_FRAMES; i++) {
    int known = trusted > 1 || i < trusted;
    const char *frame = known ? (const char *)at : copy;
    if (!known && !fetch(copy, at, FRAME, 0)) {
      k->count = 0;
      return;
    }
    if (frame[layout->owner] != OF_C)
      add(k, frame);
    at = word(frame, layout->previous);
  }
}

void python_key_take(struct python_key *k, const void *state) {
  take(k, state, OWN, atomic_load_explicit(&proven, memory_order_relaxed));
}

int python_key_proven(void) {
  return atomic_load_explicit(&proven, memory_order_relaxed) > 1;
}

static atomic_int none_fails;

int python_key_none(const struct python_key *k) {
  static _Atomic uint32_t times;
  if (!k->none || atomic_load_explicit(&none_fails, memory_order_relaxed))
    return 0;
  uint32_t n = atomic_fetch_add_explicit(&times, 1, memory_order_relaxed);
  return (n & (n - 1)) != 0;
}

void python_key_had_frames(void) {
  atomic_store_explicit(&none_fails, 1, memory_order_relaxed);
}

/* A code object begins with its type; PyCode_Addr2Line is called for those alone. */
void python_key_take_other(struct python_key *k, const void *state) {
  uintptr_t head[2];
  take(k, state, OF_OTHER, 0);
  for (int i = 0; i < k->count; i++)
    if (!fetch(head, k->place[i].code, sizeof head, 0) || head[1] != code_type)
      k->count = 0;
}

int python_key_is(const struct python_key *k, const void *state) {
  uintptr_t at;
  uint64_t sum = 0;
  int count = 0;
  if (!layout || atomic_load_explicit(&proven, memory_order_relaxed) < 2 ||
      !innermost(&at, state, OWN, 1))
    return 0;
  const struct layout l = *layout;
  for (int i = 0; at && i < LINKS && count < PYTHON_FRAMES; i++) {
    const char *frame = (const char *)at;
    at = word(frame, l.previous);
    if (frame[l.owner] == OF_C)
      continue;
    const struct python_place *p = &k->place[count];
    if (count++ == k->count || p->code != word(frame, l.code) ||
        p->instruction != word(frame, l.instruction))
      return 0;
    sum += atomic_load_explicit(deaths_at(p->code), memory_order_relaxed);
  }
  return count == k->count && sum == k->deaths;
}

/* Returns the line of a place, by the function that CPython's own text uses; it changes no
 * reference count either. -1: the place is not a valid one. */
static int line_of(const struct python_place *p) {
  uintptr_t head[3]; /* head of an object of variable size: references, type, items */
  int trusted = atomic_load_explicit(&proven, memory_order_relaxed) > 1;
  if (!fetch(head, p->code, sizeof head, trusted) || head[1] != code_type)
    return -1;
  intptr_t offset = (intptr_t)(p->instruction - p->code - code_head);
  return offset < -2 || offset >= (intptr_t)head[2] * 2 ? -1 : line_at(p->code, (int)offset);
}

static int is_string(uintptr_t at) {
  uintptr_t head[2];
  int trusted = atomic_load_explicit(&proven, memory_order_relaxed) > 1;
  return fetch(head, at, sizeof head, trusted) && head[1] == string_type;
}

int python_place_names(const struct python_place *p, struct python_names *names) {
  uintptr_t at[2];
  int trusted = atomic_load_explicit(&proven, memory_order_relaxed) > 1;
  names->line = line_of(p);
  if (names->line < 0 || !fetch(at, p->code + CODE_FILE, sizeof at, trusted))
    return 0;
  names->file = at[0];
  names->function = at[1];
  return is_string(at[0]) && is_string(at[1]);
}

static void trust(int frames) {
  int had = atomic_load_explicit(&proven, memory_order_relaxed);
  while (had < frames && !atomic_compare_exchange_weak(&proven, &had, frames))
    ;
}

int python_key_agrees(const struct python_key *k, const char *text) {
  static const char head[] = "  File \"", middle[] = "\", line ";
  int count = 0;
  for (const char *at = text; (at = strstr(at, head)); count++) {
    at = strstr(at, middle);
    if (!at || count == k->count || line_of(&k->place[count]) != atoi(at + sizeof middle - 1))
      return 0;
  }
  if (count != k->count)
    return 0;
  trust(count);
  return count > 0;
}
