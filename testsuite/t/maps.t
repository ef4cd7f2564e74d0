#!/bin/sh
# Unit test of interpose/maps.c: both ways to ask for the mappings.
. "$(dirname "$0")/instructions.sh"
unit maps
