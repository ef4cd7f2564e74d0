#include "site.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "include/call.h"
#include "include/event.h"

struct site_line {
  char *out;
  size_t n, used;
};

__attribute__((format(printf, 2, 3))) static void add(struct site_line *l, const char *format,
                                                      ...) {
  va_list args;
  if (l->used >= l->n)
    return;
  va_start(args, format);
  int more = vsnprintf(l->out + l->used, l->n - l->used, format, args);
  va_end(args);
  if (more > 0)
    l->used += (size_t)more;
}

static const char *comma(const struct site_line *l) {
  return l->used ? ", " : "";
}

static void add_assertion(struct site_line *l, uint32_t bits) {
  static const struct {
    uint32_t bit;
    const char *name;
  } names[] = {
      {ASSERT_NOCHECK, "MPI_MODE_NOCHECK"},     {ASSERT_NOSTORE, "MPI_MODE_NOSTORE"},
      {ASSERT_NOPUT, "MPI_MODE_NOPUT"},         {ASSERT_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
      {ASSERT_NOSUCCEED, "MPI_MODE_NOSUCCEED"}, {ASSERT_UNKNOWN, "(unknown bits)"}};
  const char *bar = "";
  add(l, "%sassert=", comma(l));
  if (!bits)
    add(l, "0");
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (bits & names[i].bit) {
      add(l, "%s%s", bar, names[i].name);
      bar = "|";
    }
}

static void add_rank(struct site_line *l, const struct site *s) {
  if (s->target >= 0)
    add(l, "%srank=%d", comma(l), (int)s->target);
}

static void add_operation(struct site_line *l, const struct site *s) {
  if (s->target >= 0)
    add(l, "target=%d, disp=%lld", (int)s->target, (long long)s->disp);
  if (s->target >= 0 && s->bytes > 0)
    add(l, ", bytes=%lld", (long long)s->bytes);
}

static int is_operation(unsigned call) {
  const char *name = call_name(call);
  static const char *const operations[] = {"MPI_Put",          "MPI_Get",
                                           "MPI_Accumulate",   "MPI_Get_accumulate",
                                           "MPI_Fetch_and_op", "MPI_Compare_and_swap",
                                           "MPI_Rput",         "MPI_Rget",
                                           "MPI_Raccumulate",  "MPI_Rget_accumulate"};
  size_t n = strlen(name);
  if (n > 2 && !strcmp(name + n - 2, "_c")) /* the variant with large counts */
    n -= 2;
  for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++)
    if (strlen(operations[i]) == n && !strncmp(operations[i], name, n))
      return 1;
  return 0;
}

void site_args(const struct site *s, char *out, size_t n) {
  struct site_line l = {out, n, 0};
  if (!n)
    return;
  out[0] = '\0';
  if (s->assertion & ASSERT_UNTOLD)
    return;
  switch (s->call) {
  case CALL_Win_lock:
    add(&l, "lock_type=%s", s->exclusive ? "MPI_LOCK_EXCLUSIVE" : "MPI_LOCK_SHARED");
    add_rank(&l, s);
    add_assertion(&l, s->assertion);
    break;
  case CALL_Win_fence:
  case CALL_Win_post:
  case CALL_Win_start:
  case CALL_Win_lock_all:
    add_assertion(&l, s->assertion);
    break;
  case CALL_Win_unlock:
  case CALL_Win_flush:
  case CALL_Win_flush_local:
    add_rank(&l, s);
    break;
  default:
    if (is_operation(s->call))
      add_operation(&l, s);
  }
}
