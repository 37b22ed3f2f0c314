"""Builds hostile PDFs, and odd ones without bad intent, on demand; none is stored."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from functools import partial

from tests import files, pdf_files

FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
WORDS = b"BT /F1 12 Tf 72 700 Td (Some words about a pump.) Tj ET"


def pdf_of(objects: Mapping[int, bytes], root: int = 1, more: bytes = b"") -> bytes:
    """Return a PDF of these objects, with a correct cross-reference table."""
    content = bytearray(b"%PDF-1.7\n")
    places = {}
    for number, body in objects.items():
        places[number] = len(content)
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, size = len(content), max(objects) + 1
    content += b"xref\n0 %d\n0000000000 65535 f \n" % size
    for number in range(1, size):
        content += b"%010d 00000 n \n" % places[number] if number in places else b"0000000000 00000 f \n"
    return bytes(content + b"trailer << /Size %d /Root %d 0 R %s >>\nstartxref\n%d\n%%%%EOF\n" % (size, root, more, start))


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), entries, content)


def one_page(contents: bytes = stream(WORDS), page: bytes = b"", catalog: bytes = b"", box: bytes = b"0 0 612 792") -> bytes:
    """Return a PDF of one page with a font, and additional entries in the page's and the catalog's dictionaries."""
    return pdf_of(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R %s >>" % catalog,
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [%s] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> %s >>"
            % (box, page),
            4: contents,
            5: FONT,
        }
    )


def zeros(megabytes: int) -> bytes:
    """Return this many megabytes of zeros, compressed to a thousandth of their size."""
    packer = zlib.compressobj(9)
    return b"".join([*(packer.compress(bytes(1_000_000)) for _ in range(megabytes)), packer.flush()])


def many_pages(count: int) -> bytes:
    """Return a PDF of this many equal pages, each an object of its own."""
    kids = b" ".join(b"%d 0 R" % number for number in range(10, 10 + count))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>"
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, count),
        4: stream(WORDS),
        5: FONT,
    }
    return pdf_of(objects | dict.fromkeys(range(10, 10 + count), page))


def deep_page_tree(depth: int) -> bytes:
    objects = {1: b"<< /Type /Catalog /Pages 10 0 R >>", 4: stream(WORDS), 5: FONT}
    for number in range(10, 10 + depth):
        objects[number] = b"<< /Type /Pages /Kids [%d 0 R] /Count 1 /Parent %d 0 R >>" % (number + 1, max(number - 1, 10))
    objects[10 + depth] = b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>" % (9 + depth)
    return pdf_of(objects)


def cyclic_page_tree() -> bytes:
    return pdf_of(
        {1: b"<< /Type /Catalog /Pages 2 0 R >>", 2: b"<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 99999 /Parent 2 0 R >>"}
    )


def cyclic_outline() -> bytes:
    entry = b"<< /Title (Round and round) /Parent 90 0 R /First 91 0 R /Next 91 0 R /Prev 91 0 R /Dest [3 0 R /Fit] >>"
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R /Outlines 90 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        4: stream(WORDS),
        5: FONT,
        90: b"<< /Type /Outlines /First 91 0 R /Last 91 0 R /Count 2 >>",
        91: entry,
    }
    return pdf_of(objects)


def form_calling_itself() -> bytes:
    """Return a PDF with a form that draws itself, twice each time."""
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 6 0 R >> >>"
    return pdf_of(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R /Resources << /XObject << /X 6 0 R >> >> >>",
            4: stream(b"/X Do"),
            6: stream(b"/X Do /X Do", form),
        }
    )


def forms_within_forms(depth: int = 30) -> bytes:
    """Return a PDF of forms that each draw the next one twice: 2 to the power of the depth drawings."""
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /X 10 0 R >> >> >>",
        4: stream(b"/X Do"),
        5: FONT,
    }
    for number in range(10, 10 + depth):
        below = b"/XObject << /X %d 0 R >>" % (number + 1)
        objects[number] = stream(b"/X Do /X Do", b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << %s >>" % below)
    objects[10 + depth] = stream(
        WORDS, b"/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >>"
    )
    return pdf_of(objects)


def picture(width: int, height: int, coding: bytes, data: bytes) -> bytes:
    """Return a PDF of one page that is a picture."""
    image = b"/Type /XObject /Subtype /Image /Width %d /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter %s"
    return pdf_of(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
            b"/Resources << /XObject << /X 6 0 R >> >> >>",
            4: stream(b"612 0 0 792 0 0 cm /X Do"),
            6: stream(data, image % (width, height, coding)),
        }
    )


def object_stream_bomb() -> bytes:
    """Return a PDF with objects in a compressed stream of a hundred megabytes."""
    inside = zlib.compress(b"1 0 " + b" " * 100_000_000 + b"<< /Type /Catalog /Pages 2 0 R >>", 9)
    head = b"%PDF-1.7\n"
    packed = b"9 0 obj\n" + stream(inside, b"/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode") + b"\nendobj\n"
    return head + packed + b"trailer << /Root 1 0 R /Size 10 >>\nstartxref\n0\n%%EOF\n"


def annotations_only() -> bytes:
    return pdf_of(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Annots [6 0 R] >>",
            6: b"<< /Type /Annot /Subtype /Text /Rect [0 0 20 20] /Contents (Please order a new pump.) >>",
        }
    )


def xfa_form() -> bytes:
    form = stream(b"<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'><template><field name='a'/></template></xdp:xdp>")
    return pdf_of(
        {
            1: b"<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [] /XFA 6 0 R >> >>",
            2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
            4: stream(b"BT /F1 12 Tf 72 700 Td (Please wait while the form is loaded.) Tj ET"),
            5: FONT,
            6: form,
        }
    )


def million_letters() -> bytes:
    """Return a PDF with a million letters on one page, all at one place."""
    return one_page(stream(b"BT /F1 1 Tf 9 9 Td " + b"(a pump and a valve) Tj " * 50_000 + b"ET"))


def many_operations() -> bytes:
    """Return a PDF with a hundred million strokes, compressed to a hundred kilobytes."""
    return one_page(stream(zlib.compress(b"0 0 m 1 1 l S " * 7_000_000, 9), b"/Filter /FlateDecode"))


def filters(count: int) -> bytes:
    """Return a PDF with a stream that was compressed repeatedly."""
    data = zlib.compress(bytes(10_000_000))
    for _ in range(3):
        data = zlib.compress(data)
    return one_page(stream(data, b"/Filter [%s]" % (b"/FlateDecode " * count)))


def truncated(tenths: int) -> bytes:
    content = files.handbook_pdf()
    return content[: len(content) * tenths // 10]


def without_table(content: bytes) -> bytes:
    """Return the PDF without a usable cross-reference table."""
    return content.replace(b"startxref", b"startxxxx").replace(b"xref", b"xxxx")


def deep_arrays(depth: int) -> bytes:
    return one_page(page=b"/Deep %s%s" % (b"[" * depth, b"]" * depth))


def deep_outline(depth: int) -> bytes:
    objects = {
        1: b"<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>",
        2: b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        4: stream(WORDS),
        5: FONT,
    }
    for number in range(10, 10 + depth):
        objects[number] = b"<< /Title (Deep) /First %d 0 R /Last %d 0 R /Count 1 /Dest [3 0 R /Fit] >>" % (number + 1, number + 1)
    return pdf_of(objects)


PDFS: Mapping[str, Callable[[], bytes]] = {
    "10,000 pages": partial(many_pages, 10_000),
    "5,001 pages": partial(many_pages, 5_001),
    "5,000 pages": partial(many_pages, 5_000),
    "a page tree 5,000 deep": partial(deep_page_tree, 5_000),
    "a page tree that holds itself": cyclic_page_tree,
    "an outline that holds itself": cyclic_outline,
    "an outline 5,000 deep": partial(deep_outline, 5_000),
    "a drawing that draws itself": form_calling_itself,
    "two to the power of 30 drawings": forms_within_forms,
    "200 MB of zeros": lambda: one_page(stream(zeros(200), b"/Filter /FlateDecode")),
    "objects in a hundred megabytes of blanks": object_stream_bomb,
    "a picture of 60,000 by 60,000": lambda: picture(60_000, 60_000, b"/FlateDecode", zeros(100)),
    "a JBIG2 picture of 100,000 by 100,000": lambda: picture(
        100_000, 100_000, b"/JBIG2Decode", bytes.fromhex("0000000030000100000013000186a0000186a0000000000000000000000000")
    ),
    "a JPEG that is none": lambda: picture(30_000, 30_000, b"/DCTDecode", b"\xff\xd8\xff\xe0" + bytes(100)),
    "only annotations": annotations_only,
    "an XFA form": xfa_form,
    "a million letters on a page": million_letters,
    "a page of no size": lambda: one_page(box=b"0 0 0 0"),
    "a page of negative size": lambda: one_page(box=b"100 100 -1e9 -1e9"),
    "a page of infinite size": lambda: one_page(box=b"0 0 1e38 1e38"),
    "seven million strokes": many_operations,
    "filters over filters": partial(filters, 60),
    "arrays 100,000 deep": partial(deep_arrays, 100_000),
    "a page turned by 45 degrees": lambda: one_page(page=b"/Rotate 45"),
    "no table of objects": lambda: without_table(files.handbook_pdf()),
    "a length that is wrong": lambda: one_page(stream(WORDS).replace(b"/Length", b"/Length 99999999 /Said")),
    "a page count of two thousand million": lambda: many_pages(3).replace(b"/Count 3", b"/Count 2000000000"),
    "a password with odd characters": lambda: pdf_files.locked_pdf("pä\u202e☃ \U0001f511"),
    "a signature and nothing else": lambda: b"%PDF-1.7\n%%EOF",
    "a signature and zeros": lambda: b"%PDF-1.7\n" + bytes(5_000_000),
    "a million broken objects": lambda: b"%PDF-1.7\n" + b"1 0 obj << /Type /Page >> " * 1_000_000,
    **{f"the first {tenths} tenths": partial(truncated, tenths) for tenths in range(1, 10)},
}
"""Functions that build the PDFs, by description."""
