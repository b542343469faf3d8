"""The server: the page, and the API that it and anyone else may use.

::

    app       create_app, the whole as an ASGI application     serve     run it until Ctrl-C
    limits    Limits, what a visitor may ask for               security  who may ask, what browsers may do
    questions what is asked, with fields                       answers/  what is answered; errors, invalid
    document  the API's document, with examples                protocol  HTTP, within a time
    book      JobBook, all searches                           jobs      Job, one of them as the server sees it
    pool      Pool, the processes in which they run           worker    what such a process does; job, with one search
    folders   where it writes, and what killed servers left
    visitors  who asks, and how what is scarce is shared      admission who waits for what takes its time
    head      HEAD, answered as GET                           routes/   what is answered where

Requests are answered in moments; a search runs in another process, which its visitors can listen to and stop,
and which ends with the server. Look-ups in the table of the 2×2×2 take milliseconds: for them a few workers,
loaded ahead, take one search after the other. Any other search has a worker to itself, which ends with it.
"""
