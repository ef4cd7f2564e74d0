#define _GNU_SOURCE
#include "interpose/arch/overread.h"
#include <dlfcn.h>
#include <string.h>
#include "interpose/arch/function.h"

#include "interpose/arch/program_memory.h"

#define VECTOR 16
#define LARGEST 64
#define AT_ONCE 4 /* how many vectors loops load before they look at any of them */
#define PAGE 4096
#define LINE 64
/* Within so many bytes of code from its beginning no function aligns its loads. */
#define ENTRY 64

enum {
  TO_NUL = 1, /* goes on to the NUL byte of a string */
  EARLY = 2,  /* may end before any byte */
  COPIES = 4, /* the first vectors may be aligned down, in the second half of four */
  /* Vectors of one string are aligned, so those of the other may be aligned down, but for the
   * first. */
  COMPARES = 8,
  EXACT = 16,   /* but for vectors */
  ASIDE = 32,   /* does not only go forwards: only loads of single bytes are certain */
  NEVER = 64,   /* not even those */
  APPENDS = 128 /* the first may be so whatever its address, if it is larger than VECTOR */
};

static const struct {
  const char *name;
  unsigned how;
} names[] = {{"strlen", TO_NUL},
             {"strrchr", TO_NUL},
             {"strcpy", TO_NUL | COPIES},
             {"stpcpy", TO_NUL | COPIES},
             {"strcat", TO_NUL | COPIES | APPENDS},
             {"strncpy", EARLY | COPIES},
             {"stpncpy", EARLY | COPIES},
             {"strncat", EARLY | COPIES | APPENDS},
             {"wcscpy", EARLY | COPIES},
             {"wcpcpy", EARLY | COPIES},
             {"wcsncpy", EARLY | COPIES},
             {"wcpncpy", EARLY | COPIES},
             {"wcscat", EARLY | COPIES | APPENDS},
             {"wcsncat", EARLY | COPIES | APPENDS},
             {"strnlen", EARLY},
             {"strchr", EARLY},
             {"strchrnul", EARLY},
             {"memchr", EARLY},
             {"rawmemchr", EARLY},
             {"memcmp", EARLY | EXACT},
             {"__memcmpeq", EARLY | EXACT},
             {"strcmp", EARLY | COMPARES},
             {"strncmp", EARLY | COMPARES},
             {"wcslen", EARLY},
             {"wcsnlen", EARLY},
             {"wcschr", EARLY},
             {"wcscmp", EARLY},
             {"wcsncmp", EARLY},
             {"wmemchr", EARLY},
             {"wmemcmp", EARLY},
             {"wcsrchr", ASIDE},
             {"memrchr", ASIDE},
             {"strstr", NEVER},
             {"strspn", NEVER},
             {"strcspn", NEVER},
             {"strpbrk", NEVER},
             {"strcasecmp", ASIDE},
             {"strcasecmp_l", ASIDE},
             {"strncasecmp", ASIDE},
             {"strncasecmp_l", ASIDE}};
#define NAMES (sizeof names / sizeof *names)

static uintptr_t starts[NAMES], libc_lo, libc_hi;

/* A string that a call goes through, from its first load on. */
struct stream {
  /* The instruction after that load, and the address that it loaded. */
  uintptr_t function, first, begin;
  uintptr_t lo, hi, pc; /* the last load */
  uintptr_t done;       /* bytes before this were counted */
  int ended;            /* the NUL byte was found before `done` */
};
static __thread struct {
  struct stream stream[2]; /* two, because some functions go through two strings */
  int last;
} own __attribute__((tls_model("initial-exec")));

void overread_begin(void) {
  struct dl_find_object found;
  void *libc = dlopen("libc.so.6", RTLD_NOLOAD | RTLD_LAZY);
  if (!libc)
    return;
  for (size_t i = 0; i < NAMES; i++)
    starts[i] = (uintptr_t)dlsym(libc, names[i].name);
  if (!_dl_find_object((void *)starts[0], &found)) {
    libc_lo = (uintptr_t)found.dlfo_map_start;
    libc_hi = (uintptr_t)found.dlfo_map_end;
  }
}

/* Returns how the function loads; 0: it loads only what it must. */
static unsigned how_of(uintptr_t function) {
  for (size_t i = 0; i < NAMES; i++)
    if (starts[i] == function)
      return names[i].how;
  return 0;
}

/* Returns whether the string may begin later than this load, which goes on with no earlier
 * one. */
static int may_begin_later(unsigned how, uintptr_t at, size_t size, uintptr_t offset) {
  if (how & COMPARES)
    return offset > ENTRY;
  if (at % size)
    return 0;
  return (how & APPENDS && size > VECTOR) || at % PAGE + (size > LINE ? size : LINE) >= PAGE ||
         (size == VECTOR && how & EARLY) || (how & COPIES && at % (4 * size) >= 2 * size);
}

/* Returns where the NUL byte ends the string that begins at `at`, or `hi` if there is none
 * before; 0: the memory cannot be read. */
static uintptr_t end_of(uintptr_t at, uintptr_t hi, int *ended) {
  char bytes[LARGEST];
  if (copy_from(bytes, at, hi - at))
    return 0;
  const char *nul = memchr(bytes, 0, hi - at);
  *ended = nul != NULL;
  return nul ? at + (uintptr_t)(nul - bytes) + 1 : hi;
}

/* Finds the stream that a load goes on with, or loads again. Of two it prefers the later
 * one. */
static struct stream *stream_of(unsigned how, uintptr_t function, uintptr_t at, size_t size,
                                uintptr_t pc) {
  for (int i = 0; i < 2; i++) {
    struct stream *s = &own.stream[own.last ^ i];
    if (s->function == function && pc != s->first && at > s->lo &&
        (at <= s->hi || (s->ended && at - s->hi < AT_ONCE * size)))
      return s;
    if (s->function == function && (s->ended || (how & APPENDS && pc != s->first)) &&
        at >= s->begin && at < s->hi)
      return s;
  }
  return NULL;
}

static int counts(uintptr_t *at, size_t *size, uintptr_t lo, uintptr_t hi) {
  *at = lo;
  *size = hi > lo ? hi - lo : 0;
  return *size > 0;
}

/* Chooses the place of a stream that began in the same way in an earlier call, else that of the
 * older one. */
static struct stream *stream_new(uintptr_t function, uintptr_t first) {
  int same = own.stream[own.last].function == function && own.stream[own.last].first == first;
  own.last = same ? own.last : !own.last;
  return &own.stream[own.last];
}

/* Where copies are made, the loads that follow one that may begin before the string go on with
 * it, unless it has a NUL byte: that may be the string's end or lie before the string. Other
 * functions may load several vectors before the string. */
static int begins(unsigned how, uintptr_t function, uintptr_t *at, size_t *size, uintptr_t pc) {
  int ended = 0, later = may_begin_later(how, *at, *size, pc - function);
  uintptr_t hi = *at + *size, end = later ? hi + *size : *at + 1;
  struct stream *s = stream_new(function, pc);
  s->function = 0;
  if (later && (!(how & COPIES) || *size == VECTOR))
    return 0;
  if (how & TO_NUL && (!(end = end_of(*at, hi, &ended)) || (later && ended)))
    return 0;
  *s = (struct stream){function, pc, *at, *at, hi, pc, end, ended};
  return !later && counts(at, size, *at, end);
}

/* Returns whether the load belongs to another call, for a string that begins behind the first
 * one's end. In a loop that loads several vectors at once, the instructions come in order,
 * before those that look at each vector. */
static int is_other(const struct stream *s, uintptr_t at, uintptr_t pc) {
  return pc == s->first || (s->ended && at >= s->done && pc <= s->pc);
}

static int goes_on(struct stream *s, unsigned how, uintptr_t *at, size_t *size, uintptr_t pc) {
  uintptr_t lo = s->done, end = *at + 1 - (AT_ONCE - 1) * *size;
  if (s->ended) {
    if (*at < s->done) /* the byte that it found is copied, or looked at again */
      return 0;
    end = s->done;
  } else if (how & TO_NUL) {
    lo = *at;
    end = end_of(lo, *at + *size, &s->ended);
  }
  own.last = (int)(s - own.stream);
  s->lo = *at;
  s->hi = *at + *size;
  s->pc = pc;
  s->done = end > s->done ? end : s->done;
  return counts(at, size, lo, end);
}

int overread_clip(uintptr_t *at, size_t *size, uintptr_t pc) {
  if (pc <= libc_lo || pc > libc_hi)
    return 1;
  uintptr_t function = function_start(pc - 1);
  unsigned how = how_of(function);
  if (how && !*size)
    return 0;
  if (!how || how & (ASIDE | NEVER))
    return !how || (how & ASIDE && *size == 1);
  if (*size == 1 || *size > LARGEST || (how & EXACT && *size < VECTOR))
    return 1;
  struct stream *s = stream_of(how, function, *at, *size, pc);
  if (s && !is_other(s, *at, pc))
    return goes_on(s, how, at, size, pc);
  return begins(how, function, at, size, pc);
}
