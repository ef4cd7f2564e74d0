/* xstate.h: vector and mask registers of the program, in the frame of a signal.
 *
 * The kernel keeps them there in the standard form of xsave. When the handler returns, the
 * program gets what is in the frame, changed or not. */
#ifndef FENCEPOST_XSTATE_H
#define FENCEPOST_XSTATE_H

#include <stdint.h>
#include <ucontext.h>

#define XSTATE_VECTOR 64 /* bytes of a vector register */

/* Called once, before the others, because asking the processor is slow. */
void xstate_begin(void);
/* Components in the frame that xrstor may load in user mode; 0: the frame is as fxsave writes
 * it. */
uint64_t xstate_features(const ucontext_t *c);
/* Reads a register. What is not in the frame is 0. */
void xstate_vector(const ucontext_t *c, unsigned number, unsigned char *out);
/* `size`: number of bytes that change, from `from` on. */
void xstate_vector_put(ucontext_t *c, unsigned number, unsigned from, const void *bytes,
                       unsigned size);
uint64_t xstate_mask(const ucontext_t *c, unsigned number);
void xstate_mask_put(ucontext_t *c, unsigned number, uint64_t mask);
const unsigned char *xstate_mmx(const ucontext_t *c, unsigned number);
/* Returns where xsave and xrstor have component `n` (2 to 62), and its size; 0 if there is
 * none. */
unsigned xstate_component(unsigned n, unsigned *offset, int *aligned);
uint64_t xstate_enabled(void); /* XCR0 */

#endif
