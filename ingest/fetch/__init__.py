"""Asks the live web; gets plans and gives Attempts, knows neither archive nor database, and decides nothing about content.

    plan.py       history of a source -> what to ask for, and with which validators            pure
    pace.py       history of a source -> when to ask next                                      pure
    redirects.py  urls.py  freshness.py  addresses.py                                          pure rules
    tokens.py     what a source sends of its own, and what must never come back                pure
    watch.py      every source at its own pace, until told to stop
    run.py        many plans at once: tries, pauses, one Attempt handed over as each ends
    ask.py        one try at a plan: every hop of it
    body.py       the bytes of an answer, decoded under bounds
    gate.py       how many at once, and how gently
    robots.py     what index pages may be asked for
    client.py     HTTP: the only file that knows httpx
    network.py    TCP and TLS to addresses that were looked at first
    settings.py   what can be set, and what the outside world is
    report.py     an attempt as one line of a log

Nothing here is imported by a command that does not fetch: httpx alone takes longer to load than most commands to run.
"""
