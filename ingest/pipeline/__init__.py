"""The only place that knows the order of the stages; it decides nothing that a stage decides.

intake    saved captures and change pages -> archive
project   archive -> parse -> normalise -> history -> store, one capture at a time
ahead     the same with a second process that reads what waits (`reader`), whose `parcels` come through a pipe
in_step   intake and project in turn, while a long import goes on in the order of history
rebuild   all of a source, or of the database, once more from the archive
inspect   status and verify
"""
