"""`BoundedResponse`: an HTTP response that reads at most `PAGE` bytes of a page into memory."""

import aiohttp

from cubeproof.places.limits import PAGE, TooLongError


class BoundedResponse(aiohttp.ClientResponse):
    """A response with a limit for its text, for pages that list files. Files are read in pieces instead."""

    async def text(self, encoding: str | None = None, errors: str = "strict") -> str:
        """Read the body as text.

        Raises:
            TooLongError: it has more than `PAGE` bytes.
        """
        body = bytearray()
        async for chunk in self.content.iter_chunked(2**16):
            body += chunk
            if len(body) > PAGE:
                self.close()
                raise TooLongError
        return body.decode(encoding or self.charset or "utf-8", errors)
