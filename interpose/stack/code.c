#define _GNU_SOURCE
#include "code.h"
#include <sys/uio.h>
#include <unistd.h>

size_t code_read(uint8_t *to, uintptr_t at, size_t size) {
  struct iovec into = {to, size}, from = {(void *)at, size};
  ssize_t n = process_vm_readv(getpid(), &into, 1, &from, 1, 0);
  return n < 0 ? 0 : (size_t)n;
}

size_t code_around(uint8_t *to, uintptr_t pc, size_t *before, size_t after) {
  if (code_read(to, pc - *before, *before) < *before) { /* the page before does not exist */
    *before = pc % 4096 < *before ? pc % 4096 : *before;
    if (code_read(to, pc - *before, *before) < *before)
      return 0;
  }
  return *before + code_read(to + *before, pc, after);
}
