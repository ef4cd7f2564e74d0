#!/usr/bin/python3
"""Unit test of interpose/data/unmet_accesses.c against a plain list."""
from live import done
from units import unit

unit('unmet')
done()
