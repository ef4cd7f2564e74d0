#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/decode_spin.c, which knows no MPI, on what the compiler makes of
loops: without calls before loads, with those that `fencepost cc` has put there, and where its plug-in
has put tests before some of these."""
from live import done
from units import unit, without_zydis

without_zydis()
for level in '-O0', '-O1', '-O2', '-O3', '-Os':
    unit(f'spin{level}', prefix=f'{level}: ')
    unit(f'spin-told{level}', prefix=f'{level}, told: ')
    unit(f'spin-asked{level}', prefix=f'{level}, asked: ')
done()
