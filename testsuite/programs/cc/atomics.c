/* Every atomic operation with every width must have the same results as without fencepost cc. */
#include <mpi.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;
static unsigned long sum;

static void note(const void *p, size_t n) {
  const unsigned char *c = p;
  for (size_t i = 0; i < n; i++)
    sum = sum * 31 + c[i];
}

#define ALL(type)                                                                              \
  static void try_##type(void) {                                                               \
    static _Atomic type a;                                                                     \
    type v, w = 5;                                                                             \
    atomic_store(&a, (type)~(type)0 / 3);                                                      \
    v = atomic_load(&a), note(&v, sizeof v);                                                   \
    v = atomic_exchange(&a, (type)1234567), note(&v, sizeof v);                                \
    v = atomic_fetch_add(&a, (type)200), note(&v, sizeof v);                                   \
    v = atomic_fetch_sub_explicit(&a, (type)77, memory_order_relaxed), note(&v, sizeof v);     \
    v = atomic_fetch_and(&a, (type)~(type)6), note(&v, sizeof v);                              \
    v = atomic_fetch_or(&a, (type)9), note(&v, sizeof v);                                      \
    v = atomic_fetch_xor(&a, (type)255), note(&v, sizeof v);                                   \
    v = (type)atomic_compare_exchange_strong(&a, &w, (type)3), note(&v, sizeof v);             \
    note(&w, sizeof w);                                                                        \
    while (!atomic_compare_exchange_weak(&a, &w, (type)(w + 1)))                               \
      ;                                                                                        \
    v = __atomic_fetch_nand((type *)&a, (type)99, __ATOMIC_ACQ_REL), note(&v, sizeof v);       \
    v = __sync_val_compare_and_swap((type *)&a, (type)1, (type)2), note(&v, sizeof v);         \
    v = atomic_load_explicit(&a, memory_order_acquire), note(&v, sizeof v);                    \
  }
ALL(uint8_t)
ALL(uint16_t)
ALL(uint32_t)
ALL(uint64_t)
ALL(wide)

struct __attribute__((packed)) odd {
  char c;
  short s;
  int i;
  double d;
  long double l;
};

int main(int argc, char **argv) {
  static struct odd o[2], *volatile p = o;
  volatile int v = 1;
  char text[40] = "a", more[40];
  MPI_Init(&argc, &argv);
  try_uint8_t();
  try_uint16_t();
  try_uint32_t();
  try_uint64_t();
  try_wide();
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
  p[1] = (struct odd){'x', 2, 3, 4.5, 6};
  p[0] = p[1];
  p->s++, p->i += v, p->d *= 2, v++;
  memset(more, 'm', sizeof more);
  strcpy(more + 1, strcat(strncat(text, "bcd", 2), "e"));
  memmove(more + 2, more, 20);
  note(&o[0].c, 15);
  note(more, sizeof more);
  note(text, strlen(text) + (strcmp(text, more) > 0) + (strchr(text, 'b') - text));
  MPI_Finalize();
  printf("%lx\n", sum);
}
