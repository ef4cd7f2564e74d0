#!/usr/bin/python3
"""Unit test of interpose/runtimes/c11_calls.c."""
from live import done
from units import unit

unit('c11')
done()
