/* decode.h: what level `pages` needs to know of one instruction of x86-64: other
 * processors have none of it.
 *
 * libfencepost-decode.so, not loaded at level `mpi`, holds the functions, and that of spin.h:
 * it is the one part that needs Zydis. It allocates nothing and may be called in signal
 * handlers.
 */
#ifndef FENCEPOST_DECODE_H
#define FENCEPOST_DECODE_H

#include <stddef.h>
#include <stdint.h>

enum instruction_kind {
  INSTRUCTION_OTHER,  /* none of those below: not to be handled */
  INSTRUCTION_PLAIN,  /* one operand in memory, described below */
  INSTRUCTION_STRING, /* movs, stos, lods, cmps, scas: by rsi and rdi */
  INSTRUCTION_JUMP,   /* jmp or call through memory */
  INSTRUCTION_CALL,
  INSTRUCTION_PUSH, /* of memory, and into it */
  INSTRUCTION_POP,
  INSTRUCTION_GATHER, /* element by element: what its vector of indices says */
  INSTRUCTION_SCATTER,
  INSTRUCTION_MASKMOV, /* maskmovq, maskmovdqu: single bytes at rdi */
  INSTRUCTION_XLAT,
  INSTRUCTION_MOVE64, /* movdir64b: 64 bytes from the operand to where `other` points */
  /* 8 bytes of the stack and no other memory; what it is about is in register `other`, or, if
   * that is BASE_NONE, `displacement`: */
  INSTRUCTION_PUSH_VALUE,
  INSTRUCTION_POP_VALUE,
  INSTRUCTION_CALL_VALUE, /* a displacement counts from the next instruction */
  INSTRUCTION_RETURN,     /* and leaves that many bytes */
  INSTRUCTION_LEAVE,
  INSTRUCTION_PUSH_FLAGS,
  INSTRUCTION_POP_FLAGS
};
enum { INSTRUCTION_LOADS = 1, INSTRUCTION_STORES = 2, INSTRUCTION_ATOMIC = 4 };
enum { STRING_MOVS, STRING_STOS, STRING_LODS, STRING_CMPS, STRING_SCAS };
enum { REPEAT_NO, REPEAT, REPEAT_UNEQUAL }; /* rep and repe; repne */
enum { BASE_NONE = -1, BASE_RIP = -2 };
enum { SEGMENT_FLAT, SEGMENT_FS, SEGMENT_GS };
/* Which bytes of its operand it accesses. */
enum instruction_part {
  PART_ALL,
  PART_BIT,     /* `size` bytes that hold bit number `other` counted from the operand on */
  PART_MASK,    /* the elements whose bit of mask register `mask` is set */
  PART_PACKED,  /* as many elements as there are such bits */
  PART_SIGNS,   /* the elements whose sign is set in vector register `mask` */
  PART_STATE,   /* xsave: what edx:eax asks for */
  PART_COMPACT, /* xsavec */
  PART_RESTORE  /* xrstor: what its header has of it */
};
#define INSTRUCTION_MOST 15

struct instruction {
  unsigned char bytes[INSTRUCTION_MOST];
  uint8_t length, kind, does; /* INSTRUCTION_* */
  uint8_t string, repeat;
  uint16_t size;      /* of the operand, or of an element */
  int8_t base, index; /* of the address: greg_t numbers (ucontext.h), or BASE_* */
  uint8_t scale;
  uint8_t segment;      /* SEGMENT_* */
  uint8_t narrow;       /* addresses have 32 bits */
  int64_t displacement; /* in bytes, also where the encoding has it in other units */
  uint8_t modrm, tail;  /* offsets: of the ModRM byte, of what follows the displacement */
  uint8_t sib;          /* a SIB byte follows */
  uint8_t absolute;     /* no ModRM byte: at `modrm` is an address of 8 bytes */
  uint8_t stack;        /* rsp is one of its registers */
  uint8_t divides;
  uint8_t part;       /* PART_* */
  uint8_t unmasked;   /* but all bytes have to be accessible */
  int8_t other;       /* greg_t number */
  uint8_t other_size; /* bytes of that register */
  /* Elements: */
  uint8_t element;             /* bytes of each */
  uint8_t elements;            /* in memory, or of a gather */
  uint8_t bits;                /* of the mask: several for one element if it is broadcast */
  uint8_t mask;                /* register; of a gather too */
  uint8_t vex;                 /* a gather's mask is a vector register */
  uint8_t indices, index_size; /* of a gather: vector register, bytes of each */
  uint8_t data;                /* of a gather, maskmov: vector register */
  uint8_t mmx;                 /* maskmovq */
  uint32_t changes;            /* general registers that it writes: bits by greg_t number */
};

#define DECODE_FUNCTION "fencepost_decode"
/* `code`: INSTRUCTION_MOST readable bytes, or `room` if fewer. */
typedef void decode_function(const void *code, size_t room, struct instruction *out);

/* A compiler that makes vectors of a loop whose accesses have gaps loads the gaps too. */
#define LANES_FUNCTION "fencepost_lanes"
#define LANES_ALL (~0ull)
#define LANES_ROOM 512
#define LANES_VECTORS 32
/* Which bytes of what the instruction at `code` loads into a vector the code from there on
 * uses, as far as it can be followed: a bit for each. All of an instruction that loads no
 * vector. `room` as for decode_function, up to LANES_ROOM is looked at. `vector`: what the
 * vector registers have now. What is picked by indices that are not there yet is not counted.
 */
typedef uint64_t lanes_function(const void *code, size_t room,
                                const unsigned char vector[LANES_VECTORS][64]);

#endif
