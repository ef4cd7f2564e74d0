/* slots_part.h: what the files slots*.c share. */
#ifndef FENCEPOST_SLOTS_PART_H
#define FENCEPOST_SLOTS_PART_H

#include "interpose/arch/slots.h"

/* These handle an instruction at once, in the handler. SLOTS_NONE: `info` is now that of a
 * fault the program has anyway. */
enum slots_result slots_string(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_gather(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_maskmov(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_xlat(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_move64(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_stack(const struct instruction *in, ucontext_t *c, siginfo_t *info);
enum slots_result slots_frame(const struct instruction *in, ucontext_t *c, siginfo_t *info);
/* Returns whether an instruction may be one for slots_frame. */
int slots_frame_likely(const unsigned char *code);

#endif
