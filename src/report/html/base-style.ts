/** What all pages share: palette in light and dark, type, focus, controls. System fonts only, nothing is loaded. */

export const baseStyle = `
:root {
  --paper: #faf9f6; --card: #fff; --ink: #1e2226; --soft: #5f6872; --line: #e3e0d8; --hover: #f4f2ec;
  --accent: #0c6b66; --meter: #8fc4bf; --track: #ebe8e0; --share: #d9a34e;
  --kept: #d3e5fa; --kept-line: #2c6cb0; --gone: #fce3bd; --gone-line: #ad6500;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --serif: Charter, "Iowan Old Style", "Source Serif 4", Georgia, Cambria, "Noto Serif", serif;
  color-scheme: light dark;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1b1f23; --ink: #e3e6e8; --soft: #9aa4ad; --line: #2d3339; --hover: #22272c;
    --accent: #62c6bd; --meter: #2f7f78; --track: #2a3036; --share: #a97524;
    --kept: #1e3d61; --kept-line: #7fb6f0; --gone: #54390f; --gone-line: #efb35a;
  }
}
* { box-sizing: border-box; }
html { scrollbar-gutter: stable; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 2.5rem 1.5rem 4rem; max-width: 68rem;
  background: var(--paper); color: var(--ink); font: 1rem/1.5 var(--sans);
  font-variant-numeric: tabular-nums;
}
h1, h2, h3, h4, p, dl, dd, figure, ul { margin: 0; padding: 0; }
.top { margin-bottom: 2rem; }
.eyebrow { color: var(--accent); font-size: .8125rem; font-weight: 600; letter-spacing: .04em; }
h1 { font-size: 1.875rem; line-height: 1.2; font-weight: 650; letter-spacing: -.015em; overflow-wrap: anywhere; }
h2 { font-size: 1.125rem; font-weight: 650; margin: 2.75rem 0 .75rem; }
.note, footer { color: var(--soft); font-size: .875rem; }
.id { overflow-wrap: anywhere; unicode-bidi: isolate; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
button, input, select { font: inherit; color: inherit; }
`;
