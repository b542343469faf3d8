"""Certificates: what was asked, why the formula answers it, and the proof; how they are written and checked.

    check    the trusted base: whether a certificate holds
    checker  `check_certificate`, which fetches a certificate and hands it to `check`
    write    certificates of solutions
    others   other checkers, which may refuse a certificate and never accept it

`docs/certificate.md` says what a certificate guarantees.
"""
