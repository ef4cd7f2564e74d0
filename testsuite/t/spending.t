#!/bin/sh
# Unit test of interpose/tracers/spending.c, which knows no MPI.
. "$(dirname "$0")/instructions.sh"
unit spending tracers/spending.c
