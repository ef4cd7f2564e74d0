/* Random instructions, and gathers and scatters with random indices and masks. */
#define _GNU_SOURCE
#include "slots_random.h"
#include <Zydis/Zydis.h>
#include <stdio.h>
#include <string.h>
#include "interpose/arch/x86_64/operand.h"
#include "slots_run.h"

static int excluded(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op) {
  for (int i = 0; i < in->operand_count_visible; i++)
    if (op[i].type == ZYDIS_OPERAND_TYPE_REGISTER &&
        (ZydisRegisterGetClass(op[i].reg.value) == ZYDIS_REGCLASS_SEGMENT ||
         ZydisRegisterGetLargestEnclosing(ZYDIS_MACHINE_MODE_LONG_64, op[i].reg.value) ==
             ZYDIS_REGISTER_RSP))
      return 1;
  switch (in->meta.category) {
  case ZYDIS_CATEGORY_SYSTEM:
  case ZYDIS_CATEGORY_SEGOP:
  case ZYDIS_CATEGORY_XSAVE:
  case ZYDIS_CATEGORY_XSAVEOPT:
  case ZYDIS_CATEGORY_PREFETCH:
  case ZYDIS_CATEGORY_NOP:
  case ZYDIS_CATEGORY_WIDENOP:
    return 1;
  default:;
  }
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_LDS:
  case ZYDIS_MNEMONIC_LES:
  case ZYDIS_MNEMONIC_LFS:
  case ZYDIS_MNEMONIC_LGS:
  case ZYDIS_MNEMONIC_LSS:
  case ZYDIS_MNEMONIC_DIV: /* slots gives up if it crosses a border */
  case ZYDIS_MNEMONIC_IDIV:
  /* these may unmask exceptions, or raise them later */
  case ZYDIS_MNEMONIC_FLDCW:
  case ZYDIS_MNEMONIC_FLDENV:
  case ZYDIS_MNEMONIC_FRSTOR:
  case ZYDIS_MNEMONIC_FXRSTOR:
  case ZYDIS_MNEMONIC_FXRSTOR64:
  case ZYDIS_MNEMONIC_LDMXCSR:
  case ZYDIS_MNEMONIC_VLDMXCSR:
    return 1;
  default:
    return 0;
  }
}

/* Makes opcode bytes of some class, then a ModRM byte that names memory. */
static void random_bytes(unsigned char *b) {
  int n = 0;
  for (int i = 0; i < 15; i++)
    b[i] = (unsigned char)draw();
  if (draw() % 8 == 0)
    b[n++] = (unsigned char[]){0x64, 0x65, 0x67, 0x2e}[draw() % 4];
  switch (draw() % 6) {
  case 0: /* VEX */
    b[n++] = 0xc4;
    b[n] = (unsigned char)((b[n] & 0xe0) | (1 + draw() % 3));
    return;
  case 1: /* EVEX */
  case 2:
    b[n++] = 0x62;
    b[n] = (unsigned char)((b[n] & 0xf0) | (1 + draw() % 3));
    b[n + 1] |= 4;
    if (draw() % 3 == 0)
      b[n + 2] &= 0xf8; /* without a mask */
    return;
  case 3:
    b[n++] = (unsigned char[]){0x66, 0xf2, 0xf3, 0xf0}[draw() % 4];
    break;
  default:;
  }
  if (draw() % 2)
    b[n++] = (unsigned char)(0x40 | draw() % 16);
  if (draw() % 3)
    b[n++] = 0x0f;
  if (draw() % 4 == 0)
    b[n] = draw() % 2 ? 0x38 : 0x3a;
}

static int gpr_of(int greg) {
  static const int gregs[GPRS] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RBP,
                                  REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10,
                                  REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  for (int i = 0; i < GPRS; i++)
    if (gregs[i] == greg)
      return i;
  return -1;
}

static uintptr_t somewhere(size_t size) {
  static const size_t borders[] = {FIRST, SECOND, END};
  uintptr_t at = (uintptr_t)view;
  switch (draw() % 4) {
  case 0:
    return at + borders[draw() % 3] - draw() % (size + 8);
  case 1:
    return at + FIRST + draw() % (END - FIRST - size);
  default:
    return (at + FIRST + draw() % (END - FIRST - size)) & ~(uintptr_t)63;
  }
}

/* Writes an instruction to `code`, and sets registers so that it accesses the region. Returns 0
 * if the random bytes were no suitable instruction. */
static int random_instruction(struct state *s, uintptr_t *at) {
  ZydisDecoder decoder;
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  struct instruction what;
  unsigned char b[20];
  random_bytes(b);
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  fencepost_decode(b, 15, &what);
  if (what.kind != INSTRUCTION_PLAIN || gpr_of(what.base) < 0 ||
      (what.index != BASE_NONE && (gpr_of(what.index) < 0 || what.index == what.base)) ||
      !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, b, 15, &in, op)) || excluded(&in, op) ||
      (what.narrow && what.segment == SEGMENT_FS) ||
      (what.part == PART_BIT && (what.other == what.base || what.other == what.index)))
    return 0;
  if (what.index != BASE_NONE)
    s->gpr[gpr_of(what.index)] = draw() % 1000;
  if (what.part == PART_BIT && gpr_of(what.other) >= 0)
    s->gpr[gpr_of(what.other)] = draw() % 4000;
  uint64_t index = what.index == BASE_NONE ? 0 : s->gpr[gpr_of(what.index)] * what.scale;
  *at = somewhere(what.size);
  s->gpr[gpr_of(what.base)] =
      *at - index - (uint64_t)what.displacement - operand_segment(what.segment);
  memcpy(code, b, what.length);
  code[what.length] = 0xc3;
  return 1;
}

struct tally {
  int ran, wrong, helped, open, mistold, kinds;
  int kind[ZYDIS_MNEMONIC_MAX_VALUE + 1];
};

static void complain(struct tally *t, const char *what) {
  ZydisDisassembledInstruction text;
  ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, 0, code, 15, &text);
  if (handled)
    t->kinds += !t->kind[text.info.mnemonic]++;
  if ((what || gave_up) && t->wrong + t->open < 30)
    printf("# %s: %s; handled %d, gave up %d\n", text.text, what ? what : "same", handled,
           gave_up);
}

void check_random(int count) {
  static struct tally t;
  for (long tries = 0; t.ran < count && tries < 200l * count; tries++) {
    struct state s = fresh();
    uintptr_t at;
    if (!random_instruction(&s, &at))
      continue;
    const char *what = compare(&s), *untold = what ? NULL : compare_told(&s);
    t.ran++;
    t.helped += handled > 0;
    t.open += gave_up > 0;
    t.wrong += what != NULL;
    t.mistold += untold != NULL;
    complain(&t, what ? what : untold);
  }
  printf("# %d random instructions: %d on the alias, of %d kinds; %d gave up\n", t.ran,
         t.helped, t.kinds, t.open);
  slots_ok(t.ran == count && !t.wrong, "random instructions do the same");
  slots_ok(!t.mistold, "and are told");
  slots_ok(t.open * 1000 < t.ran, "few give up");
}

/* Gathers and scatters. */

#define GATHERS                                                                                \
  GATHER(1, "vgatherdps %ymm3, (%rbx,%ymm2,4), %ymm1", 4)                                      \
  GATHER(2, "vgatherdpd %ymm3, (%rbx,%xmm2,8), %ymm1", 4)                                      \
  GATHER(3, "vgatherqps %xmm3, 8(%rbx,%ymm2,1), %xmm1", 8)                                     \
  GATHER(4, "vpgatherqq %ymm3, (%rbx,%ymm2,2), %ymm1", 8)                                      \
  GATHER(5, "vgatherdpd %xmm3, (%rbx,%xmm2,8), %xmm1", 4)                                      \
  GATHER(6, "vgatherdps (%rbx,%zmm2,1), %zmm1{%k1}", 4)                                        \
  GATHER(7, "vgatherdpd -64(%rbx,%ymm2,8), %zmm17{%k1}", 4)                                    \
  GATHER(8, "vpgatherqd (%rbx,%zmm2,1), %ymm1{%k1}", 8)                                        \
  GATHER(9, "vpgatherqq (%rbx,%zmm2,4), %zmm1{%k1}", 8)                                        \
  GATHER(10, "vscatterdps %zmm1, (%rbx,%zmm2,1){%k1}", 4)                                      \
  GATHER(11, "vscatterdpd %zmm17, (%rbx,%ymm2,8){%k1}", 4)                                     \
  GATHER(12, "vpscatterqd %ymm1, (%rbx,%zmm2,4){%k1}", 8)                                      \
  GATHER(13, "vpscatterqq %zmm1, 64(%rbx,%zmm2,8){%k1}", 8)                                    \
  GATHER(14, "vpscatterdd %xmm1, (%rbx,%xmm2,4){%k1}", 4)                                      \
  GATHER(15, "addr32 vgatherdps (%ebx,%zmm2,1), %zmm1{%k1}", 4)
#define GATHER(n, text, index)                                                                 \
  __asm__(".pushsection .rodata\ngather_" #n ": " text "\ngather_end_" #n ":\n.popsection");   \
  extern const unsigned char gather_##n[], gather_end_##n[];
GATHERS
#undef GATHER

static unsigned index_bytes;

/* Fills zmm2 with small indices; added to rbx they may be on both sides of a border. */
static void small_indices(struct state *s) {
  static const struct {
    unsigned component, at, size;
  } part[] = {{1, 32, 16}, {2, 32, 16}, {6, 64, 32}};
  for (int p = 0; p < 3 && component(part[p].component); p++)
    for (unsigned i = 0; i < part[p].size; i += index_bytes) {
      int64_t index = (int64_t)(draw() % 2000) - 1000;
      memcpy(s->vector + component(part[p].component) + part[p].at + i, &index, index_bytes);
    }
}

static int gather_once(void) {
  static const size_t borders[] = {FIRST, SECOND, END};
  struct state s = fresh();
  s.gpr[RBX] = (uintptr_t)view + borders[draw() % 3] + draw() % 64;
  const char *what = compare(&s);
  what = what ? what : gave_up ? "gave up" : compare_told(&s);
  if (what)
    printf("# %s\n", what);
  return !what;
}

static uint64_t index_seed;
static void indices(struct state *s) {
  uint64_t saved = seed;
  seed = index_seed;
  small_indices(s);
  seed = saved;
}

static void check_gather(const char *what, const unsigned char *from, const unsigned char *to,
                         unsigned index) {
  int good = 1, told_any = 0;
  memcpy(code, from, (size_t)(to - from));
  code[to - from] = 0xc3;
  index_bytes = index;
  prepare = indices;
  for (int i = 0; i < 100 && good; i++) {
    index_seed = draw();
    good = gather_once();
    told_any += told_count > 0;
  }
  prepare = NULL;
  slots_ok_or_lacking(good && told_any > 20, what);
}

void check_gathers(void) {
#define GATHER(n, text, index) check_gather(text, gather_##n, gather_end_##n, index);
  GATHERS
}
