"""A file and a question, answered by a local model file."""

from __future__ import annotations

from pathlib import Path

import pytest

from chat.assembly import build
from chat.domain import Upload
from chat.llm.local import LocalWriter
from chat.settings import AnsweringSettings, ServerSettings, Settings
from tests.journeys.test_files_and_memory import answer, read
from tests.llm.test_local import smollm


@pytest.mark.gguf
async def test_a_model_file_writes_the_answer_and_ends_with_the_application(tmp_path: Path) -> None:
    answering = AnsweringSettings(
        gguf=smollm(), gguf_threads=1, context_tokens=2_048, max_answer_tokens=24, temperature=0, follow_ups="rules"
    )
    application = build(Settings(server=ServerSettings(data=tmp_path / "data"), answering=answering))
    await application.start()
    try:
        user = await application.accounts.local_user()
        thread = await application.assistant.create_thread(user)
        await read(application, user, thread.id, Upload("pump.md", b"The pump has a warranty of 24 months from delivery."))
        answered = await answer(application, user, thread.id, "How long is the warranty of the pump?")
        [writer] = application.models
        assert isinstance(writer, LocalWriter)
        process = writer.process_id
    finally:
        await application.close()

    assert answered.model == smollm().stem
    assert 0 < answered.usage.completion_tokens <= 24
    assert not answered.usage.estimated
    assert not Path(f"/proc/{process}").exists()
