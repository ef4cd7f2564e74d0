/* libc's string functions on protected memory. They load whole vectors, but only bytes that a
 * call needs may count as loaded, and most of these must. */
#define _GNU_SOURCE
#include "interpose/arch/overread.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>
#include "slots_run.h"
#include "tap.h"

#define LONGEST 600

static char *place[2];  /* where the strings are, in the view */
static size_t given[2]; /* how many bytes of each the call needs */
static size_t counted, needed, wrong;
static char other[4096]; /* not protected */
static unsigned char is_counted[2][4096];
static volatile size_t result;

static void count(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)pc;
  for (uintptr_t byte = at; does & INSTRUCTION_LOADS && byte < at + size; byte++) {
    int in = 0;
    for (int i = 0; i < 2; i++)
      if (place[i] && byte - (uintptr_t)place[i] < given[i])
        in = is_counted[i][byte - (uintptr_t)place[i]] = 1;
    wrong += !in;
  }
}

/* Returns the address of the same bytes in memory that is not protected. */
static char *same(const char *at) {
  return contents + (at - view);
}

/* Fills the memory with letters and some NUL bytes. */
static void fill(void) {
  unsigned rarely = (unsigned)(draw() % 200) + 1;
  for (int i = 0; i < SIZE; i++)
    contents[i] = draw() % rarely ? (char)('a' + draw() % 3) : 0;
}

static char *somewhere(void) {
  uint64_t border = draw() % 4;
  size_t at = FIRST + 64 + draw() % (END - FIRST - 2 * LONGEST);
  if (border == 0) /* near the end of a page */
    at = (at & ~4095ul) + 4096 - draw() % 200;
  else if (border == 1)
    at &= ~31ul;
  return view + (at < END - 2 * LONGEST ? at : END - 2 * LONGEST);
}

static void string_at(char *at, size_t length) {
  for (size_t i = 0; i < length; i++)
    same(at)[i] = same(at)[i] ? same(at)[i] : 'b';
  same(at)[length] = 0;
}

static size_t some_length(void) {
  return draw() % (draw() % 4 ? 70 : LONGEST);
}

struct trial {
  char *a, *b;
  size_t length, bound;
};

/* Defines a call, and how many bytes of `a` and `b` it needs. */
#define CALL(name, of_a, of_b, call)                                                           \
  static void name##_needs(const struct trial *t) {                                            \
    const char *a = same(t->a), *b = same(t->b);                                               \
    size_t n = t->bound, length = t->length;                                                   \
    (void)a, (void)b, (void)n, (void)length;                                                   \
    given[0] = (of_a);                                                                         \
    given[1] = (of_b);                                                                         \
  }                                                                                            \
  static void name##_runs(const struct trial *t) {                                             \
    char *a = t->a, *b = t->b;                                                                 \
    size_t n = t->bound;                                                                       \
    (void)a, (void)b, (void)n;                                                                 \
    result = (size_t)(call);                                                                   \
  }

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

static size_t found(const char *in, int c) {
  return (size_t)(strchrnul(in, c) - in) + 1;
}

static size_t found_within(const char *in, int c, size_t n) {
  const char *at = memchr(in, c, n);
  return at ? (size_t)(at - in) + 1 : n;
}

static size_t alike(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i])
    i++;
  return i + 1;
}

/* Makes the first string one of wide characters, and returns how many bytes it has. */
static size_t wide_needs(const struct trial *t) {
  wchar_t *at = (wchar_t *)same(t->a);
  at[t->length / sizeof *at] = 0;
  return (wcslen(at) + 1) * sizeof *at;
}

CALL(strlen, length + 1, 0, strlen(a))
CALL(strnlen, least(n, length + 1), 0, strnlen(a, n))
CALL(strchr, found(a, 'a'), 0, strchr(a, 'a'))
CALL(strchrnul, found(a, 'q'), 0, strchrnul(a, 'q'))
CALL(strrchr, length + 1, 0, strrchr(a, 'a'))
CALL(memchr, found_within(a, 'q', n), 0, memchr(a, 'q', n))
CALL(memchr_0, found_within(a, 0, n), 0, memchr(a, 0, n))
CALL(rawmemchr, length + 1, 0, rawmemchr(a, 0))
CALL(memrchr, n, 0, memrchr(a, 'a', n))
CALL(strcmp, alike(a, b), alike(a, b), strcmp(a, b))
CALL(strcmp_other, length + 1, 0, strcmp(a, strcpy(other, same(a))))
CALL(strncmp, least(n, alike(a, b)), least(n, alike(a, b)), strncmp(a, b, n))
CALL(strcasecmp, alike(a, b), alike(a, b), strcasecmp(a, b))
CALL(memcmp, n, n, memcmp(a, b, n))
CALL(strcpy, length + 1, 0, strcpy(other, a))
CALL(stpcpy, length + 1, 0, stpcpy(other, a))
CALL(strncpy, least(n, length + 1), 0, strncpy(other, a, n))
CALL(strcat, length + 1, 0, strcat(strcpy(other, "some"), a))
CALL(strcat_to, length + 1, 0, strcat(a, strcpy(other, "x")))
CALL(strncat, least(n, length + 1), 0, strncat(strcpy(other, "some"), a, n))
CALL(strncat_to, length + 1, 0, strncat(a, strcpy(other, "x"), n))
CALL(wcslen, wide_needs(t), 0, wcslen((wchar_t *)a))
CALL(wcscpy, wide_needs(t), 0, wcscpy((wchar_t *)other, (wchar_t *)a))
CALL(wcsncpy, least(4 * n, wide_needs(t)), 0, wcsncpy((wchar_t *)other, (wchar_t *)a, n))
CALL(wcscat, wide_needs(t), 0, wcscat(wcscpy((wchar_t *)other, L"some"), (wchar_t *)a))
CALL(wcscat_to, wide_needs(t), 0, wcscat((wchar_t *)a, wcscpy((wchar_t *)other, L"x")))
CALL(wcsncat, least(4 * n, wide_needs(t)), 0,
     wcsncat(wcscpy((wchar_t *)other, L"some"), (wchar_t *)a, n))
CALL(strspn, length + 1, 0, strspn(a, "abc"))
CALL(strcspn, length + 1, 0, strcspn(a, "qrx"))
CALL(strstr, length + 1, 0, strstr(a, "abcaq"))
CALL(memcpy, n, 0, memcpy(other, a, n))

static const struct {
  const char *name;
  void (*needs)(const struct trial *);
  void (*runs)(const struct trial *);
  unsigned least; /* how many per cent of what it needs must count as loaded */
} calls[] = {
#define ROW(name, least)                                                                       \
  { #name, name##_needs, name##_runs, least }
    ROW(strlen, 80),    ROW(strrchr, 80),   ROW(strcpy, 50),      ROW(stpcpy, 50),
    ROW(strcat, 50),    ROW(strcat_to, 50), ROW(strnlen, 0),      ROW(strchr, 1),
    ROW(strchrnul, 1),  ROW(memchr, 1),     ROW(memchr_0, 1),     ROW(rawmemchr, 1),
    ROW(memrchr, 0),    ROW(strcmp, 1),     ROW(strcmp_other, 1), ROW(strncmp, 1),
    ROW(strcasecmp, 0), ROW(memcmp, 1),     ROW(strncpy, 1),      ROW(strncat, 1),
    ROW(strncat_to, 1), ROW(wcslen, 1),     ROW(wcscpy, 1),       ROW(wcsncpy, 1),
    ROW(wcscat, 1),     ROW(wcscat_to, 1),  ROW(wcsncat, 1),      ROW(strspn, 0),
    ROW(strcspn, 0),    ROW(strstr, 0),     ROW(memcpy, 100)};

static void prepare_trial(struct trial *t) {
  fill();
  *t = (struct trial){somewhere(), somewhere(), some_length(), some_length()};
  string_at(t->b, some_length());
  string_at(t->a, t->length);
  if (draw() % 2 && labs(t->a - t->b) > LONGEST)
    strcpy(same(t->b), same(t->a));
  t->length = strlen(same(t->a));
}

/* Makes Fencepost forget the last strings. The next one may lie close to them by chance, which
 * hardly happens in programs. */
static void forget(void) {
  for (int i = 0; i < 2; i++) {
    place[i] = NULL;
    string_at(view + FIRST, 3);
    close_view();
    result = strlen(view + FIRST) + strnlen(view + FIRST, 10);
    open_view();
  }
}

static void run_calls(int i, int rounds) {
  counted = needed = 0;
  for (int round = 0; round < rounds; round++) {
    struct trial t;
    prepare_trial(&t);
    memset(is_counted, 0, sizeof is_counted);
    if (calls[i].name[0] == 'w') /* wide characters are aligned */
      t.a -= (uintptr_t)t.a % sizeof(wchar_t);
    calls[i].needs(&t);
    forget();
    place[0] = t.a;
    place[1] = t.b;
    wrong = 0;
    close_view();
    calls[i].runs(&t);
    open_view();
    for (int k = 0; k < 2; k++)
      for (size_t n = 0; n < given[k]; n++, needed++)
        counted += is_counted[k][n];
    if (!wrong)
      continue;
    tap_ok(0, calls[i].name, __FILE__, __LINE__);
    printf("#   %zu bytes too many, round %d: at %lx, %zu bytes, bound %zu; and %lx\n", wrong,
           round, (unsigned long)(t.a - view), t.length, t.bound, (unsigned long)(t.b - view));
    return;
  }
  tap_ok(counted * 100 >= needed * calls[i].least, calls[i].name, __FILE__, __LINE__);
  printf("#   %zu of %zu bytes\n", counted, needed);
}

/* Strings that follow each other; each begins where a vector ends. */
static void rows(void) {
  size_t all = 0;
  memset(contents, 'x', SIZE);
  counted = 0;
  for (int i = 0; i < 8; i++)
    contents[FIRST + i * 32 + 5] = 0;
  place[1] = NULL;
  given[0] = 6;
  wrong = 0;
  memset(is_counted, 0, sizeof is_counted);
  for (int i = 0; i < 8; i++) {
    place[0] = view + FIRST + i * 32;
    close_view();
    strlen_runs(&(struct trial){.a = place[0]});
    open_view();
    for (int k = 0; k < 6; k++, all++)
      counted += is_counted[0][k];
  }
  OK(counted == all && !wrong);
}

int main(int argc, char **argv) {
  seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  run_begin();
  overread_begin();
  slots_clip = overread_clip;
  instead = count;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    run_calls((int)i, argc > 1 ? atoi(argv[1]) : 1000);
  rows();
  return tap_done();
}
