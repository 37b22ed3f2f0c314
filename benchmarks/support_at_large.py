"""Measures the check of cited sentences on unlabelled texts.

`python -m benchmarks.support_at_large FOLDER/xquad/dev/corpus.jsonl`

Sentences of a passage are checked against it unchanged, with words left out and with a number changed, and against another
passage. Printed is the share marked as unsupported. Some of those with words left out are marked rightly, as a `not` may be among
the words.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from chat.answering.checking.source import checkable_source
from chat.answering.checking.support import check
from chat.text import sentences

_PASSAGES = 60
_SENTENCES = 3
_NUMBER = re.compile(r"(?<![\w.,])\d+(?!\w)")


def main(corpus: Path) -> None:
    chance = random.Random(5)  # noqa: S311 # no secret
    texts: dict[str, list[str]] = defaultdict(list)
    for line in corpus.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        texts[row.get("lang", "all")].append(row["text"])
    for language, held in texts.items():
        marked: dict[str, list[bool]] = defaultdict(list)
        for at, text in enumerate(held[:_PASSAGES]):
            other = held[(at + 7) % len(held)]
            for sentence in list(_sentences(text))[:_SENTENCES]:
                for kind, said, source in _cases(sentence, text, other, chance):
                    marked[kind].append(not check(said, checkable_source(source)).supported)
        shares = ", ".join(f"{kind} {100 * sum(each) / len(each):.0f} % of {len(each)}" for kind, each in marked.items())
        print(f"{language}: {shares}")


def _sentences(text: str) -> Iterator[str]:
    return (said for span in sentences(text) if 50 < len(said := text[span.start : span.end].strip()) < 260)


def _cases(sentence: str, text: str, other: str, chance: random.Random) -> Iterator[tuple[str, str, str]]:
    yield "as it is", f"So: {sentence.rstrip('.')}!", text
    words = sentence.split()
    yield "shortened", " ".join(word for at, word in enumerate(words) if at % 5 != 3 or not word.islower()), text
    yield "of another passage", sentence, other
    numbers = list(_NUMBER.finditer(sentence))
    if numbers:
        number = chance.choice(numbers)
        digit = (int(number.group()[-1]) + chance.choice((1, 3, 5, 7))) % 10
        yield "number changed", f"{sentence[: number.end() - 1]}{digit}{sentence[number.end() :]}", text


if __name__ == "__main__":
    main(Path(sys.argv[1]))
