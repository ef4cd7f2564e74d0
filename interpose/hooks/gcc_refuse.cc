#include "gcc_hooks.h"
#include <diagnostic-core.h>
#include <asan.h>
#include "gcc_refuse.h"

namespace {

void refuse(location_t where, const char *what) {
  error_at(where, REFUSED "%s", what);
}

/* __fencepost_target (hook_table.c), which is told what a call by a pointer is about to call.
 */
tree target;

tree target_declared() {
  if (!target) {
    target = build_fn_decl("__fencepost_target",
                           build_function_type_list(void_type_node, const_ptr_type_node, NULL));
    TREE_NOTHROW(target) = 1;
  }
  return target;
}

void tell_target(gimple_stmt_iterator *at, gimple *s) {
  tree callee = is_gimple_call(s) && !gimple_call_internal_p(s) && !gimple_call_fndecl(s)
                    ? gimple_call_fn(s)
                    : NULL_TREE;
  if (callee && TREE_CODE(callee) == OBJ_TYPE_REF) /* a virtual function */
    callee = OBJ_TYPE_REF_EXPR(callee);
  if (!callee)
    return;
  gcall *tell = gimple_build_call(target_declared(), 1, callee);
  gimple_set_location(tell, gimple_location(s));
  gsi_insert_before(at, tell, GSI_SAME_STMT);
}

/* Functions: each as it was written, before it is put into others. */

/* A load or store that only the processor's instruction set names: no hook is put before it. */
bool is_unseen(gcall *call, tree function) {
  if (!fndecl_built_in_p(function, BUILT_IN_MD))
    return false;
  for (unsigned i = 0; i < gimple_call_num_args(call); i++)
    if (POINTER_TYPE_P(TREE_TYPE(gimple_call_arg(call, i))))
      return true;
  return false;
}

void look(gimple *s) {
  tree function = is_gimple_call(s) ? gimple_call_fndecl(s) : NULL_TREE;
  if (gimple_code(s) == GIMPLE_ASM)
    refuse(gimple_location(s), "asm");
  else if (function && is_unseen(as_a<gcall *>(s), function))
    refuse(gimple_location(s), IDENTIFIER_POINTER(DECL_NAME(function)));
}

const pass_data about = {
    GIMPLE_PASS, "fencepost_refuse", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class pass_refuse : public gimple_opt_pass {
public:
  explicit pass_refuse(gcc::context *c) : gimple_opt_pass(about, c) {
  }
  unsigned execute(function *f) override {
    basic_block b;
    if (!sanitize_flags_p(SANITIZE_THREAD, f->decl))
      refuse(DECL_SOURCE_LOCATION(f->decl), "no_sanitize");
    FOR_EACH_BB_FN(b, f)
    for (gimple_stmt_iterator g = gsi_start_bb(b); !gsi_end_p(g); gsi_next(&g)) {
      look(gsi_stmt(g));
      tell_target(&g, gsi_stmt(g));
    }
    return 0;
  }
};

/* Symbols: all that the file defines or refers to, before hooks are put in. */

/* A name goes to the assembler as it is. */
bool is_plain(const char *name) {
  for (; *name; name++)
    if (!ISALNUM(*name) && !strchr("_.$*", *name) && !(*name & 0x80))
      return false;
  return true;
}

bool is_ours(const char *name) {
  static const char *const begins[] = {"__fencepost", "fencepost", "__tsan_",
                                       "hooks_",      "__wrap_",   "__real_"};
  name += *name == '*';
  for (const char *begin : begins)
    if (!strncmp(name, begin, strlen(begin)))
      return true;
  return false;
}

void look_at_name(location_t where, const char *name) {
  if (!is_plain(name))
    refuse(where, "asm");
  else if (is_ours(name))
    refuse(where, name);
}

void look_at_attributes(tree decl) {
  static const char *const names[] = {"alias", "weakref", "ifunc", "symver"};
  for (const char *name : names) {
    tree found = lookup_attribute(name, DECL_ATTRIBUTES(decl));
    tree text = found && TREE_VALUE(found) ? TREE_VALUE(TREE_VALUE(found)) : NULL_TREE;
    if (text && TREE_CODE(text) == STRING_CST)
      look_at_name(DECL_SOURCE_LOCATION(decl), TREE_STRING_POINTER(text));
    if (found && !strcmp(name, "ifunc"))
      refuse(DECL_SOURCE_LOCATION(decl), name);
  }
}

/* What one file calls constant another one may write to; of constants no loads are told. */
void doubt(tree decl, bool alias) {
  if (VAR_P(decl) && TREE_READONLY(decl) && (DECL_EXTERNAL(decl) || alias))
    TREE_READONLY(decl) = 0;
}

/* asm outside functions may only say that a name is global: <iostream> of GCC 13 and later
 * does, so that the part of the library that makes std::cout is linked. */
void look_at_asm(const char *text) {
  static const char global[] = ".globl ";
  if (strncmp(text, global, strlen(global)))
    refuse(UNKNOWN_LOCATION, "asm");
  else
    look_at_name(UNKNOWN_LOCATION, text + strlen(global));
}

void look_at_symbols(void *, void *) {
  symtab_node *n;
  for (asm_node *a = symtab->first_asm_symbol(); a; a = a->next)
    look_at_asm(TREE_STRING_POINTER(a->asm_str));
  FOR_EACH_SYMBOL(n) {
    tree decl = n->decl;
    if (decl == target)
      continue;
    if (n->get_section() && !n->implicit_section)
      refuse(DECL_SOURCE_LOCATION(decl), "section");
    if (DECL_ASSEMBLER_NAME_SET_P(decl))
      look_at_name(DECL_SOURCE_LOCATION(decl), IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl)));
    look_at_attributes(decl);
    doubt(decl, n->alias);
  }
}

} // namespace

static const struct ggc_root_tab roots[] = {
    {&target, 1, sizeof target, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node}, LAST_GGC_ROOT_TAB};

void refuse_begin(const char *plugin) {
  struct register_pass_info where;
  where.pass = new pass_refuse(g);
  where.reference_pass_name = "cfg";
  where.ref_pass_instance_number = 1;
  where.pos_op = PASS_POS_INSERT_AFTER;
  register_callback(plugin, PLUGIN_PASS_MANAGER_SETUP, NULL, &where);
  register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, NULL, (void *)(uintptr_t)roots);
  register_callback(plugin, PLUGIN_ALL_IPA_PASSES_START, look_at_symbols, NULL);
}
