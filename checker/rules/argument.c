/* argument.c: arguments that the library will refuse. The finding is made before the call,
 * since many libraries end the program. */
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/tell/basic_name.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"

static struct finding of_window(const struct event *e, const struct window *w,
                                const char *name) {
  const char *call = call_name(e->call);
  long long value = e->u.argument.value, most = e->u.argument.most;
  switch (e->u.argument.what) {
  case ARGUMENT_WIN:
    return claim(WIN_NULL, w, call);
  case ARGUMENT_RANK:
    return claim(TARGET_RANK_INVALID, w, call, value, w ? w->count : 0);
  case ARGUMENT_COUNT:
    return most > 0 ? claim(COUNT_NEGATIVE_AT, w, call, value, name, most - 1)
                    : claim(COUNT_NEGATIVE, w, call, value);
  case ARGUMENT_TYPE:
    return claim(TYPE_NULL, w, call);
  case ARGUMENT_LOCK_TYPE:
    return claim(LOCK_TYPE_INVALID, w, call, value);
  case ARGUMENT_SIZE:
    return claim(SIZE_NEGATIVE, w, call, value);
  case ARGUMENT_DISP_UNIT:
    return claim(DISP_UNIT_INVALID, w, call, value);
  case ARGUMENT_GROUP:
    return claim(GROUP_OUTSIDE, w, call, value);
  default:
    return claim(BASE_NULL, w, call, value);
  }
}

static struct finding of_handle(const struct event *e, const char *name) {
  const char *call = call_name(e->call);
  const struct event_argument *a = &e->u.argument;
  long long value = a->value, most = a->most;
  switch (a->what) {
  case ARGUMENT_COMM_NULL:
    return claim(COMM_NULL, NULL, call, name);
  case ARGUMENT_HANDLE_NULL:
    return claim(HANDLE_NULL, NULL, call, object_name(value), name);
  case ARGUMENT_HANDLE_INVALID:
    return claim(HANDLE_INVALID, NULL, call, name, object_name(value));
  case ARGUMENT_REQUEST_NULL:
    return claim(REQUEST_NULL, NULL, call, name);
  case ARGUMENT_UNCOMMITTED:
    return claim(TYPE_UNCOMMITTED_HERE, NULL, call, name);
  case ARGUMENT_OP_NULL:
    return claim(OP_NULL, NULL, call, name);
  case ARGUMENT_OP_TYPE:
    return claim(OP_TYPE_INVALID, NULL, call, reduce_name((unsigned)value),
                 basic_name((unsigned)most));
  case ARGUMENT_OP_DERIVED:
    return claim(OP_DERIVED, NULL, call, reduce_name((unsigned)value));
  case ARGUMENT_OP_OF_RMA:
    return claim(OP_OF_RMA, NULL, call, reduce_name((unsigned)value));
  case ARGUMENT_BUFFER_NULL:
    return claim(BUFFER_NULL, NULL, call, name, value);
  default:
    return claim(IN_PLACE_INVALID, NULL, call, name);
  }
}

static struct finding of_number(const struct event *e, const char *name) {
  const char *call = call_name(e->call);
  const struct event_argument *a = &e->u.argument;
  long long value = a->value, most = a->most;
  switch (a->what) {
  case ARGUMENT_RANK_OUTSIDE:
    return claim(RANK_INVALID, NULL, call, value, name, most);
  case ARGUMENT_RANK_ANY:
    return claim(RANK_ANY, NULL, call, name);
  case ARGUMENT_RANK_NOT_IN_GROUP:
    return claim(RANK_NOT_IN_GROUP, NULL, call, value, name, most);
  case ARGUMENT_RANK_TWICE:
    return claim(RANK_TWICE, NULL, call, value, name);
  case ARGUMENT_ROOT:
    return claim(ROOT_INVALID, NULL, call, value, most);
  case ARGUMENT_TAG:
    return claim(TAG_INVALID, NULL, call, value, name, most);
  case ARGUMENT_TAG_ANY:
    return claim(TAG_ANY, NULL, call, name);
  case ARGUMENT_KEY:
    return claim(KEYVAL_INVALID, NULL, call, name);
  case ARGUMENT_INTRA:
    return claim(COMM_INTRA, NULL, call, name);
  case ARGUMENT_INTER:
    return claim(COMM_INTER, NULL, call, name);
  case ARGUMENT_OWN_GROUP:
    return claim(OWN_GROUP, NULL, call, value, name);
  case ARGUMENT_NO_TOPOLOGY:
    return claim(NO_TOPOLOGY, NULL, call, topology_name(value));
  case ARGUMENT_GRID:
    return claim(GRID_TOO_LARGE, NULL, call, value, most);
  case ARGUMENT_GRID_DIVIDES:
    return claim(GRID_DIVIDES, NULL, call, value, most);
  case ARGUMENT_UNEVEN:
    return claim(GRAPH_UNEVEN, NULL, call, value, most);
  case ARGUMENT_OWN_AMOUNT:
    return claim(OWN_AMOUNT, NULL, call, e->rank, value, most);
  case ARGUMENT_OWN_TYPE:
    return claim(OWN_TYPE, NULL, call, e->rank, basic_name((unsigned)value),
                 basic_name((unsigned)most));
  default:
    return claim(ARGUMENT_INVALID, NULL, call, value, name);
  }
}

static struct finding of_object(const struct event *e, const char *name) {
  const char *call = call_name(e->call);
  const struct event_argument *a = &e->u.argument;
  long long value = a->value, most = a->most;
  switch (a->what) {
  case ARGUMENT_PREDEFINED:
    return claim(OBJECT_PREDEFINED, NULL, call, article(object_name(value)), object_name(value),
                 name);
  case ARGUMENT_OF_OTHER:
    return claim(OBJECT_OF_OTHER, NULL, call, object_name(value), name);
  case ARGUMENT_GRID_DIFFERS:
    return claim(GRID_DIFFERS, NULL, call, value, most);
  case ARGUMENT_ROOM:
    return claim(ROOM_TOO_SMALL, NULL, call, value, most, name);
  case ARGUMENT_TEXT:
    return claim(TEXT_LENGTH, NULL, call, name, value, most);
  case ARGUMENT_NO_KEY:
    return claim(INFO_NO_KEY, NULL, call, name);
  case ARGUMENT_POINTER:
    return claim(POINTER_NULL, NULL, call, name);
  case ARGUMENT_WHOLE:
    return claim(NOT_WHOLE, NULL, call, name, value, most);
  case ARGUMENT_OVERLAP:
    return claim(RECEIVE_OVERLAP, NULL, call, name);
  case ARGUMENT_NEIGHBOUR_PARTS:
    return claim(NEIGHBOUR_PARTS_OVERLAP, NULL, call, value, most, name);
  default:
    return claim(PARTS_OVERLAP, NULL, call, value, most, name);
  }
}

/* What came later: files, and communicators that do not exist yet. */
static struct finding of_file(const struct event *e, const char *name) {
  const char *call = call_name(e->call);
  const struct event_argument *a = &e->u.argument;
  long long value = a->value, most = a->most;
  switch (a->what) {
  case ARGUMENT_SEQUENTIAL:
    return claim(FILE_SEQUENTIAL, NULL, call);
  case ARGUMENT_SPLIT:
    return value >= 0 ? claim(SPLIT_ACTIVE, NULL, call, call_name((unsigned)value))
                      : claim(SPLIT_NONE, NULL, call, call_name((unsigned)most));
  case ARGUMENT_FILE_MODE:
    return value ? claim(FILE_READ_ONLY, NULL, call) : claim(FILE_WRITE_ONLY, NULL, call);
  case ARGUMENT_BEFORE:
    return claim(FILE_BEFORE, NULL, call, value);
  case ARGUMENT_VIEW_OVERLAP:
    return claim(VIEW_OVERLAP, NULL, call, name);
  case ARGUMENT_VIEW_ORDER:
    return claim(VIEW_ORDER, NULL, call, name);
  case ARGUMENT_COMM_COMING:
    return claim(COMM_COMING, NULL, call, name);
  case ARGUMENT_VIEW_MADE:
    return claim(VIEW_MADE, NULL, call, basic_name((unsigned)value),
                 basic_name((unsigned)most));
  default:
    return claim(SPLIT_BUFFER, NULL, call, name, call_name((unsigned)most));
  }
}

static struct finding of_assertion(const struct event *e) {
  const char *call = call_name(e->call);
  const struct event_argument *a = &e->u.argument;
  switch (a->what) {
  case ARGUMENT_ASSERTED_SOURCE:
    return claim(ASSERTED_SOURCE, NULL, call);
  case ARGUMENT_ASSERTED_TAG:
    return claim(ASSERTED_TAG, NULL, call);
  default:
    return claim(ASSERTED_LENGTH, NULL, call, (long long)a->value, (long long)a->most);
  }
}

static int is_of_object(unsigned what) {
  return what == ARGUMENT_PREDEFINED || what == ARGUMENT_OF_OTHER ||
         what >= ARGUMENT_GRID_DIFFERS;
}

static int is_of_file(unsigned what) {
  return what == ARGUMENT_SPLIT || what == ARGUMENT_SEQUENTIAL || what >= ARGUMENT_FILE_MODE;
}

static int is_of_handle(unsigned what) {
  return what == ARGUMENT_COMM_NULL || what == ARGUMENT_HANDLE_NULL ||
         what == ARGUMENT_HANDLE_INVALID || what == ARGUMENT_REQUEST_NULL ||
         (what >= ARGUMENT_UNCOMMITTED && what <= ARGUMENT_IN_PLACE);
}

void argument_feed(struct check *c, const struct event *e) {
  unsigned what = e->u.argument.what;
  char text[64];
  if (e->rank != c->rank || what >= ARGUMENTS)
    return;
  const struct window *w = window_find(c, e->win);
  struct site s = site_of(NULL, e);
  const char *name = argument_name(e->call, e->u.argument.place, text, sizeof text);
  struct finding f = what <= ARGUMENT_BASE              ? of_window(e, w, name)
                     : what >= ARGUMENT_ASSERTED_SOURCE ? of_assertion(e)
                     : is_of_handle(what)               ? of_handle(e, name)
                     : is_of_file(what)                 ? of_file(e, name)
                     : is_of_object(what)               ? of_object(e, name)
                                                        : of_number(e, name);
  claim_site(&f, w, &s, ROLE_ARGUMENT);
  claim_out(c, &f);
}
