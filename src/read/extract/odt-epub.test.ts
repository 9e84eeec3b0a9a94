import { describe, expect, it } from 'vitest';
import { epubFiles, extracted, odtFiles, toldOf, zipOf } from './extract.cases.ts';
import { flatOdt } from './odt.ts';
import { zippedDocument } from './zipped-formats.ts';

const odt = (...files: Parameters<typeof odtFiles>) => zipOf(odtFiles(...files));
const epub = (more?: Parameters<typeof epubFiles>[0]) => zipOf(epubFiles(more));

describe('ODT', () => {
  it('gives paragraphs, headings, spaces, tabs, breaks and tables', async () => {
    expect(
      await toldOf(
        zippedDocument,
        odt(`<text:h>Заголовок</text:h>\n<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/><text:span>d</text:span>e</text:p>
        <table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>`),
      ),
    ).toBe('Заголовок\n\na b\tc\nde\n\n1\t2');
  });

  it('puts notes at the end and leaves out deleted text, comments and descriptions', async () => {
    expect(
      await toldOf(
        zippedDocument,
        odt(`<text:tracked-changes><text:deletion><text:p>deleted</text:p></text:deletion></text:tracked-changes>
        <text:p>Body<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note> goes on<office:annotation><text:p>comment</text:p></office:annotation><draw:frame><svg:title>picture</svg:title></draw:frame></text:p>`),
      ),
    ).toBe('Body goes on\n\nNote');
  });

  it('leaves out numbers of lists, which only some programs store', async () => {
    const list =
      '<text:list><text:list-item><text:number>1.</text:number><text:p>First</text:p></text:list-item></text:list>';
    const heading = '<text:h><text:number>2.1</text:number>Heading</text:h>';
    expect(await toldOf(zippedDocument, odt(list + heading))).toBe('First\n\nHeading');
  });

  it('keeps a raised digit after a digit apart: 10² is not 102', async () => {
    const styles =
      '<office:automatic-styles><style:style style:name="T1"><style:text-properties style:text-position="super 58%"/></style:style><style:style style:name="T2"><style:text-properties style:text-position="sub 58%"/></style:style></office:automatic-styles>';
    const body =
      '<text:p>10<text:span text:style-name="T1">2</text:span> H<text:span text:style-name="T2">2</text:span>O</text:p>';
    const content = `<office:document-content>${styles}<office:body><office:text>${body}</office:text></office:body></office:document-content>`;
    expect(await toldOf(zippedDocument, odt('', { 'content.xml': content }))).toBe('10² H2O');
  });

  it('reads a flat document, without the headers in its styles', async () => {
    const flat = `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text"><office:meta><dc:title>no</dc:title></office:meta>
      <office:master-styles><style:header><text:p>head</text:p></style:header></office:master-styles><office:body><office:text><text:p>Body</text:p></office:text></office:body></office:document>`;
    expect(await toldOf(flatOdt, flat)).toBe('Body');
  });

  it('says that an encrypted document needs a password', async () => {
    const zip = odt('', { 'META-INF/manifest.xml': '<manifest:encryption-data/>' });
    expect(await toldOf(zippedDocument, zip)).toMatch(/password/);
  });
});

describe('EPUB', () => {
  it('reads chapters in the order of the spine and tells the language', async () => {
    expect(await extracted(zippedDocument, epub())).toEqual([
      { text: 'Two\n\nsecond\n\nПерший', lang: 'uk' },
    ]);
  });

  it('leaves out pictures in the spine and the titles of chapters', async () => {
    const book = epub({
      'OPS/book.opf':
        '<package><manifest><item id="a" href="a.png" media-type="image/png"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OPS/a.png': '\x89PNG garbage',
      'OPS/b.xhtml': '<html><head><title>The Book</title></head><body><p>Chapter</p></body></html>',
    });
    expect(await toldOf(zippedDocument, book)).toBe('Chapter');
    const opf =
      '<package><manifest><item id="a" href="a" media-type="text/html"/><item id="b" href="b" media-type="text/html"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
    const misnamed = (a: Uint8Array) =>
      toldOf(
        zippedDocument,
        zipOf({ ...epubFiles({ 'OPS/book.opf': opf, 'OPS/b': '<p>Chapter' }), 'OPS/a': a }),
      );
    expect(await misnamed(Buffer.from('\xff\xd8\xff\xe0 garbage', 'latin1'))).toBe('Chapter');
    expect(await misnamed(Buffer.from(Array.from({ length: 256 }, (_, i) => i)))).toMatch(
      /`OPS\/a` to be text/,
    );
  });

  it('says of encrypted chapters that they are, and of missing ones that there are none', async () => {
    const drm = '<encryption><CipherReference URI="OPS/two.xhtml"/></encryption>';
    expect(await toldOf(zippedDocument, epub({ 'META-INF/encryption.xml': drm }))).toMatch(
      /encrypted \(DRM\)/,
    );
    expect(await toldOf(zippedDocument, epub({ 'OPS/book.opf': '<package/>' }))).toMatch(/none of the files/);
    expect(await toldOf(zippedDocument, epub({ 'META-INF/container.xml': '<container/>' }))).toMatch(
      /package document/,
    );
  });
});
