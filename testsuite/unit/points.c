/* Debug registers report accesses in all threads; the instruction that made one is found, and
 * the bytes it accessed. Images of memory show what has changed. */
#define _GNU_SOURCE
#include "interpose/arch/accessor.h"
#include "interpose/tracers/watch/image.h"
#include "interpose/tracers/watch/debug_registers.h"
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "tap.h"

decode_function fencepost_decode;

static uint64_t memory[16] __attribute__((aligned(64)));
static unsigned char *const word = (unsigned char *)&memory[4]; /* 8 bytes are watched */
static struct accessed told;
static volatile int hits, found, somewhere;

static void on_trap(int number, siginfo_t *info, void *context) {
  struct accessed a;
  (void)number;
  (void)info;
  hits++;
  int ok = accessor_find(fencepost_decode, context, (uintptr_t)word, (uintptr_t)word + 8, &a);
  if (!ok)
    return;
  if (found && a.does == told.does) { /* another part of the same access */
    told.lo = a.lo < told.lo ? a.lo : told.lo;
    told.hi = a.hi > told.hi ? a.hi : told.hi;
  } else {
    told = a;
  }
  found++;
}

#define LOADS INSTRUCTION_LOADS
#define STORES INSTRUCTION_STORES
#define BOTH (LOADS | STORES)

static void expect(const char *name, void (*run)(void), int from, int to, unsigned does) {
  hits = found = 0;
  run();
  int right = found && told.lo == (uintptr_t)word + (unsigned)from &&
              told.hi == (uintptr_t)word + (unsigned)to && told.does == does;
  right &= told.somewhere == somewhere;
  if (!tap_ok(right, name, __FILE__, __LINE__))
    printf("#   %d hits, %d found: bytes %ld to %ld, %u\n", hits, found,
           (long)(told.lo - (uintptr_t)word), (long)(told.hi - (uintptr_t)word), told.does);
}

#define RUNS(name, text)                                                                       \
  __attribute__((noinline)) static void name(void) {                                           \
    unsigned char *at = word;                                                                  \
    uint64_t a = 1, c = 16;                                                                    \
    unsigned char *from = (unsigned char *)&memory[10];                                        \
    __asm__ volatile(text                                                                      \
                     : "+r"(at), "+a"(a), "+c"(c), "+S"(from)                                  \
                     :                                                                         \
                     : "memory", "rdi", "rdx", "xmm0", "cc");                                  \
  }
RUNS(load_4, "movl (%0), %%edx")
RUNS(store_4, "movl %%eax, 4(%0)")
RUNS(load_byte, "movzbl 3(%0), %%edx")
RUNS(add, "addl $1, (%0)")
RUNS(exchange, "lock xaddq %%rax, (%0)")
RUNS(compare, "cmpw $5, 2(%0)")
RUNS(indexed, "movl %%eax, -64(%0,%%rcx,4)")
RUNS(through_itself, "movq (%0), %0")
RUNS(through_itself_part, "movl (%0), %k0")
RUNS(vector, "movups -4(%0), %%xmm0")
RUNS(vector_store, "movaps %%xmm0, -32(%0)\n movups %%xmm0, -12(%0)")
RUNS(copy_to, "lea -8(%0), %%rdi\n rep movsb")
RUNS(copy_from, "lea 64(%0), %%rdi\n mov %0, %%rsi\n mov $2, %%ecx\n rep movsq")
RUNS(fill, "lea (%0), %%rdi\n mov $4, %%ecx\n rep stosb")
RUNS(one_string, "lea 4(%0), %%rdi\n stosl")

static void instructions(void) {
  expect("a load", load_4, 0, 4, LOADS);
  expect("a store", store_4, 4, 8, STORES);
  expect("a load of a byte", load_byte, 3, 4, LOADS);
  expect("read, changed and written", add, 0, 4, BOTH);
  expect("an atomic instruction", exchange, 0, 8, BOTH | INSTRUCTION_ATOMIC);
  expect("a comparison", compare, 2, 4, LOADS);
  expect("with an index", indexed, 0, 4, STORES);
  expect("the address is overwritten", through_itself, 0, 8, LOADS);
  somewhere = 1;
  expect("the address is overwritten, and bytes are not known", through_itself_part, 0, 8,
         LOADS);
  somewhere = 0;
  expect("a vector around it", vector, 0, 8, LOADS);
  expect("a part of a vector", vector_store, 0, 4, STORES);
  expect("a copy to it, byte by byte", copy_to, 0, 8, STORES);
  expect("a copy of it", copy_from, 0, 8, LOADS);
  expect("a part is filled", fill, 0, 4, STORES);
  expect("one element of a string", one_string, 4, 8, STORES);
}

static void *store(void *barrier) {
  pthread_barrier_wait(barrier);
  pthread_barrier_wait(barrier);
  store_4();
  return NULL;
}

/* One thread exists before the register is opened, one is made before it is set, one after. */
static void threads(void) {
  pthread_barrier_t barrier;
  pthread_t thread[3];
  debug_registers_close();
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread[0], NULL, store, &barrier);
  pthread_barrier_wait(&barrier);
  OK(debug_registers_open() > 0);
  pthread_barrier_t other;
  pthread_barrier_init(&other, NULL, 2);
  pthread_create(&thread[1], NULL, store, &other);
  pthread_barrier_wait(&other);
  OK(!debug_registers_set(0, (uintptr_t)word, 8, 0, 1));
  hits = 0;
  pthread_barrier_wait(&barrier);
  pthread_join(thread[0], NULL);
  OK(hits == 1);
  pthread_barrier_wait(&other);
  pthread_join(thread[1], NULL);
  OK(hits == 2);
  pthread_create(&thread[2], NULL, store, &barrier);
  pthread_barrier_wait(&barrier);
  pthread_barrier_wait(&barrier);
  pthread_join(thread[2], NULL);
  OK(hits == 3);
  load_4();
  OK(hits == 3); /* stores only */
  debug_registers_clear(0);
  store_4();
  OK(hits == 3);
}

/* Accesses of a thread that MPI_Init has made, or that is ours, are not reported. */
static void *store_of_ours(void *barrier) {
  debug_registers_leave_out();
  return store(barrier);
}

static void threads_of_others(void) {
  void *(*const runs[])(void *) = {store, store, store_of_ours};
  pthread_barrier_t barrier[3];
  pthread_t thread[3];
  debug_registers_close();
  for (int i = 0; i < 3; i++) {
    if (i == 1)
      debug_registers_before();
    pthread_barrier_init(&barrier[i], NULL, 2);
    pthread_create(&thread[i], NULL, runs[i], &barrier[i]);
    pthread_barrier_wait(&barrier[i]);
    if (i == 1)
      debug_registers_after();
  }
  OK(debug_registers_open() > 0);
  OK(!debug_registers_set(0, (uintptr_t)word, 8, 0, 1));
  hits = 0;
  for (int i = 0; i < 3; i++) {
    pthread_barrier_wait(&barrier[i]);
    pthread_join(thread[i], NULL);
    OK(hits == 1); /* only the first store, which is the program's own */
  }
  store_4();
  OK(hits == 2);
}

static void registers(void) {
  struct sigaction a = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  sigaction(SIGTRAP, &a, NULL);
  if (!debug_registers_open()) {
    printf("# no debug registers here: %s\n", strerror(errno));
    return;
  }
  OK(!debug_registers_set(0, (uintptr_t)word, 8, 1, 1));
  instructions();
  threads();
  threads_of_others();
  debug_registers_close();
}

static struct event_data block(const void *at, int64_t size) {
  int64_t lo = (int64_t)(intptr_t)at;
  return (struct event_data){.lo = lo, .hi = lo + size, .size = size, .present = 1};
}

static void images(void) {
  enum { SIZE = 3 << 20 };
  struct event_run changed;
  unsigned char *bytes =
      mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  struct event_data d = block(bytes + 5, 3000);
  struct image *i = image_take(&d, SIZE);
  bytes[0]++, bytes[3005]++;
  OK(i && !image_compare(i, &changed));
  bytes[100]++, bytes[2000]++;
  OK(image_compare(i, &changed) && changed.lo == (int64_t)(intptr_t)bytes + 100 &&
     changed.length == 1901);
  image_free(i);

  d = block(bytes, SIZE);
  i = image_take(&d, SIZE);
  OK(i && !image_compare(i, &changed));
  bytes[SIZE - 1]++;
  OK(image_compare(i, &changed) && changed.lo <= (int64_t)(intptr_t)bytes + SIZE - 1 &&
     changed.lo + changed.length == (int64_t)(intptr_t)bytes + SIZE && changed.length <= 4096);
  image_free(i);

  i = image_take(&d, SIZE / 8); /* only some bytes, evenly spread */
  OK(i && image_bytes(i) < SIZE / 1024);
  for (int k = 0; k < SIZE; k += 4096)
    bytes[k]++;
  OK(image_compare(i, &changed));
  image_free(i);

  struct event_run run = {d.lo, 8, 24, SIZE / 24};
  d.size = SIZE / 3;
  d.runs = 1;
  d.run = &run;
  i = image_take(&d, SIZE);
  for (int k = 0; k < SIZE; k += 24)
    bytes[k + 8]++, bytes[k + 23]++;
  OK(i && !image_compare(i, &changed));
  bytes[24 * 100000 + 7]++;
  OK(image_compare(i, &changed) && changed.length == 8);
  munmap(bytes, SIZE);
  OK(!image_compare(i, &changed));
  OK(!image_take(&d, SIZE));
  image_free(i);
}

int main(void) {
  registers();
  images();
  return tap_done();
}
