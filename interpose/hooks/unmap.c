/* unmap.c: memory that the program unmaps or moves may be a buffer in use. The linker brings
 * calls of munmap and mremap here, as it does those of string.c. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include "table.h"

static void tell(void *memory, size_t size, int moves, const void *caller) {
  static hooks_unmap *_Atomic whom;
  static atomic_int asked;
  if (!asked) {
    whom = (hooks_unmap *)dlsym(RTLD_DEFAULT, HOOKS_UNMAP);
    asked = 1;
  }
  hooks_unmap *f = whom;
  if (f)
    f(memory, size, moves, caller);
}

int __real_munmap(void *memory, size_t size);
int __wrap_munmap(void *memory, size_t size);
int __wrap_munmap(void *memory, size_t size) {
  tell(memory, size, 0, __builtin_return_address(0));
  return __real_munmap(memory, size);
}

void *__real_mremap(void *memory, size_t size, size_t wanted, int flags, ...);
void *__wrap_mremap(void *memory, size_t size, size_t wanted, int flags, ...);
/* What does not move, and does not shrink, stays. */
void *__wrap_mremap(void *memory, size_t size, size_t wanted, int flags, ...) {
  va_list more;
  va_start(more, flags);
  void *to = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
  va_end(more);
  size_t kept = to || (flags & MREMAP_MAYMOVE && wanted > size) ? 0 : wanted;
  if (kept < size)
    tell((char *)memory + kept, size - kept, 1, __builtin_return_address(0));
  return __real_mremap(memory, size, wanted, flags, to);
}
