"""`BoundedResponse`: an HTTP response that reads at most `PAGE` bytes into memory."""

import aiohttp

from cubeproof.places.limits import PAGE, TooLongError


class BoundedResponse(aiohttp.ClientResponse):
    """A response with a limit for its whole body, for pages that list files. Files are read in pieces instead."""

    async def read(self) -> bytes:
        """Read the body.

        Raises:
            TooLongError: it has more than `PAGE` bytes.
        """
        if self._body is None:
            body = bytearray()
            async for chunk in self.content.iter_chunked(2**16):
                body += chunk
                if len(body) > PAGE:
                    self.close()
                    raise TooLongError
            self._body = bytes(body)
        return self._body
