/** How the page of a comparison looks: two calm columns of text, one color for each kind or source, underlined for paper. */
import { baseStyle } from '../../html/base-style.ts';

export const comparisonStyle = `${baseStyle}
:root {
  --k0: #c4413a; --k1: #c07a10; --k2: #6b55c9;
  --s0: #2c6cb0; --s1: #0f7f63; --s2: #a3489c; --s3: #b07210; --s4: #4a5fc1; --s5: #7a7a1c; --s6: #8a5a44; --s7: #c4413a;
  --tint: 14%; --strong: 34%;
}
@media (prefers-color-scheme: dark) {
  :root {
    --k0: #f2857b; --k1: #e8b04f; --k2: #b09cf5;
    --s0: #7fb6f0; --s1: #5fc9a6; --s2: #dd8fd6; --s3: #e8b04f; --s4: #9aa8f5; --s5: #c6c463; --s6: #d3a48e; --s7: #f2857b;
    --tint: 18%; --strong: 42%;
  }
}
.by-kind .k0, .kinds .k0, #bar .k0, .strip .k0 { --c: var(--k0); }
.by-kind .k1, .kinds .k1, #bar .k1, .strip .k1 { --c: var(--k1); }
.by-kind .k2, .kinds .k2, #bar .k2, .strip .k2 { --c: var(--k2); }
.by-source .text .s0, .sources .s0 { --c: var(--s0); }
.by-source .text .s1, .sources .s1 { --c: var(--s1); }
.by-source .text .s2, .sources .s2 { --c: var(--s2); }
.by-source .text .s3, .sources .s3 { --c: var(--s3); }
.by-source .text .s4, .sources .s4 { --c: var(--s4); }
.by-source .text .s5, .sources .s5 { --c: var(--s5); }
.by-source .text .s6, .sources .s6 { --c: var(--s6); }
.by-source .text .s7, .sources .s7 { --c: var(--s7); }
.by-kind .sources .swatch { background: var(--soft); }

body { max-width: 88rem; padding-bottom: 3rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
h1 span { color: var(--soft); font-weight: 400; }
svg { display: block; }
.all { fill: var(--track); }
small { font-size: .8125rem; font-weight: 400; color: var(--soft); }

.summary { display: grid; grid-template-columns: minmax(0, 1fr) minmax(15rem, 22rem); gap: 2rem 4rem; align-items: start; }
.big { font-size: 4.5rem; line-height: 1; font-weight: 650; letter-spacing: -.035em; }
.big small { font-size: 1rem; letter-spacing: 0; margin-inline-start: .5rem; }
.lead { margin: .75rem 0 1.5rem; max-width: 42rem; font-size: 1.0625rem; text-wrap: pretty; }
#bar { width: 100%; height: 14px; border-radius: 7px; }
#bar rect:not(.all), .strip path { fill: var(--c); }
.kinds { border: 0; margin: .875rem 0 0; padding: 0; display: grid; grid-template-columns: repeat(3, auto); justify-content: space-between; gap: .5rem 1.5rem; }
.kinds label { display: grid; grid-template-columns: auto auto 1fr auto; gap: .5rem; align-items: center; cursor: pointer; padding: .25rem 0; }
.kinds label > span + span { line-height: 1.25; }
.kinds small { display: block; }
.kinds b { font-size: 1.125rem; font-weight: 600; margin-inline-start: .5rem; }
.kinds label:has(input:not(:checked)) { color: var(--soft); }
input[type=checkbox], input[type=range] { accent-color: var(--accent); }
input[type=checkbox] { width: 1.0625rem; height: 1.0625rem; margin: 0; }
.swatch { display: inline-block; width: .75rem; height: .75rem; border-radius: 3px; background: var(--c); }
.strip { margin-top: 1.5rem; }
.strip svg { width: 100%; height: 30px; border-radius: 6px; }
figcaption { font-size: .8125rem; color: var(--soft); padding-top: .375rem; }
.strip figcaption { display: flex; justify-content: space-between; }
#map[hidden], .pane[hidden] { display: none; }
#map h2 { margin: 0 0 .5rem; font-size: .9375rem; }
.plot { display: grid; grid-template-columns: auto 1fr; gap: .25rem .375rem; font-size: .75rem; color: var(--soft); }
.plot .down { writing-mode: vertical-rl; transform: rotate(180deg); text-align: end; line-height: 1; }
.plot .across { grid-column: 2; line-height: 1; }
#map-picture { width: 100%; aspect-ratio: 1.15; background: var(--card); border: 1px solid var(--line); border-radius: 6px; cursor: pointer; }
#map-picture path { fill: var(--accent); }
.level-0 { opacity: .18; } .level-1 { opacity: .4; } .level-2 { opacity: .6; } .level-3 { opacity: .8; }
#map figcaption { min-height: 3em; padding-inline-start: 1.125rem; }

.sources { width: 100%; border-collapse: collapse; font-size: .9375rem; }
.sources th { font-size: .75rem; font-weight: 500; color: var(--soft); text-align: start; padding: 0 1rem .375rem 0; }
.sources td { padding: .375rem 1rem .375rem 0; border-top: 1px solid var(--line); vertical-align: middle; }
.sources td:first-child { width: 3.5rem; }
.sources input { display: block; }
.sources tr.shown td { background: var(--hover); }
.sources button { border: 0; background: none; padding: .125rem 0; text-align: start; cursor: pointer; display: flex; gap: .625rem; align-items: baseline; }
.sources button .swatch { flex: none; }
.sources button:hover .id { text-decoration: underline; }
.sources [aria-pressed=true] .id { font-weight: 650; }
.sources .share { white-space: nowrap; width: 24%; }
.sources .share svg { display: inline-block; width: calc(100% - 4.5rem); height: 8px; border-radius: 4px; margin-inline-end: .75rem; vertical-align: .05em; }
.sources .part { fill: var(--c); }
.by-kind .sources .part { fill: var(--meter); }
.note { margin-top: .75rem; }
.note button { border: 1px solid var(--line); border-radius: 6px; background: var(--card); padding: .125rem .625rem; cursor: pointer; color: var(--ink); }
.note button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }

.filters { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 2.25rem; margin: 2rem 0 1rem; padding: .75rem 0; border-block: 1px solid var(--line); font-size: .9375rem; min-height: 3.75rem; }
.filters label { display: inline-flex; align-items: center; gap: .5rem; cursor: pointer; }
.filters .idle { color: var(--soft); cursor: default; }
.filters output { min-width: 1.25em; text-align: center; font-weight: 600; }
.filters input[type=range] { width: 9rem; }
select, .filters button { background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .25rem .625rem; cursor: pointer; }
.filters button[hidden] { display: none; }
.filters button { margin-inline-start: auto; color: var(--accent); }

#reader { display: flex; flex-direction: column; height: 100vh; height: 100dvh; min-height: 26rem; padding: .75rem 0 1rem; }
.toolbar { display: flex; align-items: center; gap: 1.25rem; padding-bottom: .75rem; }
.steps { display: flex; align-items: center; gap: .5rem; }
.toolbar button { border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .375rem .875rem; cursor: pointer; }
.toolbar button:hover { border-color: var(--accent); color: var(--accent); }
.toolbar button:disabled { opacity: .5; cursor: default; }
.toolbar output { min-width: 7rem; text-align: center; font-weight: 600; }
#passage-says { color: var(--soft); font-size: .9375rem; overflow-wrap: anywhere; }
.sides { display: none; }
.panes { flex: 1; min-height: 0; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; }
.pane { display: flex; flex-direction: column; min-height: 0; background: var(--card); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.pane h3 { display: flex; gap: .625rem; align-items: baseline; padding: .625rem 1.5rem; border-bottom: 1px solid var(--line); font-size: .875rem; font-weight: 600; }
.pane .role { color: var(--soft); font-weight: 500; }
.text { flex: 1; overflow: auto; padding: 1.25rem 1.5rem 40vh; font: 1.0625rem/1.75 var(--serif); overflow-wrap: anywhere; scroll-behavior: auto; }
.text:focus-visible { outline-offset: -2px; }
.text p { margin: 0 auto .9em; max-width: 40em; white-space: pre-line; }
.long p { content-visibility: auto; contain-intrinsic-size: auto 7em; }
.text .gap { text-align: center; color: var(--soft); font: .8125rem/1.5 var(--sans); background: var(--hover); border-radius: 6px; padding: .25rem; }
:lang(zh).text, :lang(ja).text { line-height: 1.9; }

mark {
  --c: var(--k0); color: inherit; background: color-mix(in srgb, var(--c) var(--tint), transparent);
  text-decoration: underline solid 2px var(--c); text-underline-offset: .24em; text-decoration-skip-ink: none;
  padding: .12em 0; border-radius: 2px; cursor: pointer; scroll-margin: 30vh 0;
  -webkit-box-decoration-break: clone; box-decoration-break: clone;
}
mark.k1 { text-decoration-style: dashed; }
mark.k2 { text-decoration-style: dotted; text-decoration-thickness: 2.5px; }
mark.off { background: none; text-decoration: none; cursor: auto; }
mark:not(.off):hover { background: color-mix(in srgb, var(--c) calc(var(--tint) + 8%), transparent); }
mark.on { background: color-mix(in srgb, var(--c) var(--strong), transparent); }
mark b { font-weight: inherit; background: var(--card); border-radius: 2px; padding: .06em 0; }
mark:focus-visible { outline-offset: 1px; }
sup {
  font: 600 .625rem/1 var(--sans); color: color-mix(in srgb, var(--c) 60%, var(--ink)); margin-inline-end: .2em; vertical-align: .55em;
  user-select: none;
}

footer { margin-top: 2rem; max-width: 48rem; }
footer h2 { margin: 0 0 .5rem; color: var(--ink); font-size: 1rem; }
footer p + p { margin-top: .5rem; }
footer b { color: var(--ink); font-weight: 600; }

@media screen and (max-width: 60rem) {
  .summary { grid-template-columns: 1fr; }
  #map { max-width: 26rem; }
}
@media screen and (max-width: 52rem) {
  html { scrollbar-gutter: auto; }
  body { padding: 1.5rem 1rem 2rem; }
  .top { margin-bottom: 1.5rem; }
  h1 { font-size: 1.375rem; }
  .big { font-size: 3.5rem; }
  .kinds { grid-template-columns: 1fr; }
  .kinds small { display: inline; }
  .kinds label { padding: .375rem 0; }
  #map { max-width: none; }
  .filters { gap: .875rem; }
  .filters label { width: 100%; flex-wrap: wrap; min-height: 2rem; }
  .filters input[type=range] { flex: 1 1 100%; height: 2rem; }
  .filters button { margin: 0; }
  .sources thead { position: absolute; clip-path: inset(50%); }
  .sources tr { display: grid; grid-template-columns: 2rem 1fr auto; gap: .125rem .5rem; padding: .625rem 0; border-top: 1px solid var(--line); }
  .sources td { border: 0; padding: 0; }
  .sources td:first-child { width: auto; }
  .sources .share { grid-column: 2 / -1; grid-row: 2; width: auto; }
  .sources td:nth-child(4) { grid-column: 2; grid-row: 3; color: var(--soft); font-size: .8125rem; }
  .sources td:nth-child(5) { color: var(--soft); font-size: .8125rem; text-align: end; }
  .sources td[data-label="of the source"]::before { content: "Source: "; }
  .sources td[data-label=passages]::after { content: " passages"; }
  #reader { height: auto; padding: 0; }
  .toolbar {
    order: 2; position: sticky; z-index: 2; bottom: 0; margin: 0 -1rem; display: grid; grid-template-columns: auto 1fr; gap: .5rem .75rem; align-items: center;
    padding: .625rem 1rem calc(.625rem + env(safe-area-inset-bottom)); background: var(--card); border-top: 1px solid var(--line); box-shadow: 0 -4px 18px rgb(0 0 0 / .08);
  }
  .toolbar button { min-height: 2.75rem; min-width: 2.75rem; }
  .toolbar output { min-width: 4.75rem; font-size: .875rem; white-space: nowrap; }
  #passage-says { grid-row: 1; grid-column: 1 / -1; font-size: .8125rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
  .sides { display: flex; justify-self: end; }
  .sides button:first-child { border-radius: 8px 0 0 8px; }
  .sides button:last-child { border-radius: 0 8px 8px 0; border-inline-start: 0; }
  .sides [aria-pressed=true] { background: var(--accent); border-color: var(--accent); color: var(--paper); }
  .panes { display: block; }
  [data-side=a] #pane-b, [data-side=b] #pane-a { display: none; }
  .pane { margin: 0 -1rem; border-inline: 0; border-radius: 0; overflow: visible; }
  .pane h3 { position: sticky; top: 0; background: var(--card); padding: .625rem 1rem; z-index: 1; }
  .text { overflow: visible; padding: 1rem 1rem 2rem; }
  .long p { content-visibility: visible; }
}
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --track: #e4e4e4; --meter: #999; --accent: #0c6b66; --hover: #f2f2f2;
    --k0: #b3261e; --k1: #a86400; --k2: #5b45b9; --tint: 12%; --strong: 12%; color-scheme: light;
    --s0: #2c6cb0; --s1: #0f7f63; --s2: #a3489c; --s3: #a86400; --s4: #4a5fc1; --s5: #6a6a10; --s6: #8a5a44; --s7: #b3261e;
  }
  html { scrollbar-gutter: auto; font-size: 75%; }
  body { padding: 0; max-width: none; }
  .top { margin-bottom: 1rem; }
  .big { font-size: 3.5rem; }
  .summary { grid-template-columns: 1fr 13rem; gap: 1.5rem; break-inside: avoid; }
  .kinds { grid-template-columns: 1fr; gap: 0; }
  .kinds small { display: inline; }
  .kinds input, .sources td:first-child, .sources th:first-child, .toolbar, .note, #map figcaption { display: none; }
  .kinds label:has(input:not(:checked)) { text-decoration: line-through; }
  .kinds .k0 .swatch, .kinds .k1 .swatch, .kinds .k2 .swatch { height: 0; width: 1.75rem; border-radius: 0; background: none; border-bottom: 2.5px solid var(--c); }
  .kinds .k1 .swatch { border-bottom-style: dashed; }
  .kinds .k2 .swatch { border-bottom-style: dotted; }
  .filters { margin: .75rem 0; padding: .25rem 0; min-height: 0; border: 0; color: var(--soft); }
  .filters:has(#reset[hidden]) { display: none; }
  .filters input[type=range], .filters button, .filters label:has(select), .filters .idle { display: none; }
  .filters label:has(input[type=checkbox]:not(:checked)) { display: none; }
  #reader { display: block; height: auto; padding: 0; }
  .panes { display: grid; grid-template-columns: 1fr 1fr; gap: 1.5rem; }
  .pane, [data-side=a] #pane-b, [data-side=b] #pane-a { display: block; border: 0; border-radius: 0; overflow: visible; margin: 0; }
  .pane h3 { position: static; padding: .25rem 0; margin-bottom: .5rem; border-bottom: 1px solid var(--line); }
  .text { overflow: visible; padding: 0; font-size: 9pt; line-height: 1.6; }
  .long p { content-visibility: visible; }
  .text p { orphans: 2; widows: 2; margin-bottom: .6em; }
  mark, svg, .swatch { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  sup { color: var(--ink); }
  footer { font-size: 8pt; padding: 0; max-width: none; break-inside: avoid; }
}
`;
