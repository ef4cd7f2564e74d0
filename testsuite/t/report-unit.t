#!/usr/bin/python3
"""Unit tests of report/ in C, one program each; a program includes the source it tests."""
from live import done
from units import unit

for name in 'journal', 'options', 'ranges', 'rankset', 'bundle', 'reduce':
    unit(name, prefix=f'{name}: ')
done()
