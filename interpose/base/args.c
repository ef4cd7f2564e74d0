#include "args.h"
#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "mpi_call.h"

#define ROLE(role, declaration, show) enum { show_##role = SHOW_##show };
#include "include/roles.def"
#undef ROLE

/* A record of arguments holds scalars only, each aligned to its own size. */
struct arg {
  unsigned char show, size;
  const char *name;
};

#define ARG(role, name)                                                                        \
  { show_##role, sizeof(role_##role), #name }
#define ROW(ret, name, class, ...)                                                             \
  static const struct arg args_of_##name[] = {EACH(ARG, EACH_COMMA, __VA_ARGS__)               \
                                                  __VA_OPT__(, ){SHOW_END, 0, NULL}};
#include "interpose/mpi/rows.def"

static const struct arg *const tables[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = args_of_##name,
#include "interpose/mpi/rows.def"
};
static const size_t sizes[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = sizeof(struct args_##name),
#include "interpose/mpi/rows.def"
};

size_t args_size(unsigned call) {
  return call < CALLS ? sizes[call] : 0;
}

struct argument_walk {
  const struct arg *arg;
  const char *args;
  size_t at;
};

static const void *walk_next(struct argument_walk *w, const struct arg **arg) {
  const struct arg *a = w->arg;
  if (!a || a->show == SHOW_END)
    return NULL;
  w->arg++;
  w->at = (w->at + a->size - 1) & -(size_t)a->size;
  const void *value = w->args + w->at;
  w->at += a->size;
  *arg = a;
  return value;
}

/* Where the arguments are that calls are asked for again and again: found once. */
enum { PLACES_KEPT = 2, PLACE_NONE = UINT8_MAX };
static _Atomic uint8_t places[CALLS][SHOW_STR + 1][PLACES_KEPT]; /* plus 1; 0: not looked for */
#define ROW(ret, name, class, ...)                                                             \
  static_assert(sizeof(struct args_##name) < PLACE_NONE - 1, "a place fits in a byte");
#include "interpose/mpi/rows.def"

static const void *find_nth(unsigned call, const void *args, enum show show, int n) {
  struct argument_walk w = {call < CALLS ? tables[call] : NULL, args, 0};
  const struct arg *arg = NULL;
  const void *value;
  while ((value = walk_next(&w, &arg)) != NULL)
    if (arg->show == show && !n--)
      return value;
  return NULL;
}

const void *args_nth(unsigned call, const void *args, enum show show, int n) {
  if (call >= CALLS || n >= PLACES_KEPT)
    return find_nth(call, args, show, n);
  _Atomic uint8_t *place = &places[call][show][n];
  uint8_t at = atomic_load_explicit(place, memory_order_relaxed);
  if (!at) {
    const char *value = find_nth(call, args, show, n);
    at = value ? (uint8_t)(value - (const char *)args + 1) : PLACE_NONE;
    atomic_store_explicit(place, at, memory_order_relaxed);
  }
  return at == PLACE_NONE ? NULL : (const char *)args + at - 1;
}

int args_place(unsigned call, const void *args, const void *pointer) {
  struct argument_walk w = {call < CALLS ? tables[call] : NULL, args, 0};
  const struct arg *arg = NULL;
  const void *value;
  for (int i = 1; (value = walk_next(&w, &arg)) != NULL; i++)
    if (arg->size == sizeof pointer && !memcmp(value, &pointer, sizeof pointer))
      return i;
  return 0;
}

const void *args_first(unsigned call, const void *args, enum show show) {
  return args_nth(call, args, show, 0);
}

static void show_assert(int given, char *text, size_t room) {
  static const struct {
    int bit;
    const char *name;
  } bits[] = {{MPI_MODE_NOCHECK, "MPI_MODE_NOCHECK"},
              {MPI_MODE_NOSTORE, "MPI_MODE_NOSTORE"},
              {MPI_MODE_NOPUT, "MPI_MODE_NOPUT"},
              {MPI_MODE_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
              {MPI_MODE_NOSUCCEED, "MPI_MODE_NOSUCCEED"}};
  size_t n = 0;
  for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
    if ((given & bits[i].bit) && n < room)
      n += (size_t)snprintf(text + n, room - n, "%s%s", n ? "|" : "", bits[i].name);
  if (!n)
    snprintf(text, room, "%d", given);
}

static void show_rank(int rank, char *text, size_t room) {
  const char *name = rank == MPI_ANY_SOURCE  ? "MPI_ANY_SOURCE"
                     : rank == MPI_PROC_NULL ? "MPI_PROC_NULL"
                     : rank == MPI_ROOT      ? "MPI_ROOT"
                                             : NULL;
  if (name)
    snprintf(text, room, "%s", name);
  else
    snprintf(text, room, "%d", rank);
}

static void show_handle(const struct arg *arg, const void *value, char *text, size_t room) {
  static const struct {
    enum show show;
    MPI_Comm comm;
    const char *name;
  } comms[] = {{SHOW_COMM, MPI_COMM_WORLD, "MPI_COMM_WORLD"},
               {SHOW_COMM, MPI_COMM_SELF, "MPI_COMM_SELF"}};
  for (size_t i = 0; i < sizeof comms / sizeof *comms; i++)
    if (arg->show == SHOW_COMM && *(const MPI_Comm *)value == comms[i].comm) {
      snprintf(text, room, "%s", comms[i].name);
      return;
    }
  unsigned long long bits = 0;
  memcpy(&bits, value, arg->size);
  snprintf(text, room, "0x%llx", bits);
}

static void show_value(const struct arg *arg, const void *value, char *text, size_t room) {
  switch (arg->show) {
  case SHOW_INT:
    snprintf(text, room, "%d", *(const int *)value);
    break;
  case SHOW_TAG: {
    int v = *(const int *)value;
    snprintf(text, room, v == MPI_ANY_TAG ? "MPI_ANY_TAG" : "%d", v);
    break;
  }
  case SHOW_RANK:
    show_rank(*(const int *)value, text, room);
    break;
  case SHOW_LONG:
    snprintf(text, room, "%lld", (long long)*(const MPI_Aint *)value);
    break;
  case SHOW_ASSERT:
    show_assert(*(const int *)value, text, room);
    break;
  case SHOW_LOCKTYPE:
    snprintf(text, room, "%s",
             *(const int *)value == MPI_LOCK_EXCLUSIVE ? "MPI_LOCK_EXCLUSIVE"
                                                       : "MPI_LOCK_SHARED");
    break;
  case SHOW_STR: /* it belongs to another thread, so only the pointer is shown */
  case SHOW_POINTER:
    snprintf(text, room, "%p", *(void *const *)value);
    break;
  default:
    show_handle(arg, value, text, room);
    break;
  }
}

void args_text(unsigned call, const void *args, char *text, size_t room) {
  struct argument_walk w = {call < CALLS ? tables[call] : NULL, args, 0};
  const struct arg *arg = NULL;
  const void *value;
  size_t n = 0;
  *text = 0;
  while ((value = walk_next(&w, &arg)) != NULL && n + 1 < room) {
    char shown[128];
    if (arg->show == SHOW_NONE)
      continue;
    show_value(arg, value, shown, sizeof shown);
    n += (size_t)snprintf(text + n, room - n, "%s%s=%s", n ? ", " : "", arg->name, shown);
  }
}
