#!/usr/bin/python3
"""Unit test of interpose/data/latent.c against a plain list."""
from live import done
from units import unit

unit('latent')
done()
