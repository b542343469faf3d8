"""What is answered, as JSON. These classes are the API's document too, and the types of the page are made from that.

::

    said     Said, a sentence with what it is made of; Failure    about      what the server is and has
    cubes    cubes and turns                                      explore    the 2×2×2 as a whole
    solving  searches and their results                           events     what a search tells while it goes on
    derived  models made from dataclasses: events, statistics     languages  the languages of the page
"""
