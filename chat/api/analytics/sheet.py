"""HTML template and style of the analytics page, in the chat's colours and its light or dark theme; loads nothing external."""

from __future__ import annotations

PARTS = "<!-- parts -->"
"""Placeholder in the template that the figures replace."""
SHEET = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Analytics - Threadwise</title>
<link rel="icon" href="/favicon">
<script>
const chosen = localStorage.getItem('vite-ui-theme'); /* as in the chat */
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
document.addEventListener('DOMContentLoaded', () => {
  const last = sessionStorage.getItem('threadwise-thread'); /* the conversation that this tab was on */
  if (last) for (const back of document.querySelectorAll('a.back[href="/"]')) back.href = '/thread/' + encodeURIComponent(last);
  for (const link of document.querySelectorAll('a.whole')) link.textContent = link.href;
  const here = new URL(location);
  if (!here.searchParams.has('link')) return;
  here.searchParams.delete('link'); /* a secret: not to be found in the history */
  history.replaceState(null, '', here);
});
</script>
<style>
:root { color-scheme: light; --back: #fdfcfa; --card: #fff; --text: #1e272b; --quiet: #57656c; --line: #d8e1df; --accent: #196b66;
  --answered: #23837c; --missing: #c07a00; --stopped: #95a3a5; --failed: #bd2f25; }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { color-scheme: dark; --back: #151b1d; --card: #1b2224;
  --text: #e5ebe9; --quiet: #9eabad; --line: #344144; --accent: #55bfb3; --answered: #45aa9f; --missing: #dda03f;
  --stopped: #78878a; --failed: #e4685e; } }
:root[data-theme=dark] { color-scheme: dark; --back: #151b1d; --card: #1b2224; --text: #e5ebe9; --quiet: #9eabad; --line: #344144;
  --accent: #55bfb3; --answered: #45aa9f; --missing: #dda03f; --stopped: #78878a; --failed: #e4685e; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text);
  font: 15px/1.5 Inter, ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 20px 20px 48px; }
h1 { margin: 10px 0 2px; font-size: 26px; } h2 { margin: 0 0 4px; font-size: 16px; }
p { margin: 0 0 10px; } header p, section > p, footer { color: var(--quiet); font-size: 14px; }
a { color: var(--accent); } a:focus-visible, summary:focus-visible, .wide:focus-visible { outline: 2px solid var(--accent);
  outline-offset: 2px; border-radius: 6px; }
nav { display: flex; flex-wrap: wrap; gap: 10px; margin: 12px 0 18px; }
.choices { display: inline-flex; border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.choices a { padding: 6px 14px; color: inherit; text-decoration: none; }
.choices a + a { border-left: 1px solid var(--line); }
.choices a[aria-current] { background: var(--accent); color: var(--back); font-weight: 600; }
.choices a:focus-visible { outline-offset: -3px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(228px, 1fr)); gap: 12px; margin: 0 0 20px; }
.tiles > div, section { border: 1px solid var(--line); border-radius: 14px; background: var(--card); padding: 14px 16px; }
dt { color: var(--quiet); font-size: 13px; } dd { margin: 0; } dd b { display: block; font-size: 26px; line-height: 1.3; }
dd span { color: var(--quiet); font-size: 13px; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 12px; }
.plots section:first-child { grid-column: 1 / -1; }
section { margin: 0 0 12px; min-width: 0; } .plots section { margin: 0; } .plots + section { margin-top: 12px; }
section ul { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 0 0 6px; padding: 0; font-size: 13px;
  color: var(--quiet); }
i { display: inline-block; width: 10px; height: 10px; margin-right: 6px; border-radius: 3px; }
svg { display: block; overflow: visible; }
.answered, .cost { fill: var(--answered); background: var(--answered); }
.not_found { fill: var(--missing); background: var(--missing); }
.stopped { fill: var(--stopped); background: var(--stopped); } .failed { fill: var(--failed); background: var(--failed); }
.grid { stroke: var(--line); } .tick { fill: var(--quiet); font-size: 11px; }
.span { stroke: var(--answered); stroke-width: 2; opacity: .55; } .dot { fill: var(--answered); }
.none { color: var(--quiet); padding: 6px 0; }
.wide { overflow-x: auto; } table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 7px 10px; border-top: 1px solid var(--line); text-align: left; vertical-align: top; white-space: nowrap; }
thead th { border-top: 0; color: var(--quiet); font-size: 13px; font-weight: 500; } tbody th { font-weight: 500; }
td.words { white-space: normal; overflow-wrap: anywhere; min-width: 180px; } td a { white-space: normal; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
thead th.number { text-align: right; } details { margin: 0 0 12px; }
summary { cursor: pointer; padding: 8px 2px; color: var(--accent); }
@media (max-width: 600px) { main { padding: 14px 12px 40px; } .tiles { grid-template-columns: 1fr 1fr; gap: 8px; }
  .tiles > div { padding: 10px 12px; } dd b { font-size: 21px; } th, td { padding: 7px 6px; }
  td.words { min-width: 120px; } td.when { white-space: normal; } }
</style>
</head>
<body>
<main>
<!-- parts -->
</main>
</body>
</html>
"""
