#define _GNU_SOURCE
#include "own_stack.h"
#include <pthread.h>
#include "interpose/arch/fault_stack.h"

/* So much stack libunwind may need, and libc to say where the stack lies. */
#define ROOM 65536ul

static __thread struct own_stack bounds __attribute__((tls_model("initial-exec")));

struct own_stack own_stack(void) {
  pthread_attr_t attributes;
  void *low;
  size_t size;
  if (!bounds.hi && !pthread_getattr_np(pthread_self(), &attributes)) {
    if (!pthread_attr_getstack(&attributes, &low, &size))
      bounds = (struct own_stack){(uintptr_t)low, (uintptr_t)low + size};
    pthread_attr_destroy(&attributes);
  }
  return bounds;
}

int own_stack_has(uintptr_t at, uintptr_t room) {
  return at < bounds.hi && at - bounds.lo > room && at > bounds.lo;
}

int own_stack_run(int (*function)(void *), void *argument) {
  return own_stack_has((uintptr_t)__builtin_frame_address(0), ROOM)
             ? function(argument)
             : fault_stack_apart(function, argument, ROOM);
}
