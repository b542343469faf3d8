"""Decodes texts: UTF-8, UTF-16 and UTF-32 with a byte order mark, and Windows-1252.

A byte order mark names the encoding; PowerShell's `>` writes one. Without a mark a text is UTF-8. Bytes that are not
UTF-8 are read as Windows-1252, the encoding of older Windows programs; the caller reports that.
"""

import codecs
from collections.abc import Iterable, Iterator
from itertools import chain

UTF_8, WINDOWS_1252 = "utf-8", "cp1252"

# The mark of UTF-32 starts with the mark of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, UTF_8),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def marked_encoding(begin: bytes) -> tuple[str, int]:
    r"""Return the encoding of a text that starts with these bytes, and the length of its mark.

    >>> marked_encoding(b"\xff\xfeR\0"), marked_encoding(b"R U")
    (('utf-16-le', 2), ('utf-8', 0))
    """
    return next(((name, len(mark)) for mark, name in _MARKS if begin.startswith(mark)), (UTF_8, 0))


def decode_text(data: bytes) -> tuple[str, str]:
    r"""Return a text without its mark, and the name of its encoding.

    Raises:
        UnicodeDecodeError: it is in none of these encodings, or is UTF-8 that ends within a letter.

    >>> decode_text(b"R\x92 U")
    ('R’ U', 'cp1252')
    >>> decode_text("R’".encode()[:-1])
    Traceback (most recent call last):
        ...
    UnicodeDecodeError: 'utf-8' codec can't decode bytes in position 1-2: unexpected end of data
    """
    encoding, mark = marked_encoding(data)
    try:
        return data[mark:].decode(encoding), encoding
    except UnicodeDecodeError as error:
        if encoding != UTF_8 or mark or (error.end == len(data) and error.reason == "unexpected end of data"):
            raise
    return data.decode(WINDOWS_1252), WINDOWS_1252


def in_utf_8(chunks: Iterable[bytes]) -> tuple[str, Iterator[bytes]]:
    r"""Return the encoding of a stream, and the stream in UTF-8 without its mark.

    No more bytes are read in advance than the mark requires. A part of UTF-16 or UTF-32 that cannot be decoded
    becomes U+FFFD; UTF-8 is passed through unchecked.

    >>> encoding, stream = in_utf_8([b"\xff\xfeR", b"\0 \0U\0"])
    >>> encoding, b"".join(stream)
    ('utf-16-le', b'R U')
    """
    left, begin = iter(chunks), b""
    while any(mark.startswith(begin) and mark != begin for mark, _ in _MARKS) and (chunk := next(left, b"")):
        begin += chunk
    encoding, mark = marked_encoding(begin)
    left = chain([begin[mark:]], left)
    return encoding, left if encoding == UTF_8 else _transcoded(left, encoding)


def _transcoded(chunks: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for chunk in chunks:
        yield decoder.decode(chunk).encode()
    yield decoder.decode(b"", final=True).encode()
