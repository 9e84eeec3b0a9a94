import { describe, expect, it } from 'vitest';
import { docxOf, toldOf, zipOf } from './extract.cases.ts';
import { zippedDocument } from './zipped-formats.ts';

const read = (body: string, parts?: Record<string, string>) => toldOf(zippedDocument, docxOf(body, parts));
const p = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('DOCX', () => {
  it('gives paragraphs, with words whole across runs, tabs, breaks and entities', async () => {
    expect(
      await read(`<w:p><w:pPr><w:tabs><w:tab w:pos="5"/></w:tabs></w:pPr><w:r><w:t>Во</w:t></w:r><w:r><w:t>да &amp; </w:t></w:r>
        <w:r><w:t xml:space="preserve"> 水</w:t><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t><w:noBreakHyphen/><w:t>z</w:t></w:r></w:p>${p('Two')}<w:p/>`),
    ).toBe('Вода & 水\tx\ny-z\n\nTwo');
  });

  it('gives a row of a table as a paragraph, cells separated by tabs', async () => {
    const cell = (content: string) => `<w:tc><w:tcPr/>${content}</w:tc>`;
    const row = (...cells: string[]) => `<w:tr>${cells.map((each) => cell(p(each))).join('')}</w:tr>`;
    expect(await read(`${p('a')}<w:tbl>${row('1', '2')}${row('3', '4')}</w:tbl>${p('b')}`)).toBe(
      'a\n\n1\t2\n\n3\t4\n\nb',
    );
  });

  it('puts footnotes and endnotes at the end, and leaves out headers, comments and separators of notes', async () => {
    const note = (text: string, type = '') => `<w:footnote ${type}>${p(text)}</w:footnote>`;
    expect(
      await read(`${p('Body')}`, {
        header1: `<w:hdr>${p('Header')}</w:hdr>`,
        comments: `<w:comments>${p('Comment')}</w:comments>`,
        footnotes: `<w:footnotes>${note('---', 'w:type="separator"')}${note('Note')}</w:footnotes>`,
        endnotes: `<w:endnotes><w:endnote>${p('End')}</w:endnote></w:endnotes>`,
      }),
    ).toBe('Body\n\nNote\n\nEnd');
  });

  it('leaves out deleted, moved and hidden text and field codes, and takes inserted text', async () => {
    expect(
      await read(`<w:p><w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:ins><w:r><w:t>new</w:t></w:r></w:ins>
        <w:moveFrom><w:r><w:t>moved</w:t></w:r></w:moveFrom><w:r><w:instrText>PAGEREF</w:instrText></w:r>
        <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> shown</w:t></w:r></w:p>`),
    ).toBe('new shown');
  });

  it('reads a text box once, after the paragraph it is in', async () => {
    const box = `<w:txbxContent>${p('In the box')}</w:txbxContent>`;
    expect(
      await read(`<w:p><w:r><w:t>Be</w:t></w:r><w:r><mc:AlternateContent><mc:Choice><wps:txbx>${box}</wps:txbx></mc:Choice>
        <mc:Fallback><v:textbox>${box}</v:textbox></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>fore</w:t></w:r></w:p>${p('After')}`),
    ).toBe('Before\n\nIn the box\n\nAfter');
    expect(
      await read(
        `<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing/></mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r></w:p>`,
      ),
    ).toBe('In the box');
  });

  it('finds the document where the package says it is, in UTF-16 too', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><w:document><w:body>${p('Їжак')}</w:body></w:document>`;
    const zip = zipOf({
      '_rels/.rels':
        '<Relationships><Relationship Type="http://x/officeDocument" Target="/a/main.xml"/></Relationships>',
      'a/main.xml': Buffer.from(`\ufeff${xml}`, 'utf16le'),
    });
    expect(await toldOf(zippedDocument, zip)).toBe('Їжак');
  });
});

describe('hostile DOCX', () => {
  it('a hostile DOCX never gets its entities resolved', async () => {
    const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>
      <w:document><w:body>${p('x &b; &f; &#x41;')}</w:body></w:document>`;
    const text = await toldOf(zippedDocument, zipOf({ 'word/document.xml': xml }));
    expect(text).toBe('x &b; &f; A');
  });

  it('refuses files that inflate too far, whatever the directory states', async () => {
    const bomb = zipOf({ 'word/document.xml': Buffer.alloc(40 << 20, '<w:p/>') });
    expect(await toldOf(zippedDocument, bomb)).toMatch(/zip bomb/);
    const small = zipOf({ 'word/document.xml': Buffer.alloc(1 << 20, '<w:p/>') });
    expect(await toldOf(zippedDocument, small, { documentMemory: 1 << 20 })).toMatch(/zip bomb/);
  });

  it('reads a million empty runs and elements nested 100,000 deep', async () => {
    expect(
      await read(`<w:p>${'<w:r><w:t></w:t></w:r>'.repeat(1_000_000 / 4)}<w:r><w:t>end</w:t></w:r></w:p>`),
    ).toBe('end');
    expect(await read(`${'<w:sdt><w:sdtContent>'.repeat(100_000)}${p('deep')}`)).toBe('deep');
    expect(
      await read(
        `${'<w:p><w:r><w:txbxContent>'.repeat(20_000)}${p('deep')}${'</w:txbxContent></w:r></w:p>'.repeat(20_000)}`,
      ),
    ).toBe('deep');
  });

  it('tells truncated archives, passwords, other formats and missing parts apart', async () => {
    const whole = docxOf(p('x'));
    expect(await toldOf(zippedDocument, whole.subarray(0, whole.length - 30))).toMatch(
      /truncated or damaged/,
    );
    expect(await toldOf(zippedDocument, zipOf({ 'x.txt': 'x' }))).toMatch(/zip archive with something else/);
    const excel = zipOf({
      '_rels/.rels':
        '<Relationships><Relationship Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml': '<x/>',
    });
    expect(await toldOf(zippedDocument, excel)).toMatch(/Excel workbook/);
    const encrypted = Buffer.from(whole);
    for (let at = encrypted.indexOf('PK\x01\x02'); at !== -1; at = encrypted.indexOf('PK\x01\x02', at + 1))
      encrypted[at + 8] |= 1;
    expect(await toldOf(zippedDocument, encrypted)).toMatch(/password/);
  });

  it('refuses more text than a document may have', async () => {
    expect(await toldOf(zippedDocument, docxOf(p('x'.repeat(2000))), { maxDocument: 1000 })).toMatch(
      /at most 1000 bytes/,
    );
  });

  it('keeps a raised digit after a digit apart: 10² is not 102', async () => {
    const run = (text: string, place?: string) =>
      `<w:r><w:rPr>${place ? `<w:vertAlign w:val="${place}"/>` : ''}</w:rPr><w:t>${text}</w:t></w:r>`;
    const body = `<w:p>${run('10')}${run('2', 'superscript')}${run(' H')}${run('2', 'subscript')}${run('O')}</w:p>`;
    expect(await toldOf(zippedDocument, docxOf(body))).toBe('10² H2O');
  });
});
