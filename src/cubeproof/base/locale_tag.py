"""The language of the locale, as a tag. `languages` looks for its table."""

from collections.abc import Mapping

_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_NONE = ("C", "POSIX")


def tag_asked(environment: Mapping[str, str]) -> str:
    """Return the tag of the locale's language, or "" if the environment sets no language.

    >>> tag_asked({"LANG": "fr_CA.UTF-8"}), tag_asked({"LANG": "fr_FR", "LC_ALL": "C.UTF-8"}), tag_asked({})
    ('fr-CA', '', '')
    """
    named = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    tag = named.partition(".")[0].partition("@")[0].replace("_", "-")
    return "" if tag.upper() in _NONE else tag
