#!/usr/bin/python3
"""Unit test of interpose/data/in_use.c against a plain list."""
from live import done
from units import unit

unit('in_use')
done()
