"""The report of a run: one page that says in words what the games show, and how sure one can be of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from mesozoic.lab import chapters, chapters_cards, experiments
from mesozoic.lab.ladder import Ladder
from mesozoic.lab.page import Section, chapter, command, facts, page, paragraph
from mesozoic.lab.pieces import write_whole
from mesozoic.lab.results import Run
from mesozoic.lab.sample import Sample
from mesozoic.lab.schema import RunSetup

LADDER_FILE: Final = "ladder.json"
"""Where a run's experiments keep how each level plays against the one below it."""
HOW: Final = (
    "Numbers in brackets are 95 % intervals: run the same with other seeds, and 19 of 20 such intervals hold the true "
    "value. Shares have Wilson's interval, means Student's; experiments compare games pair by pair.",
    "“Too much to be chance” means that chance alone would do so in fewer than 5 of 100 cases. Where many cards or "
    "figures are looked at together, the procedure of Benjamini and Hochberg (1995) keeps that promise. Small samples "
    "are drawn to the mean of all (DerSimonian and Laird, 1986) before cards are put in order.",
    "Bots play, not people: what they overlook, the report overlooks.",
)


def report(run: Run) -> str:
    """The whole page."""
    sample = Sample(run)
    found = experiments.read(run)
    trials = found[1] if found else []
    sections = [
        chapters.seats(sample),
        chapters.scores(sample),
        chapters.length(sample),
        chapters.tension(sample),
        chapters.endings(sample),
        chapters_cards.tried(sample, trials),
        chapters_cards.observed(sample),
        chapters_cards.pairs(sample),
        chapters_cards.never(sample),
        chapters.skill(sample, read_ladder(run.folder)),
        chapters.own_figures(sample),
    ]
    games = run.games.num_rows
    title = sample.game.title
    lead = f"{games:,} games between bots ({', '.join(sample.bots)}), {players_words(run.setup)}."
    if not run.is_finished:
        lead += f" The run is not finished: {run.setup.in_all():,} were asked for."
    end = foot(run.setup, found[0] if found else None) + notes()
    return page(f"{title}: what the games show", "Mesozoic lab", lead, sections, end)


def players_words(setup: RunSetup) -> str:
    counts = " and ".join(map(str, sorted(setup.players)))
    return f"{counts} player{'s' * (setup.players != (1,))}"


def foot(setup: RunSetup, plan: experiments.Plan | None = None, title: str = "How this was made") -> str:
    """How all of it was made, and how to make it again."""
    made = Section(title)
    made.add(
        facts(
            [
                ("Game", f"{setup.game}, rules version {setup.rules}"),
                ("Players", ", ".join(map(str, setup.players))),
                ("Options", " ".join(f"{name}={value}" for name, value in setup.options.items()) or "as usual"),
                ("Cards", f"another table, SHA-256 {setup.cards_hash[:16]}…" if setup.cards else "the game's own"),
                ("Bots", ", ".join(setup.bots)),
                ("Games", f"{setup.games:,} for each number of players" + (", each deal in every seat" * setup.paired)),
                ("Seed", setup.seed),
                ("Mesozoic", setup.version),
            ]
        )
    )
    made.add(command(setup.command), command(plan.command if plan else ""))
    return chapter(made)


def notes() -> str:
    """What the words and numbers of a report mean."""
    return "".join(paragraph(text, "note") for text in HOW)


def read_ladder(folder: Path) -> Ladder | None:
    path = folder / LADDER_FILE
    return msgspec.json.decode(path.read_bytes(), type=Ladder) if path.exists() else None


def write_ladder(folder: Path, ladder: Ladder) -> None:
    write_whole(folder / LADDER_FILE, msgspec.json.encode(ladder))
