/* Instructions at protected memory do what they do at memory that is not: the same bytes,
 * registers, flags and vector state, and what they access is told. Known ones of each class,
 * then random ones; and threads that share a slot. Arguments: how many random ones, seed. */
#define _GNU_SOURCE
#include "../../interpose/slots.h"
#include "../../interpose/region.h"
#include <Zydis/Zydis.h>
#include <cpuid.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "tap.h"

#define PAGES 4
#define SIZE (PAGES * 4096)
#define STATE_SIZE 4096

decode_function fencepost_decode;

/* What an instruction may see and change, memory aside. In the order of the machine, without
 * rsp. */
enum { RAX, RCX, RDX, RBX, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15, GPRS };
struct state {
  uint64_t gpr[GPRS], flags;
  uint64_t mask, unused[7];
  unsigned char vector[STATE_SIZE] __attribute__((aligned(64)));
};

void run(struct state *s, const void *code);
__asm__(".globl run\nrun:\n"
        "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "push %rdi\n push %rsi\n"
        "mov %rdi, %rbx\n mov 128(%rbx), %eax\n mov 132(%rbx), %edx\n"
        "xrstor64 192(%rbx)\n"
        "push 120(%rbx)\n popfq\n"
        "mov 0(%rbx), %rax\n mov 8(%rbx), %rcx\n mov 16(%rbx), %rdx\n"
        "mov 32(%rbx), %rbp\n mov 40(%rbx), %rsi\n mov 48(%rbx), %rdi\n mov 56(%rbx), %r8\n"
        "mov 64(%rbx), %r9\n mov 72(%rbx), %r10\n mov 80(%rbx), %r11\n mov 88(%rbx), %r12\n"
        "mov 96(%rbx), %r13\n mov 104(%rbx), %r14\n mov 112(%rbx), %r15\n mov 24(%rbx), %rbx\n"
        "call *(%rsp)\n"
        "push %rax\n mov 16(%rsp), %rax\n pop 0(%rax)\n"
        "mov %rcx, 8(%rax)\n mov %rdx, 16(%rax)\n mov %rbx, 24(%rax)\n mov %rbp, 32(%rax)\n"
        "mov %rsi, 40(%rax)\n mov %rdi, 48(%rax)\n mov %r8, 56(%rax)\n mov %r9, 64(%rax)\n"
        "mov %r10, 72(%rax)\n mov %r11, 80(%rax)\n mov %r12, 88(%rax)\n mov %r13, 96(%rax)\n"
        "mov %r14, 104(%rax)\n mov %r15, 112(%rax)\n"
        "pushfq\n pop 120(%rax)\n cld\n"
        "mov %rax, %rbx\n mov 128(%rbx), %eax\n mov 132(%rbx), %edx\n"
        "xsave64 192(%rbx)\n fninit\n"
        "pop %rsi\n pop %rdi\n"
        "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");

static char *view, *alias;
static unsigned char *code;
static uint64_t seed = 1;
static sigjmp_buf back;
static int handled, gave_up, told_count;
static struct {
  uintptr_t at;
  size_t size;
  unsigned does;
} told[8];

static uint64_t draw(void) {
  seed += 0x9e3779b97f4a7c15;
  uint64_t x = seed;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

static void note(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)pc;
  if (told_count < 8) {
    told[told_count].at = at;
    told[told_count].size = size;
    told[told_count].does = does;
  }
  told_count++;
}

static void on_fault(int number, siginfo_t *info, void *context) {
  switch (number == SIGSEGV ? slots_fault((uintptr_t)info->si_addr, context) : SLOTS_NONE) {
  case SLOTS_DONE:
    handled++;
    return;
  case SLOTS_GIVE_UP:
    gave_up++;
    mprotect(view, SIZE, PROT_READ | PROT_WRITE);
    return;
  default:
    siglongjmp(back, number);
  }
}

static void vector_random(struct state *s, uint64_t random) {
  uint64_t saved = seed;
  seed = random;
  memset(s->vector, 0, sizeof s->vector);
  __asm__ volatile("xsave64 %0" : "+m"(*(char(*)[STATE_SIZE])s->vector) : "a"(s->mask), "d"(0));
  *(uint64_t *)(s->vector + 512) = s->mask;
  memset(s->vector + 32, 0, 128); /* the x87 registers, which fninit leaves */
  for (int i = 32; i < 160; i += 16)
    *(uint64_t *)(s->vector + i) = draw();
  for (int i = 160; i < 416; i += 8)
    *(uint64_t *)(s->vector + i) = draw();
  for (unsigned n = 2; n < 8; n++) {
    unsigned size, offset, c, d;
    if (!(s->mask >> n & 1) || !__get_cpuid_count(13, n, &size, &offset, &c, &d))
      continue;
    for (unsigned i = 0; i < size; i += 8)
      *(uint64_t *)(s->vector + offset + i) = draw();
  }
  seed = saved;
}

/* Once: from the same state and memory. Returns the signal that ended it, or 0. */
static int run_once(struct state *s, const struct state *from, char *memory, uint64_t random,
                    int protection) {
  int number;
  uint64_t saved = seed;
  *s = *from;
  vector_random(s, random);
  seed = random;
  for (int i = 0; i < SIZE; i += 8)
    *(uint64_t *)(alias + i) = draw();
  seed = saved;
  mprotect(view, SIZE, protection);
  number = sigsetjmp(back, 1);
  if (!number)
    run(s, code);
  __asm__ volatile("cld");
  memset(s->vector + 6, 0,
         18); /* which and where the last x87 instruction was, and its operand */
  memcpy(memory, alias, SIZE);
  return number;
}

static const char *differs(const struct state *a, const struct state *b, const char *m,
                           const char *n) {
  return memcmp(m, n, SIZE)                               ? "memory"
         : memcmp(a->gpr, b->gpr, sizeof a->gpr)          ? "registers"
         : (a->flags ^ b->flags) & 0xcd5                  ? "flags"
         : memcmp(a->vector, b->vector, sizeof a->vector) ? "vectors"
                                                          : NULL;
}

/* NULL, or what was not the same. */
static const char *compare(const struct state *from) {
  static struct state open, closed;
  static char open_memory[SIZE], closed_memory[SIZE];
  uint64_t random = draw();
  int a = run_once(&open, from, open_memory, random, PROT_READ | PROT_WRITE);
  handled = gave_up = told_count = 0;
  int b = run_once(&closed, from, closed_memory, random, PROT_NONE);
  if (a != b)
    return "signals";
  return a ? NULL : differs(&open, &closed, open_memory, closed_memory);
}

static void begin(void) {
  int fd = memfd_create("slots", 0);
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  if (ftruncate(fd, SIZE))
    exit(2);
  view = mmap(NULL, SIZE, PROT_NONE, MAP_SHARED, fd, 0);
  alias = region_near((uintptr_t)view, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
  code = region_near((uintptr_t)view, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS, -1);
  sigfillset(&action.sa_mask);
  for (int i = 0; i < 5; i++)
    sigaction((int[]){SIGSEGV, SIGILL, SIGFPE, SIGBUS, SIGTRAP}[i], &action, NULL);
  slots_begin(fencepost_decode, note);
  OK(view != MAP_FAILED && alias != MAP_FAILED && code != MAP_FAILED);
  OK(region_add((uintptr_t)view, SIZE, alias - view) == 0);
}

static struct state fresh(void) {
  static struct state s;
  unsigned lo, hi;
  __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
  memset(&s, 0, sizeof s);
  s.mask = lo & 0xe7;
  for (int i = 0; i < GPRS; i++)
    s.gpr[i] = draw();
  s.flags = (draw() & 0x8d5) | 2;
  return s;
}

/* Known instructions, at [rbx] = view + 4090: it crosses a page where it is wide enough. */

static const struct known {
  const char *what;
  int room; /* bytes of code */
  unsigned char code[16];
  int size, does, aligned;
} known[] = {
    {"mov eax, [rbx]", 2, {0x8b, 0x03}, 4, 1, 0},
    {"mov [rbx+8], rax", 4, {0x48, 0x89, 0x43, 0x08}, 8, 2, 0},
    {"mov byte [rbx], 7", 3, {0xc6, 0x03, 7}, 1, 2, 0},
    {"mov word [rbx], 7", 5, {0x66, 0xc7, 0x03, 7, 0}, 2, 2, 0},
    {"mov dword [rbx+8], imm", 7, {0xc7, 0x43, 0x08, 1, 2, 3, 4}, 4, 2, 0},
    {"movzx eax, byte [rbx]", 3, {0x0f, 0xb6, 0x03}, 1, 1, 0},
    {"movsxd rax, [rbx]", 3, {0x48, 0x63, 0x03}, 4, 1, 0},
    {"add [rbx], eax", 2, {0x01, 0x03}, 4, 3, 0},
    {"add eax, [rbx]", 2, {0x03, 0x03}, 4, 1, 0},
    {"cmp [rbx], 1", 3, {0x83, 0x3b, 1}, 4, 1, 0},
    {"inc qword [rbx]", 3, {0x48, 0xff, 0x03}, 8, 3, 0},
    {"shl dword [rbx], 3", 3, {0xc1, 0x23, 3}, 4, 3, 0},
    {"imul eax, [rbx], 5", 3, {0x6b, 0x03, 5}, 4, 1, 0},
    {"mul qword [rbx]", 3, {0x48, 0xf7, 0x23}, 8, 1, 0},
    {"setz [rbx]", 3, {0x0f, 0x94, 0x03}, 1, 2, 0},
    {"cmovz eax, [rbx]", 3, {0x0f, 0x44, 0x03}, 4, 1, 0},
    {"lock add [rbx], eax", 3, {0xf0, 0x01, 0x03}, 4, 7, 1},
    {"lock xadd [rbx], rax", 5, {0xf0, 0x48, 0x0f, 0xc1, 0x03}, 8, 7, 1},
    {"lock cmpxchg [rbx], ecx", 4, {0xf0, 0x0f, 0xb1, 0x0b}, 4, 7, 1},
    {"xchg [rbx], eax", 2, {0x87, 0x03}, 4, 7, 1},
    {"lock cmpxchg16b [rbx]", 5, {0xf0, 0x48, 0x0f, 0xc7, 0x0b}, 16, 7, 1},
    {"push [rbx], pop [rbx+16]", 5, {0xff, 0x33, 0x8f, 0x43, 0x10}, 8, 1, 0},
    {"movss xmm0, [rbx]", 4, {0xf3, 0x0f, 0x10, 0x03}, 4, 1, 0},
    {"movsd [rbx], xmm1", 4, {0xf2, 0x0f, 0x11, 0x0b}, 8, 2, 0},
    {"movups [rbx], xmm2", 3, {0x0f, 0x11, 0x13}, 16, 2, 0},
    {"movaps xmm3, [rbx]", 3, {0x0f, 0x28, 0x1b}, 16, 1, 1},
    {"movntdq [rbx], xmm3", 4, {0x66, 0x0f, 0xe7, 0x1b}, 16, 2, 1},
    {"addsd xmm0, [rbx]", 4, {0xf2, 0x0f, 0x58, 0x03}, 8, 1, 0},
    {"vmovups ymm0, [rbx]", 4, {0xc5, 0xfc, 0x10, 0x03}, 32, 1, 0},
    {"vmovups [rbx], ymm1", 4, {0xc5, 0xfc, 0x11, 0x0b}, 32, 2, 0},
    {"vfmadd231pd ymm0, ymm1, [rbx]", 5, {0xc4, 0xe2, 0xf5, 0xb8, 0x03}, 32, 1, 0},
    {"vbroadcastsd ymm0, [rbx]", 5, {0xc4, 0xe2, 0x7d, 0x19, 0x03}, 8, 1, 0},
    {"vmovups zmm0, [rbx]", 6, {0x62, 0xf1, 0x7c, 0x48, 0x10, 0x03}, 64, 1, 0},
    {"vmovups [rbx+64], zmm1", 7, {0x62, 0xf1, 0x7c, 0x48, 0x11, 0x4b, 1}, 64, 2, 0},
    {"fld qword [rbx]; fstp", 4, {0xdd, 0x03, 0xdd, 0xd8}, 8, 1, 0},
    {"fld1; fstp tbyte [rbx]", 4, {0xd9, 0xe8, 0xdb, 0x3b}, 10, 2, 0},
    {"fild dword [rbx]; fistp", 4, {0xdb, 0x03, 0xdb, 0x1b}, 4, 1, 0},
};

static void check_known(void) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    const struct known *k = &known[i];
    struct state s = fresh();
    s.gpr[RBX] = (uintptr_t)view + (k->aligned ? 4096 : 4090);
    memcpy(code, k->code, (size_t)k->room);
    code[k->room] = 0xc3;
    const char *what = compare(&s);
    struct instruction d;
    fencepost_decode(k->code, sizeof k->code, &d);
    uintptr_t at = s.gpr[RBX] + (uint64_t)d.displacement;
    int good = !what && handled && !gave_up && told[0].at == at &&
               told[0].size == (size_t)k->size && told[0].does == (unsigned)k->does;
    tap_ok(good, k->what, __FILE__, __LINE__);
    if (!good)
      printf("#   %s; handled %d, gave up %d, told %d: +%ld, %zu bytes, %u\n",
             what ? what : "same", handled, gave_up, told_count,
             (long)(told[0].at - s.gpr[RBX]), told[0].size, told[0].does);
  }
}

static void check_relative(void) {
  struct state s = fresh();
  unsigned char text[] = {0x81, 0x05, 0, 0, 0, 0, 1, 2, 3, 4, 0xc3}; /* add [rip+x], imm32 */
  int32_t apart = (int32_t)(view + 123 - ((char *)code + 10));
  memcpy(text + 2, &apart, sizeof apart);
  memcpy(code, text, sizeof text);
  const char *what = compare(&s);
  OK(!what && handled == 1 && told[0].at == (uintptr_t)view + 123 && told[0].size == 4);
}

/* call [rbx] and jmp [rbx] to a place that adds to rax; memory holds where. */
static void check_branch(int call) {
  static struct state s;
  unsigned char text[] = {0xff, call ? 0x13 : 0x23, 0xc3, 0x48, 0xff, 0xc0, 0xc3};
  uintptr_t target = (uintptr_t)code + 3;
  memcpy(code, text, sizeof text);
  s = fresh();
  s.gpr[RBX] = (uintptr_t)view + 64;
  uint64_t rax = s.gpr[RAX];
  vector_random(&s, 1);
  memcpy(alias + 64, &target, sizeof target);
  handled = told_count = 0;
  mprotect(view, SIZE, PROT_NONE);
  run(&s, code);
  tap_ok(s.gpr[RAX] == rax + 1 && handled == 1 && told[0].size == 8 && told[0].does == 1,
         call ? "call through memory" : "jump through memory", __FILE__, __LINE__);
}

/* Strings: with the source, the destination or both in the region, some across its end. */
static void check_strings(void) {
  static const unsigned char operations[] = {0xa4, 0xa6, 0xaa, 0xac, 0xae};
  static const unsigned char prefixes[] = {0, 0xf3, 0xf2};
  static char outside[SIZE];
  int wrong = 0, given_up = 0;
  for (int i = 0; i < 600; i++) {
    struct state s = fresh();
    int o = i % 5, n = 0, wide = (int)(draw() % 4);
    unsigned char prefix = prefixes[i / 5 % 3];
    memset(outside, 'x', sizeof outside);
    if (prefix)
      code[n++] = prefix;
    if (wide == 1)
      code[n++] = 0x66;
    if (wide == 3)
      code[n++] = 0x48;
    code[n++] = (unsigned char)(operations[o] + (wide > 0));
    code[n++] = 0xc3;
    s.gpr[RCX] = draw() % 300;
    s.gpr[RAX] = draw() % 2 ? 0x7878787878787878 : s.gpr[RAX];
    s.gpr[RSI] = draw() % 3 ? (uintptr_t)view + draw() % (SIZE - 2400) : (uintptr_t)outside + 5;
    s.gpr[RDI] = draw() % 3 || o == 0 || o == 2 ? (uintptr_t)view + draw() % (SIZE - 2400)
                                                : (uintptr_t)outside;
    if (draw() % 4 == 0)
      s.flags |= 0x400;
    s.gpr[RSI] += s.flags & 0x400 ? 1200 : 0;
    s.gpr[RDI] += s.flags & 0x400 ? 1200 : 0;
    const char *what = compare(&s);
    wrong += what != NULL;
    given_up += gave_up;
    if (what)
      printf("# %02x %02x wide %d rcx %lu: %s\n", prefix, operations[o], wide, s.gpr[RCX],
             what);
  }
  OK(!wrong);
  OK(given_up < 250); /* those that go backwards */
}

/* Random ones. */

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
  case ZYDIS_CATEGORY_PUSH:
  case ZYDIS_CATEGORY_POP:
    return 1;
  default:;
  }
  switch (in->mnemonic) {
  case ZYDIS_MNEMONIC_LDS:
  case ZYDIS_MNEMONIC_LES:
  case ZYDIS_MNEMONIC_LFS:
  case ZYDIS_MNEMONIC_LGS:
  case ZYDIS_MNEMONIC_LSS:
  case ZYDIS_MNEMONIC_FLDCW:
  case ZYDIS_MNEMONIC_FLDENV:
  case ZYDIS_MNEMONIC_FRSTOR:
  case ZYDIS_MNEMONIC_FNSAVE:
  case ZYDIS_MNEMONIC_FNSTENV:
  case ZYDIS_MNEMONIC_FXSAVE:
  case ZYDIS_MNEMONIC_FXSAVE64:
  case ZYDIS_MNEMONIC_FXRSTOR:
  case ZYDIS_MNEMONIC_FXRSTOR64:
  case ZYDIS_MNEMONIC_LDMXCSR:
  case ZYDIS_MNEMONIC_VLDMXCSR:
    return 1;
  default:
    return 0;
  }
}

/* Opcode bytes of some class, then a ModRM byte that names memory. */
static void random_bytes(unsigned char *b) {
  int n = 0;
  for (int i = 0; i < 15; i++)
    b[i] = (unsigned char)draw();
  switch (draw() % 6) {
  case 0: /* VEX */
    b[n++] = 0xc4;
    b[n] = (unsigned char)((b[n] & 0xe0) | (1 + draw() % 3));
    return;
  case 1: /* EVEX, without mask */
    b[n++] = 0x62;
    b[n] = (unsigned char)((b[n] & 0xf0) | (1 + draw() % 3));
    b[2] |= 4;
    b[3] &= draw() % 4 ? 0xf8 : 0xff;
    return;
  case 2:
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

/* Writes one to `code` and has its address point into the region; 0 if it is none for us. */
static int random_instruction(struct state *s, uintptr_t *at) {
  ZydisDecoder decoder;
  ZydisDecodedInstruction in;
  ZydisDecodedOperand op[ZYDIS_MAX_OPERAND_COUNT];
  struct instruction what;
  unsigned char b[15];
  random_bytes(b);
  ZydisDecoderInit(&decoder, ZYDIS_MACHINE_MODE_LONG_64, ZYDIS_STACK_WIDTH_64);
  fencepost_decode(b, sizeof b, &what);
  if (what.kind != INSTRUCTION_PLAIN || gpr_of(what.base) < 0 ||
      (what.index != BASE_NONE && (gpr_of(what.index) < 0 || what.index == what.base)) ||
      !ZYAN_SUCCESS(ZydisDecoderDecodeFull(&decoder, b, sizeof b, &in, op)) ||
      excluded(&in, op))
    return 0;
  if (what.index != BASE_NONE)
    s->gpr[gpr_of(what.index)] = draw() % 1000;
  uint64_t index = what.index == BASE_NONE ? 0 : s->gpr[gpr_of(what.index)] * what.scale;
  *at = (uintptr_t)view + draw() % (SIZE - what.size);
  if (draw() % 4)
    *at &= ~(uintptr_t)63;
  s->gpr[gpr_of(what.base)] = *at - index - (uint64_t)what.displacement;
  memcpy(code, b, what.length);
  code[what.length] = 0xc3;
  return 1;
}

static void check_random(int count) {
  static int kinds[ZYDIS_MNEMONIC_MAX_VALUE + 1];
  int ran = 0, wrong = 0, helped = 0, open = 0, mistold = 0, different = 0;
  for (long tries = 0; ran < count && tries < 200l * count; tries++) {
    struct state s = fresh();
    uintptr_t at;
    struct instruction d;
    if (!random_instruction(&s, &at))
      continue;
    fencepost_decode(code, 15, &d);
    const char *what = compare(&s);
    ran++;
    helped += handled > 0;
    open += gave_up > 0;
    wrong += what != NULL;
    mistold += handled && told_count && (told[0].at != at || told[0].size != d.size);
    ZydisDisassembledInstruction text;
    ZydisDisassembleIntel(ZYDIS_MACHINE_MODE_LONG_64, 0, code, 15, &text);
    if (handled)
      different += !kinds[text.info.mnemonic]++;
    if (what && wrong < 20)
      printf("# %s: %s, handled %d, gave up %d\n", text.text, what, handled, gave_up);
    else if (gave_up && open < 20)
      printf("# gave up: %s\n", text.text);
  }
  printf("# %d random instructions: %d on the alias, of %d kinds; %d gave up\n", ran, helped,
         different, open);
  OK(ran == count && !wrong);
  OK(!mistold);
  OK(open * 20 < ran);
}

/* Threads. */

static void *add(void *unused) {
  (void)unused;
  for (int i = 0; i < 5000; i++)
    __atomic_fetch_add((long *)(view + 128), 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void check_threads(void) {
  pthread_t thread[2];
  slots_begin(fencepost_decode, NULL);
  *(long *)(alias + 128) = 0;
  mprotect(view, SIZE, PROT_NONE);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  OK(*(long *)(alias + 128) == 10000);
}

int main(int argc, char **argv) {
  seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  begin();
  check_known();
  check_relative();
  check_branch(1);
  check_branch(0);
  check_strings();
  check_random(argc > 1 ? atoi(argv[1]) : 3000);
  check_threads();
  region_remove((uintptr_t)view);
  return tap_done();
}
