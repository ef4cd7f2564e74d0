#!/usr/bin/python3
"""Unit test of interpose/stream/small_event.c against the codec."""
from live import done
from units import unit

unit('small-event')
done()
