"""Field cases: small inputs behind reported faults, taken in by the command and judged by SQL.

`case.py` what a case is; `command.py` how many cases go through the command at once; `told.py` what data.db says of one of
them; `expectation.py` what each word of a case's `expect` means in the words of the design; `exceptions.py` where we hold
something else; `own_*.py` our own cases.
"""
