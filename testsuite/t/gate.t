#!/usr/bin/python3
"""Unit test of interpose/tracers/pages/gate*.c and fault.c, which know no MPI: what programs do with
the system while memory is protected. An argument is for how many seconds."""
import sys

from live import done
from units import unit, without_zydis

without_zydis()
unit('gate', *(sys.argv[1:] or ['2']))
done()
