#define _GNU_SOURCE
#include "own_stack.h"
#include <pthread.h>

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
