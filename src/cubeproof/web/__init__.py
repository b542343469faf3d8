"""The server: the page, and the API that it and anyone else may use.

::

    app       create_app, the whole as an ASGI application     serve      run it until Ctrl-C
    limits    Limits, what a visitor may ask for               admission  who waits for what takes time, and shares
    security  who may ask, what browsers may do                protocol   HTTP, within a time
    requests  bodies and queries, with the types of fields     answers    what is answered
    errors    how a failure is answered                        document   the API's document, with examples
    routes/   what is answered where                           searches/  the searches and their processes

Requests are answered in moments; a search runs in another process, which its visitors can listen to and stop,
and which ends with the server.
"""
