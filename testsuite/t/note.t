#!/usr/bin/python3
"""Unit test of interpose/base/note.c."""
from live import done
from units import unit

unit('note')
done()
