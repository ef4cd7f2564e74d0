/* reductions.c: reduction operations and the datatypes that they are defined for
 * (section 5.9.2). */
#include "walk.h"
#include "include/basic.h"
#include "include/check.h"
#include "interpose/data/reduce_op.h"
#include "interpose/data/type.h"
#include "interpose/handles/invalid.h"

void walk_op(struct argument_look *w, MPI_Op op) {
  if (op == MPI_OP_NULL) {
    walk_say(w, ARGUMENT_OP_NULL, 0, 0);
    return;
  }
  if (handle_invalid(OBJECT_OP, &op)) {
    walk_say(w, ARGUMENT_HANDLE_INVALID, OBJECT_OP, 0);
    return;
  }
  if (w->class != CLASS_COLL && w->class != CLASS_EXT && w->f->call != CALL_Reduce_local)
    return;
  unsigned basic = BASIC_UNKNOWN, reduce = reduce_op(op);
  enum type_kind kind = w->types ? type_kind(w->data[0].type, &basic) : TYPE_UNKNOWN;
  if (reduce == REDUCE_REPLACE || reduce == REDUCE_NO_OP)
    walk_say(w, ARGUMENT_OP_OF_RMA, reduce, 0);
  else if (reduce == REDUCE_USER || kind == TYPE_UNKNOWN)
    return;
  else if (kind != TYPE_PREDEFINED)
    walk_say(w, ARGUMENT_OP_DERIVED, reduce, 0);
  else if (!check_reduces(reduce, basic))
    walk_say(w, ARGUMENT_OP_TYPE, reduce, basic);
}
