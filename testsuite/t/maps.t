#!/bin/sh
# Unit test of interpose/tracers/pages/maps.c: both ways to ask for the mappings.
. "$(dirname "$0")/instructions.sh"
unit maps
