from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Mount

from chat.api import branches, documents, finding, health, libraries, memory, questions, sharing, threads
from chat.api.analytics import routes as analytics
from chat.api.bundles import routes as bundles
from chat.api.completions import routes as completions
from chat.api.mcp import route as mcp
from chat.api.people import account, users
from chat.api.widget import routes as widget
from tests.api.conftest import House, Json

NO_JSON_ANSWER = {"ask_stream", "mcp", "export_answer", "export_thread", "get_file", "get_file_of_library"}


@pytest.fixture
async def description(api: httpx.AsyncClient) -> Json:
    answer = await api.get("/api/openapi.json")
    assert answer.status_code == 200
    return answer.json()


def operations(description: Json) -> Iterator[Json]:
    for path, methods in description["paths"].items():
        if path not in health.OPENAPI:
            for method, operation in methods.items():
                if method != "servers":
                    yield operation


def described(routes: list[BaseRoute]) -> set[tuple[str, str]]:
    return {
        (method.lower(), route.path_format)
        for route in routes
        if isinstance(route, APIRoute) and route.include_in_schema
        for method in route.methods or ()
    }


def test_every_route_is_described_and_nothing_else(home: House, description: Json) -> None:
    listed = {
        (method, path)
        for path, methods in description["paths"].items()
        for method in methods
        if path not in health.OPENAPI and method != "servers"
    }

    parts = (
        bundles,
        threads,
        memory,
        branches,
        finding,
        sharing,
        libraries,
        documents,
        questions,
        analytics,
        widget,
        users,
        account,
        mcp,
    )
    openai = {(method, f"/v1{path}") for method, path in described(completions.router.routes)}
    assert listed == described([route for part in parts for route in part.router.routes]) | openai
    assert {path for path, methods in description["paths"].items() if "servers" in methods} == {path for _, path in openai} | set(
        health.OPENAPI
    )
    assert set(health.OPENAPI) <= description["paths"].keys()
    assert any(isinstance(route, Mount) and route.path == "/api" for route in home.server.routes)


def test_every_operation_says_what_it_does_in_a_sentence_of_its_own(description: Json) -> None:
    summaries = {operation["operationId"]: operation["summary"] for operation in operations(description)}

    assert {name for name, said in summaries.items() if said == name.replace("_", " ").title() or said.endswith(".")} == set()
    assert summaries["list_documents"] == "List the documents of a thread"
    assert summaries["list_documents_of_library"] == "List the documents of a library"


def test_every_operation_may_answer_with_a_problem(description: Json) -> None:
    problem = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    openai = {"application/json": {"schema": {"$ref": "#/components/schemas/OpenAIError"}}}
    for operation in operations(description):
        told = operation["responses"]["default"]["content"]
        assert (openai if "openai" in operation["tags"] else problem).items() <= told.items()
        failures = [each for status, each in operation["responses"].items() if status[0] in "45"]
        assert all(content_of(each)["examples"] for each in failures)
        assert {"401", "404"} & operation["responses"].keys()
    assert {"Problem", "OpenAIError"} <= description["components"]["schemas"].keys()


def content_of(failure: Json) -> Json:
    return next(content for content in failure["content"].values() if "examples" in content)


def test_writes_that_can_be_sent_again_say_so(description: Json) -> None:
    once = {
        operation["operationId"].removesuffix("_of_library")
        for operation in operations(description)
        if any(each["name"] == "Idempotency-Key" for each in operation.get("parameters", ()))
    }

    assert once == {
        "create_thread",
        "import_threads",
        "create_library",
        "add_messages",
        "add_documents",
        "restore_version",
        "ask",
        "ask_stream",
    }


def test_every_json_answer_has_an_example(description: Json) -> None:
    without = {
        operation["operationId"]
        for operation in operations(description)
        if not any(
            "example" in content for each in operation["responses"].values() for content in each.get("content", {}).values()
        )
    }

    assert without == NO_JSON_ANSWER


def test_a_key_is_how_programs_sign_in(description: Json) -> None:
    assert description["components"]["securitySchemes"]["key"]["scheme"] == "bearer"
    assert {"key": []} in description["security"]


def test_operation_names_are_unique(description: Json) -> None:
    names = [operation["operationId"] for operation in operations(description)]

    assert len(set(names)) == len(names)


async def test_the_documentation_page_loads_nothing_from_elsewhere(api: httpx.AsyncClient) -> None:
    page = await api.get("/api/docs")

    assert page.headers["content-type"].startswith("text/html")
    assert "://" not in page.text
    for place in ("swagger-ui.css", "swagger-ui-bundle.js"):
        assert (await api.get(f"/api/static-offline-docs/{place}")).status_code == 200


async def test_the_bare_address_leads_to_the_documentation(api: httpx.AsyncClient) -> None:
    answer = await api.get("/api")

    assert (answer.status_code, answer.headers["location"]) == (307, "/api/docs")
