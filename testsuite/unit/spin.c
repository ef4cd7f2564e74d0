/* Loops that wait for a location are recognised by their machine code (programs.mk builds this
 * at several levels of optimisation). */
#include "interpose/tracers/shared/spin.h"
#include <stdlib.h>
#include "tap.h"

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

CODE void last(void) {
}

#define MAY 2 /* either is right: the code of clang -O0 is too long to be followed */
/* The loop is left by a jump to code before it, which clang makes of unrolled loops. */
void spin_back(volatile int *p);
__asm__(".text\n"
        ".type spin_back, @function\n"
        "spin_back:\n"
        "  jmp 2f\n"
        "1:\n"
        "  xorl %eax, %eax\n"
        "  ret\n"
        "2:\n"
        "  cmpl $0, (%rdi)\n"
        "  jne 1b\n"
        "  pause\n"
        "  jmp 2b\n"
        ".size spin_back, . - spin_back\n");

/* A compiler that needs no frame pointer uses rbp as any register: the loop loads it each time
 * round. In the first function that is the polled location's address, in the second the next
 * item of a list, and in the third the loop stores there. */
void spin_rbp(volatile int *p);
void walk_rbp(struct item *i);
void step_rbp(volatile int *p);
__asm__(".text\n"
        ".type spin_rbp, @function\n"
        "spin_rbp:\n"
        "  pushq %rbp\n"
        "  pushq %rdi\n"
        "1:\n"
        "  movq (%rsp), %rbp\n"
        "  cmpl $0, 4(%rbp)\n"
        "  je 1b\n"
        "  popq %rdi\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size spin_rbp, . - spin_rbp\n"
        ".type walk_rbp, @function\n"
        "walk_rbp:\n"
        "  pushq %rbp\n"
        "  movq %rdi, %rbp\n"
        "1:\n"
        "  movq (%rbp), %rbp\n"
        "  cmpl $0, 8(%rbp)\n"
        "  je 1b\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size walk_rbp, . - walk_rbp\n"
        ".type step_rbp, @function\n"
        "step_rbp:\n"
        "  pushq %rbp\n"
        "  pushq %rdi\n"
        "1:\n"
        "  movq (%rsp), %rbp\n"
        "  addl $1, 8(%rbp)\n"
        "  cmpl $0, 4(%rbp)\n"
        "  je 1b\n"
        "  popq %rdi\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size step_rbp, . - step_rbp\n");

#define FUNCTION(f, spins)                                                                     \
  { #f, (uintptr_t)f, spins }
static const struct function {
  const char *name;
  uintptr_t at;
  int spins;
} functions[] = {
    FUNCTION(relax, 0),          FUNCTION(work, 0),          FUNCTION(spin_plain, 1),
    FUNCTION(spin_static, 1),    FUNCTION(spin_relax, 1),    FUNCTION(spin_atomic, 1),
    FUNCTION(spin_until, 1),     FUNCTION(spin_variable, 1), FUNCTION(spin_break, 1),
    FUNCTION(spin_bounded, MAY), FUNCTION(spin_pointer, 1),  FUNCTION(sum, 0),
    FUNCTION(sum_volatile, 0),   FUNCTION(sum_one, 0),       FUNCTION(search, 0),
    FUNCTION(search_zero, 0),    FUNCTION(length, 0),        FUNCTION(walk, 0),
    FUNCTION(walk_count, 0),     FUNCTION(step, 0),          FUNCTION(step_relax, 0),
    FUNCTION(count_down, 0),     FUNCTION(scale, 0),         FUNCTION(once, 0),
    FUNCTION(at_most, 0),        FUNCTION(steps_apart, 0),   FUNCTION(last, 0),
    FUNCTION(spin_back, 1),      FUNCTION(spin_rbp, 1),      FUNCTION(walk_rbp, 0),
    FUNCTION(step_rbp, 0)};
#define FUNCTIONS (sizeof functions / sizeof *functions)

static int waits(uintptr_t at, int indirect) {
  return !indirect && at == (uintptr_t)relax;
}

static uintptr_t end_of(const struct function *f) {
  uintptr_t end = f->at + 400;
  for (size_t i = 0; i < FUNCTIONS; i++)
    if (functions[i].at > f->at && functions[i].at < end)
      end = functions[i].at;
  return end;
}

/* Counts the places where a load would be taken for one that polls. */
static int spins(const struct function *f) {
  uintptr_t end = end_of(f);
  int n = 0;
  for (uintptr_t pc = f->at + 1; pc < end; pc++)
    for (size_t size = 1; size <= 8; size *= 2) {
      struct spin s = {pc, 0, size, f->at, end, (const uint8_t *)f->at, waits};
      n += fencepost_spins(&s);
    }
  return n;
}

int main(void) {
  for (size_t i = 0; i < FUNCTIONS; i++) {
    int n = spins(&functions[i]);
    if (!tap_ok(functions[i].spins == MAY || functions[i].spins == (n > 0), functions[i].name,
                __FILE__, __LINE__))
      printf("#   %d places\n", n);
  }
  return tap_done();
}
