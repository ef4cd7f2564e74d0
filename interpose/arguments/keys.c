/* keys.c: rules of single calls: keys of attributes (section 6.7), info objects (chapter 9),
 * error handlers (section 8.3), objects of MPI's own. */
#include <string.h>
#include "walk.h"
#include "include/basic.h"
#include "interpose/base/aside.h"
#include "interpose/data/reduce_op.h"
#include "interpose/data/type.h"
#include "interpose/handles/keyval.h"
#include "interpose/handles/maker.h"

#define ARGS(Name) const struct args_##Name *a = w->f->args

/* What attributes are of, and error handlers. */
enum of { OF_COMM, OF_TYPE, OF_WIN, OF_FILE, OF_NONE };

static enum of made_for(unsigned call) {
  switch (call) {
  case CALL_Comm_create_keyval:
  case CALL_Keyval_create:
  case CALL_Comm_create_errhandler:
  case CALL_Errhandler_create:
    return OF_COMM;
  case CALL_Type_create_keyval:
    return OF_TYPE;
  case CALL_Win_create_keyval:
  case CALL_Win_create_errhandler:
    return OF_WIN;
  case CALL_File_create_errhandler:
    return OF_FILE;
  default:
    return OF_NONE;
  }
}

/* Returns whether it was made for another kind of object. */
static int is_of_other(int kind, const void *handle, enum of of) {
  struct maker m;
  enum of made = object_maker(kind, handle, &m) ? made_for(m.call) : OF_NONE;
  return made != OF_NONE && made != of;
}

/* What the call does with the key. */
enum use { GETS, SETS, DELETES, FREES };

/* A key that is freed lasts as long as something has an attribute with it, which may still be
 * asked for and deleted (section 6.7.2); but nothing new gets one. */
static void key(struct argument_look *w, int place, int value, enum of of, enum use use) {
  struct maker by;
  MPI_Comm handle = keyval_handle(value);
  w->place = place;
  if (keyval_predefined(value)) {
    if (use != GETS)
      walk_say(w, ARGUMENT_PREDEFINED, OBJECT_KEYVAL, 0);
  } else if (object_over(OBJECT_KEYVAL, &handle, &by)) {
    if (use != SETS)
      return;
    w->found = 1;
    misuse_feed_of(w->f, MISUSE_HANDLE, &by, OBJECT_KEYVAL, 0);
  } else if (is_of_other(OBJECT_KEYVAL, &handle, of)) {
    walk_say(w, ARGUMENT_OF_OTHER, OBJECT_KEYVAL, 0);
  }
}

static void handler(struct argument_look *w, MPI_Errhandler value, enum of of) {
  if (is_of_other(OBJECT_ERRHANDLER, &value, of))
    walk_say_at(w, 2, ARGUMENT_OF_OTHER, OBJECT_ERRHANDLER, 0);
}

static void text(struct argument_look *w, int place, const char *value, int least, int most) {
  size_t n = value ? strnlen(value, (size_t)most + 1) : (size_t)least;
  if (n < (size_t)least || n > (size_t)most)
    walk_say_at(w, place, ARGUMENT_TEXT, least, most);
}

static void info_key(struct argument_look *w, const char *value) {
  text(w, 2, value, 1, MPI_MAX_INFO_KEY);
}

/* Programs that get errors back may ask so whether there is such a key. */
static int errors_return(void) {
  MPI_Errhandler now = MPI_ERRHANDLER_NULL;
  int fatal = REAL(Comm_get_errhandler)(MPI_COMM_WORLD, &now) == MPI_SUCCESS &&
              now == MPI_ERRORS_ARE_FATAL;
  if (now != MPI_ERRHANDLER_NULL)
    REAL(Errhandler_free)(&now);
  return !fatal;
}

static void info_delete(struct argument_look *w) {
  ARGS(Info_delete);
  int length, there = 1;
  info_key(w, a->key);
  if (!w->found && a->key && !errors_return() &&
      REAL(Info_get_valuelen)(a->info, a->key, &length, &there) == MPI_SUCCESS && !there)
    walk_say_at(w, 2, ARGUMENT_NO_KEY, 0, 0);
}

static void info_nth(struct argument_look *w) {
  ARGS(Info_get_nthkey);
  int keys = 0;
  if (REAL(Info_get_nkeys)(a->info, &keys) == MPI_SUCCESS && (a->n < 0 || a->n >= keys))
    walk_say_at(w, 2, ARGUMENT_INVALID, a->n, 0);
}

static void free_comm(struct argument_look *w, const MPI_Comm *comm) {
  if (comm && (*comm == MPI_COMM_WORLD || *comm == MPI_COMM_SELF))
    walk_say_at(w, 1, ARGUMENT_PREDEFINED, OBJECT_COMM, 0);
}

/* What the program has made is not predefined: that costs less to find out than what it is. */
static int is_made(int kind, const void *handle) {
  struct maker by;
  return object_maker(kind, handle, &by);
}

static void free_type(struct argument_look *w) {
  ARGS(Type_free);
  unsigned basic;
  if (a->datatype && *a->datatype != MPI_DATATYPE_NULL && !is_made(OBJECT_TYPE, a->datatype) &&
      !type_is_none(*a->datatype) && type_kind(*a->datatype, &basic) == TYPE_PREDEFINED)
    walk_say_at(w, 1, ARGUMENT_PREDEFINED, OBJECT_TYPE, 0);
}

static void free_op(struct argument_look *w) {
  ARGS(Op_free);
  MPI_Op op = a->op ? *a->op : MPI_OP_NULL;
  if (op != MPI_OP_NULL && !is_made(OBJECT_OP, a->op) && reduce_op(op) != REDUCE_USER)
    walk_say_at(w, 1, ARGUMENT_PREDEFINED, OBJECT_OP, 0);
}

#define ON(Name, body)                                                                         \
  case CALL_##Name: {                                                                          \
    ARGS(Name);                                                                                \
    body;                                                                                      \
    break;                                                                                     \
  }

static void keys(struct argument_look *w) {
  switch (w->f->call) {
    ON(Comm_get_attr, key(w, 2, a->comm_keyval, OF_COMM, GETS))
    ON(Comm_set_attr, key(w, 2, a->comm_keyval, OF_COMM, SETS))
    ON(Comm_delete_attr, key(w, 2, a->comm_keyval, OF_COMM, DELETES))
    ON(Attr_get, key(w, 2, a->keyval, OF_COMM, GETS))
    ON(Attr_put, key(w, 2, a->keyval, OF_COMM, SETS))
    ON(Attr_delete, key(w, 2, a->keyval, OF_COMM, DELETES))
    ON(Type_get_attr, key(w, 2, a->type_keyval, OF_TYPE, GETS))
    ON(Type_set_attr, key(w, 2, a->type_keyval, OF_TYPE, SETS))
    ON(Type_delete_attr, key(w, 2, a->type_keyval, OF_TYPE, DELETES))
    ON(Win_get_attr, key(w, 2, a->win_keyval, OF_WIN, GETS))
    ON(Win_set_attr, key(w, 2, a->win_keyval, OF_WIN, SETS))
    ON(Win_delete_attr, key(w, 2, a->win_keyval, OF_WIN, DELETES))
    ON(Comm_free_keyval, if (a->comm_keyval) key(w, 1, *a->comm_keyval, OF_COMM, FREES))
    ON(Keyval_free, if (a->keyval) key(w, 1, *a->keyval, OF_COMM, FREES))
    ON(Type_free_keyval, if (a->type_keyval) key(w, 1, *a->type_keyval, OF_TYPE, FREES))
    ON(Win_free_keyval, if (a->win_keyval) key(w, 1, *a->win_keyval, OF_WIN, FREES))
  default:
    break;
  }
}

void walk_keys(struct argument_look *w) {
  switch (w->f->call) {
    ON(Comm_set_errhandler, handler(w, a->errhandler, OF_COMM))
#if HAS_DROPPED
    ON(Errhandler_set, handler(w, a->errhandler, OF_COMM))
#endif
    ON(Win_set_errhandler, handler(w, a->errhandler, OF_WIN))
    ON(File_set_errhandler, handler(w, a->errhandler, OF_FILE))
    ON(Info_set, info_key(w, a->key); text(w, 3, a->value, 0, MPI_MAX_INFO_VAL))
    ON(Info_get, info_key(w, a->key))
    ON(Info_get_valuelen, info_key(w, a->key))
    ON(Comm_free, free_comm(w, a->comm))
    ON(Comm_disconnect, free_comm(w, a->comm))
  case CALL_Info_delete:
    info_delete(w);
    break;
  case CALL_Info_get_nthkey:
    info_nth(w);
    break;
  case CALL_Type_free:
    free_type(w);
    break;
  case CALL_Op_free:
    free_op(w);
    break;
  default:
    keys(w);
  }
}
