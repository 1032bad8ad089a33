"""The games that ship with crimecalc: one module or package each, rules as code."""
