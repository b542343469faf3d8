"""The server: the page and the public API.

::

    app       create_app, the ASGI application                 serve      runs it until Ctrl-C
    limits    Limits of a visitor's requests                   admission  queues and shares computing time
    security  refuses requests from other sites                protocol   HTTP with a time limit for requests
    requests  models of bodies and queries                     answers    models of answers
    errors    responses for failures                           document   the API's document, with examples
    routes/   a module for each part of the API                searches/  searches and their processes

Requests are answered within moments. A search runs in another process, which ends with the server; visitors can
listen to it and stop it.
"""
