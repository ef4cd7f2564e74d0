#!/usr/bin/python3
"""Unit test of interpose/base/aside.c: work in a thread that another one cancels."""
from live import done
from units import unit

unit('aside')
done()
