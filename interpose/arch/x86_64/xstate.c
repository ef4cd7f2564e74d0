#define _GNU_SOURCE
#include "xstate.h"
#include <cpuid.h>
#include <string.h>

#define COMPONENTS 20
#define LEGACY_XMM 160
#define LEGACY_MMX 32
#define SOFTWARE 464 /* offset of the kernel's own words: struct _fpx_sw_bytes */
#define SOFTWARE_MAGIC 0x46505853u
#define HEADER 512
enum { SSE = 1, AVX = 2, MASKS = 5, UPPER = 6, HIGH = 7, USER = 0xff };

static struct { unsigned size, offset, aligned; } component[COMPONENTS];
static uint64_t enabled;

void xstate_begin(void) {
  unsigned a, b, c, d, lo, hi;
  if (enabled || !__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE))
    return;
  for (unsigned i = 2; i < COMPONENTS; i++)
    if (__get_cpuid_count(13, i, &a, &b, &c, &d) && a) {
      component[i].size = a;
      component[i].offset = b;
      component[i].aligned = c >> 1 & 1;
    }
  __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
  enabled = (uint64_t)hi << 32 | lo;
}

uint64_t xstate_enabled(void) {
  return enabled;
}

unsigned xstate_component(unsigned n, unsigned *offset, int *aligned) {
  if (n >= COMPONENTS)
    return 0;
  *offset = component[n].offset;
  *aligned = (int)component[n].aligned;
  return component[n].size;
}

static unsigned char *frame(const ucontext_t *c) {
  return (unsigned char *)c->uc_mcontext.fpregs;
}

uint64_t xstate_features(const ucontext_t *c) {
  const unsigned char *f = frame(c);
  uint32_t magic;
  uint64_t features;
  if (!f || !enabled)
    return 0;
  memcpy(&magic, f + SOFTWARE, sizeof magic);
  memcpy(&features, f + SOFTWARE + 8, sizeof features);
  return magic == SOFTWARE_MAGIC ? features & enabled & USER : 0;
}

static uint64_t present(const ucontext_t *c) {
  uint64_t bits = 3;
  if (xstate_features(c))
    memcpy(&bits, frame(c) + HEADER, sizeof bits);
  return bits;
}

/* Returns where the component is; NULL: all of it is 0. */
static const unsigned char *has(const ucontext_t *c, unsigned n, unsigned at) {
  if (!frame(c) || !(present(c) >> n & 1) || (n > SSE && !(xstate_features(c) >> n & 1)))
    return NULL;
  return frame(c) + (n > SSE ? component[n].offset : 0) + at;
}

/* The same, for writing. */
static unsigned char *gets(ucontext_t *c, unsigned n, unsigned at) {
  uint64_t bits = present(c);
  if (!frame(c) || (n > SSE && !(xstate_features(c) >> n & 1)))
    return NULL;
  if (!(bits >> n & 1)) {
    if (n == SSE)
      memset(frame(c) + LEGACY_XMM, 0, 256);
    else
      memset(frame(c) + component[n].offset, 0, component[n].size);
    bits |= 1ul << n;
    memcpy(frame(c) + HEADER, &bits, sizeof bits);
  }
  return frame(c) + (n > SSE ? component[n].offset : 0) + at;
}

/* Finds the component that holds byte `byte` of a vector register, where in it the byte is, and
 * how many more bytes of the register follow there. */
static unsigned place_of(unsigned number, unsigned byte, unsigned *at, unsigned *room) {
  unsigned n, of;
  if (number > 15) {
    n = HIGH, of = 0;
    *at = 64 * (number - 16);
    *room = 64 - byte;
  } else if (byte < 16) {
    n = SSE, of = 0;
    *at = LEGACY_XMM + 16 * number;
    *room = 16 - byte;
  } else if (byte < 32) {
    n = AVX, of = 16;
    *at = 16 * number;
    *room = 32 - byte;
  } else {
    n = UPPER, of = 32;
    *at = 32 * number;
    *room = 64 - byte;
  }
  *at += byte - of;
  return n;
}

void xstate_vector(const ucontext_t *c, unsigned number, unsigned char *out) {
  unsigned at, room;
  for (unsigned byte = 0; byte < XSTATE_VECTOR; byte += room) {
    unsigned n = place_of(number, byte, &at, &room);
    const unsigned char *from = has(c, n, at);
    if (from)
      memcpy(out + byte, from, room);
    else
      memset(out + byte, 0, room);
  }
}

void xstate_vector_put(ucontext_t *c, unsigned number, unsigned from, const void *bytes,
                       unsigned size) {
  unsigned at, room;
  const unsigned char *b = bytes;
  for (unsigned done = 0; done < size; done += room) {
    unsigned n = place_of(number, from + done, &at, &room);
    room = room < size - done ? room : size - done;
    unsigned char *to = gets(c, n, at);
    if (to)
      memcpy(to, b + done, room);
  }
}

uint64_t xstate_mask(const ucontext_t *c, unsigned number) {
  const unsigned char *at = has(c, MASKS, 8 * number);
  uint64_t mask = 0;
  if (at)
    memcpy(&mask, at, sizeof mask);
  return mask;
}

void xstate_mask_put(ucontext_t *c, unsigned number, uint64_t mask) {
  unsigned char *at = gets(c, MASKS, 8 * number);
  if (at)
    memcpy(at, &mask, sizeof mask);
}

const unsigned char *xstate_mmx(const ucontext_t *c, unsigned number) {
  static const unsigned char none[8];
  const unsigned char *at = has(c, 0, LEGACY_MMX + 16 * number);
  return at ? at : none;
}
