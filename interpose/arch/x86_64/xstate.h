/* xstate.h: vector and mask registers of the program, in the frame of a signal.
 *
 * The kernel keeps them there as xsave does, in its standard form. What is changed there the
 * program has when the handler returns. */
#ifndef FENCEPOST_XSTATE_H
#define FENCEPOST_XSTATE_H

#include <stdint.h>
#include <ucontext.h>

#define XSTATE_VECTOR 64 /* bytes of a vector register */

/* Once, before all else: asking the processor is slow. */
void xstate_begin(void);
/* Components that the frame has, of those that xrstor may load in user mode; 0: as of fxsave.
 */
uint64_t xstate_features(const ucontext_t *c);
/* What is not in the frame is 0. */
void xstate_vector(const ucontext_t *c, unsigned number, unsigned char *out);
/* `size`: of the bytes that change, from `from` on. */
void xstate_vector_put(ucontext_t *c, unsigned number, unsigned from, const void *bytes,
                       unsigned size);
uint64_t xstate_mask(const ucontext_t *c, unsigned number);
void xstate_mask_put(ucontext_t *c, unsigned number, uint64_t mask);
const unsigned char *xstate_mmx(const ucontext_t *c, unsigned number);
/* Where xsave and xrstor have component `n` (2 to 62), and its size; 0 if there is none. */
unsigned xstate_component(unsigned n, unsigned *offset, int *aligned);
uint64_t xstate_enabled(void); /* XCR0 */

#endif
