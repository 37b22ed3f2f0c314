"""Tests that files are read in a process that can be killed, with the same results and refusals as in this one."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from multiprocessing import util
from pathlib import Path

import pytest

from chat.errors import DamagedFile, EmptyFile, FileRefused, NeedsPassword, NoText, ReadingStopped, UnknownType
from chat.extraction.extract import extract
from chat.extraction.sandbox import Sandbox, _Job
from chat.extraction.worker import COUNT, Extract
from chat.settings import LimitSettings
from tests import files, web_files

LIMITS = LimitSettings()
LARGE_TABLE = b"a,b\n" + b"1,2\n" * 5_000_000
"""20 MB that take seconds to read, and hundreds of megabytes of memory if their 55 million characters of text are allowed."""


async def started(job: _Job) -> int:
    """Return the id of the job's process, as soon as there is one."""
    while job.process_id is None:  # noqa: ASYNC110  (nothing signals that a job has begun)
        await asyncio.sleep(0)
    return job.process_id


async def first_job(sandbox: Sandbox) -> _Job:
    while not sandbox.jobs:  # noqa: ASYNC110  (as above)
        await asyncio.sleep(0)
    return next(iter(sandbox.jobs))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (files.HANDBOOK_NAME, files.handbook_pdf()),
        (files.NOTES_NAME, files.notes_markdown()),
        (files.PRICES_NAME, files.prices_csv()),
        ("guess.txt", files.ENCODED_TEXTS["shift-jis"][1]),
        ("archive.zip", web_files.archive()),
        ("message.eml", web_files.handbook_mail().as_bytes()),
    ],
)
async def test_what_comes_back_is_what_the_reader_made(sandbox: Sandbox, name: str, content: bytes) -> None:
    assert await sandbox.extract(name, content) == extract(name, content, LIMITS)


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", EmptyFile),
        (files.broken_pdf(), DamagedFile),
        (files.encrypted_pdf(), NeedsPassword),
        (files.pdf_without_text(), NoText),
        (files.png(), NoText),
        (b"\x1f\x8b\x08\x00" + bytes(50), UnknownType),
    ],
)
async def test_refusals_come_back_with_their_sentence(sandbox: Sandbox, content: bytes, error: type[FileRefused]) -> None:
    with pytest.raises(error) as here:
        extract("file", content, LIMITS)

    with pytest.raises(error) as there:
        await sandbox.extract("file", content)

    assert str(there.value) == str(here.value)


async def test_several_files_are_read_side_by_side_and_one_bad_one_does_not_matter(sandbox: Sandbox) -> None:
    contents = [files.handbook_pdf(), files.broken_pdf(), files.notes_markdown(), files.prices_csv()]

    results = await asyncio.gather(*(sandbox.extract("file", content) for content in contents), return_exceptions=True)

    assert [isinstance(result, DamagedFile) for result in results] == [False, True, False, False]


async def test_the_pages_of_a_pdf_are_counted_while_it_is_read(sandbox: Sandbox) -> None:
    told: list[tuple[int, int]] = []

    await sandbox.extract(files.HANDBOOK_NAME, files.handbook_pdf(), tell=lambda *count: told.append(count))

    assert told[0] == (1, 5)
    assert told[-1] == (5, 5)


async def test_pages_of_a_pdf_inside_another_file_are_not_counted(sandbox: Sandbox) -> None:
    told: list[tuple[int, int]] = []

    await sandbox.extract("message.eml", web_files.handbook_mail().as_bytes(), tell=lambda *count: told.append(count))

    assert told == []


async def test_a_reader_that_counts_without_end_is_stopped() -> None:
    job = _Job(Extract("handbook.pdf"), files.handbook_pdf(), LimitSettings(max_pages=3))
    for _ in range(5):
        job._theirs.send_bytes(COUNT.pack(1, 3))

    with pytest.raises(ReadingStopped, match="crash"):
        job._outcome()


async def test_reading_that_takes_too_long_is_stopped() -> None:
    sandbox = Sandbox(LimitSettings(extraction_seconds=1))

    with pytest.raises(ReadingStopped, match="took too long"):
        await sandbox.extract("large.csv", LARGE_TABLE)


async def test_reading_that_takes_too_much_memory_is_stopped() -> None:
    sandbox = Sandbox(LimitSettings(extraction_memory_mb=128))

    with pytest.raises(ReadingStopped, match="memory"):
        await sandbox.extract("large.csv", LARGE_TABLE)


async def test_a_reader_that_crashes_stops_that_file_only(sandbox: Sandbox) -> None:
    job = _Job(Extract("large.csv"), LARGE_TABLE, LIMITS)
    running = asyncio.create_task(asyncio.to_thread(job.run))

    os.kill(await started(job), signal.SIGSEGV)

    with pytest.raises(ReadingStopped, match="crash"):
        await running
    assert (await sandbox.extract(files.NOTES_NAME, files.notes_markdown())).text == files.NOTES_MARKDOWN


async def test_a_reading_that_has_just_ended_may_still_be_stopped() -> None:
    job = _Job(Extract("a.txt", "", False), b"The ferry leaves at nine.", LIMITS)
    await asyncio.to_thread(job.run)

    job.stop("Stopped too late.")


async def test_a_cancelled_reading_leaves_no_process(sandbox: Sandbox) -> None:
    running = asyncio.create_task(sandbox.extract("large.csv", LARGE_TABLE))
    process_id = await started(await first_job(sandbox))

    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    with pytest.raises(ProcessLookupError):
        os.kill(process_id, 0)


async def test_files_are_read_after_temporary_files_were_cleaned(sandbox: Sandbox) -> None:
    await sandbox.warm()
    shutil.rmtree(util.get_temp_dir())

    both = await asyncio.gather(*(sandbox.extract(name, b"Tides turn twice a day.") for name in ("a.txt", "b.txt")))

    assert [each.text for each in both] == ["Tides turn twice a day."] * 2


async def test_closing_stops_what_still_reads_and_refuses_what_comes_later(sandbox: Sandbox) -> None:
    running = asyncio.create_task(sandbox.extract("large.csv", LARGE_TABLE))
    await first_job(sandbox)

    await sandbox.close()

    with pytest.raises(ReadingStopped):
        await running
    with pytest.raises(ReadingStopped):
        await sandbox.extract(files.NOTES_NAME, files.notes_markdown())


def test_a_program_without_a_main_guard_is_not_run_again_by_the_readers(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(
        "import asyncio\n"
        "from chat.extraction.sandbox import Sandbox\n"
        "from chat.settings import LimitSettings\n"
        "print('started')\n"
        "print(len(asyncio.run(Sandbox(LimitSettings()).extract('a.txt', b'some words')).text))\n"
    )
    root = Path(__file__).parents[2]

    run = subprocess.run(
        [sys.executable, str(script)],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert run.stdout == "started\n10\n"
