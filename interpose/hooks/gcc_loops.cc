/* gcc_loops.cc: takes hooks out of loops: where the number of iterations is known before the
 * loop and an address goes on by the same distance each time, one call before the loop tells of
 * all (hook_loop.c). The loop itself is then what it was, and may be vectorized.
 *
 * All of a loop must happen, and between the same two calls of MPI. So a loop is left alone if
 * it calls anything, or has volatile accesses, assembly or more than one way out, or if its
 * function calls setjmp; and so is an access that does not happen in each iteration. */
#include "gcc_hooks.h"

namespace {

/* A function that only computes: it neither returns elsewhere nor calls the program or MPI. */
bool only_computes(const gcall *call) {
  int flags = gimple_call_flags(call);
  if (gimple_call_internal_p(call) || (flags & (ECF_NORETURN | ECF_RETURNS_TWICE)) ||
      !gimple_call_builtin_p(call, BUILT_IN_NORMAL))
    return false;
  return ((flags & ECF_CONST) && (flags & ECF_NOTHROW) &&
          !(flags & ECF_LOOPING_CONST_OR_PURE)) ||
         mathfn_built_in_type(gimple_call_combined_fn(call)) != NULL_TREE;
}

bool may_be_in_loop(gimple *s) {
  gcall *call = dyn_cast<gcall *>(s);
  return !gimple_has_volatile_ops(s) && gimple_code(s) != GIMPLE_ASM &&
         !stmt_can_throw_internal(cfun, s) && (!call || only_computes(call));
}

/* Gathers the hooks of a loop; false if it is to be left alone. */
bool gather(basic_block *body, unsigned blocks, auto_vec<hook> *hooks) {
  for (unsigned i = 0; i < blocks; i++) {
    if (body[i]->flags & BB_IRREDUCIBLE_LOOP)
      return false;
    for (gimple_stmt_iterator g = gsi_start_bb(body[i]); !gsi_end_p(g); gsi_next(&g)) {
      hook h;
      if (hook_is(gsi_stmt(g), &h))
        hooks->safe_push(h);
      else if (!may_be_in_loop(gsi_stmt(g)))
        return false;
    }
  }
  return true;
}

/* A value that can be computed before the loop. */
bool goes_before(tree value) {
  return !contains_abnormal_ssa_name_p(value);
}

tree teller(bool store) {
  tree type = build_function_type_list(void_type_node, ptr_type_node, ptrdiff_type_node,
                                       size_type_node, size_type_node, NULL_TREE);
  const char *name = store ? "__fencepost_stores" : "__fencepost_loads";
  tree f = build_fn_decl(name, type);
  SET_DECL_ASSEMBLER_NAME(f, get_identifier(name)); /* as it is, in C++ too */
  TREE_NOTHROW(f) = 1;
  DECL_ATTRIBUTES(f) = tree_cons(get_identifier("leaf"), NULL_TREE, DECL_ATTRIBUTES(f));
  return f;
}

tree operand(gimple_seq *before, tree value) {
  gimple_seq more = NULL;
  tree result = force_gimple_operand(unshare_expr(value), &more, true, NULL_TREE);
  gimple_seq_add_seq(before, more);
  return result;
}

/* Puts one call before the loop for a hook in it, which goes away. */
void hoist(class loop *loop, const hook *h, const affine_iv *iv, tree count) {
  gimple_seq before = NULL;
  tree at = operand(&before, fold_convert(ptr_type_node, iv->base));
  tree step = operand(&before, fold_convert(ptrdiff_type_node, iv->step));
  tree times = operand(&before, count);
  gcall *call = gimple_build_call(teller(h->store), 4, at, step, times,
                                  build_int_cst(size_type_node, h->size));
  gimple_set_location(call, gimple_location(h->call));
  gimple_seq_add_stmt(&before, call);
  gsi_insert_seq_on_edge_immediate(loop_preheader_edge(loop), before);
  gimple_stmt_iterator g = gsi_for_stmt(h->call);
  unlink_stmt_vdef(h->call);
  gsi_remove(&g, true);
  release_defs(h->call);
}

/* How often a loop begins again; NULL_TREE: not known. */
tree times_again(class loop *loop) {
  tree latch = number_of_latch_executions(loop);
  if (!latch || chrec_contains_undetermined(latch) || latch == chrec_dont_know ||
      chrec_contains_symbols_defined_in_loop(latch, loop->num) || !goes_before(latch))
    return NULL_TREE;
  return fold_convert(size_type_node, latch);
}

} // namespace

/* What comes before the way out happens once more than what comes behind it, which may not
 * happen at all. */
unsigned loop_tell(class loop *loop) {
  edge exit = single_exit(loop);
  auto_vec<hook> hooks;
  unsigned done = 0;
  if (!exit || !finite_loop_p(loop) || (loop_preheader_edge(loop)->flags & EDGE_COMPLEX))
    return 0;
  basic_block *body = get_loop_body(loop);
  bool good = gather(body, loop->num_nodes, &hooks);
  free(body);
  tree again = good && hooks.length() ? times_again(loop) : NULL_TREE;
  if (!again)
    return 0;
  tree all = fold_build2(PLUS_EXPR, size_type_node, again, size_one_node);
  for (unsigned i = 0; i < hooks.length(); i++) {
    affine_iv iv;
    basic_block where = gimple_bb(hooks[i].call);
    if (dominated_by_p(CDI_DOMINATORS, loop->latch, where) &&
        simple_iv(loop, loop, gimple_call_arg(hooks[i].call, 0), &iv, true) &&
        goes_before(iv.base) && goes_before(iv.step)) {
      hoist(loop, &hooks[i], &iv,
            dominated_by_p(CDI_DOMINATORS, exit->src, where) ? all : again);
      done++;
    }
  }
  return done;
}
