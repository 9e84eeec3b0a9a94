/** One small file of every format that is read, to be damaged by `test/soak/fuzz-readers.mjs`. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { tarFile } from './archives/archives.cases.ts';
import { docxFiles, epubFiles, linesAt, odtFiles, pdfOf, pdfStream, zipOf } from './extract/extract.cases.ts';
import { oldWordOf, wordOf } from './extract/ole.cases.ts';
import { record, response } from './warc/warc.cases.ts';

export interface Seed {
  /** The name of the file, and the format that `format` would name. */
  readonly name: string;
  readonly format: string;
  /** What the file is made of, and how it is put together. */
  readonly parts: Readonly<Record<string, Uint8Array>>;
  pack(parts: Readonly<Record<string, Uint8Array>>): Uint8Array;
}

export function seeds(): Seed[] {
  return [
    plain('page.html', 'html', PAGE),
    plain(
      'page.md',
      'markdown',
      '# Head\n\nText *with* [a link](x), `code` and\n\n- a list\n\n| a | b |\n|---|---|\n| 1 | 2 |\n',
    ),
    plain('plain.txt', 'text', `${ENGLISH}\n\n${UKRAINIAN}\n\n${CHINESE}\n`),
    plain(
      'cyrillic.txt',
      'text',
      Buffer.from('c2f1e520ebfee4e820f0eee6e4e0fef2f1ff20f1e2eee1eee4edfbece8', 'hex'),
    ),
    plain('wide.txt', 'text', Buffer.from(`\ufeff${ENGLISH} ${CHINESE}`, 'utf16le')),
    plain(
      'table.csv',
      'csv',
      `id,text,more\n1,"${ENGLISH}, ""quoted""",x\n2,"two\nlines",y\n3;4\t${UKRAINIAN}\n`,
    ),
    plain(
      'array.json',
      'json',
      JSON.stringify(
        [
          { id: 1, text: ENGLISH, more: { deep: [1, 2, [3]] } },
          { id: 'x', text: '\ud83d\ude00\\n' },
        ],
        null,
        1,
      ),
    ),
    plain(
      'lines.jsonl',
      'jsonl',
      `{"id":"a","text":"${ENGLISH}","n":12345678901234567890}\n{"text":"\\ud83d\\ude00 ${CHINESE}"}\n\n{"id":3,"text":"<p>x&amp;y</p>"}\n`,
    ),
    plain('mail.eml', 'eml', MAIL),
    plain(
      'box.mbox',
      'mbox',
      `From a Mon\n${MAIL}\n\nFrom b Tue\nSubject: =?koi8-u?B?9/bByw==?=\nMessage-ID: <2@x>\n\n>From here\n`,
    ),
    packed('parcel.eml', 'eml', { 'one.txt': Buffer.from(ENGLISH), 'two.eml': Buffer.from(MAIL) }, parcel),
    plain('crawl.warc', 'warc', crawl()),
    packed('crawl.warc.gz', 'warc', { crawl: crawl() }, ({ crawl }) => gzipSync(crawl)),
    plain('letter.rtf', 'rtf', RTF),
    plain('letter.pdf', 'pdf', pdf()),
    plain(
      'letter.fodt',
      'fodt',
      `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${ODT}</office:text></office:body></office:document>`,
    ),
    plain(
      'letter.doc',
      'doc',
      wordOf(`${ENGLISH}\r${UKRAINIAN}\x07a\x07\x07\x13HYPERLINK x\x14link\x15\rNote\rEnd\r`),
    ),
    plain(
      'old.doc',
      'doc',
      oldWordOf(
        [{ bytes: Buffer.from('afe6e0ea2c20', 'hex'), font: 1 }, { bytes: Buffer.from('plain\r') }],
        [0, 204],
      ),
    ),
    plain('rows.parquet', 'parquet', parquet()),
    plain('rows.arrows', 'arrow', gunzipSync(Buffer.from(ARROW_STREAM, 'base64'))),
    plain('rows.arrow', 'arrow', gunzipSync(Buffer.from(ARROW_FILE, 'base64'))),
    zipped(
      'letter.docx',
      'docx',
      docxFiles(DOCX, {
        footnotes:
          '<w:footnotes><w:footnote><w:p><w:r><w:t>Note</w:t></w:r></w:p></w:footnote></w:footnotes>',
      }),
    ),
    zipped('letter.odt', 'odt', odtFiles(ODT, { 'META-INF/manifest.xml': '<manifest:manifest/>' })),
    zipped(
      'book.epub',
      'epub',
      epubFiles({ 'META-INF/encryption.xml': '<encryption><CipherReference URI="font.otf"/></encryption>' }),
    ),
    zipped('essays.zip', 'text', {
      'a/one.txt': ENGLISH,
      'a/two.html': PAGE,
      'three.eml': MAIL,
      'four.jsonl': '{"text":"x"}\n',
    }),
    packed(
      'essays.tar.gz',
      'text',
      { 'one.txt': Buffer.from(ENGLISH), 'two.rtf': Buffer.from(RTF) },
      (files) =>
        gzipSync(
          Buffer.concat([
            ...Object.entries(files).map(([name, content]) => tarFile(name, content)),
            Buffer.alloc(1024),
          ]),
        ),
    ),
    plain('essays.bz2', 'text', Buffer.from(BZIP2, 'base64')),
    plain('essays.xz', 'text', Buffer.from(XZ, 'base64')),
    plain('essays.zst', 'text', Buffer.from(ZSTANDARD, 'base64')),
  ];
}

/** A mail with the files in an attached archive. */
function parcel(files: Readonly<Record<string, Uint8Array>>): Uint8Array {
  const zip = Buffer.from(zipOf(files)).toString('base64');
  const header = 'Subject: files\nContent-Type: multipart/mixed; boundary=b\n\n';
  const attached = 'Content-Type: application/zip; name=all.zip\nContent-Transfer-Encoding: base64\n';
  return Buffer.from(`${header}--b\n\nSee below.\n--b\n${attached}\n${zip}\n--b--\n`);
}

function plain(name: string, format: string, content: string | Uint8Array): Seed {
  return packed(name, format, { content: Buffer.from(content as string) }, (parts) => parts.content);
}

function zipped(name: string, format: string, files: Readonly<Record<string, string>>): Seed {
  const parts = Object.fromEntries(
    Object.entries(files).map(([file, content]) => [file, Buffer.from(content)]),
  );
  return packed(name, format, parts, zipOf);
}

function packed(name: string, format: string, parts: Seed['parts'], pack: Seed['pack']): Seed {
  return { name, format, parts, pack };
}

const ENGLISH = 'All human beings are born free and equal, in dignity and in rights.';
const UKRAINIAN = 'Всі люди народжуються вільними і рівними.';
const CHINESE = '人人生而自由，在尊嚴和權利上一律平等。';

const PAGE = `<!doctype html><html lang=uk><head><title>T</title><meta charset=utf-8><script type="application/ld+json">{"@type":"NewsArticle","articleBody":"${ENGLISH}"}</script></head>
<body><nav><ul class=menu><li><a href=x>One</a><li><a href=y>Two</a></ul></nav><article class="post"><h1>Head</h1><p>${ENGLISH} <a href=z>A link</a>, 10<sup>2</sup>.</p>
<p>${UKRAINIAN}<br>${CHINESE}&#128512;&amp;</p><table><tr><td>1<td>2</table><pre> a
 b</pre></article><footer>© 2024</footer></body></html>`;

const MAIL = `Message-ID: <1@x>
Received: by y
Subject: =?koi8-u?B?9/bByw==?= =?utf-8?Q?_=E6=96=87?=
From: A <a@x>
Date: Fri, 1 Mar 2002 10:00:00 +0200
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b"

--b
Content-Type: multipart/alternative; boundary=c

--c
Content-Type: text/plain; charset=windows-1251
Content-Transfer-Encoding: quoted-printable

=C2=F1=B3 =EB=FE=E4=E8
--c
Content-Type: text/html

<p>a<p>b
--c--
--b
Content-Type: application/rtf; name*=utf-8''%D0%B7.rtf
Content-Transfer-Encoding: base64
Content-Disposition: attachment

${Buffer.from('{\\rtf1 attached}').toString('base64')}
--b
Content-Type: message/rfc822

Subject: inner
Content-Type: text/plain

forwarded
--b--
`;

const RTF = `{\\rtf1\\ansi\\ansicpg1251\\deff0{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 B;}{\\f2\\fcharset134 S;}}{\\info{\\title T}}{\\header head\\par}
\\f1 \\'af\\'e6\\'e0\\'ea {\\b ${ENGLISH}}\\par {\\f2 \\'d6\\'d0\\'ce\\'c4}\\u1031?10{\\super 2}{\\footnote note}\\par a\\cell b\\cell\\row {\\*\\unknown x}\\bin3 \\}{}\\par}`;

const DOCX = `<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>2</w:t></w:r><w:r><w:t>${ENGLISH}</w:t><w:tab/><w:br/></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>${UKRAINIAN}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>box</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:t>box</w:t></mc:Fallback></mc:AlternateContent></w:p>`;

const ODT = `<text:h>Head</text:h><text:p>${ENGLISH}<text:s text:c="3"/>b<text:tab/><text:line-break/><text:span>d</text:span><text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Note</text:p></text:note-body></text:note></text:p>
<table:table><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>${CHINESE}</text:p></table:table-cell></table:table-row></table:table>`;

/** Two pages with lines, a form field, a note and a compressed object. */
function pdf(): string {
  const pages = ['First line of the page,', 'Second line of it.'].map((line) =>
    linesAt(72, 700, [line, ENGLISH, '1']),
  );
  return pdfOf(pages, '', {
    catalog: '/AcroForm<</Fields[10 0 R]>>',
    page: '/Annots[10 0 R 11 0 R]',
    objects: [
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(value)/Rect[72 600 200 620]>>',
      '<</Type/Annot/Subtype/FreeText/Contents(a note)/Rect[72 500 200 520]>>',
      pdfStream('BT /F1 10 Tf (x) Tj ET', '/Type/XObject/Subtype/Form/BBox[0 0 9 9]'),
    ],
  });
}

function crawl(): Buffer {
  return Buffer.concat([
    record('warcinfo', 'x', 'software: y', 'application/warc-fields'),
    response('http://a/', 'text/html; charset=utf-8', PAGE),
    response(
      'http://b/',
      'text/plain',
      '5\r\nHello\r\n6;x=y\r\n world\r\n0\r\n\r\n',
      'Transfer-Encoding: chunked\r\n',
    ),
    response('http://c/', 'text/html', gzipSync('<p>zip<p>ped'), 'Content-Encoding: gzip\r\n'),
  ]);
}

function parquet(): Uint8Array {
  return new Uint8Array(
    parquetWriteBuffer({
      rowGroupSize: 2,
      columnData: [
        { name: 'id', data: [1n, 2n, 3n], type: 'INT64' },
        { name: 'text', data: [ENGLISH, null, CHINESE], type: 'STRING', nullable: true },
        { name: 'date', data: [new Date(0), new Date(1000), new Date(2000)], type: 'TIMESTAMP' },
      ],
    }),
  );
}

/** `Essays in one file. ` 40 times, made by Python 3.11 and by zstd 1.5. */
const BZIP2 =
  'QlpoOTFBWSZTWdikIw0AAHeVgEABAgAjJYggIABwQNA0ApUmgZGBORNiaE4E5EyJkTQmRPRMCaCbE4E+E8E2J8J+LuSKcKEhsUhGGg==';
const XZ =
  '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AMfAB9dACKc7MJ5OqD3DMRBRpj8t+ZZ9MvJEf24iSeAiYo2IAAAAORkCVJcmo9AAAE7oAYAAAD546T4scRn+wIAAAAABFla';
const ZSTANDARD = 'KLUv/QRY3QAAoEVzc2F5cyBpbiBvbmUgZmlsZS4gAQASXjWZBpnk1Q==';

/** Three rows by pyarrow 26, in two batches: with Zstandard, views, a dictionary and runs, and with LZ4, a union and texts in a dictionary. */
const ARROW_STREAM = [
  'H4sIAAAAAAACA61UO28TQRCeXZ8vBlnokhg4I0AXiYICBZBAchMpSBQUCFykJ1Z8EpYSA/EZhQIpVJSkSEHpMvS4S5B/wlmiyE8AiYKSBo6Z3T1nPcfZschK49l57Dzvc5IkyU8B4AGd81AGF4pQwhse4YCD7PBP',
  'khAvIu2j7xpSGamHMun30I7Ol3y8XzU6ifQYdFx0hW2kAfodat8i6X3jS8dFet3Y7IYdgG/o40EFqwCYw4ooiq4PpGfloEM+2932s7Dd7JD8Q8UHsYo/NxOVq1qxcgmrpk2kNfSpaz/JayLeisItuj9MdNxAvfcx',
  'r6tqozp1baJIee6x+ihPU9VZUtqSse1b8Y7x/lXX4PP+iEfhTqTveh96Ni6bjcjMhnbQalLuMtKcyk2O5IfpkgHyivEtY09682UVFaSjZlGDk2P34Kk315E7ozfrSDfMDCXYx1X5XZO/APnnmuGB4YuWTWTigq6V',
  'dt2//TsoNzKO0rbLeYCdN0qm/n1p939lvP+Co2r4KOxsF1BXMR17KGks0IxumZlIVq+YMIf5CXO4bLhv+ILhd9h86oY/MbzH4vTYXAcs3rHhVcN/Mdkfb2Akp/FqzJ7KS0ZeZ/ZUTuPviuyeS//Ys7RmCqewF3Ls',
  'wPzyZNf+bty75CApqLD14pz+U7T2ofTBW4BHpHnaDgN8cr8mV2z7ynehTJ2wHYXtjTCInjeioNUJGkHzxUZ3C9XL8ae4H8Rf4s/xEV6Gu3F/+D7uo3A0/LA84btn/fA6S7a+9CDzLmMXU/CWYs0M3LPt3ruTwbOF',
  'TKsjg9uXr2bCbX1G3Iozwu0iwy0wOcXFKsPtHvNP5YuGHzD7AbMPmHzM/PNwDjPivspwvsB2KmbEmfhPnOa9H303ed8l/YERxmzw4jlrnDp2PGdplOfUepmDFzmOqWm4nYa3zP+FhpvCG/G/4/6eJCgKAAA=',
].join('');
const ARROW_FILE = [
  'H4sIAAAAAAACA+1XPUgcQRR+c+6di5xyiRdYEiGLMSAhiAGLFBHOziYoIsTyzvMgFpqAa7Bc0iRFIJaWlgmkjGBjSGlhsXaWKVOmvCqX92bexNnn7t1KSOfK3Mx773s/82beY1xYWVl68QSgh1+jBFAD+kagChUo',
  'g48r/JQHHk7Pfvd6NJdx/FIAH3AkuJ7DQfw5lCN4hGwEzNPqOCK05+OoMKdpsGOEm2IsuodVHI9ZZxeHryPx8c/oWZy1+8nYKZPPuvCJ24IDlJ8ZTCkLM0t0j+SgGvjTNdhRimvCiespmNyQzg7tH3FTWk9Vsuyu',
  'Ew/liwZTrTs5UY6tFuUVMa97lzG6uaN5M+ps0foLx+lr/UDncxjzU0Pv5txUmfzQPkJhI+rsRaDz6WsO/VY5vz5a8Tl00jtDP2TT2idvbL8u46PcbG4Qbe4I3aNjzgdoHwHfpKq2BCVP68dw+bkx1bTOBM7eX501',
  'Pou6c/ZmX8bnEOR/D3ie5nnVkSlhDzgn2vbk86DZeFvlSCkt8y5uPo1DMl7a7oQ7ne2os93uhNHLVhRu7oStcONVe3cL2TPJ5+QoTL4lX5MTXJzHydH5u+QIiZPzjzPWLuVvrdQnf0OezsVP5cacztee6p+vO33y',
  'NS3muzwv8hzw3BT5fS/kh8LuocCfCvmp0P8h6K6gayod36xK219TafuWfsh0LOSWvm/jVWl/xwJv6UcObyTjPrm9qh8Ngg8F8UX1QeSP7+0tXI6j0jg2ldjFDqVxSMat9fZVPyxHMi73qZ8roV1TXxXQVzn8Sg7f',
  'y9lnylHR/dTSuDFcTiqExOIA/DTOd/aXt683Gec2bu3fLg3DfkYdF+0jywX7iLpmH5kSfcTG3xA4S98TfQUG0LZOYyEvStt4DkSfOxbxXAj9C+G/K+RdIQ9EQQair8yKvmP7iBpQ14No+E/6Kvu+j3IfifPsOve5',
  'De7bxPA92ZFz6mRg/WfVM6Tu7hW/g+qz9I/1W2g/PfO24/dPXb956WVX5ag3uFbse3SfN9rk6Ox74GI4zXfrm5bLzP+eUR837/ub9/2g9/0hMhb0/4x/ACoTwhg6DgAA',
].join('');
