#!/bin/sh
# Unit test of interpose/arch/x86_64/slots*.c and what they use, which know no MPI.
. "$(dirname "$0")/instructions.sh"
arguments="${SLOTS_RANDOM:-10000} ${SLOTS_SEED:-1}"
unit slots "$slots"
