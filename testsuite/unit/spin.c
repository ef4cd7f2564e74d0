/* Loops that wait for a location are told from others by their code, as the compiler has made
 * it. programs.mk builds this at several levels of optimisation, without and with calls of
 * hooks before the loads (spin_hooks.c). */
#include "interpose/tracers/shared/spin.h"
#include <stdlib.h>
#include "tap.h"
#include "spin_hooks.h"
#include "spin_written.h"

spin_function fencepost_spins;

#ifdef __clang__
#define CODE __attribute__((noinline, used))
#else
#define CODE __attribute__((noipa, used))
#endif

/* Loops that wait may call `relax`, but not `work`. */
CODE void relax(void *what) {
  __asm__ volatile("" ::"r"(what) : "memory");
}

CODE void work(void *what) {
  __asm__ volatile("" ::"r"(what) : "memory");
}

static volatile int flags[4];

CODE void spin_plain(volatile int *p) {
  while (!*p)
    ;
}

CODE void spin_static(void) {
  while (!flags[2])
    ;
}

CODE void spin_relax(volatile int *p) {
  while (!*p)
    relax(NULL);
}

CODE void spin_atomic(int *p) {
  while (!__atomic_load_n(p, __ATOMIC_ACQUIRE))
    ;
}

CODE int spin_until(volatile long *p, int i, long value) {
  int n = 0;
  while (p[i + 1] != value) {
    relax(NULL);
    n++;
  }
  return n;
}

CODE int spin_variable(volatile short *p) {
  int seen;
  do {
    relax(NULL);
    seen = *p;
  } while (seen == 0);
  return seen;
}

CODE void spin_break(volatile char *p) {
  while (1) {
    relax(NULL);
    if (*p)
      break;
  }
}

CODE int spin_bounded(volatile int *p, int most) {
  int i;
  for (i = 0; i < most && !*p; i++)
    __asm__ volatile("pause");
  return i;
}

CODE void spin_pointer(volatile int **p) {
  while (!**p)
    relax(NULL);
}

CODE int sum(const int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

CODE int sum_volatile(volatile int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

/* It loads the same location each time, but the value does not decide when the loop ends. */
CODE int sum_one(volatile int *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += *a;
  return s;
}

CODE int search(const int *a, int n, int value) {
  int i = 0;
  while (i < n && a[i] != value)
    i++;
  return i;
}

CODE int search_zero(volatile int *a) {
  int i = 0;
  while (a[i])
    i++;
  return i;
}

CODE long length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}

struct item {
  struct item *next;
  int value;
};

CODE struct item *walk(struct item *i) {
  while (i->value)
    i = i->next;
  return i;
}

CODE int walk_count(struct item *volatile *i) {
  int n = 0;
  for (struct item *at = *i; at; at = at->next)
    n++;
  return n;
}

CODE void step(volatile int *p) {
  while (*p > 3)
    work((void *)p);
}

CODE void step_relax(volatile int *p, int *q) {
  while (*p > 3) {
    relax(NULL);
    *q += 1;
  }
}

CODE void count_down(volatile int *p) {
  while (*p)
    --*p;
}

CODE void scale(double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[0] * a[i];
}

CODE int once(volatile int *p) {
  int s = 0;
  if (*p)
    s = 3;
  relax(NULL);
  return s;
}

CODE int at_most(volatile int *bound) {
  int i = 0;
  while (i < *bound)
    i++;
  return i;
}

CODE int steps_apart(volatile int *a, int which) {
  int i = 0, n = 0;
  while (a[i] != 7) {
    if (n & which)
      i = 0;
    else
      i++;
    n++;
  }
  return n;
}

/* The polled location lies in the frame, and so does what the loop passes to what it calls. */
CODE int spin_frame(void) {
  int flag = 0;
  relax(&flag);
  while (!*(volatile int *)&flag)
    relax(NULL);
  return flag;
}

CODE int spin_frame_until(int value) {
  int flag[3] = {0}, handle = 3;
  relax(flag);
  relax(&handle);
  while (*(volatile int *)&flag[1] != value)
    relax((void *)(intptr_t)handle);
  return handle;
}

/* The loop looks at its beginning at what it has loaded the time before. */
CODE int spin_before(volatile int *p, int most) {
  int seen = 0, i;
  for (i = 0; i < most && !seen; i++) {
    relax(NULL);
    seen = *p;
  }
  return i;
}

CODE int spin_frame_before(void) {
  int memory[4] = {0}, handle = 3, seen = 0;
  relax(memory);
  relax(&handle);
  for (int i = 0; i < handle && !seen; i++) {
    relax((void *)(intptr_t)handle);
    seen = *(volatile int *)memory;
  }
  return seen;
}

/* Several that are kept in registers over the calls: the polled location's address may be in
 * any of them. */
CODE int spin_many(volatile int *p, long a, long b, long c, long d) {
  while (*p == 0) {
    relax((void *)a);
    relax((void *)b);
    relax((void *)c);
    relax((void *)d);
  }
  return *p;
}

extern int *global, handle; /* may be changed elsewhere */
int *global, handle;

CODE int spin_global(void) {
  int seen = 0;
  while (!seen) {
    relax((void *)(intptr_t)handle);
    seen = *(volatile int *)&global[1];
  }
  return seen;
}

/* What these load as a `short` is the same location each time; but what ends them is something
 * else: another location, what the caller says, the number of rounds. */
CODE int other_ends(volatile short *p, volatile int *q) {
  int s = 0;
  while (!*q) {
    s += *p;
    relax(NULL);
  }
  return s;
}

CODE int other_ends_behind(volatile short *p, volatile int *q) {
  int s = 0;
  do {
    relax(NULL);
    s += *p;
  } while (!*q);
  return s;
}

CODE int caller_ends(volatile short *p, int stop) {
  int s = 0;
  do {
    relax(NULL);
    s += *p;
  } while (!stop);
  return s;
}

CODE int caller_ends_frame(int stop) {
  short at = 0;
  int s = 0;
  relax(&at);
  do {
    relax(&stop);
    s += *(volatile short *)&at;
  } while (!stop);
  return s;
}

CODE int count_ends(int n) {
  short at[3] = {0};
  int s = 0;
  relax(at);
  for (int i = 0; i < n; i++) {
    relax(NULL);
    s += *(volatile short *)&at[1];
  }
  return s;
}

CODE int count_ends_before(volatile short *p, int n) {
  int s = 0, go = 1;
  for (int i = 0; go; i++) {
    go = 1;
    s += *p;
    relax(NULL);
    if (i >= n)
      go = 0;
  }
  return s;
}

CODE int sum_ends(void) {
  short at = 0;
  int s = 0;
  relax(&at);
  while (s < 10) {
    relax(NULL);
    s += *(volatile short *)&at;
  }
  return s;
}

/* The loop changes what it has loaded the time before. */
CODE int toggle_ends(volatile short *p) {
  int seen = 0;
  while (seen != 7) {
    relax(NULL);
    seen ^= *p + 1;
  }
  return seen;
}

/* The loop itself stores to the location. */
CODE int store_ends(void) {
  short at = 5;
  relax(&at);
  while (*(volatile short *)&at) {
    relax(NULL);
    *(volatile short *)&at = (short)(at - 1);
  }
  return at;
}

CODE void last(void) {
}

#define COUNTED 100
#define MAY 2 /* either is right: the code of clang -O0 is too long to be followed */
#define FUNCTION(f, spins) SIZED(f, spins, 0)
#define EXACTLY(f, places)                                                                     \
  { #f, (uintptr_t)f, TOLD ? 0 : COUNTED + (places), 4 }
#define SIZED(f, spins, size)                                                                  \
  { #f, (uintptr_t)f, spins, size }
static const struct function {
  const char *name;
  uintptr_t at;
  int spins;   /* at some places; or COUNTED and at how many */
  size_t size; /* loads of this size alone are looked at */
} functions[] = {FUNCTION(relax, 0),        FUNCTION(work, 0),
                 FUNCTION(spin_plain, 1),   FUNCTION(spin_static, 1),
                 FUNCTION(spin_relax, 1),   FUNCTION(spin_atomic, !TOLD),
                 FUNCTION(spin_until, 1),   FUNCTION(spin_variable, 1),
                 FUNCTION(spin_break, 1),   FUNCTION(spin_bounded, 1),
                 FUNCTION(spin_pointer, 1), FUNCTION(sum, 0),
                 FUNCTION(sum_volatile, 0), FUNCTION(sum_one, 0),
                 FUNCTION(search, 0),       FUNCTION(search_zero, 0),
                 FUNCTION(length, 0),       FUNCTION(walk, 0),
                 FUNCTION(walk_count, 0),   FUNCTION(step, 0),
                 FUNCTION(step_relax, 0),   FUNCTION(count_down, 0),
                 FUNCTION(scale, 0),        FUNCTION(once, 0),
                 FUNCTION(at_most, 0),      FUNCTION(steps_apart, 0),
                 FUNCTION(last, 0),         FUNCTION(spin_back, !TOLD),
                 FUNCTION(spin_rbp, !TOLD), FUNCTION(walk_rbp, 0),
                 FUNCTION(step_rbp, 0),     EXACTLY(each_copied, 2),
                 EXACTLY(each_anew, 2),     EXACTLY(each_static, 2),
                 EXACTLY(each_counted, 2),  EXACTLY(each_changed, 1),
                 EXACTLY(each_other, 1),    EXACTLY(each_uncopied, 1),
                 FUNCTION(spin_frame, 1),   FUNCTION(spin_frame_until, 1),
                 FUNCTION(spin_before, 1),  FUNCTION(spin_frame_before, 1),
                 FUNCTION(spin_many, 1),    FUNCTION(spin_global, 1),
                 SIZED(other_ends, 0, 2),   SIZED(other_ends_behind, 0, 2),
                 SIZED(other_ends, 1, 4),   SIZED(other_ends_behind, 1, 4),
                 SIZED(caller_ends, 0, 2),  SIZED(caller_ends_frame, 0, 2),
                 SIZED(count_ends, 0, 2),   SIZED(count_ends_before, 0, 2),
                 SIZED(sum_ends, 0, 2),     SIZED(toggle_ends, 0, 2),
                 SIZED(store_ends, 0, 2)};
#define FUNCTIONS (sizeof functions / sizeof *functions)

static int waits(uintptr_t at, int indirect) {
  return !indirect && (at == (uintptr_t)relax || hook_size(at));
}

static uintptr_t end_of(const struct function *f) {
  uintptr_t end = f->at + 400;
  for (size_t i = 0; i < FUNCTIONS; i++)
    if (functions[i].at > f->at && functions[i].at < end)
      end = functions[i].at;
  return end;
}

/* Returns whether a load of this size may be at `pc`, or be told of by the call before it. */
static int may_load(uintptr_t pc, size_t size) {
  int32_t apart;
  if (!TOLD)
    return 1;
  memcpy(&apart, (const char *)pc - 4, sizeof apart);
  return ((const uint8_t *)pc)[-5] == 0xe8 && hook_size(pc + (uintptr_t)apart) == size;
}

/* At how many places something loaded there would be taken for one that is polled. */
static int spins(const struct function *f) {
  uintptr_t end = end_of(f);
  int n = 0;
  for (uintptr_t pc = f->at + (TOLD ? 5 : 1); pc < end; pc++)
    for (size_t size = 1; size <= 8; size *= 2) {
      struct spin s = {.pc = pc,
                       .told = TOLD,
                       .size = size,
                       .lo = f->at,
                       .hi = end,
                       .code = (const uint8_t *)f->at,
                       .waits = waits};
      if ((!f->size || f->size == size) && may_load(pc, size))
        n += fencepost_spins(&s);
    }
  return n;
}

int main(void) {
  for (size_t i = 0; i < FUNCTIONS; i++) {
    const struct function *f = &functions[i];
    int n = spins(f);
    if (f->spins == MAY)
      continue;
    int wanted = f->spins >= COUNTED ? f->spins - COUNTED == n : f->spins == (n > 0);
    if (!tap_ok(wanted, f->name, __FILE__, __LINE__))
      printf("#   %d places\n", n);
  }
  return tap_done();
}
