#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/slots*.c and what they use, which know no MPI."""
import os

from live import done
from units import unit, without_zydis

without_zydis()
unit('slots', os.environ.get('SLOTS_RANDOM', 10000), os.environ.get('SLOTS_SEED', 1))
done()
