#!/bin/sh
# Unit test of interpose/gate*.c and fault.c, which know no MPI: what programs do with the system
# while memory is protected.
. "$(dirname "$0")/instructions.sh"
arguments=${1:-2}
flags=-Wno-clobbered
unit gate $slots "gate*.c" "fault*.c" tracer.c
