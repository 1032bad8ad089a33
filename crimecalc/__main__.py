"""Makes ``python -m crimecalc`` the same as the ``crimecalc`` command."""

from crimecalc.cli import main

if __name__ == "__main__":
    main(prog_name="crimecalc")
