"""Tests of where a cited place is in a document that may have changed."""

from __future__ import annotations

from chat.domain import Page, Section
from chat.ui.places import Place, in_newest, listed, path_of, section_of

TEXT = "Lease\nRent\nThe rent is 900.\nPets\nDogs are allowed.\n"
ROOT = Section("root", None, "lease.pdf", 0, 0, len(TEXT))
LEASE = Section("lease", "root", "Lease", 1, 0, len(TEXT), 1)
RENT = Section("rent", "lease", "Rent", 2, 6, TEXT.index("Pets"), 1)
PETS = Section("pets", "lease", "Pets", 2, TEXT.index("Pets"), len(TEXT), 2)
SECTIONS = [ROOT, LEASE, RENT, PETS]
PAGES = [Page(1, 0, TEXT.index("Pets")), Page(2, TEXT.index("Pets"), len(TEXT))]


def test_a_place_in_the_newest_version_stays() -> None:
    place = Place(11, 28, 1, ["Lease", "Rent"], "The rent is 900.", version=2)

    assert in_newest(place, 2, TEXT, SECTIONS, PAGES) is place


def test_words_that_moved_are_found_with_their_page_and_section() -> None:
    moved = in_newest(Place(0, 40, 1, ["Lease"], "Dogs are allowed.", version=1), 2, TEXT, SECTIONS, PAGES)

    assert TEXT[moved.start : moved.end] == "Dogs are allowed."
    assert (moved.page, moved.heading, moved.is_changed) == (2, ["Lease", "Pets"], False)


def test_of_words_that_are_gone_their_section_is_shown() -> None:
    gone = in_newest(Place(11, 28, 1, ["Lease", "Rent"], "The rent is 800.", version=1), 2, TEXT, SECTIONS, PAGES)

    assert (gone.start, gone.end, gone.is_section, gone.is_changed) == (RENT.start, RENT.end, True, True)


def test_of_words_that_are_gone_with_their_section_the_section_in_their_place_is_shown() -> None:
    gone = in_newest(Place(40, 50, 1, ["Lease", "Parking"], "One car.", version=1), 2, TEXT, SECTIONS, PAGES)

    assert (gone.start, gone.is_changed) == (PETS.start, True)


def test_nothing_is_shown_of_a_document_without_sections_that_lost_the_words() -> None:
    gone = in_newest(Place(0, 5, None, [], "Gone.", version=1), 2, TEXT, [ROOT], [])

    assert (gone.start, gone.end, gone.is_changed) == (0, 0, True)


def test_a_place_is_in_the_section_of_its_headings_and_else_in_the_innermost() -> None:
    assert section_of(Place(0, 40, None, ["Lease", "Rent"]), SECTIONS, TEXT) is RENT
    assert section_of(Place(0, 60, None, [], "Dogs"), SECTIONS, TEXT) is PETS


def test_a_path_leads_from_the_top_without_the_document_itself() -> None:
    assert path_of(PETS, SECTIONS) == ["Lease", "Pets"]
    assert [(row["title"], row["current"]) for row in listed(SECTIONS, RENT)] == [
        ("Lease", False),
        ("Rent", True),
        ("Pets", False),
    ]
