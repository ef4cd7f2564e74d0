#include "thread_hooks.h"
#include <stddef.h>

const struct order_hooks *_Atomic order_makers, *_Atomic order_hooks;
atomic_uint order_threads;
atomic_int order_silent;
