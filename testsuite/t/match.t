#!/usr/bin/python3
"""Unit test of interpose/stream/match.c, which knows no MPI."""
from live import done
from units import unit

unit('match')
done()
