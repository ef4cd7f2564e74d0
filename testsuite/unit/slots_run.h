/* slots_run.h: runs an instruction twice from the same state, at memory that is not protected
 * and at memory that is.
 *
 * The memory is eight pages below 4 GiB: two pages, two regions of two pages each with
 * different aliases, and two more pages. */
#ifndef SLOTS_RUN_H
#define SLOTS_RUN_H

#include <stdint.h>
#include <stddef.h>
#include "interpose/arch/slots.h"

#define PAGES 8
#define SIZE (PAGES * 4096)
#define FIRST 8192   /* where the first region begins */
#define SECOND 16384 /* the second */
#define END 24576    /* where it ends */
#define STATE_SIZE 4096
#define TOLD 256

/* What an instruction may see and change beside memory. Registers are in the order of the
 * machine, without rsp. */
enum { RAX, RCX, RDX, RBX, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15, GPRS };
struct state {
  uint64_t gpr[GPRS], flags;
  uint64_t mask, unused[7];
  unsigned char vector[STATE_SIZE] __attribute__((aligned(64)));
};

struct told {
  uintptr_t at;
  size_t size;
  unsigned does;
};

decode_function fencepost_decode;
extern char *view, *contents; /* the program's memory; contents: its alias, always accessible */
extern unsigned char *code;
extern uint64_t seed;
extern int handled, gave_up, told_count;
extern struct told told[TOLD];
/* Called before a run, when state and memory have been filled at random. */
extern void (*prepare)(struct state *s);
/* If set, it is called at an access, which is then not noted. */
extern slots_access *instead;

uint64_t draw(void);
void run_begin(void);
void run_end(void);
void run(struct state *s, const void *instructions);
struct state fresh(void);
void vector_random(struct state *s, uint64_t random);
void close_view(void);
void open_view(void);
/* Returns NULL, or what was not the same without and with protection. */
const char *compare(const struct state *from);
/* After compare: returns whether the processor does not have the instruction. */
int lacking(void);
/* After compare: checks what was reported. Bytes that were not reported as loaded get other
 * values, which must change nothing, and no other byte than those reported as stored may
 * change. Returns NULL, or what is wrong. */
const char *compare_told(const struct state *from);
/* Returns how many bytes were reported as loaded or stored. */
size_t told_bytes(unsigned does);
/* Returns where in `vector` component `n` of the XSAVE state is. */
unsigned component(unsigned n);

#endif
