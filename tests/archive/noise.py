"""Bytes without any pattern, the same on every run."""

import hashlib


def noise(seed: int, size: int) -> bytes:
    return hashlib.shake_256(seed.to_bytes(4)).digest(size)
