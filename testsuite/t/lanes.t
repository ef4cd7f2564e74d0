#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/decode_lanes.c, which knows no MPI, on what the compiler makes of
loops."""
import pathlib

from live import done
from units import unit, without_zydis

without_zydis()
has_avx2 = 'avx2' in pathlib.Path('/proc/cpuinfo').read_text().split()
for flags in '-O1', '-O2', '-O3', '-O3 -msse4.1', '-O3 -mavx2', '-O3 -ffast-math':
    if has_avx2 or 'avx2' not in flags:
        unit('lanes' + flags.replace(' ', '_'), prefix=f'{flags}: ')
done()
