#!/usr/bin/python3
"""Unit test of interpose/tracers/watch/debug_registers.c, accessor.c, function.c and image.c, which
know no MPI."""
from live import done
from units import unit, without_zydis

without_zydis()
unit('points')
done()
