/* no_pages.c: level pages does not exist on this processor yet. These functions stand for the
 * parts that it would have, and say no; slots_none keeps callers from asking for more. */
#define _GNU_SOURCE
#include <errno.h>
#include <stddef.h>
#include <sys/mman.h>
#include "interpose/arch/accessor.h"
#include "interpose/arch/arena.h"
#include "interpose/arch/fault_frame.h"
#include "interpose/arch/overread.h"
#include "interpose/arch/program_memory.h"
#include "interpose/arch/slots.h"
#include "interpose/arch/region.h"

const char *const slots_none = "it is for x86-64 processors only";
slots_load *slots_clip;
lanes_function *slots_lanes;

int slots_begin(decode_function *decode, slots_access *access) {
  (void)decode, (void)access;
  return -1;
}

int slots_recover(const siginfo_t *info, ucontext_t *context) {
  (void)info, (void)context;
  return 0;
}

enum slots_result slots_fault(siginfo_t *info, ucontext_t *context) {
  (void)info, (void)context;
  return SLOTS_NONE;
}

enum slots_result slots_beyond(siginfo_t *info, ucontext_t *context) {
  (void)info, (void)context;
  return SLOTS_NONE;
}

void slots_tell(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)at, (void)size, (void)does, (void)pc;
}

uintptr_t slots_pc(uintptr_t pc) {
  return pc;
}

int accessor_find(decode_function *decode, const ucontext_t *context, uintptr_t lo,
                  uintptr_t hi, struct accessed *out) {
  (void)decode, (void)context, (void)lo, (void)hi, (void)out;
  return 0;
}

void *arena_for(uintptr_t alias, intptr_t delta) {
  (void)alias, (void)delta;
  return NULL;
}

void *region_near(uintptr_t base, size_t size, int protection, int flags, int fd) {
  (void)base, (void)size, (void)protection, (void)flags, (void)fd;
  return MAP_FAILED;
}

void *region_beside(uintptr_t base, size_t size, int protection, int flags, int fd, int view) {
  (void)base, (void)size, (void)protection, (void)flags, (void)fd, (void)view;
  return MAP_FAILED;
}

int fault_frame_make(int number, const siginfo_t *info, ucontext_t *context,
                     const struct fault_action *a, uint64_t before, ucontext_t *shown) {
  (void)number, (void)info, (void)context, (void)a, (void)before, (void)shown;
  return -1;
}

int fault_frame_return(ucontext_t *context, uint64_t *mask) {
  (void)context, (void)mask;
  return -1;
}

void overread_begin(void) {
}

int overread_clip(uintptr_t *at, size_t *size, uintptr_t pc) {
  (void)at, (void)size, (void)pc;
  return 1;
}

int copy_from(void *to, uintptr_t at, size_t size) {
  (void)to, (void)at, (void)size;
  return -1;
}

int copy_to(uintptr_t at, const void *from, size_t size) {
  (void)at, (void)from, (void)size;
  return -1;
}
