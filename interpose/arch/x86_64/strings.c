#include "strings.h"
#include "interpose/arch/program_memory.h"
#include "guarded.h"

#define FLAGS_LOW 0xd5ul /* SF, ZF, AF, PF, CF, in the form that lahf gives */
#define FLAG_ZERO 0x40ul
#define FLAG_OVERFLOW 0x800ul

#define DIRECTED(text)                                                                         \
  "test $0x400, %k[flags]\n jz 81f\n std\n"                                                    \
  "81: " COPY_GUARDED(text) "cld\n"
#define MOVE(text)                                                                             \
  __asm__ volatile(DIRECTED("rep " text)                                                       \
                   : "+D"(s->di), "+S"(s->si), "+c"(s->count),                                 \
                     "+a"(s->a), [bad] "=&r"(s->fault)                                         \
                   : [flags] "r"(s->flags)                                                     \
                   : "memory", "cc")
#define BY_SIZE(OPERATION, b, w, d, q)                                                         \
  switch (in->size) {                                                                          \
  case 1:                                                                                      \
    OPERATION(b);                                                                              \
    break;                                                                                     \
  case 2:                                                                                      \
    OPERATION(w);                                                                              \
    break;                                                                                     \
  case 4:                                                                                      \
    OPERATION(d);                                                                              \
    break;                                                                                     \
  default:                                                                                     \
    OPERATION(q);                                                                              \
  }
#define COMPARE(text)                                                                          \
  __asm__ volatile(DIRECTED(text) "seto %b[o]\n lahf"                                          \
                   : "+D"(s->di), "+S"(s->si), "+c"(s->count),                                 \
                     "+a"(a), [o] "=&d"(overflow), [bad] "=&r"(s->fault)                       \
                   : [flags] "r"(s->flags)                                                     \
                   : "memory", "cc")

int string_run(const struct instruction *in, struct string_state *s) {
  uint64_t a = s->a, overflow = 0;
  int unequal = in->repeat == REPEAT_UNEQUAL;
  switch (in->string) {
  case STRING_MOVS:
    BY_SIZE(MOVE, "movsb", "movsw", "movsl", "movsq")
    return 0;
  case STRING_STOS:
    BY_SIZE(MOVE, "stosb", "stosw", "stosl", "stosq")
    return 0;
  case STRING_LODS:
    BY_SIZE(MOVE, "lodsb", "lodsw", "lodsl", "lodsq")
    return 0;
  case STRING_CMPS:
    if (unequal)
      BY_SIZE(COMPARE, "repne cmpsb", "repne cmpsw", "repne cmpsl", "repne cmpsq")
    else
      BY_SIZE(COMPARE, "repe cmpsb", "repe cmpsw", "repe cmpsl", "repe cmpsq")
    break;
  default:
    if (unequal)
      BY_SIZE(COMPARE, "repne scasb", "repne scasw", "repne scasl", "repne scasq")
    else
      BY_SIZE(COMPARE, "repe scasb", "repe scasw", "repe scasl", "repe scasq")
  }
  uint64_t flags = (a >> 8) & FLAGS_LOW;
  if (s->fault) /* a faulting instruction leaves the flags alone, and goes on where it was */
    return 0;
  s->flags =
      (s->flags & ~(FLAGS_LOW | FLAG_OVERFLOW)) | flags | (overflow & 0xff ? FLAG_OVERFLOW : 0);
  return in->repeat != REPEAT_NO && !(flags & FLAG_ZERO) == !unequal;
}
