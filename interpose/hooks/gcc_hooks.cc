/* gcc_hooks.cc: which calls are hooks. */
#include "gcc_hooks.h"

static const unsigned RANGE_MOST = 4096;

static const struct {
  built_in_function code;
  bool store;
  unsigned size; /* 0: it is the second argument */
} known[] = {
    {BUILT_IN_TSAN_READ1, false, 1},      {BUILT_IN_TSAN_READ2, false, 2},
    {BUILT_IN_TSAN_READ4, false, 4},      {BUILT_IN_TSAN_READ8, false, 8},
    {BUILT_IN_TSAN_READ16, false, 16},    {BUILT_IN_TSAN_WRITE1, true, 1},
    {BUILT_IN_TSAN_WRITE2, true, 2},      {BUILT_IN_TSAN_WRITE4, true, 4},
    {BUILT_IN_TSAN_WRITE8, true, 8},      {BUILT_IN_TSAN_WRITE16, true, 16},
    {BUILT_IN_TSAN_READ_RANGE, false, 0}, {BUILT_IN_TSAN_WRITE_RANGE, true, 0},
};

bool hook_is(gimple *s, hook *h) {
  gcall *call = dyn_cast<gcall *>(s);
  tree function = call ? gimple_call_fndecl(call) : NULL_TREE;
  for (size_t i = 0; function && i < ARRAY_SIZE(known); i++)
    if (fndecl_built_in_p(function,
                          known[i].code)) { /* gcc gives a range's size another type */
      tree size = known[i].size ? NULL_TREE : gimple_call_arg(call, 1);
      *h = {call, known[i].store, known[i].size};
      if (size && tree_fits_uhwi_p(size) && tree_to_uhwi(size) <= RANGE_MOST)
        h->size = (unsigned)tree_to_uhwi(size);
      return h->size != 0;
    }
  return false;
}
