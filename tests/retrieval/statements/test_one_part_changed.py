from __future__ import annotations

import pytest

from chat.retrieval.statements.one_part_changed import Framed, Reframed, framed, takes_the_place


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("Emma goes to Sunny Lane Nursery.", "Emma goes to Oak Tree Nursery now.", "english"),
        ("The choir sings in hall 3.", "The choir sings in hall 5 now.", "english"),
        ("Den Umzug macht Kramer.", "Den Umzug macht jetzt Benz.", "german"),
        ("Le cours de piano est avec Paul.", "Le cours de piano est maintenant avec Marie.", "french"),
    ],
)
def test_one_part_that_is_called_new_takes_the_place(earlier: str, later: str, language: str) -> None:
    assert _reframes(later, earlier, language)


@pytest.mark.parametrize(
    ("earlier", "later", "language"),
    [
        ("Emma goes to Sunny Lane Nursery.", "Emma goes to Oak Tree Nursery.", "english"),
        ("Emma goes to Sunny Lane Nursery.", "Emma also goes to Oak Tree Nursery now.", "english"),
        ("Emma goes to Sunny Lane Nursery.", "Now Max goes to Sunny Lane Nursery.", "english"),
        ("Emma goes to Sunny Lane Nursery.", "Emma goes to Oak Tree Nursery now?", "english"),
        ("I take the dog out at 7.", "I take the dog to the vet now.", "english"),
        ("Den Umzug macht Kramer.", "Den Umzug macht jetzt auch Benz.", "german"),
        ("Den Umzug macht Kramer.", "Den Umzug macht jetzt nicht Benz.", "german"),
    ],
)
def test_what_is_added_denied_or_in_another_frame_does_not(earlier: str, later: str, language: str) -> None:
    assert not _reframes(later, earlier, language)


def _reframes(later: str, earlier: str, language: str) -> bool:
    before = [each for each in framed(earlier, language) if type(each) is Framed]
    return any(takes_the_place(new, old) for new in framed(later, language) if isinstance(new, Reframed) for old in before)
