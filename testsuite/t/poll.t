#!/usr/bin/python3
"""Unit test of interpose/calls/poll.c, with made-up times."""
from live import done
from units import unit

unit('poll')
done()
