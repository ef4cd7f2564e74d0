#!/usr/bin/python3
"""Unit test of interpose/tracers/pages/budget.c: what many windows may cost."""
from live import done
from units import unit, without_zydis

without_zydis()
unit('budget')
done()
