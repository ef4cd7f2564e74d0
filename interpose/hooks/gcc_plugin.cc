/* gcc_plugin.cc: the plug-in for gcc. Without it programs are slower, and what is told of them
 * is the same. */
#include "gcc_hooks.h"
#include "gcc_refuse.h"

int plugin_is_GPL_compatible;

namespace {

const pass_data about = {
    GIMPLE_PASS, "fencepost_hooks", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class pass_hooks : public gimple_opt_pass {
public:
  explicit pass_hooks(gcc::context *c) : gimple_opt_pass(about, c) {
  }
  opt_pass *clone() override {
    return new pass_hooks(m_ctxt);
  }
  bool gate(function *f) override {
    return optimize && !flag_non_call_exceptions && !f->calls_setjmp;
  }
  unsigned execute(function *f) override {
    unsigned done = 0;
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    if (number_of_loops(f) > 1) {
      calculate_dominance_info(CDI_DOMINATORS);
      scev_initialize();
      for (class loop *l : loops_list(f, LI_ONLY_INNERMOST))
        done += loop_tell(l);
      scev_finalize();
    }
    done += tests_put(f);
    loop_optimizer_finalize();
    if (done)
      mark_virtual_operands_for_renaming(f);
    return done ? TODO_update_ssa_only_virtuals | TODO_cleanup_cfg : 0;
  }
};

} // namespace

/* Another gcc than that it was built for: nothing is done, and all hooks stay. */
int plugin_init(struct plugin_name_args *self, struct plugin_gcc_version *version) {
  if (!plugin_default_version_check(version, &gcc_version))
    return 0;
  struct register_pass_info where;
  where.pass = new pass_hooks(g);
  where.reference_pass_name = "tsan";
  where.ref_pass_instance_number = 0; /* all: one is of -Og */
  where.pos_op = PASS_POS_INSERT_AFTER;
  register_callback(self->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &where);
  if (getenv(REFUSE_ASKED))
    refuse_begin(self->base_name);
  register_callback(self->base_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
                    (void *)(uintptr_t)tests_roots);
  return 0;
}
