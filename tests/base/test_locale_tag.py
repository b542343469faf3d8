"""The variables of the locale, as POSIX has them: LANGUAGE_TERRITORY.CODESET@MODIFIER."""

import pytest

from cubeproof.base.locale_tag import tag_asked


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        ({}, ""),
        ({"LANG": ""}, ""),
        ({"LANG": "C"}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "fr"}, "fr"),
        ({"LANG": "pt_BR"}, "pt-BR"),
        ({"LANG": "pt-BR"}, "pt-BR"),
        ({"LANG": "fr_CA.UTF-8"}, "fr-CA"),
        ({"LANG": "de_DE@euro"}, "de-DE"),
        ({"LANG": "sr_RS.UTF-8@latin"}, "sr-RS"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr-FR"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "it"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR", "LC_ALL": "C"}, ""),
        ({"LANG": "fr_FR", "LC_ALL": ""}, "fr-FR"),
        ({"LC_CTYPE": "fr_FR", "LC_NUMERIC": "fr_FR"}, ""),
    ],
)
def test_tag_asked_returns_the_locale_of_the_environment(environment: dict[str, str], tag: str) -> None:
    assert tag_asked(environment) == tag
