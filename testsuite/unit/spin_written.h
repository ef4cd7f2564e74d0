/* spin_written.h: loops for spin.c as compilers make them now and then: written down here,
 * because at no level of optimisation they make them of its own loops. */
#ifndef SPIN_WRITTEN_H
#define SPIN_WRITTEN_H

#include "spin_hooks.h"

struct item;

/* The loop is left by a jump to code before it, which clang makes of unrolled loops. */
void spin_back(volatile int *p);
__asm__(".text\n"
        ".type spin_back, @function\n"
        "spin_back:\n"
        "  jmp 2f\n"
        "1:\n"
        "  xorl %eax, %eax\n"
        "  ret\n"
        "2:\n"
        "  cmpl $0, (%rdi)\n"
        "  jne 1b\n"
        "  pause\n"
        "  jmp 2b\n"
        ".size spin_back, . - spin_back\n");

/* A compiler that needs no frame pointer uses rbp as any register: the loop loads it each time
 * round. In the first function that is the polled location's address, in the second the next
 * item of a list, and in the third the loop stores there. */
void spin_rbp(volatile int *p);
void walk_rbp(struct item *i);
void step_rbp(volatile int *p);
__asm__(".text\n"
        ".type spin_rbp, @function\n"
        "spin_rbp:\n"
        "  pushq %rbp\n"
        "  pushq %rdi\n"
        "1:\n"
        "  movq (%rsp), %rbp\n"
        "  cmpl $0, 4(%rbp)\n"
        "  je 1b\n"
        "  popq %rdi\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size spin_rbp, . - spin_rbp\n"
        ".type walk_rbp, @function\n"
        "walk_rbp:\n"
        "  pushq %rbp\n"
        "  movq %rdi, %rbp\n"
        "1:\n"
        "  movq (%rbp), %rbp\n"
        "  cmpl $0, 8(%rbp)\n"
        "  je 1b\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size walk_rbp, . - walk_rbp\n"
        ".type step_rbp, @function\n"
        "step_rbp:\n"
        "  pushq %rbp\n"
        "  pushq %rdi\n"
        "1:\n"
        "  movq (%rsp), %rbp\n"
        "  addl $1, 8(%rbp)\n"
        "  cmpl $0, 4(%rbp)\n"
        "  je 1b\n"
        "  popq %rdi\n"
        "  popq %rbp\n"
        "  ret\n"
        ".size step_rbp, . - step_rbp\n");

/* A compiler puts a copy of the first load behind the loop, and branches back into it: with a
 * copy of the register, with the address made anew, and for a variable of the file. In the
 * other three the first load is of another place. */
extern int *each_table, each_flag;
int *each_table, each_flag;
void each_copied(volatile int *p, volatile int *end);
void each_anew(long from, long to);
void each_static(void);
void each_counted(volatile int *p, volatile int *end);
void each_changed(volatile int *p, volatile int *end);
void each_other(volatile int *p, volatile int *end);
void each_uncopied(volatile int *p, volatile int *end, volatile int *q);
#define EACH(name, copy, load)                                                                 \
  ".type " name ", @function\n" name ":\n"                                                     \
  "  pushq %r12\n"                                                                             \
  "  pushq %rbx\n"                                                                             \
  "  pushq %r13\n"                                                                             \
  "  movq %rdi, %r12\n"                                                                        \
  "  movq %rsi, %r13\n"                                                                        \
  "  jmp 3f\n"                                                                                 \
  "1:\n"                                                                                       \
  "  call relax\n"                                                                             \
  "  cmpl $0, (%rbx)\n"                                                                        \
  "  je 1b\n"                                                                                  \
  "2:\n"                                                                                       \
  "  addq $8, %r12\n"                                                                          \
  "  cmpq %r13, %r12\n"                                                                        \
  "  je 4f\n"                                                                                  \
  "3:\n"                                                                                       \
  "  " copy "\n"                                                                               \
  "  cmpl $0, " load "\n"                                                                      \
  "  je 1b\n"                                                                                  \
  "  jmp 2b\n"                                                                                 \
  "4:\n"                                                                                       \
  "  popq %r13\n"                                                                              \
  "  popq %rbx\n"                                                                              \
  "  popq %r12\n"                                                                              \
  "  ret\n"                                                                                    \
  ".size " name ", . - " name "\n"
__asm__(".text\n" EACH("each_copied", "movq %r12, %rbx", "(%r12)")
            EACH("each_counted", "movq %r12, %rbx\n  movl $100000000, %ebp", "(%r12)")
                EACH("each_changed", "movq %r12, %rbx\n  addq $8, %rbx", "(%r12)")
                    EACH("each_other", "movq %r12, %rbx", "4(%r12)")
                        EACH("each_uncopied", "movq %rdx, %rbx",
                             "(%r12)") ".type each_anew, @function\n"
                                       "each_anew:\n"
                                       "  pushq %rbx\n"
                                       "  movq %rdi, %rbx\n"
                                       "  jmp 3f\n"
                                       "1:\n"
                                       "  call relax\n"
                                       "  movq %rbx, %rax\n"
                                       "  addq each_table(%rip), %rax\n"
                                       "  cmpl $0, (%rax)\n"
                                       "  je 1b\n"
                                       "2:\n"
                                       "  addq $8, %rbx\n"
                                       "  cmpq %rbx, %rsi\n"
                                       "  je 4f\n"
                                       "3:\n"
                                       "  movq %rbx, %rax\n"
                                       "  addq each_table(%rip), %rax\n"
                                       "  cmpl $0, (%rax)\n"
                                       "  je 1b\n"
                                       "  jmp 2b\n"
                                       "4:\n"
                                       "  popq %rbx\n"
                                       "  ret\n"
                                       ".size each_anew, . - each_anew\n"
                                       ".type each_static, @function\n"
                                       "each_static:\n"
                                       "  cmpl $0, each_flag(%rip)\n"
                                       "  jne 2f\n"
                                       "1:\n"
                                       "  call relax\n"
                                       "  cmpl $0, each_flag(%rip)\n"
                                       "  je 1b\n"
                                       "2:\n"
                                       "  ret\n"
                                       ".size each_static, . - each_static\n");

#undef EACH

#endif
