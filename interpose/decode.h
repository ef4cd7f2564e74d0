/* decode.h: what level `pages` needs to know of one x86-64 instruction.
 *
 * libfencepost-decode.so, loaded for that level only, holds the function: it is the one part
 * that needs Zydis. It allocates nothing and may be called in signal handlers. */
#ifndef FENCEPOST_DECODE_H
#define FENCEPOST_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum instruction_kind {
  INSTRUCTION_OTHER,  /* none of those below: not to be handled */
  INSTRUCTION_PLAIN,  /* one operand in memory, described below */
  INSTRUCTION_STRING, /* movs, stos, lods, cmps, scas: by rsi and rdi */
  INSTRUCTION_JUMP,   /* jmp or call through memory */
  INSTRUCTION_CALL
};
enum { INSTRUCTION_LOADS = 1, INSTRUCTION_STORES = 2, INSTRUCTION_ATOMIC = 4 };
enum { STRING_MOVS, STRING_STOS, STRING_LODS, STRING_CMPS, STRING_SCAS };
enum { REPEAT_NO, REPEAT, REPEAT_UNEQUAL }; /* rep and repe; repne */
enum { BASE_NONE = -1, BASE_RIP = -2 };
#define INSTRUCTION_MOST 15

struct instruction {
  unsigned char bytes[INSTRUCTION_MOST];
  uint8_t length, kind, does; /* INSTRUCTION_* */
  uint8_t masked;             /* accesses only some of its bytes: which is not known */
  uint8_t string, repeat;
  uint16_t size;      /* of the operand, or of an element */
  int8_t base, index; /* of the address: greg_t numbers (ucontext.h), or BASE_* */
  uint8_t scale;
  int64_t displacement; /* in bytes, also where the encoding has it in other units */
  uint8_t modrm, tail;  /* offsets: of the ModRM byte, of what follows the displacement */
  uint8_t sib;          /* a SIB byte follows */
};

#define DECODE_FUNCTION "fencepost_decode"
/* `code`: INSTRUCTION_MOST readable bytes, or `room` if fewer. */
typedef void decode_function(const void *code, size_t room, struct instruction *out);

#endif
