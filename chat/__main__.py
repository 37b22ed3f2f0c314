"""The `threadwise` command line, including the commands of the evaluation."""

from __future__ import annotations

from chat.cli.registry import COMMANDS, Command, run

ALL = COMMANDS | {
    "eval": Command("chat.evaluation.commands:evaluate", "Measure retrieval on evaluation sets."),
    "bench": Command("chat.evaluation.commands:bench", "Measure speed on this machine."),
}


def main() -> None:
    run(ALL)


if __name__ == "__main__":
    main()
