"""Tables that can be cited, under stable names: exact figures on the four games, and estimates with standard errors.

>>> from crimecalc import tables
>>> table = tables.get("forgotten-crime/shared-lies")
>>> table.frame["denominator"].tolist()
[3, 3, 3]
>>> table.how
"crimecalc.tables.get('forgotten-crime/shared-lies')"
"""

# These enter their tables as they are imported.
from crimecalc.tables import deadcert as _deadcert  # noqa: F401
from crimecalc.tables import forgotten_crime as _forgotten_crime  # noqa: F401
from crimecalc.tables import in_a_grove as _in_a_grove  # noqa: F401
from crimecalc.tables import king_of_hearts as _king_of_hearts  # noqa: F401
from crimecalc.tables.registry import TABLES, get, names
from crimecalc.tables.table import Column, Table

__all__ = ["TABLES", "Column", "Table", "get", "names"]
