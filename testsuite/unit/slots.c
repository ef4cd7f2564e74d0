/* Instructions at protected memory must do the same as at other memory: they leave the same
 * bytes, registers, flags and vector state, and what they access is reported, byte for byte.
 * First come known instructions of each class, within a region and across its borders, then
 * random ones, also threads that share a slot, and code that changes. Arguments: how many
 * random ones, and a seed. */
#define _GNU_SOURCE
#include "slots_run.h"
#include <asm/prctl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "slots_random.h"
#include "tap.h"

int slots_ok(int good, const char *what) {
  return tap_ok(good, what, __FILE__, __LINE__);
}

int slots_ok_or_lacking(int good, const char *what) {
  char text[256];
  snprintf(text, sizeof text, "%s # SKIP this processor does not have it", what);
  return lacking() ? tap_ok(1, text, __FILE__, __LINE__)
                   : tap_ok(good, what, __FILE__, __LINE__);
}

static void write_code(const unsigned char *from, size_t size) {
  memcpy(code, from, size);
  code[size] = 0xc3;
}

/* Known instructions. */

#define KNOWN(id, text, loads, stores, moves)                                                  \
  __asm__(".pushsection .rodata\ncode_" #id ": " text "\nend_" #id ":\n.popsection");          \
  extern const unsigned char code_##id[], end_##id[];
#include "slots_known.def"
#undef KNOWN

static size_t signs(const unsigned char *s, unsigned element, unsigned size) {
  size_t sum = 0;
  for (unsigned i = element; i <= size; i += element)
    sum += s[i - 1] >> 7 ? element : 0;
  return sum;
}

static uintptr_t fs_base(void) {
  uintptr_t base;
  __asm__("mov %%fs:0, %0" : "=r"(base));
  return base;
}

/* Returns ymm2, whose halves lie apart in the state. */
static const unsigned char *ymm2(const struct state *s) {
  static unsigned char v[32];
  memcpy(v, s->vector + component(1) + 32, 16);
  memcpy(v + 16, s->vector + component(2) + 32, 16);
  return v;
}

/* rbx points to `offset` in the view, rdi to the next multiple of 64. The other registers have
 * what the rows of the table need. */
static struct state at_offset(size_t offset) {
  struct state s = fresh();
  s.gpr[RBX] = (uintptr_t)view + offset;
  s.gpr[RDI] = (s.gpr[RBX] + 63) & ~63ul;
  s.gpr[RCX] = draw() % 17;
  s.gpr[RDX] = s.gpr[RBX] - 0x7ffffff0;
  s.gpr[RSI] = s.gpr[RBX] - fs_base();
  return s;
}

static int known_at(const char *what, struct state *s, size_t loads, size_t stores) {
  const char *wrong = compare(s);
  size_t l = told_bytes(INSTRUCTION_LOADS), t = told_bytes(INSTRUCTION_STORES);
  int few = loads == SIZE_MAX,
      good = !wrong && !gave_up && (few || (l == loads && t == stores));
  const char *untold = wrong ? NULL : compare_told(s);
  if (!good || untold)
    printf("# %s at %#lx: %s, %s; handled %d, gave up %d, loads %zu, stores %zu\n", what,
           s->gpr[RBX] - (uintptr_t)view, wrong ? wrong : "same", untold ? untold : "told",
           handled, gave_up, l, t);
  return good && !untold;
}

static void known(const char *what, const unsigned char *from, const unsigned char *to,
                  size_t (*loads)(const struct state *), size_t (*stores)(const struct state *),
                  int moves) {
  static const size_t borders[] = {FIRST, SECOND, END};
  int good = 1;
  write_code(from, (size_t)(to - from));
  for (int i = 0; i < 40 && good; i++) {
    int inside = moves || i % 4 == 0;
    size_t offset = inside ? FIRST + 4096 + (moves ? 64 * (draw() % 8) : draw() % 512)
                           : borders[i % 3] - draw() % 130;
    struct state s = at_offset(offset);
    static struct state random; /* the state from which compare has started */
    uint64_t saved = seed, next = draw();
    random = s;
    vector_random(&random, next);
    seed = saved;
    good = known_at(what, &s, inside ? loads(&random) : SIZE_MAX, stores(&random));
  }
  slots_ok_or_lacking(good, what);
}

#define MMX_SIGNS signs(s->vector + 32 + 32, 1, 8)
#define SIGNS(element, size) signs(ymm2(s), element, size)
#define KNOWN(id, text, l, t, moves)                                                           \
  static size_t loads_##id(const struct state *s) {                                            \
    uint64_t k1;                                                                               \
    memcpy(&k1, s->vector + component(5) + 8, sizeof k1);                                      \
    (void)k1;                                                                                  \
    return l;                                                                                  \
  }                                                                                            \
  static size_t stores_##id(const struct state *s) {                                           \
    uint64_t k1;                                                                               \
    memcpy(&k1, s->vector + component(5) + 8, sizeof k1);                                      \
    (void)k1;                                                                                  \
    return t;                                                                                  \
  }
#include "slots_known.def"
#undef KNOWN

static void check_known(void) {
  syscall(SYS_arch_prctl, ARCH_SET_GS, 0);
#define KNOWN(id, text, l, t, moves)                                                           \
  known(text, code_##id, end_##id, loads_##id, stores_##id, moves);
#include "slots_known.def"
}

static void check_relative(void) {
  struct state s = fresh();
  unsigned char text[] = {0x81, 0x05, 0, 0, 0, 0, 1, 2, 3, 4, 0xc3}; /* add [rip+x], imm32 */
  for (int i = 0; i < 3; i++) {
    char *at = view + (size_t[]){FIRST + 123, SECOND - 2, END - 3}[i];
    int32_t apart = (int32_t)(at - ((char *)code + 10));
    memcpy(text + 2, &apart, sizeof apart);
    memcpy(code, text, sizeof text);
    OK(!compare(&s) && handled == 1 && !gave_up && told[0].at == (uintptr_t)at);
    OK(!compare_told(&s) && told_bytes(INSTRUCTION_STORES) == (i == 2 ? 3 : 4));
  }
}

/* Other code is written to the same place. What was decoded before must not be used for it. */
static void check_changes(void) {
  static const unsigned char text[3][3] = {
      {0x8b, 0x03, 0xc3}, {0x89, 0x03, 0xc3}, {0x01, 0x03, 0xc3}};
  int good = 1;
  for (int i = 0; i < 300; i++) {
    struct state s = at_offset(FIRST + 4096);
    memcpy(code, text[i % 3], 3);
    good &= !compare(&s) && !gave_up && told_bytes(INSTRUCTION_LOADS) == (i % 3 == 1 ? 0 : 4);
  }
  OK(good);
}

/* More instructions than there are slots for. */
static void check_many(void) {
  size_t length = 1 << 16;
  struct state s = at_offset(FIRST + 4096);
  unsigned char *many = mmap(NULL, length, PROT_READ | PROT_WRITE | PROT_EXEC,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (size_t i = 0; i + 2 < 3000 * 2; i += 2)
    memcpy(many + i, (unsigned char[]){0x01, 0x03}, 2); /* add %eax, (%rbx) */
  many[3000 * 2 - 2] = 0xc3;
  memcpy(code, (unsigned char[]){0x48, 0xb9}, 2); /* mov rcx, many; jmp rcx */
  memcpy(code + 2, &many, 8);
  memcpy(code + 10, (unsigned char[]){0xff, 0xe1}, 2);
  OK(!compare(&s) && handled == 2999 && !gave_up);
  munmap(many, length);
}

/* call [rbx] and jmp [rbx]: the memory contains the address of code that adds to rax. */
static size_t branch_at;
static void write_target(struct state *s) {
  uintptr_t target = (uintptr_t)code + 3;
  (void)s;
  memcpy(contents + branch_at, &target, sizeof target);
}

static void check_branch(int call) {
  unsigned char text[] = {0xff, call ? 0x13 : 0x23, 0xc3, 0x48, 0xff, 0xc0, 0xc3};
  prepare = write_target;
  for (int i = 0; i < 4; i++) {
    branch_at = (size_t[]){FIRST + 64, FIRST - 3, SECOND - 5, END - 2}[i];
    struct state s = at_offset(branch_at);
    memcpy(code, text, sizeof text);
    const char *what = compare(&s);
    tap_ok(!what && handled == 1 && !gave_up &&
               told_bytes(INSTRUCTION_LOADS) == (size_t[]){8, 5, 8, 2}[i],
           call ? "call through memory" : "jump through memory", __FILE__, __LINE__);
  }
  prepare = NULL;
}

/* Strings: forwards and backwards, with the source, the destination or both in a region, some
 * across borders. */
static void check_strings(void) {
  static const unsigned char operations[] = {0xa4, 0xa6, 0xaa, 0xac, 0xae};
  static const unsigned char prefixes[] = {0, 0xf3, 0xf2};
  int wrong = 0, given_up = 0;
  for (int i = 0; i < 3000; i++) {
    int o = i % 5, n = 0, wide = (int)(draw() % 4);
    unsigned char prefix = prefixes[i / 5 % 3];
    struct state s = fresh();
    if (prefix)
      code[n++] = prefix;
    if (wide == 1)
      code[n++] = 0x66;
    if (wide == 3)
      code[n++] = 0x48;
    code[n++] = (unsigned char)(operations[o] + (wide > 0));
    code[n++] = 0xc3;
    s.gpr[RCX] = draw() % 4 ? draw() % 300 : draw() % 1000;
    s.gpr[RSI] = (uintptr_t)view + 8000 + draw() % (SIZE - 16000);
    s.gpr[RDI] = draw() % 4 ? (uintptr_t)view + 8000 + draw() % (SIZE - 16000)
                            : s.gpr[RSI] + draw() % 17 - 8;
    s.gpr[RAX] = draw() % 2 ? *(uint64_t *)(contents + s.gpr[RDI] - (uintptr_t)view) : draw();
    if (draw() % 2)
      s.flags |= 0x400;
    const char *what = compare(&s);
    wrong += what != NULL;
    given_up += gave_up;
    if (!what && (what = compare_told(&s)))
      wrong++;
    if (what && wrong < 20)
      printf("# %02x %02x wide %d, rcx %lu, rsi %#lx, rdi %#lx, %s: %s\n", prefix,
             operations[o], wide, s.gpr[RCX], s.gpr[RSI], s.gpr[RDI],
             s.flags & 0x400 ? "backwards" : "forwards", what);
  }
  OK(!wrong);
  OK(!given_up);
}

/* There is no memory beyond the last page. The program must get the same fault there as without
 * protection. */
static void check_faults(void) {
  static const unsigned char text[][5] = {
      {0xf3, 0xa4, 0xc3}, {0x48, 0x8b, 0x06, 0xc3}, {0xf3, 0xa6, 0xc3}};
  mprotect(view + END, SIZE - END, PROT_NONE);
  for (int i = 0; i < 3; i++) {
    struct state s = fresh();
    s.gpr[RSI] = (uintptr_t)view + END - 5;
    s.gpr[RDI] = (uintptr_t)view + FIRST;
    s.gpr[RCX] = 100;
    s.gpr[RAX] = 0;
    memcpy(code, text[i], 5);
    const char *what = compare(&s);
    tap_ok(!what && (i == 1 || handled), what ? what : "a fault of the program's own", __FILE__,
           __LINE__);
  }
  mprotect(view + END, SIZE - END, PROT_READ | PROT_WRITE);
}

/* Threads. */

static void ignore(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)at, (void)size, (void)does, (void)pc;
}

static void *add(void *unused) {
  (void)unused;
  for (int i = 0; i < 5000; i++)
    __atomic_fetch_add((long *)(view + FIRST + 128), 1, __ATOMIC_SEQ_CST);
  return NULL;
}

static void check_threads(void) {
  pthread_t thread[2];
  instead = ignore;
  *(long *)(contents + FIRST + 128) = 0;
  close_view();
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  OK(*(long *)(contents + FIRST + 128) == 10000);
  instead = NULL;
}

int main(int argc, char **argv) {
  seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  setvbuf(stdout, NULL, _IOLBF, 0);
  run_begin();
  check_known();
  check_relative();
  check_changes();
  check_branch(1);
  check_branch(0);
  check_strings();
  check_faults();
  check_gathers();
  check_threads();
  check_random(argc > 1 ? atoi(argv[1]) : 3000);
  check_many();
  run_end();
  return tap_done();
}
