#!/bin/sh
# Unit test of interpose/spending.c, which knows no MPI.
. "$(dirname "$0")/instructions.sh"
unit spending spending.c
