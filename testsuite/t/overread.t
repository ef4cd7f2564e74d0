#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/overread.c, which knows no MPI: with the string functions that
libc has for this processor, and with those for older processors."""
import os

from live import done
from units import unit, without_zydis

without_zydis()
arguments = os.environ.get('OVERREAD_ROUNDS', 150), os.environ.get('OVERREAD_SEED', 1)
unit('overread', *arguments)
for without in 'AVX2', 'AVX2,-SSE4_2,-SSE4_1,-SSSE3':
    unit('overread', *arguments, prefix=f'without {without}: ',
         env={'GLIBC_TUNABLES': f'glibc.cpu.hwcaps=-{without}'})
done()
