"""Certificates: the question, the reason why the formula answers it, and the proof.

    check    the trusted base: decides whether a certificate is valid
    checker  `check_certificate`, which fetches a certificate and passes it to `check`
    write    writes certificates of solutions
    others   other checkers, which can refuse a certificate, but never accept it

`docs/certificate.md` states the guarantee.
"""
