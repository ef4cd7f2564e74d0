#!/usr/bin/python3
"""Unit tests of interpose/calls/poll.c, with made-up times, and of where the times come from."""
from live import done
from units import unit

unit('poll')
unit('usage')
done()
