/* gcc_hooks.h: what the files of the plug-in for gcc share. It runs after -fsanitize=thread has
 * put a call (a hook) before each load and store. */
#ifndef FENCEPOST_GCC_HOOKS_H
#define FENCEPOST_GCC_HOOKS_H

#define INCLUDE_SET /* <set>, which must come before what gcc forbids */
#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <gimple.h>
#include <tree-pass.h>
#include <context.h>
#include <function.h>
#include <basic-block.h>
#include <cfgloop.h>
#include <gimple-iterator.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <gimple-fold.h>
#include <ssa.h>
#include <tree-eh.h>
#include <tree-cfg.h>
#include <tree-into-ssa.h>
#include <tree-chrec.h>
#include <tree-scalar-evolution.h>
#include <tree-ssa-loop.h>
#include <tree-ssa-loop-ivopts.h>
#include <tree-ssa-loop-manip.h>
#include <tree-ssa-loop-niter.h>
#include <fold-const.h>
#include <stringpool.h>
#include <attribs.h>
#include <builtins.h>
#include <ggc.h>
#include <cgraph.h>

struct hook {
  gcall *call;
  bool store;
  unsigned size;
};

/* Whether a statement is a hook for an access of a fixed size. */
bool hook_is(gimple *s, hook *h);

/* Takes hooks out of a loop, and returns how many. */
unsigned loop_tell(class loop *loop);

/* Puts tests before the hooks of a function (gcc_tests.cc), and returns how many. */
unsigned tests_put(function *f);
extern const struct ggc_root_tab tests_roots[]; /* what gcc must not collect */

#endif
