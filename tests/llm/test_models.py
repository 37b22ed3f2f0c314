from __future__ import annotations

from pathlib import Path

import pytest

from chat.errors import BadSettings
from chat.llm.models import Model, models
from chat.settings import AnsweringSettings

TWO = """
[[models]]
name = "Quick"
base_url = "http://127.0.0.1:11434/v1"
model = "llama3.2"
context_tokens = 4096

[[models]]
name = "Thorough"
model = "gpt-4o"
key_from = "COMPANY_KEY"
temperature = 0
max_answer_tokens = 2000
headers = { X-Team = "support" }
prompt_price = 2.5
completion_price = 10.0
"""


def settings(**fields: object) -> AnsweringSettings:
    return AnsweringSettings.model_validate(fields)


def written(folder: Path, text: str) -> Path:
    (folder / "models.toml").write_text(text)
    return folder


def test_without_a_key_an_address_or_a_file_there_is_none(tmp_path: Path) -> None:
    assert models(settings(), tmp_path) == []


def test_a_key_or_an_address_in_the_settings_is_a_model(tmp_path: Path) -> None:
    [model] = models(settings(openai_base_url="http://127.0.0.1:8080/v1", openai_model="m", context_tokens=2048), tmp_path)

    assert model == Model(name="m", base_url="http://127.0.0.1:8080/v1", context_tokens=2048)


def test_a_file_in_the_data_folder_names_several_and_the_settings_own_comes_first(tmp_path: Path) -> None:
    found = models(settings(openai_api_key="k", temperature=0.5), written(tmp_path, TWO), {"COMPANY_KEY": "secret"})

    assert [model.name for model in found] == ["gpt-4o-mini", "Quick", "Thorough"]
    _, quick, thorough = found
    assert (quick.model, quick.context_tokens, quick.temperature, quick.key) == ("llama3.2", 4096, 0.5, "")
    assert (thorough.key, thorough.temperature, thorough.max_answer_tokens) == ("secret", 0, 2000)
    assert thorough.headers == {"X-Team": "support"}
    assert thorough.cost(1_000_000, 100_000) == pytest.approx(3.5)
    assert "secret" not in repr(thorough)


def test_a_model_file_is_found_beside_the_table(tmp_path: Path) -> None:
    (tmp_path / "table.toml").write_text('[[models]]\nname = "Here"\ngguf = "small.gguf"\n')

    [model] = models(settings(models_file=tmp_path / "table.toml"), tmp_path / "elsewhere")

    assert model.gguf == tmp_path / "small.gguf"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        pytest.param("models = [", "can't be read", id="no TOML"),
        pytest.param("", "holds no models", id="empty"),
        pytest.param('[models]\nname = "a"\n', "holds no models", id="one table instead of several"),
        pytest.param('[[models]]\nmodel = "a"\n', "without a name: name: it is missing", id="no name"),
        pytest.param('[[models]]\nname = "a"\nkeey = "sesame"\n', "model a: keey: there is no such field", id="a misspelt field"),
        pytest.param('[[models]]\nname = "a"\nkey = ["sesame"]\n', "model a: key: ", id="a key that is none"),
        pytest.param('[[models]]\nname = "a"\nkey_from = "NOWHERE"\n', "NOWHERE is not set", id="no such variable"),
        pytest.param('[[models]]\nname = "a"\nkey = "b"\nkey_from = "C"\n', "either `key` or `key_from`", id="two keys"),
        pytest.param('[[models]]\nname = "a"\nbase_url = "http://[::1"\n', "not an address", id="no address"),
        pytest.param('[[models]]\nname = "a"\nbase_url = "127.0.0.1:11434"\n', "not an address", id="no scheme"),
        pytest.param('[[models]]\nname = "extractive"\n', "quoting without a model", id="a name that is taken"),
        pytest.param('[[models]]\nname = "a"\n[[models]]\nname = "a"\n', "two models called a", id="the same name twice"),
        pytest.param('[[models]]\nname = "a"\ngguf = "b"\nkey = "c"\n', "no endpoint", id="a file and a key"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_sentence_without_its_secrets(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadSettings) as refused:
        models(settings(), written(tmp_path, text), {})

    assert sentence in str(refused.value)
    assert "sesame" not in str(refused.value)


def test_a_file_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(BadSettings, match=r"can't be read"):
        models(settings(models_file=tmp_path / "none.toml"), tmp_path)
