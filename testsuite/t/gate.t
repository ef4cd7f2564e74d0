#!/usr/bin/python3
"""Unit test of interpose/tracers/pages/gate*.c and fault.c, which know no MPI: system calls,
signals and processes while memory is protected. An argument says for how many seconds it runs."""
import sys

from live import done
from units import unit, without_zydis

without_zydis()
unit('gate', *(sys.argv[1:] or ['2']))
done()
