"""playwright's `expect`, imported when a test calls it, so that collecting the tests does not load playwright."""

from typing import TYPE_CHECKING, Any

__all__ = ["expect"]

if TYPE_CHECKING:
    from playwright.sync_api import expect
else:

    def expect(*arguments: Any, **options: Any) -> Any:
        from playwright.sync_api import expect

        return expect(*arguments, **options)
