#!/bin/sh
# Unit test of interpose/tracers/meter.c, which knows no MPI.
. "$(dirname "$0")/instructions.sh"
unit meter
