import { createHash } from "node:crypto";
import { type Html, html } from "../markup.ts";

interface Page {
  readonly title: string;
  readonly body: readonly (Html | undefined | false)[];
  readonly footer?: string | Html;
  readonly script?: Html;
}

/** The content security policy allows only the page's own style and script, by their hashes. */
export function writePage({ title, body, footer, script }: Page): string {
  const scripts = script && html`; script-src '${hashInline(script)}'`;
  return `${html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '${hashInline(HTML_STYLE)}'${scripts}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${HTML_STYLE}</style>
</head>
<body>
${html.join(body, "\n")}
${footer !== undefined && html`<footer class="page">${footer}</footer>`}${script && html`\n<script>${script}</script>`}
</body>
</html>`}\n`;
}

function hashInline(text: Html): string {
  return `sha256-${createHash("sha256").update(text.toString()).digest("base64")}`;
}

/** Loads no fonts or images. */
export const HTML_STYLE: Html = html`
:root { color-scheme: light dark; --paper: #fff; --ink: #14181e; --soft: #545d69; --line: #d9dee4; --panel: #f4f6f8; --alarm: #fdf0ef;
  --proven: #0a6b3c; --vouched: #1f58b0; --partial: #8a5000; --refuted: #b4141c; --open: #545d69;
  --immutable: #007a78; --library: #a86200; --protection: #a02f86; --metadata: #6a4cc2; --arguments: #1d6cc0; --differs: #c4161c;
  --project: #3d4858; --data: #e3e8ed; --code: #8995a5; --runtime: #8995a5; --constructor: #cdd4dc; --on: #fff; --oncode: #14181e; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #0f1216; --ink: #e9ecf0; --soft: #a4aebb; --line: #2b323b; --panel: #191e25; --alarm: #2b1718;
  --proven: #4cc38a; --vouched: #84b5ff; --partial: #e6ab52; --refuted: #ff7f7b; --open: #a4aebb;
  --immutable: #2cb7b1; --library: #e0a03c; --protection: #e381ca; --metadata: #a792f2; --arguments: #71b2f6; --differs: #ff6d68;
  --project: #b3bfcf; --data: #262d36; --code: #6f7c8d; --runtime: #6f7c8d; --constructor: #3a4552; --on: #0f1216; --oncode: #fff; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; max-width: 1280px; padding: 32px 32px 64px; background: var(--paper); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
h1, .title { font-size: 34px; line-height: 1.2; font-weight: 680; letter-spacing: -.02em; margin: 0 0 8px; text-wrap: balance; }
h2 { font-size: 19px; font-weight: 650; letter-spacing: -.01em; margin: 0 0 4px; } .bar h2 { margin: 0; }
h3 { font-size: 15px; margin: 20px 0 2px; }
p { margin: 4px 0; }
a { color: inherit; text-decoration-color: var(--soft); text-underline-offset: 3px; }
a:hover { text-decoration-color: currentColor; }
code, pre { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
ul { list-style: none; margin: 0; padding: 0; }
:focus-visible { outline: 2px solid var(--vouched); outline-offset: 2px; border-radius: 2px; }
.view:focus { outline: none; }
.vh { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft, .sub { color: var(--soft); }
.sub { display: block; font-size: 12.5px; font-weight: 400; }
.lead { color: var(--soft); font-size: 16px; max-width: 46em; }
.num { font-size: 12.5px; }
.defs { position: absolute; }
.i { width: 16px; height: 16px; vertical-align: -3px; flex: none; }
.k { fill: none; stroke: var(--paper); stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.proven { color: var(--proven); } .vouched { color: var(--vouched); } .partial { color: var(--partial); } .refuted { color: var(--refuted); } .open, .other { color: var(--open); } .none { color: var(--soft); }

/* Views: a contract is shown once its link has been followed. */
.contract { display: none; }
.contract:target, .contract.whole:has(:target), .contract.only { display: block; }
main.short:has(.contract:target) #all, main.short:has(.contract :target) #all { display: none; }
@supports not selector(:has(*)) { .contract { display: block; border-top: 1px solid var(--line); margin-top: 48px; padding-top: 24px; } }

.top { display: flex; justify-content: space-between; gap: 32px; align-items: start; }
.top dl, .run dl { display: grid; gap: 2px; margin: 4px 0; font-size: 13px; } .top dl { flex: 0 1 auto; max-width: 45%; grid-template-columns: max-content minmax(0, auto); column-gap: 16px; }
.top dl div { display: contents; } .top dd { grid-column: 2; } .top dt, .run dt { white-space: nowrap; }
.run dl { display: flex; flex-wrap: wrap; gap: 4px 32px; margin-bottom: 24px; }
.run dl div { display: flex; gap: 8px; }
dl, dt, dd { margin: 0; } dt { color: var(--soft); }
.contract > dl { display: flex; flex-wrap: wrap; gap: 12px 40px; margin: 20px 0; }
.contract > dl dt { font-size: 12.5px; }
.standings { display: flex; flex-wrap: wrap; gap: 16px 28px; margin: 28px 0; }
.standings > li { color: var(--ink); font-size: 13px; max-width: 100%; }
.standings .refuted b, .standings .partial b, .standings .proven b { color: inherit; }
.marks { display: flex; flex-wrap: wrap; gap: 4px; margin-top: 6px; color: inherit; }
.marks .i { width: 20px; height: 20px; display: block; }
.crowd { max-width: 100%; height: auto; }
.failures { border-top: 1px solid var(--line); }
.failures > li { display: grid; grid-template-columns: 16px 240px 1fr; gap: 4px 18px; padding: 14px 0; border-bottom: 1px solid var(--line); }
.failures .i { margin-top: 3px; }
.who > span { display: block; }
.what p { margin: 0 0 2px; }
.problem { background: var(--alarm); border-radius: 6px; padding: 14px 18px; margin: 20px 0; }
.problem dl { margin: 8px 0; display: grid; gap: 2px; }
.problem dl div { display: grid; grid-template-columns: minmax(72px, 150px) 1fr; gap: 0 12px; }
.problem dl dd { grid-column: 2; } .problem dl dt { grid-row: 1 / span 40; }
.try { display: inline-flex; gap: 4px 8px; align-items: baseline; max-width: 100%; }
.try code { background: var(--panel); border-radius: 4px; padding: 3px 8px; min-width: 0; } .try > .soft { flex: none; }
.problem .try code { background: var(--paper); }
.copy { display: none; border: 0; background: none; color: var(--soft); padding: 3px; margin: -3px 0; cursor: pointer; border-radius: 4px; vertical-align: middle; }
.js .copy { display: inline-flex; }
.copy:hover { color: var(--ink); background: var(--panel); } .copy.done { color: var(--proven); }
.copy::before, .copy::after { content: ""; display: block; width: 7px; height: 7px; border: 1.3px solid currentColor; } .copy::before { margin: 3px -5px 0 0; } .copy::after { background: var(--paper); margin: 0 0 3px; }

.part { margin-top: 44px; }
.bar { display: flex; flex-wrap: wrap; gap: 12px 20px; align-items: center; }
.controls { display: none; flex: 1; gap: 8px 12px; align-items: center; flex-wrap: wrap; }
.js .controls { display: flex; }
.controls input, .controls select, .filters, button.plain { font: inherit; font-size: 13px; color: inherit; background: var(--paper); border: 1px solid var(--soft); border-radius: 6px; padding: 5px 10px; }
.controls input { width: 240px; } .controls select { margin-left: auto; }
.filters { display: inline-flex; padding: 0; overflow: hidden; }
.filters button { font: inherit; border: 0; background: none; color: inherit; padding: 5px 11px; cursor: pointer; border-left: 1px solid var(--line); }
.filters button:first-child { border-left: 0; }
.filters button[aria-pressed="true"] { background: var(--ink); color: var(--paper); }
.filters button:focus-visible { outline-offset: -3px; }
.foot { color: var(--soft); min-height: 30px; }
button.plain { cursor: pointer; } [hidden] { display: none; }
.key { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 10px 0; color: var(--soft); font-size: 12.5px; }
.key .i { width: 14px; height: 14px; vertical-align: -2px; }
.swatch { width: 13px; height: 13px; vertical-align: -2px; border-radius: 2px; } .swatch.f-compiler, .swatch.f-data, .swatch.f-constructor { outline: 1px solid var(--code); outline-offset: -1px; }

table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 8px 14px 8px 0; border-top: 1px solid var(--line); font-weight: 400; }
thead th { border-top: 0; color: var(--soft); font-size: 12.5px; vertical-align: bottom; }
th[scope="row"] a { font-weight: 600; }
table.all { margin-top: 12px; table-layout: fixed; } .all thead th:nth-child(1) { width: 122px; } .all thead th:nth-child(3) { width: 116px; } .all thead th:nth-child(4) { width: 134px; } .all thead .c { width: 49px; } .all thead .s { width: 154px; }
.locked thead th:nth-child(2) { width: 30%; } .locked .d { font-size: 13px; } .drift { display: block; } .drift b { color: var(--refuted); font-weight: 600; }
.all thead th { border-bottom: 1px solid var(--soft); }
.all th, .all td { padding: 7px 10px 7px 0; }
.all tbody th, .all td { vertical-align: middle; }
.all .o { font-size: 13px; } .all .o span { color: var(--ink); }
.all .m .match { display: inline-block; min-width: 54px; font-size: 13px; }
.all .c { text-align: center; padding: 7px 0; font-size: 11px; white-space: nowrap; }
.all thead .c { vertical-align: bottom; } .up { writing-mode: vertical-rl; transform: rotate(180deg); }
.total { display: block; color: var(--ink); font-weight: 600; }
.all .s { white-space: nowrap; padding-right: 0; text-align: right; } .all .s .num { display: inline-block; min-width: 46px; white-space: nowrap; } .files .num { flex: none; } .files code { min-width: 0; }
.runs a { font-weight: 400; } .all .chain th { background: var(--panel); padding: 8px 10px; } .standings .chain { width: 200px; } .all .rest td { color: var(--soft); font-size: 13px; } .rest button.plain { display: none; padding: 1px 8px; margin-left: 6px; } .js .rest button.plain { display: inline; }
.controls select + select { margin-left: 0; }
.all th[scope="row"] > a, .all .a code, .who b, .who code, .top dd code, .top dd, .title > span { display: -webkit-inline-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; max-width: 100%; vertical-align: top; } .all .sub { max-height: 57px; overflow: hidden; }
.strip { display: inline-block; width: 102px; height: 12px; vertical-align: -2px; }
.wide .strip { width: 100%; height: 18px; }

.claims th[scope="col"]:not(:first-child) { text-align: center; width: 90px; overflow-wrap: normal; color: var(--ink); font-weight: 600; padding-right: 0; }
.claim { display: flex; gap: 12px; }
.claim .i { margin-top: 3px; }
.says { font-weight: 600; color: var(--ink); } .says .state { font-weight: 400; }
.claims tr.proven .state { color: var(--proven); } .claims tr.vouched .state { color: var(--vouched); } .claims tr.refuted .state { color: var(--refuted); } .claims tr.open .state, .claims tr.none .state { color: var(--soft); }
.claims .names { display: none; }
.claims td.w { position: relative; text-align: center; padding: 10px 0; }
.w::before, .w::after { content: ""; position: absolute; top: 19px; width: 50%; border-top: 2px solid currentColor; display: none; }
.w::before { left: 0; } .w::after { left: 50%; }
.w.l::before, .w.r::after { display: block; }
.w.bl::before { border-top: 2px dashed var(--refuted); } .w.br::after, .w.bl.r::after { border-top: 2px dashed var(--refuted); }
.dot, .word { position: relative; z-index: 1; display: inline-block; vertical-align: top; width: 12px; height: 12px; margin-top: 4px; border: 6px solid currentColor; border-radius: 50%; } .word { border-width: 2.5px; background: var(--paper); }
tr.proven .w { color: var(--proven); } tr.vouched .w { color: var(--vouched); } tr.refuted .w { color: var(--open); } tr.refuted .w .word { color: var(--refuted); }
.cut { position: absolute; left: 0; top: 11px; margin-left: -9px; z-index: 2; } .cut .i { width: 18px; height: 18px; }
.w:empty { background: radial-gradient(circle, var(--soft) 1.3px, transparent 1.8px) 50% 16px / 6px 6px no-repeat; } .w.l:empty, .w.r:empty { background: none; }

.map { display: block; width: 100%; height: auto; margin-top: 10px; overflow: visible; }
.map.a32 { display: none; }
.map text { font: 10.5px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: var(--soft); white-space: pre; }
.map .digits text { font-size: 9.5px; } .map .ondark { fill: var(--on); } .map .onlight { fill: var(--oncode); }
.map a text { fill: var(--ink); text-anchor: middle; font-weight: 700; font-size: 9.5px; }
.map .tag { fill: var(--paper); }
.hit { fill: transparent; } .map a:hover .hit, .map a:focus-visible .hit { stroke: var(--ink); stroke-width: 2; } .map a:focus-visible { outline: none; }
.grid { fill: url(#f-grid); } .gap { fill: var(--paper); }
[class*="f-"] { fill: var(--f); } .run { fill: none; stroke: var(--f); stroke-width: 13; transform: translateY(6.5px); }
.f-code { --f: var(--code); } .f-runtime { --f: var(--runtime); } .f-constructor { --f: var(--constructor); } .f-project { --f: var(--project); } .f-packages { --f: var(--code); } .f-compiler { --f: var(--constructor); } .f-data { --f: var(--data); }
.f-immutable { --f: url(#f-immutable); } .f-library, .f-implementation { --f: url(#f-library); } .f-call-protection { --f: url(#f-protection); } .f-metadata { --f: url(#f-metadata); } .f-arguments { --f: url(#f-arguments); } .f-differs { --f: url(#f-differs); }
#f-immutable .ground { fill: var(--immutable); } #f-library .ground { fill: var(--library); } #f-protection .ground { fill: var(--protection); } #f-metadata .ground { fill: var(--metadata); } #f-arguments .ground { fill: var(--arguments); } #f-differs .ground { fill: var(--differs); }
.ink { fill: var(--paper); fill-opacity: .45; } .line { stroke: var(--paper); stroke-opacity: .5; stroke-width: 1; fill: none; }
.digits { paint-order: stroke; }
.parts th:first-child { width: 34%; } .parts td.num { width: 26%; white-space: normal; } .parts .number { display: inline-block; min-width: 18px; }
tr:target { background: var(--panel); box-shadow: -8px 0 0 var(--panel), 8px 0 0 var(--panel); }
.bars { width: 100%; height: 100px; display: block; } .band { fill: var(--runtime); fill-opacity: .22; } .band.metadata { fill: var(--metadata); fill-opacity: .2; }
.end { font: 12.5px ui-monospace, Menlo, Consolas, monospace; margin: 8px 0 4px; }
.listing { font-size: 12.5px; border: 1px solid var(--line); margin-top: 8px; } .listing th { padding: 6px 12px; }
.listing td { border: 0; padding: 1px 8px; } .listing .right, .listing th + th { border-left: 1px solid var(--line); }
.listing .offset, .listing code { overflow-wrap: normal; white-space: nowrap; } .listing .offset { color: var(--soft); font: 12px ui-monospace, Menlo, Consolas, monospace; text-align: right; width: 58px; } .listing .sign { width: 22px; text-align: center; color: var(--refuted); font-weight: 700; }
.listing .code { width: 42%; }
.listing tr.differs td { background: var(--alarm); } .listing tr.differs td.empty { background: var(--panel); } .listing tr.moved .sign { color: var(--soft); font-weight: 400; }
.listing .fold td { background: var(--panel); color: var(--soft); text-align: center; padding: 3px; } .listing .line td { background: var(--panel); padding: 8px 12px; }
.diff { margin: 4px 0 16px; border: 1px solid var(--line); border-radius: 4px; padding: 6px 0; white-space: pre; tab-size: 4; width: max-content; min-width: 100%; }
.diff .row { display: block; padding: 0 12px; } .diff .add { background: color-mix(in srgb, var(--proven) 13%, transparent); } .diff .del { background: color-mix(in srgb, var(--refuted) 13%, transparent); } .diff .at { color: var(--soft); }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 24px 48px; } .two > section { min-width: 0; }
.files li { display: flex; justify-content: space-between; gap: 12px; border-bottom: 1px solid var(--line); padding: 3px 0; }
.two dl { margin-top: 6px; } .two dl div { display: grid; grid-template-columns: minmax(96px, 34%) 1fr; gap: 0 12px; padding: 2px 0; } .two dl dd { grid-column: 2; }
.lines li { padding: 2px 0; } .back { margin: 0 0 20px; } .title { display: flex; gap: 14px; align-items: start; } .title span, dl > div, dd, .says { min-width: 0; } .title .i { width: 34px; height: 34px; margin-top: 4px; }
details { margin-top: 28px; border-top: 1px solid var(--line); padding-top: 14px; } summary { cursor: pointer; color: var(--soft); } details .scroll { margin-top: 8px; }
.scroll { overflow-x: auto; position: relative; } .checks i { font-style: normal; color: var(--soft); } .checks li { display: grid; grid-template-columns: 220px 1fr; gap: 2px 12px; padding: 5px 0; border-bottom: 1px solid var(--line); } .checks { margin-top: 8px; }
.facts { margin-top: 28px; border-top: 1px solid var(--line); padding-top: 14px; font-size: 13px; } .facts dl { display: grid; gap: 2px; } .facts dl div { display: grid; grid-template-columns: 130px 1fr; } .facts dd { grid-column: 2; } .facts dt { grid-row: 1 / span 20; }
footer.page { border-top: 1px solid var(--line); color: var(--soft); font-size: 12.5px; margin-top: 56px; padding-top: 12px; }

@media screen and (max-width: 1120px) {
  .all, .all tbody, .all tr { display: block; } .all thead { display: none; }
  .all tr { display: grid; grid-template-columns: repeat(9, 22px) 1fr; gap: 2px 4px; padding: 12px 0; border-top: 1px solid var(--line); align-items: center; }
  .all th, .all td { border: 0; padding: 0; } .all .o { grid-column: 1 / 9; grid-row: 1; } .all .m { grid-column: 9 / -1; grid-row: 1; text-align: right; } .all .m .match { min-width: 0; margin-left: 8px; }
  .all th[scope="row"] { grid-column: 1 / 9; grid-row: 2; } .all .a { grid-column: 9 / -1; grid-row: 2; text-align: right; justify-self: end; } .all .c { text-align: left; grid-row: 3; padding: 4px 0; } .all .s { grid-row: 3; } .all .d { grid-column: 1 / -1; grid-row: 3; } .all .chain th, .all .rest td { grid-column: 1 / -1; }
}
@media (max-width: 860px) {
  body { padding: 20px 16px 40px; } h1, .title { font-size: 26px; } .title .i { width: 26px; height: 26px; }
  .top { display: block; } .top dl { margin-top: 14px; max-width: none; } .failures > li { grid-template-columns: 16px 1fr; } .failures .what { grid-column: 2; }
  .two { display: block; } .two > section + section { margin-top: 32px; }
  .bar { display: block; } .controls { margin-top: 10px; } .scroll .plain { min-width: 560px; } .checks li { grid-template-columns: 1fr; } .controls input { flex: 1 1 160px; width: auto; } .controls select { margin: 0; } .filters { width: 100%; } .filters { order: 3; } .filters button { flex: 1 1 auto; padding: 9px 4px; }
  .copy { padding: 11px; margin: -8px -6px; } .strip { width: 62px; } .all .s .num { min-width: 44px; display: inline-block; }
  .claims thead, .claims td.w { display: none; } .claims, .claims tbody, .claims tr { display: block; } .claims tbody th { padding-right: 0; } .claims .names { display: block; font-size: 12.5px; font-weight: 400; color: var(--soft); }
  .map.a32 > text { font-size: 15px; } .listing { min-width: 680px; } .map.a64:not(.only) { display: none; } .map.a32 { display: block; }
  .parts thead { display: none; } .parts, .parts tbody, .parts tr { display: block; } .parts tr { border-top: 1px solid var(--line); padding: 8px 0; } .parts th, .parts td { display: inline; border: 0; padding: 0 10px 0 0; } .parts td:last-child { display: block; }
  .facts dl div { grid-template-columns: 104px 1fr; } .contract > dl { display: grid; gap: 6px; } .contract > dl div { display: grid; grid-template-columns: 104px 1fr; gap: 0 8px; }
  .problem dl div { grid-template-columns: 84px 1fr; } .try { display: grid; grid-template-columns: 1fr auto; } .try > .soft { grid-column: 1 / -1; } .standings .chain { width: 100%; } .standings { gap: 12px 28px; margin: 20px 0; }
}
@media (forced-colors: active) { .i, .map path, .strip path, .swatch, .crowd path { forced-color-adjust: none; } .filters button[aria-pressed="true"] { forced-color-adjust: none; } }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  :root { color-scheme: light; } body { max-width: none; padding: 0; zoom: .8; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  h1, .title { font-size: 26px; } .controls, .copy, .back, .foot { display: none !important; }
  #all, main.short:has(.contract:target) #all, main.short:has(.contract :target) #all { display: block; } .contract { display: block; break-before: page; }
  .contract.only { break-before: auto; }
  .contract.good .two, .contract.good .facts, .contract.good .folded, .contract.good .parts { display: none; }
  tr, .failures > li, .problem, .map { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; } .part { margin-top: 24px; }
}
`;
