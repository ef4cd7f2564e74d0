/* decode.h: what level `pages` needs to know of one instruction of x86-64. Other processors
 * have none of it.
 *
 * libfencepost-decode.so holds these functions and that of spin.h; it is not loaded at level
 * `mpi`. It is the only part that needs Zydis. It allocates nothing and may be called in
 * signal */
#ifndef FENCEPOST_DECODE_H
#define FENCEPOST_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum instruction_kind {
  INSTRUCTION_OTHER,  /* none of the kinds below; we cannot handle it */
  INSTRUCTION_PLAIN,  /* one operand in memory, described below */
  INSTRUCTION_STRING, /* movs, stos, lods, cmps, scas: accesses memory by rsi and rdi */
  INSTRUCTION_JUMP,   /* jmp or call through memory */
  INSTRUCTION_CALL,
  INSTRUCTION_PUSH, /* pushes memory, or pops into it */
  INSTRUCTION_POP,
  INSTRUCTION_GATHER, /* accesses single elements at the places that a vector of indices says */
  INSTRUCTION_SCATTER,
  INSTRUCTION_MASKMOV, /* maskmovq, maskmovdqu: single bytes at rdi */
  INSTRUCTION_XLAT,
  INSTRUCTION_MOVE64, /* movdir64b: 64 bytes from the operand to where `other` points */
  /* Accesses 8 bytes of the stack and no other memory. What it pushes or pops is register
   * `other`, or `displacement` if that is BASE_NONE: */
  INSTRUCTION_PUSH_VALUE,
  INSTRUCTION_POP_VALUE,
  INSTRUCTION_CALL_VALUE, /* the displacement counts from the next instruction */
  INSTRUCTION_RETURN,     /* and takes that many more bytes off the stack */
  INSTRUCTION_LEAVE,
  INSTRUCTION_PUSH_FLAGS,
  INSTRUCTION_POP_FLAGS
};
enum { INSTRUCTION_LOADS = 1, INSTRUCTION_STORES = 2, INSTRUCTION_ATOMIC = 4 };
enum { STRING_MOVS, STRING_STOS, STRING_LODS, STRING_CMPS, STRING_SCAS };
enum { REPEAT_NO, REPEAT, REPEAT_UNEQUAL }; /* rep and repe; repne */
enum { BASE_NONE = -1, BASE_RIP = -2 };
enum { SEGMENT_FLAT, SEGMENT_FS, SEGMENT_GS };
/* Which bytes of its operand an instruction accesses. */
enum instruction_part {
  PART_ALL,
  /* The `size` bytes that hold bit number `other`, counted from the operand's beginning. */
  PART_BIT,
  PART_MASK,    /* the elements whose bit of mask register `mask` is set */
  PART_PACKED,  /* as many elements, side by side, as the mask has such bits */
  PART_SIGNS,   /* the elements for which the sign bit in vector register `mask` is set */
  PART_STATE,   /* xsave: the components that edx:eax selects */
  PART_COMPACT, /* xsavec */
  PART_RESTORE  /* xrstor: those that are in the header of the memory */
};
#define INSTRUCTION_MOST 15

struct instruction {
  unsigned char bytes[INSTRUCTION_MOST];
  uint8_t length, kind, does; /* INSTRUCTION_* */
  uint8_t string, repeat;
  uint16_t size;      /* size of the operand, or of one element */
  int8_t base, index; /* of the address: greg_t numbers (ucontext.h), or BASE_* */
  uint8_t scale;
  uint8_t segment;      /* SEGMENT_* */
  uint8_t narrow;       /* addresses are cut to 32 bits */
  int64_t displacement; /* in bytes, also if the encoding counts in larger units */
  uint8_t modrm, tail;  /* offsets of the ModRM byte and of what follows the displacement */
  uint8_t sib;          /* a SIB byte follows */
  uint8_t absolute;     /* no ModRM byte: at `modrm` is an address of 8 bytes */
  uint8_t stack;        /* rsp is one of the address registers */
  uint8_t divides;
  uint8_t part;       /* PART_* */
  uint8_t unmasked;   /* the mask does not suppress faults: all bytes have to be accessible */
  int8_t other;       /* greg_t number */
  uint8_t other_size; /* size of that register in bytes */
  /* Elements: */
  uint8_t element;  /* bytes of each */
  uint8_t elements; /* how many elements are in memory, or a gather has */
  uint8_t bits;     /* bits of the mask; one element that is broadcast has several */
  uint8_t mask;     /* number of the mask register, also of a gather */
  uint8_t vex;      /* a gather's mask is a vector register */
  /* Of a gather: number of its vector of indices, and bytes of each index. */
  uint8_t indices, index_size;
  uint8_t data;     /* of a gather, maskmov: vector register */
  uint8_t mmx;      /* maskmovq */
  uint32_t changes; /* general registers that it writes: one bit for each greg_t number */
};

#define DECODE_FUNCTION "fencepost_decode"
/* `code`: INSTRUCTION_MOST readable bytes, or `room` if there are fewer. */
typedef void decode_function(const void *code, size_t room, struct instruction *out);

/* When a compiler turns a loop into vector instructions and the loop's accesses have gaps, the
 * vectors load the gaps, too. The following tells which bytes count. */
#define LANES_FUNCTION "fencepost_lanes"
#define LANES_ALL (~0ull)
#define LANES_ROOM 512
#define LANES_VECTORS 32
/* Returns which bytes of the vector that the instruction at `code` loads are used by the code
 * after it, as far as that can be followed: one bit for each. An instruction that loads no
 * vector uses all. `room` as for decode_function; up to LANES_ROOM is looked at. `vector`: what
 * the vector registers have now. Bytes picked by indices that are loaded only later do not
 * count. */
typedef uint64_t lanes_function(const void *code, size_t room,
                                const unsigned char vector[LANES_VECTORS][64]);

#endif
