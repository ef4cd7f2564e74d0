#include "thread_hooks.h"
#include <stddef.h>

const struct order_hooks *_Atomic order_makers, *_Atomic order_hooks;
struct order_early order_early;
atomic_int order_silent;
