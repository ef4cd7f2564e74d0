#!/usr/bin/python3
"""Unit test of interpose/arch/x86_64/unseen/decode_plain.c against the decoder: on code of gcc, of
libc and of this project, and on random bytes."""
import glob

from live import BUILD, done
from units import unit, without_zydis

without_zydis()
libraries = [f for pattern in ('libc.so.6', 'libstdc++.so.6', 'libm.so.6', 'libcrypto.so.3', 'libgfortran.so.5',
                               'libopenblas.so.0', 'libmpi.so.40', 'libmpich.so.12')
             for f in glob.glob(f'/usr/lib/x86_64-linux-gnu/{pattern}')]
unit('plain', *libraries, BUILD / 'fencepost', *sorted(BUILD.glob('libfencepost*.so')))
done()
