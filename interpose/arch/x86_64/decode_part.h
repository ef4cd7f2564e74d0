/* decode_part.h: what the files decode*.c share. */
#ifndef FENCEPOST_DECODE_PART_H
#define FENCEPOST_DECODE_PART_H

#include <Zydis/Zydis.h>
#include "interpose/arch/decode.h"

/* Returns the greg_t number of a general register of any size, or -1. */
int8_t decode_greg(ZydisRegister r);
/* Returns the number of a vector or mask register in its file. */
uint8_t decode_number(ZydisRegister r);
/* Tells which elements of its operand in memory `m` an instruction accesses. */
void decode_elements(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                     const ZydisDecodedOperand *m, struct instruction *out);
/* Each returns whether the instruction is one of its kind. */
int decode_gather(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  const ZydisDecodedOperand *m, struct instruction *out);
/* movs and the like; maskmov, xlat. */
int decode_string(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  struct instruction *out);
int decode_hidden(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                  struct instruction *out);
/* push, pop, call and the like, without other memory. */
int decode_stack(const ZydisDecodedInstruction *in, const ZydisDecodedOperand *op,
                 struct instruction *out);

#endif
