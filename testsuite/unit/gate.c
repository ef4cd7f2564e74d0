/* System calls, signals, processes and threads of a program whose memory is protected must do
 * what they do natively. Every check runs twice, before memory is protected and while it is,
 * and must give the same. Arguments: how often to repeat, and the names of checks (none: all).
 */
#include "gate.h"
#include <stdlib.h>
#include <unistd.h>
#include <sys/syscall.h>
#include "interpose/tracers/pages/fault.h"
#include "interpose/tracers/pages/gate.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/region.h"
#include "interpose/arch/slots.h"
#include "gate_checks.h"
#include "tap.h"

const struct check check[] = {
#define ROW(name) {#name, check_##name},
    CHECKS(ROW)
#undef ROW
};
const int checks = sizeof check / sizeof *check;

decode_function fencepost_decode;

char *place;
static unsigned long accesses;
static atomic_int given_up;

static void note(uintptr_t at, size_t size, unsigned does, uintptr_t pc) {
  (void)at;
  (void)size;
  (void)does;
  (void)pc;
  __atomic_fetch_add(&accesses, 1, __ATOMIC_RELAXED);
}

static int on_fault(siginfo_t *info, ucontext_t *context) {
  greg_t *pc = &context->uc_mcontext.gregs[REG_RIP];
  uintptr_t on = gate_copy_fault((uintptr_t)*pc);
  if (on) {
    *pc = (greg_t)on;
    return 1;
  }
  if (slots_recover(info, context))
    return 1;
  switch (info->si_code == SEGV_ACCERR ? slots_fault(info, context) : SLOTS_NONE) {
  case SLOTS_DONE:
    return 1;
  case SLOTS_GIVE_UP:
    given_up = 1;
    mprotect(place, SIZE, PROT_READ | PROT_WRITE);
    return 1;
  default:
    *pc = (greg_t)slots_pc((uintptr_t)*pc);
    return 0;
  }
}

static const struct gate_hooks hooks = {0};

/* Protects `place`; the memory around it is not protected. */
static int protect(void) {
  int fd = memfd_create("gate", 0);
  if (fd < 0 || ftruncate(fd, SIZE))
    return 1;
  char *alias = mmap(NULL, SIZE + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  alias = mmap(alias + 4096, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0);
  memcpy(alias, place, SIZE);
  mmap(place, SIZE, PROT_NONE, MAP_SHARED | MAP_FIXED, fd, 0);
  close(fd);
  return region_add((uintptr_t)place, SIZE, alias - place);
}

char *put(char *at, const char *from) {
  volatile char *to = at;
  while ((*to++ = *from++))
    ;
  return at;
}

const char *text(const char *at) {
  static char copy[256];
  volatile const char *from = at;
  size_t n = 0;
  while (n < sizeof copy - 1 && (copy[n] = from[n]))
    n++;
  copy[n] = 0;
  return copy;
}

static int run(const struct check *c, char *told) {
  memset(place, 0, SIZE);
  told[0] = 0;
  alarm(60);
  int failed = c->function(told);
  alarm(0);
  return failed;
}

static int wanted(const char *name, int argc, char **argv) {
  for (int i = 2; i < argc; i++)
    if (!strcmp(argv[i], name))
      return 1;
  return argc <= 2;
}

/* A thread that has blocked all signals does not keep system calls gated when no memory is
 * protected any more. It gets its mask back, and lives when they are gated again. */
static atomic_int step, has, sees;

static uint64_t mask_of_kernel(void) {
  uint64_t mask = 0;
  gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, NULL, &mask, sizeof mask);
  return mask;
}

static void *block_all(void *unused) {
  sigset_t all, now;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  for (int done = 0; step >= 0; usleep(1000)) {
    if (done == step)
      continue;
    done = step;
    has = (mask_of_kernel() & FAULT_BIT(SIGSEGV)) != 0;
    pthread_sigmask(SIG_SETMASK, NULL, &now);
    sees = sigismember(&now, SIGSEGV);
    step = ++done;
  }
  return unused;
}

static int next(void) {
  int here = step++;
  while (step == here + 1)
    usleep(1000);
  return sees;
}

/* A call that begins gated and ends when it is not any more. */
static int ends[2];
static void *volatile nowhere = (void *)16;

static void *read_nowhere(void *unused) {
  (void)unused;
  errno = 0;
  has = read(ends[0], nowhere, 5) == -1 && errno == EFAULT;
  return NULL;
}

static void check_late_fault(void) {
  pthread_t t;
  has = 0;
  OK(!pipe(ends) && !pthread_create(&t, NULL, read_nowhere, NULL));
  usleep(100000);
  gate_disarm();
  OK(!gate_selector && write(ends[1], "12345", 5) == 5);
  pthread_join(t, NULL);
  OK(has);
  OK(!gate_arm());
  gate_disarm();
  OK(gate_selector); /* somebody is about to protect memory */
  gate_protected();
}

static void check_disarm(void) {
  pthread_t t;
  OK(!pthread_create(&t, NULL, block_all, NULL));
  for (int i = 0; i < 3; i++) {
    OK(next() && !has && gate_selector);
    gate_disarm();
    OK(next() && has && !gate_selector);
    OK(!gate_arm());
    gate_protected();
  }
  step = -1;
  pthread_join(t, NULL);
}

int main(int argc, char **argv) {
  int repeat = argc > 1 ? atoi(argv[1]) : 1;
  const char *why = "";
  static char told[64][2][TOLD];
  char *around =
      mmap(NULL, SIZE + 2 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  place = around + 4096;
  setvbuf(stdout, NULL, _IOLBF, 0);
  for (int i = 0; i < checks; i++)
    if (wanted(check[i].name, argc, argv) && run(&check[i], told[i][0]))
      printf("# natively %s fails: %s\n", check[i].name, told[i][0]);
  fault_own(SIGSEGV, on_fault);
  if (slots_begin(fencepost_decode, note))
    return 1;
  if (gate_begin(&hooks, &why)) {
    printf("1..0 # SKIP %s\n", why);
    return 0;
  }
  OK(!gate_arm());
  OK(!protect());
  gate_protected();
  for (int n = 0; n < repeat; n++)
    for (int i = 0; i < checks; i++)
      if (wanted(check[i].name, argc, argv)) {
        int failed = run(&check[i], told[i][1]);
        int good = !failed && !strcmp(told[i][0], told[i][1]) && !given_up;
        if (!good || n == 0)
          tap_ok(good, check[i].name, __FILE__, __LINE__);
        if (!good)
          printf("#   native %s\n#   gated  %s\n#   given up %d\n", told[i][0], told[i][1],
                 given_up);
        given_up = 0;
        mprotect(place, SIZE, PROT_NONE);
      }
  printf("# %lu accesses, %lu openings\n", accesses, gate_openings());
  mprotect(place, SIZE, PROT_READ | PROT_WRITE);
  region_remove_all(0, UINTPTR_MAX);
  if (argc <= 2) {
    check_late_fault();
    check_disarm();
  }
  return tap_done();
}
