"""Builds small real web pages, e-mails, e-books and archives."""

from __future__ import annotations

from email.message import EmailMessage

from tests import files
from tests.office_files import zipped

PAGE = """<!doctype html>
<html><head><title>Aurora &amp; its station</title><style>p { color: red }</style><script>alert("no")</script></head><body>
<header><h2>Site name</h2></header>
<nav><ul><li><a href="/">Home</a></li></ul></nav>
<main>
  <header><h1>Aurora <em>station</em><a class="headerlink" href="#aurora">¶</a></h1></header>
  <p>It stands on the <a href="https://example.org/larsen">Larsen plateau</a>,<br>opened in
     1987. <a href="/inner">More</a> <img src="x.png" alt="A red container"></p>
  <h2>Crew</h2>
  <ul><li>Ingrid<li>Two engineers<ol><li>Anna<li>Olav</ol></ul>
  <pre>  fuel = 40
    litres</pre>
  <div hidden>hidden</div><p style="display: none">hidden</p><template>hidden</template>
</main>
<aside>Buy this</aside><footer>Imprint</footer>
</body></html>"""

TURBINES = """<p>Before</p><table><caption>Turbines</caption>
<thead><tr><th rowspan="2">Name</th><th colspan="2">Power</th></tr><tr><th>kW</th><th>Year</th></tr></thead>
<tr><td rowspan="2">North<br>mast</td><td>225</td><td>2004</td></tr><tr><td>230</td><td>2011</td></tr>
<tr><td colspan="3">Out of use since 2020</td></tr></table><p>After</p>"""


def handbook_mail() -> EmailMessage:
    """Return an e-mail with plain text and the same text as HTML, a PDF, a table, a picture and a forwarded message."""
    message = EmailMessage()
    message["From"] = "Jörg Wind <joerg@example.org>"
    message["To"] = "crew@example.org"
    message["Date"] = "Mon, 01 Jan 2024 10:00:00 +0100"
    message["Subject"] = "The café’s plan"
    message.set_content("Hello crew,\n\n> Who cooks?\n\nOlav cooks.")
    message.add_alternative("<p>Hello <b>crew</b></p>", subtype="html")
    message.add_attachment(files.handbook_pdf(), maintype="application", subtype="pdf", filename="handbook.pdf")
    message.add_attachment(files.prices_csv(), maintype="text", subtype="csv", filename="prices.csv")
    message.add_attachment(files.png(), maintype="image", subtype="png", filename="photo.png")
    inner = EmailMessage()
    inner["From"] = "olav@example.org"
    inner["Subject"] = "Menu"
    inner.set_content("Soup on Monday.")
    message.add_attachment(inner)
    return message


def book(extra: dict[str, str] | None = None, *, first: str = "<h1>One</h1><p>First words.</p>") -> bytes:
    """Return an EPUB of two chapters, the second without a heading of its own."""
    package = """<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>A book of ice</dc:title></metadata><manifest>
<item id="a" href="chapter%201.xhtml" media-type="application/xhtml+xml"/>
<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
</manifest><spine><itemref idref="n"/><itemref idref="a"/><itemref idref="missing"/><itemref idref="b"/></spine></package>"""
    container = '<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'
    page = '<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>{}</body></html>'
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "OPS/book.opf": package,
            "OPS/nav.xhtml": page.format('<nav><a href="chapter%201.xhtml">One</a><a href="b.xhtml#top">The second</a></nav>'),
            "OPS/chapter 1.xhtml": page.format(first),
            "OPS/b.xhtml": page.format("<p>Second words.</p>"),
            **(extra or {}),
        }
    )


def archive() -> bytes:
    """Return a ZIP of four readable files (one in a nested archive), an unreadable one, and files that operating systems add."""
    innermost = zipped({"deep.txt": "too deep"})
    return zipped(
        {
            "notes/garden.md": files.notes_markdown(),
            "handbook.pdf": files.handbook_pdf(),
            "prices.csv": files.prices_csv(),
            "photo.png": files.png(),
            "inner.zip": zipped({"inner.txt": "Words within.", "deep.zip": innermost}),
            "__MACOSX/._prices.csv": b"\x00\x05\x16\x07",
            ".DS_Store": b"\x00\x00\x00\x01",
            "empty/": b"",
        }
    )
