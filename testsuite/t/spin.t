#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/decode_spin.c, which knows no MPI, on what the compiler makes of
loops: without calls before loads, with those that `fencepost cc` has put there, and where one of its
plug-ins has put tests before some of these."""
from live import BUILD, done
from units import unit, without_zydis

without_zydis()
for level in '-O0', '-O1', '-O2', '-O3', '-Os':
    unit(f'spin{level}', prefix=f'{level}: ')
    unit(f'spin-told{level}', prefix=f'{level}, told: ')
    unit(f'spin-gcc{level}', prefix=f'{level}, asked: ')
    if any(BUILD.glob('fencepost-plugin-*clang*.so')):
        unit(f'spin-clang{level}', prefix=f'{level}, clang, asked: ')
done()
