#define _GNU_SOURCE
#include "function.h"
#include <dlfcn.h>

/* PT_GNU_EH_FRAME in the only form that linkers write: the beginnings of all functions,
 * sorted. */
struct frame_header {
  uint8_t version, pointer, count_form, table_form;
  int32_t frames;
  uint32_t count;
  struct {
    int32_t start, frame; /* offsets from the header */
  } entry[];
};
enum { COUNT_UDATA4 = 0x03, TABLE_DATAREL_SDATA4 = 0x3b, POINTER_PCREL_SDATA4 = 0x1b };

uintptr_t function_start(uintptr_t pc) {
  struct dl_find_object found;
  if (_dl_find_object((void *)pc, &found) || !found.dlfo_eh_frame)
    return 0;
  const struct frame_header *h = found.dlfo_eh_frame;
  if (h->version != 1 || h->pointer != POINTER_PCREL_SDATA4 || h->count_form != COUNT_UDATA4 ||
      h->table_form != TABLE_DATAREL_SDATA4)
    return 0;
  intptr_t at = (intptr_t)(pc - (uintptr_t)h);
  uint32_t lo = 0, hi = h->count;
  while (lo < hi) {
    uint32_t middle = lo + (hi - lo) / 2;
    if (h->entry[middle].start <= at)
      lo = middle + 1;
    else
      hi = middle;
  }
  return lo ? (uintptr_t)h + (uintptr_t)(intptr_t)h->entry[lo - 1].start : 0;
}
