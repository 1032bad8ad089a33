"""A report of everything that is known about the four games, as HTML pages that need no server and no network."""

from crimecalc.report.files import pages, write

__all__ = ["pages", "write"]
