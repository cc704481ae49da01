"""Tests of the fetch stage: pure rules on values, everything else against a real server on loopback that misbehaves."""
