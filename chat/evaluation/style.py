"""The CSS of the page written by `threadwise eval --page`: light and dark, down to the width of a phone."""

from __future__ import annotations

STYLE = """
:root { --paper: #f6f7f9; --card: #fff; --ink: #16202c; --quiet: #5c6875; --line: #e1e5ea; --ours: #2563c9; --soft: #cfdef8;
  --beside: #b4560a; --good: #1a7a43; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --paper: #10151b; --card: #181f27; --ink: #e6ebf1; --quiet: #97a3b0;
  --line: #2b3540; --ours: #6ea4ff; --soft: #294472; --beside: #f0a35c; --good: #6cc48c; --bad: #f2867d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 1040px; margin: 0 auto; padding: 28px 16px 48px; }
h1 { margin: 0; font-size: 26px; letter-spacing: -0.01em; }
h2 { margin: 0 0 2px; font-size: 18px; }
header p, .facts { margin: 2px 0 0; color: var(--quiet); }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: 3px; }
small { color: var(--quiet); font-size: 12px; }
.card { margin-top: 18px; padding: 18px 20px 20px; background: var(--card); border: 1px solid var(--line);
  border-radius: 14px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; padding-top: 8px; font-size: 13px; }
.legend span { display: inline-flex; align-items: center; gap: 7px; }
.legend i { display: inline-block; }
.key-dot { width: 9px; height: 9px; border-radius: 50%; background: var(--ours); }
.key-band { width: 22px; height: 10px; border-radius: 5px; background: var(--soft); }
.key-tick { width: 2px; height: 15px; background: var(--ink); }
.key-ring { width: 10px; height: 10px; border: 2px solid var(--beside); border-radius: 50%; }
.rows { display: grid; gap: 2px; margin-top: 8px; }
.row { display: grid; grid-template-columns: minmax(120px, 24%) 1fr 104px; align-items: center; gap: 14px; }
.label { display: flex; justify-content: space-between; align-items: baseline; gap: 8px; }
.label small { margin-left: auto; white-space: nowrap; }
.figure, td { font-variant-numeric: tabular-nums; white-space: nowrap; }
.figure { text-align: right; }
.figure span { display: inline-block; min-width: 46px; }
.up { color: var(--good); } .down { color: var(--bad); } .same { color: var(--quiet); }
.scroll { overflow-x: auto; }
table { width: 100%; table-layout: fixed; margin-top: 12px; border-collapse: collapse; font-size: 14px; }
th, td { padding: 5px 8px; border-bottom: 1px solid var(--line); text-align: right; font-weight: 400; }
thead th { color: var(--quiet); font-size: 12px; white-space: nowrap; }
th:first-child { padding-left: 0; text-align: left; white-space: nowrap; }
details summary { margin-top: 10px; color: var(--quiet); font-size: 13px; cursor: pointer; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 22px 32px; margin-top: 20px; }
figure { min-width: 0; margin: 0; }
figcaption { margin-bottom: 8px; color: var(--quiet); font-size: 13px; }
figcaption b { color: var(--ink); font-size: 14px; font-weight: 600; margin-right: 4px; }
.plots .row { grid-template-columns: minmax(116px, 44%) 1fr 42px; font-size: 14px; }
svg { display: block; width: 100%; overflow: visible; }
.grid { stroke: var(--line); }
.band { fill: var(--soft); } .bar { fill: var(--ours); opacity: 0.55; } .bin { fill: var(--ours); opacity: 0.75; }
.whisker { stroke: var(--ink); stroke-width: 1.5; } .landed { stroke: var(--ink); stroke-width: 2; }
.curve { stroke: var(--ours); stroke-width: 2; stroke-linecap: round; } .mark { stroke: var(--ink); stroke-dasharray: 3 3; }
.dot { fill: var(--ours); stroke: var(--card); stroke-width: 1.5; } .faint { fill: transparent; }
.ring { fill: none; stroke: var(--beside); stroke-width: 2; }
.tick { fill: var(--quiet); font-size: 11px; } .value { fill: var(--ink); font-size: 11px;
  font-variant-numeric: tabular-nums; } .first { transform: translateX(9px); }
@media (max-width: 640px) {
  main { padding: 20px 10px 40px; } .card { padding: 14px 14px 16px; border-radius: 12px; }
  .plots { grid-template-columns: minmax(0, 1fr); } table { table-layout: auto; font-size: 13px; } th, td { padding: 5px 3px; }
  .row { grid-template-columns: 1fr auto; gap: 0 10px; padding-bottom: 6px; } .row > svg { grid-row: 2; grid-column: 1 / -1; }
  .plots .row { grid-template-columns: 1fr auto; } .label { justify-content: flex-start; } .label small { margin-left: 0; }
}
"""
