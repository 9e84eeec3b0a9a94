/** How the page of a run looks: quiet, on any width, in light and dark, on paper. */
import { baseStyle } from './base-style.ts';

export const style = `${baseStyle}
.figures { display: grid; grid-template-columns: repeat(6, auto); justify-content: space-between; gap: 1rem 2rem; }
.figures dt { color: var(--soft); font-size: .875rem; }
.figures dd { font-size: 1.625rem; line-height: 1.3; font-weight: 600; letter-spacing: -.01em; white-space: nowrap; }
.figures small { font-size: .875rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.share { display: block; width: 100%; height: 8px; margin: .875rem 0 1rem; border-radius: 4px; }
.share .all { fill: var(--meter); }
.share .gone { fill: var(--share); }

.run summary { color: var(--soft); font-size: .875rem; cursor: pointer; width: max-content; }
.run dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(18rem, 1fr)); gap: 0 2.5rem; padding: .75rem 0; font-size: .875rem; }
.run dl div { display: flex; gap: .75rem; justify-content: space-between; border-bottom: 1px solid var(--line); padding: .25rem 0; }
.run dt { color: var(--soft); }
.run dd { overflow-wrap: anywhere; text-align: end; }
.nothing { margin: 3rem 0; font-size: 1.125rem; }

#bars { display: flex; align-items: stretch; gap: clamp(1px, .25vw, 3px); height: 9.5rem; padding: 1rem 0 1.5rem; }
#bars button {
  position: relative; flex: 1; min-width: 0; padding: 0; border: 0; background: none; cursor: pointer;
  display: flex; align-items: flex-end; border-bottom: 1px solid var(--line);
}
#bars .fill { display: block; width: 100%; background: var(--meter); border-radius: 3px 3px 0 0; }
#bars button:hover .fill, #bars button:focus-visible .fill, #bars button[aria-pressed=true] .fill { background: var(--accent); }
#bars button:hover, #bars button[aria-pressed=true] { background: var(--hover); }
#bars .cut { border-radius: 0; background: linear-gradient(var(--meter) .75rem, var(--paper) .75rem calc(.75rem + 3px), var(--meter) calc(.75rem + 3px)); }
#bars button:hover .cut, #bars button:focus-visible .cut, #bars button[aria-pressed=true] .cut { background: linear-gradient(var(--accent) .75rem, var(--paper) .75rem calc(.75rem + 3px), var(--accent) calc(.75rem + 3px)); }
#bars .amount { position: absolute; bottom: 100%; right: 0; padding-bottom: .125rem; font-size: .75rem; line-height: 1; color: var(--soft); }
#bars .tick { position: absolute; top: 100%; left: 0; padding-top: .25rem; font-size: .75rem; line-height: 1; color: var(--soft); pointer-events: none; }
#bars button:last-child .tick { left: auto; right: 0; }
#bar-says { min-height: 1.5em; font-size: .875rem; color: var(--soft); }

.bar { position: sticky; top: 0; z-index: 1; background: var(--paper); border-bottom: 1px solid var(--line); }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; padding: .75rem 0 .625rem; }
.columns { display: grid; grid-template-columns: 40% 23% repeat(3, 1fr); padding-bottom: .375rem; font-size: .75rem; color: var(--soft); }
.columns span { padding-inline-start: .75rem; text-align: end; }
.columns span:nth-child(-n+2) { text-align: start; }
.columns span:first-child { padding-inline-start: 2.125rem; }
.tools label { display: flex; align-items: center; gap: .5rem; font-size: .875rem; color: var(--soft); }
.tools label:first-child { flex: 1 1 16rem; }
.tools input { flex: 1; min-width: 0; }
::placeholder { color: var(--soft); opacity: 1; }
.tools input, .tools select {
  color: var(--ink); background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .4rem .6rem;
}
.tools output { font-size: .875rem; color: var(--soft); min-width: 12rem; text-align: end; }

/* until the script has filled it, what follows stays below the screen */
#list:empty { min-height: 100vh; }
.group { padding: 1.25rem 0 1rem; border-bottom: 1px solid var(--line); }
.group header { display: grid; grid-template-columns: 2.125rem 1fr auto; align-items: baseline; margin-bottom: .25rem; }
.group .number { color: var(--soft); font-size: .875rem; }
.group h3 { font-size: 1rem; font-weight: 600; }
.role { font-size: .75rem; font-weight: 600; color: var(--kept-line); margin-inline-start: .25rem; }
.extent { color: var(--soft); font-size: .875rem; padding-inline-start: 1.5rem; }
.excerpt {
  grid-column: 2 / -1; color: var(--soft); font: .9375rem/1.5 var(--serif);
  white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
}

table { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: .9375rem; }
/* the headings stand once above the list; every table has them for screen readers and on paper */
th { height: 0; padding: 0; font-size: 0; line-height: 0; color: var(--soft); font-weight: 500; text-align: end; }
th:first-child { width: 40%; text-align: start; }
th:nth-child(2) { width: 23%; text-align: start; }
td { padding: .3125rem 0 .3125rem .75rem; text-align: end; vertical-align: baseline; }
td.name { text-align: start; padding-inline-start: 2.125rem; }
.member.opens { cursor: pointer; }
.member.opens:hover { background: var(--hover); }
.open { position: relative; border: 0; background: none; padding: 0; text-align: start; cursor: pointer; }
.open::before {
  content: ""; position: absolute; left: -1.125rem; top: .45em; width: .4375rem; height: .4375rem;
  border: solid var(--soft); border-width: 0 1.5px 1.5px 0; transform: rotate(-45deg);
}
.open[aria-expanded=true]::before { top: .3em; transform: rotate(45deg); }
.resemblance { text-align: start; white-space: nowrap; }
.meter { display: inline-block; width: min(8rem, 55%); height: 6px; margin-inline-end: .625rem; border-radius: 3px; background: var(--track); overflow: hidden; vertical-align: .1em; }
.meter .fill { display: block; height: 100%; background: var(--accent); }
.more { margin: .25rem 0 0 2.125rem; border: 0; background: none; padding: .25rem 0; color: var(--accent); cursor: pointer; font-size: .875rem; }
.group > .note { margin-inline-start: 2.125rem; }

.compared > td { padding: .5rem 0 1rem; text-align: start; }
.comparison { display: grid; grid-template-columns: 1fr 1fr; gap: .75rem; }
.tally { grid-column: 1 / -1; font-size: .875rem; color: var(--soft); padding-inline-start: 2.125rem; }
.pane { background: var(--card); border: 1px solid var(--line); border-radius: 8px; min-width: 0; overflow: hidden; }
.pane .role { margin: 0; }
.pane h4 { display: flex; gap: .625rem; align-items: baseline; padding: .5rem 1rem; border-bottom: 1px solid var(--line); font-size: .875rem; font-weight: 500; }
.pane.removed .role { color: var(--gone-line); }
.text {
  padding: .875rem 1rem 1rem; max-height: 34rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 1rem/1.6 var(--serif);
}
.text:focus-visible { outline-offset: -2px; }
.pane .note { padding: 0 1rem .75rem; }
mark { color: inherit; border-radius: 2px; padding: .05em 0; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
mark.only-kept { background: var(--kept); box-shadow: inset 0 -1.5px var(--kept-line); }
mark.only-removed { background: var(--gone); box-shadow: inset 0 -1.5px var(--gone-line); }
.tally mark { padding: .05em .25em; color: var(--ink); }
.fold {
  display: block; width: 100%; margin: .5rem 0; padding: .25rem; border: 0; border-radius: 4px; cursor: pointer;
  background: var(--hover); color: var(--soft); font: .8125rem/1.5 var(--sans);
}
.fold:hover { color: var(--accent); }

#pages { display: flex; align-items: center; justify-content: center; gap: 1.25rem; padding: 1.25rem 0; }
#pages[hidden] { display: none; }
#pages button { border: 1px solid var(--line); border-radius: 6px; background: var(--card); padding: .4rem 1rem; cursor: pointer; }
#pages button:disabled { color: var(--soft); opacity: .55; cursor: default; }
#page { color: var(--soft); font-size: .875rem; }

.problems { list-style: none; font-size: .9375rem; }
.problems li { padding: .5rem 0; border-bottom: 1px solid var(--line); }
.problems .id { font-weight: 600; margin-inline-end: .5rem; }
.problems span { color: var(--soft); overflow-wrap: anywhere; }
footer { margin-top: 2.75rem; max-width: 44rem; }
footer p + p { margin-top: .5rem; }

@media (max-width: 44rem) {
  body { padding: 1.5rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  .figures { grid-template-columns: repeat(3, 1fr); gap: .75rem 1rem; }
  .figures dd { font-size: 1.25rem; }
  .figures small { display: block; line-height: 1; }
  #bar-says { min-height: 4.5em; }
  .bar { position: static; padding-bottom: .375rem; }
  .columns { display: none; }
  .tools label, .tools label:first-child { flex: 1 1 100%; }
  .tools label span { min-width: 3.5rem; }
  .tools select { flex: 1; }
  .tools output { text-align: start; }
  .group header { grid-template-columns: 2.125rem 1fr; }
  .extent { grid-column: 2; padding: 0; }
  thead { position: absolute; clip-path: inset(50%); }
  table, tbody, .compared, .compared > td { display: block; }
  .member { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1rem; padding: .375rem 0 .5rem 2.125rem; }
  .member td { padding: .0625rem 0; text-align: start; font-size: .875rem; }
  .member td.name { grid-column: 1 / -1; font-size: .9375rem; }
  .member td[data-label]::before { content: attr(data-label) " "; color: var(--soft); }
  .member td.resemblance { grid-column: 1 / -1; }
  .member td.resemblance::before { content: none; }
  .comparison { grid-template-columns: 1fr; }
  .tally { padding: 0; }
}
@media print {
  :root {
    --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb; --track: #ddd; --meter: #999; --accent: #333;
    --kept: #e3eefb; --kept-line: #2c6cb0; --gone: #fdebd0; --gone-line: #ad6500; color-scheme: light;
  }
  body { padding: 0; max-width: none; font-size: 10pt; }
  html { scrollbar-gutter: auto; }
  .bar, #pages, #bar-says, .more, .open::before { display: none; }
  th { height: auto; font-size: 7.5pt; line-height: 1.4; padding-inline-start: .75rem; }
  th:first-child { padding-inline-start: 2.125rem; }
  .run:not([open]) { display: none; }
  .text { max-height: none; overflow: visible; font-size: 9.5pt; }
  .member, .group header, #bars { break-inside: avoid; }
  .group header { break-after: avoid; }
  .share, .fill, mark { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
`;
