/* names.c: what things are called in sentences. */
#include <stdio.h>
#include <string.h>
#include "include/call.h"
#include "include/error_class.h"
#include "include/progress.h"
#include "names.h"

const char *callback_name(unsigned callback) {
  static const char *const names[] = {"no callback", "query_fn", "free_fn", "cancel_fn",
                                      "poll_fn"};
  return callback < sizeof names / sizeof *names ? names[callback] : "?";
}

const char *object_name(int64_t object) {
  static const char *const objects[OBJECT_KINDS] = {
      "communicator",  "datatype",      "window",
      "group",         "file",          "reduction operation",
      "info object",   "error handler", "message",
      "attribute key", "request"};
  return objects[object >= 0 && object < OBJECT_KINDS ? object : 0];
}

const char *topology_name(int64_t kind) {
  static const char *const names[] = {"Cartesian", "graph", "distributed graph", "virtual"};
  return names[kind >= 0 && kind < 4 ? kind : 0];
}

const char *argument_name(unsigned call, int place, char *text, size_t room) {
  return call_argument(call, place, text, room) ? text : "an argument";
}

const char *article(const char *noun) {
  return strchr("aeiou", *noun) ? "an" : "a";
}

const char *error_class_name(int64_t number) {
  static const char *const classes[ERROR_CLASSES] = {
#define CLASS(name) [ERROR_##name] = #name,
#include "include/error_class.def"
#undef CLASS
  };
  return classes[number >= 0 && number < ERROR_CLASSES ? number : 0];
}

const char *lock_name(int exclusive) {
  return exclusive ? "exclusive" : "shared";
}

static const struct {
  unsigned bit;
  const char *name;
} assertion[] = {{ASSERT_NOCHECK, "MPI_MODE_NOCHECK"},
                 {ASSERT_NOSTORE, "MPI_MODE_NOSTORE"},
                 {ASSERT_NOPUT, "MPI_MODE_NOPUT"},
                 {ASSERT_NOPRECEDE, "MPI_MODE_NOPRECEDE"},
                 {ASSERT_NOSUCCEED, "MPI_MODE_NOSUCCEED"},
                 {ASSERT_UNKNOWN, "bits that are no assertion of MPI"}};

const char *assertions_listed(unsigned assertions, char *text, size_t room) {
  *text = '\0';
  for (size_t i = 0; i < sizeof assertion / sizeof *assertion; i++)
    if (assertions & assertion[i].bit)
      snprintf(text + strlen(text), room - strlen(text), "%s%s", *text ? ", " : "",
               assertion[i].name);
  return text;
}

const char *ranks_listed(const int32_t *rank, int n, char *text, size_t room) {
  *text = '\0';
  for (int i = 0; i < n; i++)
    snprintf(text + strlen(text), room - strlen(text), "%s%d", *text ? ", " : "", rank[i]);
  return text;
}

const char *buffer_name(const struct access *a, char *text, size_t room) {
  char name[32];
  if (call_argument(a->site.call, a->argument, name, sizeof name))
    snprintf(text, room, "argument %s of %s", name, call_name(a->site.call));
  else
    snprintf(text, room, "a buffer of %s", call_name(a->site.call));
  return text;
}

const char *data_name(const struct event_op *o, const struct event_data *d) {
  return d == &o->origin ? "origin" : d == &o->result ? "result" : "target";
}

/* The call itself may wait, too, for all to make the operation. */
int progress_awaits_start(const struct progress_wait *w) {
  return w->kind == AWAIT_COLLECTIVE && w->call != w->part && call_is_init(w->part);
}

const char *progress_awaited(const struct progress_wait *w) {
  static const char *const awaited[AWAITS] = {[AWAIT_NOTHING] = "",
                                              [AWAIT_POST] = "MPI_Win_post",
                                              [AWAIT_COMPLETE] = "MPI_Win_complete",
                                              [AWAIT_FENCE] = "MPI_Win_fence",
                                              [AWAIT_LOCK] = "MPI_Win_unlock",
                                              [AWAIT_RECEIVE] = "a receive",
                                              [AWAIT_SEND] = "a send",
                                              [AWAIT_REQUEST] = "the other side of its request",
                                              [AWAIT_EXCHANGE] = "a receive or a send",
                                              [AWAIT_UPDATE] = "an update"};
  return w->kind == AWAIT_COLLECTIVE ? call_name(w->part) : awaited[w->kind];
}
