/* gcc_tests.cc: puts a test before a hook, which is then called only if somebody may ask for
 * the access. It is the hook's own test (hook_table.h), which then need not be called to make
 * it.
 *
 * A loop that waits for a location to change is known by its code (interpose/tracers/shared/
 * spin.h). There the calls stay where they are. */
#include "gcc_hooks.h"
#include "hooks.h"

namespace {

const unsigned DEPTH = 16; /* how far back we look where a value comes from */

tree filter;

/* __fencepost_filter of this module (hook_table.h). */
tree filter_declared() {
  if (filter)
    return filter;
  tree type = build_array_type_nelts(unsigned_char_type_node, HOOKS_GRANULES);
  filter = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("__fencepost_filter"), type);
  TREE_PUBLIC(filter) = DECL_EXTERNAL(filter) = 1;
  TREE_USED(filter) = DECL_ARTIFICIAL(filter) = DECL_IGNORED_P(filter) = 1;
  DECL_VISIBILITY(filter) = VISIBILITY_HIDDEN;
  DECL_VISIBILITY_SPECIFIED(filter) = 1;
  SET_DECL_ASSEMBLER_NAME(filter, DECL_NAME(filter)); /* as it is, in C++ too */
  varpool_node::get_create(filter);
  return filter;
}

/* Whether a value may be another one each time round: it comes from the time before, or is
 * loaded from an address that does. */
bool changes(tree value, class loop *loop, unsigned depth) {
  gimple *from = TREE_CODE(value) == SSA_NAME ? SSA_NAME_DEF_STMT(value) : NULL;
  basic_block where = from ? gimple_bb(from) : NULL;
  if (!where || !flow_bb_inside_loop_p(loop, where) || !depth)
    return false;
  if (gimple_code(from) == GIMPLE_PHI) {
    bool found = where->loop_father->header == where;
    for (unsigned i = 0; !found && i < gimple_phi_num_args(from); i++)
      found = changes(gimple_phi_arg_def(from, i), loop, depth - 1);
    return found;
  }
  ssa_op_iter i;
  tree part;
  if (is_gimple_assign(from))
    FOR_EACH_SSA_TREE_OPERAND(part, from, i, SSA_OP_USE)
  if (changes(part, loop, depth - 1))
    return true;
  return false;
}

/* Whether it is the address of a variable of the function. */
bool is_in_frame(tree address) {
  for (unsigned depth = DEPTH; depth--;) {
    gimple *from = TREE_CODE(address) == SSA_NAME ? SSA_NAME_DEF_STMT(address) : NULL;
    if (from && is_gimple_assign(from))
      address = gimple_assign_rhs1(from);
    tree base =
        TREE_CODE(address) == ADDR_EXPR ? get_base_address(TREE_OPERAND(address, 0)) : address;
    if (base && DECL_P(base))
      return auto_var_in_fn_p(base, current_function_decl);
    address = base && TREE_CODE(base) == MEM_REF ? TREE_OPERAND(base, 0) : address;
  }
  return false;
}

/* Where a hook is in the source. gcc may put a copy of a loop's first look before the loop; it
 * has the same place. */
uint64_t place_of(const hook *h) {
  expanded_location at = expand_location(gimple_location(h->call));
  return (uint64_t)at.line << 32 | (unsigned)at.column;
}

/* Gathers the places of hooks in a loop that could wait: it looks at one location again and
 * again, and stores nothing but its own variables. */
void gather_waits(class loop *loop, std::set<uint64_t> *waits) {
  basic_block *body = get_loop_body(loop);
  std::set<uint64_t> places;
  bool looks = false, stores = false;
  for (unsigned i = 0; i < loop->num_nodes && !stores; i++)
    for (gimple_stmt_iterator g = gsi_start_bb(body[i]); !gsi_end_p(g); gsi_next(&g)) {
      hook h;
      if (!hook_is(gsi_stmt(g), &h))
        continue;
      tree at = gimple_call_arg(h.call, 0);
      looks |= !h.store && !changes(at, loop, DEPTH);
      stores |= h.store && !is_in_frame(at);
      places.insert(place_of(&h));
    }
  free(body);
  if (looks && !stores)
    waits->insert(places.begin(), places.end());
}

void gather(function *f, auto_vec<hook> *hooks) {
  std::set<uint64_t> waits;
  basic_block b;
  for (class loop *l : loops_list(f, 0))
    gather_waits(l, &waits);
  FOR_EACH_BB_FN(b, f) {
    hook h;
    if (b->flags & BB_IRREDUCIBLE_LOOP)
      continue;
    for (gimple_stmt_iterator g = gsi_start_bb(b); !gsi_end_p(g); gsi_next(&g))
      if (hook_is(gsi_stmt(g), &h) && h.size <= HOOKS_GRANULE && !waits.count(place_of(&h)))
        hooks->safe_push(h);
  }
}

tree put(gimple_stmt_iterator *g, location_t where, tree type, tree_code code, tree a, tree b) {
  gassign *s = gimple_build_assign(make_ssa_name(type), code, a, b);
  gimple_set_location(s, where);
  gsi_insert_before(g, s, GSI_SAME_STMT);
  return gimple_assign_lhs(s);
}

/* The filter's byte for `address + more`. */
tree byte_of(gimple_stmt_iterator *g, location_t where, tree address, unsigned more) {
  tree at = put(g, where, pointer_sized_int_node, NOP_EXPR, address, NULL_TREE);
  at = put(g, where, unsigned_type_node, NOP_EXPR, at, NULL_TREE);
  if (more)
    at = put(g, where, unsigned_type_node, PLUS_EXPR, at,
             build_int_cst(unsigned_type_node, more));
  at = put(g, where, unsigned_type_node, RSHIFT_EXPR, at,
           build_int_cst(unsigned_type_node, HOOKS_SHIFT));
  tree byte =
      build4(ARRAY_REF, unsigned_char_type_node, filter_declared(), at, NULL_TREE, NULL_TREE);
  return put(g, where, unsigned_char_type_node, ARRAY_REF, byte, NULL_TREE);
}

/* Makes the block in which the call will be, beside the way that goes on. */
basic_block branch(gimple *condition) {
  edge on = split_block(gimple_bb(condition), condition), to;
  basic_block from = on->src, rare = create_empty_bb(from);
  profile_probability seldom = profile_probability::very_unlikely();
  add_bb_to_loop(rare, from->loop_father);
  to = make_edge(from, rare, EDGE_TRUE_VALUE);
  to->probability = seldom;
  rare->count = to->count();
  make_single_succ_edge(rare, on->dest, EDGE_FALLTHRU);
  on->flags = EDGE_FALSE_VALUE;
  on->probability = seldom.invert();
  if (dom_info_available_p(CDI_DOMINATORS)) {
    set_immediate_dominator(CDI_DOMINATORS, rare, from);
    set_immediate_dominator(CDI_DOMINATORS, on->dest, from);
  }
  return rare;
}

void test_put(const hook *h) {
  gimple_stmt_iterator g = gsi_for_stmt(h->call);
  location_t where = gimple_location(h->call);
  tree address = gimple_call_arg(h->call, 0), byte = byte_of(&g, where, address, 0);
  if (gimple_call_num_args(h->call) > 1 && h->size > 1)
    byte = put(&g, where, unsigned_char_type_node, BIT_IOR_EXPR, byte,
               byte_of(&g, where, address, h->size - 1));
  gcond *asked = gimple_build_cond(NE_EXPR, byte, build_zero_cst(unsigned_char_type_node),
                                   NULL_TREE, NULL_TREE);
  gimple_set_location(asked, where);
  gsi_insert_before(&g, asked, GSI_SAME_STMT);
  basic_block rare = branch(asked);
  g = gsi_for_stmt(h->call);
  gsi_remove(&g, false);
  g = gsi_start_bb(rare);
  gsi_insert_after(&g, h->call, GSI_NEW_STMT);
}

} // namespace

const struct ggc_root_tab tests_roots[] = {
    {&filter, 1, sizeof filter, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node}, LAST_GGC_ROOT_TAB};

unsigned tests_put(function *f) {
  auto_vec<hook> hooks;
  gather(f, &hooks);
  for (unsigned i = 0; i < hooks.length(); i++)
    test_put(&hooks[i]);
  if (hooks.length())
    loops_state_set(LOOPS_NEED_FIXUP);
  return hooks.length();
}
