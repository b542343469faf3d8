"""`BoundedResponse`: a response of HTTP of which a limited number of bytes is read into memory."""

import aiohttp

from cubeproof.places.limits import PAGE, TooLongError


class BoundedResponse(aiohttp.ClientResponse):
    """A response whose whole text, as of a page that lists files, has a limit. A file is read in pieces instead."""

    async def read(self) -> bytes:
        """Read the body."""
        if self._body is None:
            body = bytearray()
            async for chunk in self.content.iter_chunked(2**16):
                body += chunk
                if len(body) > PAGE:
                    self.close()
                    raise TooLongError
            self._body = bytes(body)
        return self._body
