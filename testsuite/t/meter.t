#!/usr/bin/python3
"""Unit test of interpose/tracers/shared/meter.c, which knows no MPI."""
from live import done
from units import unit, without_zydis

without_zydis()
unit('meter')
done()
