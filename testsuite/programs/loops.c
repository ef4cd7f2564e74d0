/* Loops of all kinds over a window, with a fence after each. The trace must have the same accesses
 * whether `fencepost cc` reports a loop as a whole or each access (testsuite/t/loops.t). At -O2 the
 * loop in a line that begins with WHOLE must be reported as a whole, that with LEFT must not. Each
 * function is called with several sizes. */
#include <mpi.h>
#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 65536
typedef struct {
  int a;
  short b, c;
  unsigned f : 5, g : 20;
  double d;
} record;
typedef double __attribute__((may_alias)) real;
typedef long __attribute__((may_alias)) whole;
typedef unsigned __attribute__((may_alias)) word;

typedef struct __attribute__((packed)) {
  char c;
  double d;
} narrow;

static struct {
  char before[4096];
  union {
    char bytes[BYTES];
    record records[BYTES / sizeof(record)];
  } window;
} memory __attribute__((aligned(4096)));
#define window memory.window
static MPI_Win win;
static volatile double result;
static volatile int zero;
static int outside[4096];
static jmp_buf back;

#define W ((real *)window.bytes)
#define N ((whole *)window.bytes)
#define U ((word *)window.bytes)
#define WHOLE(name) static __attribute__((noinline)) void name(int n, int s)
#define EITHER(name) static __attribute__((noinline)) void name(int n, int s)
#define LEFT(name) static __attribute__((noinline)) void name(int n, int s)

WHOLE(full) { for (int i = 0; i < n; i++) W[i] = i + s; }
WHOLE(downwards) { for (int i = n - 1; i >= 0; i--) W[i + s] += 1; }
WHOLE(strided) { double t = 0; for (int i = 0; i < n; i += 3) t += W[5 * i]; result = t + s; }
WHOLE(runtime_stride) { double t = 0; for (int i = 0; i < n; i++) t += W[(long)i * s + 2000]; result = t; }
WHOLE(runtime_back) { for (long i = 0; i < n; i++) N[4000 - i * s] = i; }
WHOLE(copy) { for (int i = 0; i < n; i++) N[i + 3000] = N[i + s]; }
WHOLE(overlap) { for (int i = 0; i < n; i++) W[i + 1] = W[i] * s; }
WHOLE(recurrence) { double t = 0; for (int i = 0; i < n; i++) t = t * .5 + W[i]; result = t + s; }
EITHER(same_place) { for (int i = 0; i < n; i++) N[s] += i ^ N[s + 1]; }
WHOLE(rows) { for (int i = 0; i < s + 3; i++) for (int j = 1; j < n; j++) W[i * 150 + j] = W[i * 150 + j - 1] + 1; }
WHOLE(columns) { for (int j = 0; j < s + 3; j++) for (int i = 0; i < n; i++) W[i * 40 + j] = j; }
WHOLE(triangle) { for (int i = 0; i < n && i < 60; i++) for (int j = 0; j < i; j++) W[i * 60 + j] += s; }
LEFT(unsigned_count) { if (n > 0) for (unsigned i = 0; i != (unsigned)n; i++) U[i + (unsigned)s] = i; }
WHOLE(pointers) { for (real *p = W + s, *e = p + n; p < e; p++) *p = 2; }
WHOLE(chars) { for (long i = s; i < n; i++) window.bytes[i + 1] = (char)(window.bytes[i] + 1); }
WHOLE(records) { for (int i = 0; i < n; i++) { window.records[i].a = window.records[i].c; window.records[i + 2].d += s; } }
EITHER(mathematics) { for (int i = 0; i < n; i++) W[i] = fabs(W[i + s]) + sqrt(i); }
WHOLE(at_least_once) { int i = 0; do { N[i] = s; } while (++i < n); }
EITHER(small) { for (unsigned char i = 0; i < 7; i++) U[(unsigned)(n + 4 + i)] = (unsigned)s; }
WHOLE(wide) { for (int i = 0; i < n; i++) { __int128 *p = (__int128 *)(window.bytes + 16 * i); *p = s; } }
EITHER(halves) { for (int i = 0; i < n; i++) if (i & s) N[2 * i] = 1; else N[2 * i + 1] += N[i]; }
WHOLE(narrow_all) { narrow *p = (narrow *)(window.bytes - 5); for (int i = 0; i < 4 * n; i++) p[i].d = s; }
WHOLE(beyond) { for (int i = -20; i < n; i++) N[i + 20 + s] = outside[i + 20]; }
LEFT(byte_wraps) { unsigned char k = (unsigned char)(256 - s); for (int i = 0; i < n; i++) { U[k] = 1; k++; } }
LEFT(word_wraps) { unsigned k = -(unsigned)s; for (int i = 0; i < n; i++) { U[(unsigned short)k & 4095] = 1; U[(k + 700u) % 8192u] = 2; k++; } }
LEFT(two_in_turn) { for (int i = 0; i < n; i++) W[i & 1 ? s : 100 + i] = 0; }
EITHER(both_ends) { for (int i = 0, j = n; i < j; i++, j--) { char t = window.bytes[i]; window.bytes[i] = window.bytes[j]; window.bytes[j] = (char)(t + s); } }

LEFT(early) { for (int i = 0; i < n; i++) { if (N[i] == 77777 + s) break; N[i + 200] = 1; } }
LEFT(found) { for (int i = 0; i < n; i++) if (N[i] == 4321) { N[i] = s; return; } }
LEFT(bound_changes) { whole *end = &N[4]; *end = n; for (long i = 0; i < *end; i++) N[i] = 9 + s; }
LEFT(calls) { for (int i = 0; i < n && i < 5; i++) { N[i] = s; MPI_Win_fence(0, win); } }
LEFT(calls_between) { whole *p = &N[n & 63]; for (int i = 0; i < 4; i++) { p[i] = s; MPI_Win_fence(0, win); } }
LEFT(is_volatile) { for (int i = 0; i < n; i++) *(volatile long *)&N[i] = s; }
LEFT(has_assembly) { for (int i = 0; i < n; i++) { N[i] = s; __asm__ volatile("" ::: "memory"); } }
LEFT(is_atomic) { for (int i = 0; i < n; i++) { __atomic_store_n(&U[i], 1, __ATOMIC_RELEASE); U[i + 300] = (unsigned)s; } }
LEFT(chain) { N[0] = s + 8; N[s + 8] = 50; N[50] = n; for (whole *p = N; p - N < 50; p = N + *p) if (*p > BYTES / 8 - 2 || *p < 0) break; }
LEFT(ends) { for (int i = 0; i < n; i++) { if (zero) exit(3); N[i] = s; } }
static __attribute__((noinline)) void leave(int now) { if (now) longjmp(back, 1); }
LEFT(jumps) { for (int i = 0; i < n; i++) { N[i] = 1; leave(i == s + 3); N[i + 400] = 1; } }
LEFT(returns_here) { jmp_buf here; if (!setjmp(here)) for (int i = 0; i < n; i++) N[i] = s; }
LEFT(two_entries) { int i = 0; if (zero) goto middle; again: N[i] = 1; middle: N[i + 100] = s; if (++i < n) goto again; }
LEFT(copies) { for (int i = 0; i < n; i++) memcpy(&N[10 * i], &outside[i], 40); }
LEFT(narrows) { narrow *p = (narrow *)(window.bytes - 5); for (int i = 0; i < 4 * n; i++) if ((i & 3) != s) p[i].d += 1; }
LEFT(halts) { if (n < 0) return; for (unsigned i = 0; i != (unsigned)(3 * n); i += 3) { if (i > 100000) abort(); U[i] = (unsigned)s; } }

static void each(void (*f)(int, int)) {
  static const int sizes[] = {0, 1, 2, 3, 17, 100, 131, -4};
  for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int s = 0; s < 3; s++) {
      memset(window.bytes, 0, BYTES);
      N[70] = 77778;
      N[60] = 4321;
      MPI_Win_fence(0, win);
      if (!setjmp(back))
        f(sizes[k], s);
      MPI_Win_fence(0, win);
    }
}

int main(int argc, char **argv) {
  static void (*const forms[])(int, int) = {
#include "forms.inc"
  };
  MPI_Init(&argc, &argv);
  /* the window is only a part of the memory that the loops access */
  MPI_Win_create(window.bytes, BYTES - 8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
    each(forms[i]);
  MPI_Win_free(&win);
  MPI_Finalize();
  long sum = 0;
  for (int i = 0; i < BYTES; i++)
    sum = sum * 31 + window.bytes[i];
  printf("%ld\n", sum);
}
