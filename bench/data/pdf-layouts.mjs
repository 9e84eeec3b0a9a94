// Documents for bench/tasks/pdf-order.mjs: seven layouts as lists of blocks, and each as HTML, as flat OpenDocument and as the text it should give.
import { RIGHT_TO_LEFT, writerOf } from './pdf-texts.mjs';

/** A layout: the blocks of a document in the order of reading. */
export const LAYOUTS = {
  paragraphs: ({ sentence, paragraph, word }) => ({
    blocks: [title(word()), ...times(6, (i) => text(paragraph(3 + (i % 3)))), text(sentence())],
  }),
  columns: ({ paragraph, word }) => ({
    blocks: [
      title(word()),
      { kind: 'columns', count: 2, paragraphs: times(6, () => paragraph(4)) },
      text(paragraph(2)),
      { kind: 'columns', count: 3, paragraphs: times(3, () => paragraph(4)) },
    ],
  }),
  table: ({ sentence, word, below, between }) => ({
    blocks: [
      title(word()),
      {
        kind: 'table',
        rows: times(7, (i) =>
          i === 0
            ? times(4, () => `${word()}${between}${word()}`)
            : [word(), sentence(), sentence(), String(100 + below(9000))],
        ),
      },
      text(sentence()),
    ],
  }),
  list: ({ sentence, paragraph, word }) => ({
    blocks: [
      title(word()),
      text(paragraph(2)),
      { kind: 'list', items: times(5, sentence) },
      { kind: 'list', ordered: true, items: times(5, () => paragraph(2)) },
      { kind: 'list', items: times(6, word) },
    ],
  }),
  book: ({ sentence, paragraph, word, between }) => ({
    head: `${word()}${between}${word()}`,
    blocks: times(3, () => [
      title(word()),
      ...times(6, (i) => ({ ...text(paragraph(5)), note: i % 2 === 1 ? sentence() : undefined })),
    ]).flat(),
  }),
  slides: ({ sentence, word, between }) => ({
    landscape: true,
    blocks: times(4, (i) => [
      ...(i === 0 ? [] : [{ kind: 'page' }]),
      title(`${word()}${between}${word()}`),
      { kind: 'list', items: times(3, sentence) },
      ...(i % 2 === 0 ? [{ kind: 'columns', count: 2, paragraphs: [sentence(), sentence()] }] : []),
    ]).flat(),
  }),
  'one-liners': ({ sentence }) => ({ blocks: [text(sentence()), text(sentence())] }),
};

export function documentOf(layout, language) {
  return { ...LAYOUTS[layout](writerOf(language)), language };
}

function times(count, make) {
  return Array.from({ length: count }, (_, i) => make(i));
}

function title(words) {
  return { kind: 'title', text: words };
}

function text(words) {
  return { kind: 'text', text: words };
}

/** What a reader should give: notes after their paragraph, no running heads. */
export function sourceText({ blocks }) {
  const parts = blocks.flatMap((block) => {
    if (block.kind === 'page') return [];
    if (block.kind === 'columns') return block.paragraphs;
    if (block.kind === 'table') return block.rows.map((row) => row.join('\t'));
    if (block.kind === 'list')
      return block.ordered ? block.items.map((item, i) => `${i + 1}. ${item}`) : block.items;
    return block.note === undefined ? [block.text] : [block.text, block.note];
  });
  return parts.join('\n\n');
}

const STYLE = `body { font: 11pt serif; margin: 0 } p { text-align: justify; margin: 0 0 8pt } .columns { column-gap: 18pt; text-align: justify }
table { border-collapse: collapse; width: 100% } td { border: 1px solid; padding: 1pt 3pt; vertical-align: top; text-align: start } .note { font-size: 8pt }`;

export function htmlOf({ blocks, language, landscape }) {
  const paragraphs = (list) => list.map((each) => `<p>${each}</p>`).join('');
  const body = blocks.map((block) => {
    if (block.kind === 'page') return '<div style="break-after:page"></div>';
    if (block.kind === 'title') return `<h2>${block.text}</h2>`;
    if (block.kind === 'columns')
      return `<div class="columns" style="column-count:${block.count}">${paragraphs(block.paragraphs)}</div>`;
    if (block.kind === 'table')
      return `<table>${block.rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    if (block.kind === 'list') {
      const name = block.ordered ? 'ol' : 'ul';
      return `<${name}>${block.items.map((item) => `<li>${item}</li>`).join('')}</${name}>`;
    }
    return `<p>${block.text}</p>${block.note === undefined ? '' : `<p class="note">${block.note}</p>`}`;
  });
  const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr';
  const larger = landscape ? 'body { font-size: 18pt }' : '';
  return `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><style>${STYLE}${larger}</style>${body.join('\n')}</html>`;
}

const NAMES = ['office', 'style', 'text', 'table']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat('xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"')
  .join(' ');

/** Flat OpenDocument: one XML file, which LibreOffice reads as it does ODT. */
export function fodtOf({ blocks, language, landscape, head }) {
  const p = (words, style = 'Body') => `<text:p text:style-name="${style}">${words}</text:p>`;
  let notes = 0;
  const body = blocks.map((block, i) => {
    if (block.kind === 'page') return '';
    if (block.kind === 'title') {
      const starts = blocks[i - 1]?.kind === 'page';
      return p(block.text, starts ? 'NewPage' : 'Title');
    }
    if (block.kind === 'columns')
      return `<text:section text:style-name="Columns${block.count}" text:name="c${i}">${block.paragraphs.map((each) => p(each)).join('')}</text:section>`;
    if (block.kind === 'table') {
      const row = (cells) =>
        `<table:table-row>${cells.map((cell) => `<table:table-cell table:style-name="Cell" office:value-type="string">${p(cell, 'Plain')}</table:table-cell>`).join('')}</table:table-row>`;
      return `<table:table table:name="t${i}"><table:table-column table:number-columns-repeated="${block.rows[0].length}"/>${block.rows.map(row).join('')}</table:table>`;
    }
    if (block.kind === 'list')
      return `<text:list text:style-name="${block.ordered ? 'Numbers' : 'Bullets'}">${block.items.map((item) => `<text:list-item>${p(item, 'Plain')}</text:list-item>`).join('')}</text:list>`;
    if (block.note === undefined) return p(block.text);
    notes++;
    return p(
      `${block.text}<text:note text:id="n${notes}" text:note-class="footnote"><text:note-citation>${notes}</text:note-citation><text:note-body>${p(block.note, 'Note')}</text:note-body></text:note>`,
    );
  });
  const [language1, country] = COUNTRIES[language] ?? [language, 'none'];
  const leftward = RIGHT_TO_LEFT.has(language);
  const mode = leftward ? ' style:writing-mode="rl-tb"' : '';
  const size = (points) =>
    `fo:font-size="${points}pt" style:font-size-asian="${points}pt" style:font-size-complex="${points}pt"`;
  const styleOf = (name, points, align, more = '') =>
    `<style:style style:name="${name}" style:family="paragraph"><style:paragraph-properties fo:text-align="${align}" fo:margin-bottom="6pt"${mode}${more}/><style:text-properties ${size(points)}/></style:style>`;
  const columns = (count) =>
    `<style:style style:name="Columns${count}" style:family="section"><style:section-properties${mode}><style:columns fo:column-count="${count}" fo:column-gap="18pt"/></style:section-properties></style:style>`;
  const level = (name, inner) =>
    `<text:list-style style:name="${name}">${inner}<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" fo:text-indent="-18pt" fo:margin-left="36pt"/></style:list-level-properties></${inner.split(' ')[0].slice(1)}></text:list-style>`;
  const edge = landscape
    ? 'fo:page-width="29.7cm" fo:page-height="21cm"'
    : 'fo:page-width="21cm" fo:page-height="29.7cm"';
  const around =
    head === undefined
      ? ''
      : `<style:header>${p(head, 'Plain')}</style:header><style:footer><text:p text:style-name="Plain"><text:page-number/></text:p></style:footer>`;
  const fields = head === undefined ? '' : '<style:header-style/><style:footer-style/>';
  const body1 = landscape ? 20 : 11;
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${NAMES} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text">
<office:styles><style:default-style style:family="paragraph"><style:text-properties fo:language="${language1}" fo:country="${country}" style:language-asian="${language1}" style:country-asian="${country}" style:language-complex="${language1}" style:country-complex="${country}"/></style:default-style></office:styles>
<office:automatic-styles>${styleOf('Body', body1, 'justify')}${styleOf('Plain', body1, 'start')}${styleOf('Note', 8, 'start')}${styleOf('Title', body1 * 1.5, 'start')}${styleOf('NewPage', body1 * 1.5, 'start', ' fo:break-before="page"')}${columns(2)}${columns(3)}<style:style style:name="Cell" style:family="table-cell"><style:table-cell-properties fo:padding="2pt" fo:border="0.5pt solid #000000"/></style:style>${level('Bullets', '<text:list-level-style-bullet text:level="1" text:bullet-char="•">')}${level('Numbers', '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=".">')}<style:page-layout style:name="L"><style:page-layout-properties ${edge} fo:margin="2cm"${mode}/>${fields}</style:page-layout></office:automatic-styles>
<office:master-styles><style:master-page style:name="Standard" style:page-layout-name="L">${around}</style:master-page></office:master-styles>
<office:body><office:text>${body.join('\n')}</office:text></office:body></office:document>`;
}

const COUNTRIES = {
  zh: ['zh', 'CN'],
  ja: ['ja', 'JP'],
  ko: ['ko', 'KR'],
  th: ['th', 'TH'],
  hi: ['hi', 'IN'],
  ar: ['ar', 'EG'],
  he: ['he', 'IL'],
};
