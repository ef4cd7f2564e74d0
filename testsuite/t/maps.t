#!/usr/bin/python3
"""Unit test of interpose/tracers/pages/maps.c: both ways to ask the kernel for mappings."""
from live import done
from units import unit, without_zydis

without_zydis()
unit('maps')
done()
