"""Builds hostile texts, tables, pages, archives and office files on demand; none is stored."""

from __future__ import annotations

import gzip
import json
import random
import struct
import zipfile
from collections.abc import Callable, Mapping
from functools import partial
from io import BytesIO

from tests import office_files, web_files

MEGABYTE = 1_000_000
Build = Callable[[], bytes]


def noise(size: int) -> bytes:
    return random.Random(1).randbytes(size)


def nested_parts(depth: int) -> bytes:
    """Return an e-mail of nested parts."""
    head = b"From: a@example.org\nSubject: nested\nMIME-Version: 1.0\n"
    parts = [b'Content-Type: multipart/mixed; boundary="b%d"\n\n--b%d\n' % (number, number) for number in range(depth)]
    return head + b"".join(parts) + b"Content-Type: text/plain\n\nwords\n"


def forwarded(depth: int) -> bytes:
    """Return nested forwarded messages."""
    head = b"From: a@example.org\nSubject: forwarded\nMIME-Version: 1.0\n"
    return (head + b"Content-Type: message/rfc822\n\n") * depth + head + b"\nwords\n"


def attachments(count: int, end: bytes = b"--b--\n") -> bytes:
    head = b'From: a@example.org\nSubject: many\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="b"\n\n'
    part = b"--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=note.txt\n\nA few words in a file.\n"
    return head + part * count + end


def zip_in_zip(depth: int, content: bytes = b"words") -> bytes:
    for _ in range(depth):
        content = office_files.zipped({"inner.zip": content})
    return content


def quine_like(size: int = 9) -> bytes:
    """Return nested archives, each with ten copies of the one within."""
    content = office_files.zipped({"a.txt": "words " * 100_000})
    for _ in range(size):
        content = office_files.zipped({f"{number}.zip": content for number in range(10)})
    return content


def lying_sizes(content: bytes) -> bytes:
    """Return the archive with a directory that says that every entry has ten bytes."""
    changed = bytearray(content)
    at = changed.find(b"PK\x01\x02")
    while at >= 0:
        struct.pack_into("<I", changed, at + 24, 10)
        at = changed.find(b"PK\x01\x02", at + 4)
    return bytes(changed)


def encrypted_zip() -> bytes:
    changed = bytearray(office_files.zipped({"a.txt": "words"}))
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        changed[changed.find(signature) + place] |= 1
    return bytes(changed)


def odd_names() -> bytes:
    names = [
        "../../etc/passwd.txt",
        "/etc/shadow.txt",
        "C:\\windows\\win.txt",
        "a" * 60_000 + ".txt",
        "\u202etxt.exe.txt",
        "nul\n.txt",
    ]
    return office_files.zipped(dict.fromkeys(names, "A few words in a file."))


def methods(method: int) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        archive.writestr("a.txt", "words " * 1_000)
    return stream.getvalue()


def one_sheet(rows: str) -> bytes:
    parts = office_files.unzipped(office_files.prices_xlsx())
    sheet = next(name for name in parts if name.endswith("sheet1.xml"))
    head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    return office_files.with_part(office_files.prices_xlsx(), sheet, f"{head}{rows}</sheetData></worksheet>")


def cells(count: int) -> str:
    row = "".join(f'<c t="inlineStr"><is><t>{number}</t></is></c>' for number in range(20))
    return f"<row>{row}</row>" * (count // 20)


TEXTS: Mapping[str, Build] = {
    "a line of 2 MB|line.txt": lambda: b"The pump stands in the cellar. " * 65_000,
    "a word of 2 MB|word.txt": lambda: b"a" * 2_000_000,
    "5 MB of line feeds|feeds.txt": lambda: b"\n" * 5 * MEGABYTE,
    "5 MB of blanks and a word|blanks.txt": lambda: b" " * 5 * MEGABYTE + b"word",
    "19 MB of words|words.txt": lambda: b"The pump stands in the cellar. " * 600_000,
    "19 MB of commas|commas.txt": lambda: b"," * 19 * MEGABYTE,
    "zero bytes among words|zeros.txt": lambda: b"some words and more of them\x00\n" * 1_000,
    "zero bytes only|zeros.txt": lambda: bytes(100_000),
    "noise|noise.txt": lambda: noise(100_000),
    "a program|program.txt": lambda: b"\x7fELF\x02\x01\x01" + noise(10_000),
    "high bytes only|high.txt": lambda: b"\xff\xfe\xfd" * 100_000,
    "a cut UTF-16|cut.txt": lambda: "Die Pumpe".encode("utf-16")[:-1],
    "broken UTF-8|broken.txt": lambda: ("Größe und Schäden\n" * 5_000).encode()[1:-1].replace(b"\xc3\x9f", b"\xc3"),
    "combining marks|marks.txt": lambda: ("a" + "\u0301" * 500_000).encode(),
    "a million marks out of order|marks.txt": lambda: ("a" + "\u0301\u0323" * 500_000).encode(),
    "underlines|lines.txt": lambda: b"a\n===\n" * 300_000,
    "chapters|chapters.txt": lambda: b"Chapter 1\n\n" * 200_000,
    "full stops|stops.txt": lambda: b". " * 1_000_000,
    "one letter|a.txt": lambda: b"a",
    "a blank|blank.txt": lambda: b" \n\t",
    "only a mark|mark.txt": lambda: b"\xef\xbb\xbf",
    "direction marks|marks.txt": lambda: "\u202e\u200b\u2066".encode() * 100_000,
    "quotations 100,000 deep|deep.md": lambda: b">" * 100_000 + b" deep",
    "quotations on 2,000 lines|deep.md": lambda: b"".join(b">" * number + b" deep\n" for number in range(2_000)),
    "lists 2,000 deep|deep.md": lambda: b"".join(b"  " * number + b"- deep\n" for number in range(2_000)),
    "list markers|markers.md": lambda: b"- " * 100_000 + b"deep",
    "numbered markers|markers.md": lambda: b"1. " * 100_000 + b"deep",
    "stars|stars.md": lambda: b"**a *b " * 100_000,
    "brackets|brackets.md": lambda: b"[" * 100_000 + b"](" * 100_000,
    "a heading of brackets|brackets.md": lambda: b"# " + b"![[" * 100_000,
    "a heading of underscores|underscores.md": lambda: b"# " + b"a_ _b" * 100_000,
    "headings|headings.md": lambda: b"# Heading\n" * 29_000,
    "tables|tables.md": lambda: b"|a|b|\n|-|-|\n" * 20_000,
    "a wide table|tables.md": lambda: b"|a" * 20_000 + b"|\n" + b"|-" * 20_000 + b"|\n" + b"|1\n" * 1_000,
    "fences|fences.md": lambda: b"```\n" * 70_000,
    "references|references.md": lambda: b"[a]: b\n" * 40_000,
    "HTML blocks|blocks.md": lambda: b"<a " * 200_000,
    "backticks|backticks.md": lambda: b"".join(b"`" * number + b"a" for number in range(1_500)),
    "adornments|titles.rst": lambda: b"a\n=\n" * 200_000,
    "lists 100,000 deep|deep.json": lambda: b"[" * 100_000 + b"]" * 100_000,
    "lists 900 deep|deep.json": lambda: b"[" * 900 + b"1" + b"]" * 900,
    "objects 100,000 deep|deep.json": lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "objects 500 deep|deep.json": lambda: b'{"a":' * 500 + b"1" + b"}" * 500,
    "a number of 2 MB|number.json": lambda: b"[" + b"9" * 2_000_000 + b"]",
    "a million empty lists|lists.json": lambda: b"[" + b"[]," * 1_000_000 + b"1]",
    "100,000 objects|objects.json": lambda: b'[{"a":1}' + b',{"a":1}' * 100_000 + b"]",
    "objects of many names|names.json": lambda: json.dumps([{f"n{number}": 1} for number in range(50_000)]).encode(),
    "100,000 lines|lines.jsonl": lambda: b'{"a": 1}\n' * 100_000,
    "broken lines|lines.jsonl": lambda: b'{"a": \n' * 300_000,
    "cells without end|cells.ipynb": lambda: b'{"cells": [' + b'{"cell_type": "code", "source": "x"},' * 20_000 + b"{}]}",
    "elements 100,000 deep|deep.html": lambda: b"<div>" * 100_000 + b"deep",
    "lists 50,000 deep|deep.html": lambda: b"<ul><li>" * 50_000 + b"deep",
    "tables 20,000 deep|deep.html": lambda: b"<table><tr><td>" * 20_000 + b"deep",
    "headings 100,000 deep|deep.html": lambda: b"<h1>" * 100_000 + b"deep",
    "links|links.html": lambda: b"<a href=x>" * 200_000,
    "an unclosed tag|open.html": lambda: b"<html><a " + b"a=" * 1_000_000,
    "comments|comments.html": lambda: b"<html><!--" * 200_000,
    "spans of cells|spans.html": lambda: b"<table>" + b"<tr><td colspan=1000 rowspan=65534>a<td>b" * 3_000 + b"</table>",
    "entities|entities.html": lambda: b"<html>" + b"&lt" * 500_000,
    "entities that grow|bomb.html": lambda: office_files.BILLION_LAUGHS.encode() + b"<html><body>&c;</body></html>",
    "attributes|attributes.html": lambda: b"<html><p " + b"".join(b"a%d=1 " % number for number in range(100_000)) + b">words",
    "parts 1,000 deep|deep.eml": partial(nested_parts, 1_000),
    "parts 100 deep|deep.eml": partial(nested_parts, 100),
    "messages 500 deep|deep.eml": partial(forwarded, 500),
    "2,000 attachments|many.eml": partial(attachments, 2_000),
    "a header of 5 MB|header.eml": lambda: b"From: a@example.org\nSubject: " + b"=?utf-8?q?a?= " * 350_000 + b"\n\nwords\n",
    "100,000 headers|headers.eml": lambda: b"From: a@example.org\n" + b"X-A: b\n" * 100_000 + b"\nwords\n",
    "addresses|to.eml": lambda: b"From: a@example.org\nTo: " + b"<" * 100_000 + b"\n\nwords\n",
    "a boundary without end|boundary.eml": lambda: (
        b'From: a@b.c\nContent-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n" * 200_000
    ),
    "comments in code|code.py": lambda: b'"""' * 200_000,
    "braces|code.js": lambda: b"{" * 300_000,
    "brackets in code|code.c": lambda: b"(((" * 200_000,
    "decorators|code.py": lambda: b"@a\n" * 200_000,
    "classes|code.java": lambda: b"class A { " * 50_000,
}
"""Functions that build the files, by `description|file name`."""

TABLES: Mapping[str, Build] = {
    "quotes|a.csv": lambda: b'a,b\n1,"ha ""ha"" ha"\n3,4\n',
    "line feeds in quotes|a.csv": lambda: b'a,b,c\n1,2,3\n"Once upon \na time",5,6\n7,8,9\n',
    "UTF-8|a.csv": lambda: "a,b,c\n1,2,3\n4,5,ʤ\n".encode(),
    "only a header|a.csv": lambda: b"a,b,c\n",
    "nothing but commas|a.csv": lambda: b",,,\n,,,\n",
    "nothing but quotes|a.csv": lambda: b'"' * 300_000,
    "an unclosed quote|a.csv": lambda: b'a,b\n1,"2\n3,4\n',
    "1,000 columns|a.csv": lambda: b"\n".join(b",".join(b"%d" % number for number in range(1_000)) for _ in range(200)),
    "100,000 columns|a.csv": lambda: b",".join(b"%d" % number for number in range(100_000)) + b"\n1,2\n",
    "ragged rows|a.csv": lambda: b"a,b,c\n1\n1,2\n1,2,3,4\n\n1,2,3\n",
    "20,000 rows|a.csv": lambda: b"a,b\n" + b"1,2\n" * 20_000,
    "a million rows|a.csv": lambda: b"a,b\n" + b"1,2\n" * 1_000_000,
    "a field of 2 MB|a.csv": lambda: b"a,b\n1," + b"x" * 2_000_000 + b"\n",
    "a field of 2 MB in quotes|a.csv": lambda: b'a,b\n1,"' + b"x" * 2_000_000 + b'"\n',
    "carriage returns|a.csv": lambda: b"a,b\r1,2\r3,4\r",
    "long names|a.csv": lambda: b",".join([b"name" * 500] * 500) + b"\n" + b"\n".join([b",".join([b"1"] * 500)] * 500),
    "zero bytes|a.csv": lambda: b"a,b\n1\x00,2\n" * 100,
    "tabs|a.tsv": lambda: b"a\tb\n1\t2\n" * 10,
    "formulas|a.csv": lambda: b"a,b\n=cmd|' /C calc'!A0,2\n@SUM(1),3\n",
    "HTML in cells|a.csv": lambda: b"a,b\n" + b"<b" * 300_000 + b",1\n",
    "semicolons|a.csv": lambda: b"a;b\n1,5;2,5\n",
}

ARCHIVES: Mapping[str, Build] = {
    "a zip of 100 MB|bomb.zip": lambda: office_files.zipped({"a.txt": bytes(100 * MEGABYTE)}),
    "a zip of 40 MB|bomb.zip": lambda: office_files.zipped({f"{n}.txt": bytes(4 * MEGABYTE) for n in range(10)}),
    "zips of zips of zips|bomb.zip": quine_like,
    "zips 100 deep|deep.zip": partial(zip_in_zip, 100),
    "an empty zip|empty.zip": lambda: office_files.zipped({}),
    "names that lead out|slip.zip": odd_names,
    "sizes that are wrong|lying.zip": lambda: lying_sizes(office_files.zipped({"a.txt": "words " * 1_000})),
    "an encrypted zip|locked.zip": encrypted_zip,
    "packed by bzip2|other.zip": partial(methods, zipfile.ZIP_BZIP2),
    "packed by LZMA|other.zip": partial(methods, zipfile.ZIP_LZMA),
    "3,000 files|many.zip": lambda: office_files.zipped({f"{number}.txt": "words" for number in range(3_000)}),
    "1,500 files|many.zip": lambda: office_files.zipped({f"{number}.txt": "some words" for number in range(1_500)}),
    "500 pages in a zip|many.zip": lambda: office_files.zipped({f"{n}.html": "<p>some words" for n in range(500)}),
    "200 PDFs in a zip|many.zip": lambda: office_files.zipped({f"{n}.pdf": b"%PDF-1.7 broken" for n in range(200)}),
    "half a zip|half.zip": lambda: web_files.archive()[: len(web_files.archive()) // 2],
    "a gzip|a.txt": lambda: gzip.compress(b"words " * 1_000),
    "blanks in a DOCX|bomb.docx": lambda: office_files.with_part(
        office_files.handbook_docx(), "word/document.xml", b" " * 40 * MEGABYTE
    ),
    "a paragraph of 30 MB|long.docx": lambda: office_files.docx_of(office_files.paragraph("words and " * 3_000_000)),
    "40,000 paragraphs|many.docx": lambda: office_files.docx_of(office_files.paragraph("words") * 40_000),
    "tables in tables|deep.docx": lambda: office_files.docx_of("<w:tbl><w:tr><w:tc>" * 60 + "</w:tc></w:tr></w:tbl>" * 60),
    "entities in a DOCX|bomb.docx": lambda: office_files.with_part(
        office_files.handbook_docx(), "word/document.xml", office_files.BILLION_LAUGHS
    ),
    "an empty document|empty.docx": lambda: office_files.docx_of(""),
    "half a DOCX|half.docx": lambda: office_files.handbook_docx()[:-500],
    "100,000 cells|large.xlsx": lambda: one_sheet(cells(100_000)),
    "a cell in the last row and column|far.xlsx": lambda: one_sheet('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
    "a cell of 600 kB|cell.xlsx": lambda: one_sheet(f'<row><c t="inlineStr"><is><t>{"words " * 100_000}</t></is></c></row>'),
    "a million empty rows|rows.xlsx": lambda: one_sheet("<row/>" * 1_000_000),
    "rows far apart|rows.xlsx": lambda: one_sheet(
        "".join(f'<row r="{n * 1000 + 1}"><c><v>1</v></c></row>' for n in range(1_000))
    ),
    "half a PPTX|half.pptx": lambda: office_files.deck_pptx()[:-2_000],
    "repeated columns in an ODS|bomb.ods": lambda: office_files.with_part(
        office_files.prices_ods(),
        "content.xml",
        office_files.unzipped(office_files.prices_ods())["content.xml"].replace(
            b"<table:table-cell", b'<table:table-cell table:number-columns-repeated="16384"'
        ),
    ),
    "repeated rows in an ODS|bomb.ods": lambda: office_files.with_part(
        office_files.prices_ods(),
        "content.xml",
        office_files.unzipped(office_files.prices_ods())["content.xml"].replace(
            b"<table:table-row", b'<table:table-row table:number-rows-repeated="1048576"'
        ),
    ),
    "nested spans in an ODT|deep.odt": lambda: office_files.odt_of(
        "<text:p>" + "<text:span>" * 5_000 + "deep" + "</text:span>" * 5_000 + "</text:p>"
    ),
    "blanks in an ODT|bomb.odt": lambda: office_files.odt_of('<text:p>a<text:s text:c="2000000000"/>b</text:p>'),
    "a book of 40 MB|bomb.epub": lambda: web_files.book({"OPS/big.xhtml": " " * 40 * MEGABYTE}),
    "a deep book|deep.epub": lambda: web_files.book(first="<div>" * 100_000 + "words"),
    "an old Word file|old.doc": lambda: office_files.compound("WordDocument"),
    "an encrypted Office file|locked.docx": lambda: office_files.compound("EncryptedPackage"),
    "an XLS that is none|broken.xls": lambda: office_files.compound("Workbook"),
}
