#!/bin/sh
# Unit test of interpose/tracers/pages/gate*.c and fault.c, which know no MPI: what programs do with the system
# while memory is protected.
. "$(dirname "$0")/instructions.sh"
arguments=${1:-2}
flags=-Wno-clobbered
unit gate "$slots" "$pages/gate*.c" $arch/gate_arena.c $pages/fault.c $arch/fault_frame.c \
  stack/fault_stack.c session/debugger.c
