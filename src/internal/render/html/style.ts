import { type Html, html } from "../markup.ts";

/** The style of the HTML report. It needs no font and no image to fetch. */
export const HTML_STYLE: Html = html`
:root { color-scheme: light dark; --ink: #1f2328; --soft: #59636e; --line: #d1d9e0; --paper: #ffffff; --panel: #f6f8fa;
  --ok: #116329; --warn: #7d4e00; --bad: #b3261e; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6edf3; --soft: #9da7b3; --line: #3d444d; --paper: #0d1117; --panel: #151b23;
    --ok: #56d364; --warn: #e3b341; --bad: #ff8a80; --link: #79c0ff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.35rem; margin: 0 0 .25rem; }
h2 { font: 600 1.05rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; margin: 0 0 .25rem;
  overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 1.5rem 0 .4rem; }
p { margin: .25rem 0; }
a { color: var(--link); }
code, .code { font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
section { border-top: 1px solid var(--line); margin-top: 2rem; padding-top: 1.5rem; }
table { border-collapse: collapse; width: 100%; }
table { margin-top: .75rem; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
td:last-child { min-width: 9rem; }
th, td { border-top: 1px solid var(--line); padding: .35rem .9rem .35rem 0; text-align: left; vertical-align: top; }
thead th { border-top: 0; color: var(--soft); font-weight: 500; }
tbody th { font-weight: 500; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.line { display: block; }
.pairs { display: grid; grid-template-columns: fit-content(16rem) 1fr; gap: 0 1rem; align-items: baseline; }
.lead { color: var(--soft); }
.verdict { font-weight: 600; }
.ok { color: var(--ok); } .warn { color: var(--warn); } .bad { color: var(--bad); } .soft { color: var(--soft); }
.status, tbody th code { white-space: nowrap; }
section, .problem { break-inside: avoid-page; }
.problem { background: var(--panel); border-left: 3px solid var(--bad); margin: 1rem 0; padding: .75rem 1rem; }
.problem dl { margin: .5rem 0; }
.links { margin: 1rem 0; }
.links a { margin-right: 1.25rem; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; margin-top: 3rem; padding-top: .75rem; }
@media (max-width: 40rem) { .scroll { overflow-x: auto; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
`;
