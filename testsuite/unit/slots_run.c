#define _GNU_SOURCE
#include "slots_run.h"
#include "interpose/arch/region.h"
#include <cpuid.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PLACE 0x60000000ul

void run(struct state *s, const void *instructions);
/* The instruction runs on this stack, so that rsp is the same each time. */
char stack[1 << 17] __attribute__((aligned(64)));
__asm__(".globl run\nrun:\n"
        "mov %rsp, stack+131064(%rip)\n lea stack+131064(%rip), %rsp\n"
        "push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n"
        "sub $8, %rsp\n stmxcsr (%rsp)\n fnstcw 4(%rsp)\n"
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
        "fldcw 4(%rsp)\n ldmxcsr (%rsp)\n add $8, %rsp\n"
        "pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n pop %rsp\n ret\n");

char *view, *contents;
unsigned char *code;
uint64_t seed = 1;
int handled, gave_up, told_count;
struct told told[TOLD];
void (*prepare)(struct state *s);
slots_access *instead;
static sigjmp_buf back;
static uintptr_t fault;
static int fd;

uint64_t draw(void) {
  seed += 0x9e3779b97f4a7c15;
  uint64_t x = seed;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

static void note(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  if (instead) {
    instead(at, size, does, pc);
    return;
  }
  if (told_count < TOLD)
    told[told_count] = (struct told){at, size, does};
  told_count++;
}

static void on_fault(int number, siginfo_t *info, void *context) {
  if (number == SIGSEGV && slots_recover(info, context))
    return;
  switch (number == SIGSEGV && info->si_code == SEGV_ACCERR ? slots_fault(info, context)
                                                            : SLOTS_NONE) {
  case SLOTS_DONE:
    __atomic_fetch_add(&handled, 1, __ATOMIC_RELAXED);
    return;
  case SLOTS_GIVE_UP:
    gave_up++;
    open_view();
    return;
  default:
    fault = number == SIGSEGV ? (uintptr_t)info->si_addr : 0;
    siglongjmp(back, number);
  }
}

void close_view(void) {
  mprotect(view + FIRST, END - FIRST, PROT_NONE);
}

void open_view(void) {
  mprotect(view + FIRST, END - FIRST, PROT_READ | PROT_WRITE);
}

static unsigned offsets[8], sizes[8];

static void components(void) {
  unsigned c, d;
  for (unsigned n = 2; n < 8; n++)
    __get_cpuid_count(13, n, &sizes[n], &offsets[n], &c, &d);
  offsets[1] = 160;
}

unsigned component(unsigned n) {
  return offsets[n];
}

void vector_random(struct state *s, uint64_t random) {
  uint64_t saved = seed;
  seed = random;
  memset(s->vector, 0, sizeof s->vector);
  __asm__ volatile("xsave64 %0" : "+m"(*(char(*)[STATE_SIZE])s->vector) : "a"(s->mask), "d"(0));
  *(uint64_t *)(s->vector + 512) = s->mask;
  memset(s->vector + 8, 0, 16);
  memset(s->vector + 32, 0, 128); /* the x87 registers, which fninit does not clear */
  for (int i = 32; i < 160; i += 16)
    *(uint64_t *)(s->vector + i) = draw();
  for (int i = 160; i < 416; i += 8)
    *(uint64_t *)(s->vector + i) = draw();
  for (unsigned n = 2; n < 8; n++) {
    for (unsigned i = 0; s->mask >> n & 1 && i < sizes[n]; i += 8)
      *(uint64_t *)(s->vector + offsets[n] + i) = draw();
  }
  seed = saved;
}

static void memory_random(uint64_t random) {
  uint64_t saved = seed;
  seed = random;
  for (int i = 0; i < SIZE; i += 8)
    *(uint64_t *)(contents + i) = draw();
  seed = saved;
}

/* Returns the signal that ended it, or 0. */
static int run_once(struct state *s, char *memory, int closed) {
  if (closed)
    close_view();
  else
    open_view();
  fault = 0;
  int number = sigsetjmp(back, 1);
  if (!number)
    run(s, code);
  __asm__ volatile("cld");
  memset(s->vector + 6, 0,
         18); /* opcode and addresses of the last x87 instruction, which differ */
  memcpy(memory, contents, SIZE);
  return number;
}

static void start(struct state *s, const struct state *from, uint64_t random) {
  *s = *from;
  vector_random(s, random);
  memory_random(random);
  if (prepare)
    prepare(s);
}

static const char *differs(const struct state *a, const struct state *b) {
  return memcmp(a->gpr, b->gpr, sizeof a->gpr)            ? "registers"
         : (a->flags ^ b->flags) & 0xcd5                  ? "flags"
         : memcmp(a->vector, b->vector, sizeof a->vector) ? "vectors"
                                                          : NULL;
}

static struct state plain, ended;
static char before[SIZE], plain_memory[SIZE], memory[SIZE];
static uint64_t used;
static int ended_by;

const char *compare(const struct state *from) {
  used = draw();
  start(&plain, from, used);
  memcpy(before, contents, SIZE);
  int a = run_once(&plain, plain_memory, 0);
  uintptr_t where = fault;
  start(&ended, from, used);
  handled = gave_up = told_count = 0;
  ended_by = run_once(&ended, memory, 1);
  if (a != ended_by || where != fault)
    return "signals";
  return a ? NULL : memcmp(memory, plain_memory, SIZE) ? "memory" : differs(&plain, &ended);
}

int lacking(void) {
  return ended_by == SIGILL;
}

static int is_told(size_t offset, unsigned does) {
  uintptr_t at = (uintptr_t)view + offset;
  for (int i = 0; i < told_count && i < TOLD; i++)
    if (told[i].does & does && at - told[i].at < told[i].size)
      return 1;
  return 0;
}

size_t told_bytes(unsigned does) {
  size_t sum = 0;
  for (size_t i = FIRST; i < END; i++)
    sum += (size_t)is_told(i, does);
  return sum;
}

const char *compare_told(const struct state *from) {
  static struct state other;
  static char stored[SIZE], loaded[SIZE];
  if (ended_by || gave_up || told_count > TOLD)
    return NULL;
  for (size_t i = FIRST; i < END; i++) {
    stored[i] = (char)is_told(i, INSTRUCTION_STORES);
    loaded[i] = (char)is_told(i, INSTRUCTION_LOADS);
    if (memory[i] != before[i] && !stored[i])
      return "stored, not told";
  }
  start(&other, from, used);
  memory_random(used + 1);
  for (size_t i = 0; i < SIZE; i++)
    if (i < FIRST || i >= END || loaded[i])
      contents[i] = before[i];
  if (run_once(&other, plain_memory, 0))
    return "another signal";
  for (size_t i = FIRST; i < END; i++)
    if (stored[i] && memory[i] != before[i] && plain_memory[i] != memory[i])
      return "loaded, not told, and stored elsewhere";
  return differs(&ended, &other) ? "loaded, not told" : NULL;
}

static void region(size_t from, size_t to) {
  void *alias =
      region_near((uintptr_t)view + from, to - from, PROT_READ | PROT_WRITE, MAP_SHARED, fd);
  if (alias == MAP_FAILED ||
      mmap(alias, to - from, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, (off_t)from) !=
          alias ||
      region_add((uintptr_t)view + from, to - from, (char *)alias - (view + from)))
    exit(2);
}

void run_begin(void) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  components();
  fd = memfd_create("slots", 0);
  if (ftruncate(fd, SIZE))
    exit(2);
  view = mmap((void *)PLACE, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED_NOREPLACE, fd,
              0);
  contents = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  code = region_near((uintptr_t)view, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (view == MAP_FAILED || contents == MAP_FAILED || code == MAP_FAILED)
    exit(2);
  sigfillset(&action.sa_mask);
  sigdelset(&action.sa_mask, SIGSEGV);
  for (int i = 0; i < 5; i++)
    sigaction((int[]){SIGSEGV, SIGILL, SIGFPE, SIGBUS, SIGTRAP}[i], &action, NULL);
  if (slots_begin(fencepost_decode, note))
    exit(2);
  region(FIRST, SECOND);
  region(SECOND, END);
}

void run_end(void) {
  region_remove((uintptr_t)view + FIRST);
  region_remove((uintptr_t)view + SECOND);
}

struct state fresh(void) {
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
