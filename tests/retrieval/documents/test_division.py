from __future__ import annotations

from time import process_time

from chat.domain import Section
from chat.retrieval.documents.division import divided
from chat.threads.base import Outline


def outline(*sections: tuple[str, int, int], title: str = "Guide") -> Outline:
    """Return an outline of consecutive sections (title, level, length) below a root that contains them all."""
    found: list[Section] = []
    start = 0
    for at, (name, level, length) in enumerate(sections, start=1):
        parent = next((one.id for one in reversed(found) if one.level < level), "0")
        found.append(Section(str(at), parent, name, level, start, start + length))
        start += length
    whole = [Section("0", None, title, 0, 0, start), *found]
    ended = [
        one if one.level == 0 else Section(one.id, one.parent, one.title, one.level, one.start, _end(one, found, start))
        for one in whole
    ]
    return Outline("x" * start, tuple(ended))


def _end(section: Section, found: list[Section], end: int) -> int:
    return next((one.start for one in found if one.start > section.start and one.level <= section.level), end)


def test_the_parts_are_the_outermost_sections() -> None:
    found = divided(outline(("Pump", 1, 900), ("Care", 2, 800), ("Warranty", 1, 600)), 5)

    assert [unit.title for unit in found.units] == ["Pump", "Warranty"]
    assert found.of == 2


def test_a_title_over_everything_is_no_part_of_its_own() -> None:
    found = divided(outline(("Guide", 1, 300), ("Pump", 2, 900), ("Warranty", 2, 600)), 5)

    assert [unit.title for unit in found.units] == ["Guide", "Pump", "Warranty"]


def test_a_large_section_falls_into_its_own_sections_when_there_is_room() -> None:
    tree = outline(("Part I", 1, 100), ("Business", 2, 9_000), ("Risks", 2, 8_000), ("Part II", 1, 2_000))

    assert [unit.title for unit in divided(tree, 5).units] == ["Business", "Risks", "Part II"]
    assert [unit.title for unit in divided(tree, 2).units] == ["Part I", "Part II"]


def test_of_too_many_sections_the_largest_are_kept_in_their_order() -> None:
    found = divided(outline(*((f"S{at}", 1, 1_000 + 100 * (at % 3)) for at in range(9))), 3)

    assert [unit.title for unit in found.units] == ["S2", "S5", "S8"]
    assert found.of == 9


def test_a_document_of_hundreds_of_chapters_is_divided_at_once() -> None:
    chapters = [(f"Chapter {at}", 1, 200) if at % 3 == 0 else (f"Part {at}", 2, 1_500) for at in range(1_500)]
    tree = outline(*chapters)

    started = process_time()
    found = divided(tree, 12)

    assert process_time() - started < 2
    assert found.of == 500


def test_contents_signatures_and_empty_headings_are_no_parts() -> None:
    tree = outline(("Table of Contents", 1, 900), ("Pump", 1, 900), ("Care", 1, 20), ("ITEM 15. Exhibits and Schedules", 1, 900))

    assert [unit.title for unit in divided(tree, 5).units] == ["Pump"]


def test_a_section_that_is_asked_for_is_divided_by_itself() -> None:
    tree = outline(("Pump", 1, 200), ("Care", 2, 900), ("Repair", 2, 900), ("Warranty", 1, 900))

    assert [unit.title for unit in divided(tree, 5, tree.sections[1]).units] == ["Pump", "Care", "Repair"]


def test_a_text_without_headings_falls_into_windows_of_whole_paragraphs() -> None:
    text = "\n\n".join("A paragraph of some length. " * 20 for _ in range(9))

    found = divided(Outline(text, (Section("0", None, "notes.txt", 0, 0, len(text)),)), 14)

    assert 2 <= len(found.units) <= 8
    assert found.units[0].start == 0
    assert found.units[-1].end == len(text)
    assert all(text[unit.start :].startswith("A paragraph") for unit in found.units)
    assert all(one.end == other.start for one, other in zip(found.units, found.units[1:], strict=False))
