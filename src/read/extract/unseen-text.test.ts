import { describe, expect, it } from 'vitest';
import { docxOf, extracted, odtFiles, pdfOf, zipOf } from './extract.cases.ts';
import { pdf } from './pdf.ts';
import { zippedDocument } from './zipped-formats.ts';

/** The text of a document, and what is told of letters that nobody sees. */
async function read(extractor: Parameters<typeof extracted>[0], bytes: Parameters<typeof extracted>[1]) {
  const [item] = await extracted(extractor, bytes);
  if (item.problem !== undefined) throw new Error(String(item.problem));
  return { text: item.text, unseen: item.meta?.unseenText };
}

describe('letters that nobody sees', () => {
  const run = (text: string, properties = '') =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const WHITE = '<w:color w:val="FFFFFF"/>';

  it('white letters between words of a DOCX are read as spaces, and told', async () => {
    const glued = ['the', 'ferry', 'leaves'].map((word) => run(word)).join(run('x', WHITE));
    expect(await read(zippedDocument, docxOf(`<w:p>${glued}</w:p>`))).toEqual({
      text: 'the ferry leaves',
      unseen: { words: 2, text: 'x x' },
    });
  });

  it('white, tiny and hidden words of a DOCX are told; hidden ones are not read, and white ones on a ground are seen', async () => {
    const cell = `<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:fill="204060"/></w:tcPr><w:p>${run('Head', WHITE)}</w:p></w:tc></w:tr></w:tbl>`;
    const body = [
      run('Seen '),
      run('white words ', WHITE),
      run('tiny ', '<w:sz w:val="2"/>'),
      run('gone ', '<w:vanish/>'),
      run('marked', `${WHITE}<w:highlight w:val="blue"/>`),
    ];
    expect(await read(zippedDocument, docxOf(`<w:p>${body.join('')}</w:p>${cell}`))).toEqual({
      text: 'Seen white words tiny marked\n\nHead',
      unseen: { words: 4, text: 'white words tiny gone' },
    });
  });

  it('styles of an ODT say which words are white, tiny or hidden', async () => {
    const style = (name: string, properties: string) =>
      `<style:style style:name="${name}"><style:text-properties ${properties}/></style:style>`;
    const styles = [
      style('T1', 'fo:color="#ffffff"'),
      style('T2', 'fo:font-size="1pt"'),
      style('T3', 'fo:color="#ffffff" fo:background-color="#000000"'),
    ];
    const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
    const body = `<text:p>the${span('T1', 'x')}ferry ${span('T2', 'small print')} ${span('T3', 'seen')}</text:p>`;
    const content = `<office:document-content><office:automatic-styles>${styles.join('')}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
    expect(await read(zippedDocument, zipOf(odtFiles('', { 'content.xml': content })))).toEqual({
      text: 'the ferry small print seen',
      unseen: { words: 3, text: 'x small print' },
    });
  });

  it('white letters between words of a PDF are read as spaces; white and tiny words are read, and told', async () => {
    const draw = [
      'BT /F1 10 Tf 72 700 Td (the) Tj 1 1 1 rg (x) Tj 0 0 0 rg (ferry) Tj ET',
      'BT 1 1 1 rg /F1 10 Tf 72 680 Td (white words) Tj ET',
      'BT 0 0 0 rg /F1 1 Tf 72 660 Td (tiny) Tj ET',
    ];
    const { text, unseen } = await read(pdf, pdfOf([draw.join('\n')]));
    expect(String(text).split(/\s+/)).toEqual(['the', 'ferry', 'white', 'words', 'tiny']);
    expect(unseen).toEqual({ words: 4, text: 'x white words tiny' });
    const plain = await read(pdf, pdfOf(['BT /F1 10 Tf 72 700 Td (the ferry) Tj ET']));
    expect(plain).toEqual({ text: 'the ferry', unseen: undefined });
  });
});
