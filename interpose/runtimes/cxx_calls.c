/* cxx_calls.c: what C++'s library does to order threads other than by the functions of POSIX.
 *
 * Code that passes an initialised static variable of a function calls nothing: it loads the
 * guard. And what is set at the end of a thread is set by a destructor, without a call. So both
 * count for all threads: this may hide a race with what was over by then, and makes none up. */
#include "gomp_context.h"
#include "real_call.h"
#include "thread_start.h"

#define EXPORT RUNTIME_EXPORT
#define FUNCTION(name, parameters, arguments, ...)                                             \
  EXPORT void name parameters;                                                                 \
  void name parameters {                                                                       \
    GOMP_REAL(name);                                                                           \
    __VA_ARGS__;                                                                               \
    function arguments;                                                                        \
  }

FUNCTION(__cxa_guard_release, (void *guard), (guard), ORDER(spread, ORDER_CALLER))
FUNCTION(__cxa_guard_abort, (void *guard), (guard), ORDER(spread, ORDER_CALLER))

/* std::promise::set_value_at_thread_exit and their like (the function that they call in
 * libstdc++) (std::notify_all_at_thread_exit unlocks a mutex.) */
#define MAKE_READY _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv
FUNCTION(MAKE_READY, (void *made), (made), thread_end_spreads())
