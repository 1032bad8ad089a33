"""The ``crimecalc`` command."""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

import click

from crimecalc.cli.advise import advise
from crimecalc.cli.analyse import ablation, leakage, simplify, slips
from crimecalc.cli.case import case
from crimecalc.cli.check import check
from crimecalc.cli.claims import claims
from crimecalc.cli.play import play
from crimecalc.cli.prove import prove
from crimecalc.cli.report import report
from crimecalc.cli.table import table
from crimecalc.errors import CrimecalcError

__all__ = ["main"]


class _Group(click.Group):
    """Shows crimecalc's own errors as one line, with the exit status of a usage error."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except CrimecalcError as error:
            raise click.UsageError(str(error)) from error
        except BrokenPipeError:
            # Nobody reads on; without this, Python would complain once more when it closes the stream.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(141)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and exit; status 1 is kept for a claim that fails, so that nothing else looks like one."""
        status: object = 3
        try:
            if sys.stdout is None:  # it was closed before
                raise OSError("there is no standard output to write to")
            done = super().main(*args, **{**kwargs, "standalone_mode": False})
            sys.stdout.flush()
            status = done
        except click.ClickException as error:
            error.show()
            status = 2
        except (click.Abort, KeyboardInterrupt):
            click.echo("\nAborted.", err=True)
            status = 130
        except OSError as error:
            click.echo(f"Error: {error}", err=True)
        except Exception:  # a fault of crimecalc's own, or no memory left: nothing was proven or refuted
            traceback.print_exc()
        sys.exit(status if isinstance(status, int) else 0)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80})
@click.version_option(package_name="crimecalc", prog_name="crimecalc")
def main() -> None:
    """Prove things about card-game setups, and play them well, exactly."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal that knows no suit signs should show something rather than fail.
            stream.reconfigure(errors="replace")
    if os.environ.get("NO_COLOR"):
        click.get_current_context().color = False


for command in (prove, check, ablation, simplify, leakage, slips, advise, play, case, table, claims, report):
    main.add_command(command)
