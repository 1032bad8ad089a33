"""How to cite the library, or something that it makes."""

from __future__ import annotations

import re
from importlib.metadata import version
from typing import Self

from crimecalc.checks import found
from crimecalc.errors import InvalidInput
from crimecalc.rendering import latex_text

__all__ = ["AUTHORS", "RELEASED", "VERSION", "Citation", "cite"]

VERSION = version("crimecalc")
"""The version of the library that is installed."""

AUTHORS = "The crimecalc maintainers"
RELEASED = "2026-11-30"
"""Day on which this version was released, as in ``CITATION.cff``."""


class Citation(str):
    """A citation as a text that holds it plain and as a BibTeX entry; immutable.

    Attributes:
        plain: the citation as a sentence.
        bibtex: the same as a BibTeX entry.
    """

    __slots__ = ("bibtex", "plain")

    plain: str
    bibtex: str

    def __new__(cls, plain: str, bibtex: str) -> Self:
        """Put both together."""
        made = super().__new__(cls, f"{plain}\n\n{bibtex}")
        object.__setattr__(made, "plain", plain)
        object.__setattr__(made, "bibtex", bibtex)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a citation cannot be changed; {name!r} was to be set")

    def __reduce__(self) -> tuple[type[Citation], tuple[str, str]]:
        return Citation, (self.plain, self.bibtex)


def cite(what: str = "", note: str = "", key: str = "crimecalc") -> Citation:
    """A citation of the library, or of something that it makes.

    Args:
        what: what is cited, such as the title of a table; the library itself if empty.
        note: what identifies it.
        key: the key of the BibTeX entry: letters, digits, and signs that BibTeX allows.

    Raises:
        InvalidInput: if one of them is no text, or the key is none.

    >>> cite().plain
    'The crimecalc maintainers (2026). crimecalc, version 0.1.0.'
    >>> print(cite().bibtex)
    @software{crimecalc,
      author = {{The crimecalc maintainers}},
      title = {{crimecalc}},
      version = {0.1.0},
      year = {2026}
    }
    """
    for argument, text in (("what", what), ("note", note), ("key", key)):
        if not isinstance(text, str):
            raise InvalidInput(f"cite: {argument}: expected a text, found {found(text)}")
    if not re.fullmatch(r"[A-Za-z0-9:_./+-]+", key):
        raise InvalidInput(f"cite: key: expected letters, digits and any of : _ . / + -, found {found(key)}")
    year = RELEASED[:4]
    name = f"{what}. In: crimecalc" if what else "crimecalc"
    plain = f"{AUTHORS} ({year}). {name}, version {VERSION}{f'; {note}' if note else ''}."
    # In braces of their own, or BibTeX takes the authors for a person and writes the names of games in lower case.
    fields = {"author": f"{{{AUTHORS}}}", "title": f"{{{latex_text(what or 'crimecalc')}}}"}
    fields |= {"howpublished": "crimecalc"} if what else {}
    fields |= {"version": VERSION, "year": year} | ({"note": latex_text(note)} if note else {})
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return Citation(plain, f"@{'misc' if what else 'software'}{{{key},\n{lines}\n}}")
