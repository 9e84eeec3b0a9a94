/** The text of one WordprocessingML part: which elements are text, which separate it, and which are left out. */
import { TextBuilder } from '../html/text-builder.ts';
import type { Attributes, TagHandler } from '../html/walk-tags.ts';
import { isWhite, LEAST_POINTS, type UnseenLetters } from './unseen-text.ts';

export class WordText implements TagHandler {
  readonly attributesOf = ATTRIBUTES_OF;
  /** The language of most of the text, if the document states it. */
  lang: string | undefined;
  #builder: TextBuilder;
  readonly #embedded: (id: string) => string;
  #inText = 0;
  #hidden = false;
  #raised = false;
  /** White letters are seen on another ground: of the run, or of its cell. */
  #white = false;
  #tiny = false;
  #shaded = false;
  #cellShaded = false;
  #inRun = false;
  readonly #unseen: UnseenLetters;
  /** The last character of the paragraph. */
  #last = '';
  /** Text boxes are inside a paragraph: they are held until it ends. */
  readonly #hosts: { builder: TextBuilder; boxes: string[] }[] = [];
  #boxes: string[] = [];
  /** Lengths before each choice between versions of the same thing. */
  readonly #choices: number[] = [];
  /** Where the row of a table begins. */
  #row = 0;

  constructor(builder: TextBuilder, unseen: UnseenLetters, embedded: (id: string) => string = () => '') {
    this.#builder = builder;
    this.#unseen = unseen;
    this.#embedded = embedded;
  }

  skip(name: string, attributes: Attributes): boolean {
    // the same content for older programs; it counts if the newer version has no text
    if (name === 'Fallback') return this.#lengthSoFar() > (this.#choices.at(-1) ?? -1);
    // the line between text and notes
    if (name === 'footnote' || name === 'endnote') return (attributes.get('type') ?? 'normal') !== 'normal';
    return SKIPPED.has(name);
  }

  open(name: string, attributes: Attributes): void {
    switch (name) {
      case 't':
        this.#inText++;
        return;
      case 'r':
        this.#inRun = true;
        this.#hidden = this.#raised = this.#white = this.#tiny = this.#shaded = false;
        return;
      case 'color':
        this.#white = isWhite(attributes.get('val'));
        return;
      case 'sz':
        // half points
        this.#tiny = Number(attributes.get('val') ?? LEAST_POINTS * 2) < LEAST_POINTS * 2;
        return;
      case 'highlight':
        this.#shaded = true;
        return;
      case 'shd': {
        const isShaded = !isWhite(attributes.get('fill')) && attributes.get('fill') !== 'auto';
        if (this.#inRun) this.#shaded = isShaded;
        else this.#cellShaded = isShaded;
        return;
      }
      case 'vertAlign':
        this.#raised = attributes.get('val') === 'superscript';
        return;
      case 'vanish':
        this.#hidden = !/^(?:0|false|off)$/.test(attributes.get('val') ?? '');
        return;
      case 'tab':
      case 'ptab':
        this.#builder.cell();
        return;
      case 'br':
      case 'cr':
        this.#builder.line();
        return;
      case 'noBreakHyphen':
        this.#builder.text('-');
        return;
      case 'sym':
        this.#builder.text(symbol(attributes.get('char')));
        return;
      case 'lang':
        this.lang ??= attributes.get('val');
        return;
      case 'tr':
        this.#builder.paragraph();
        this.#row = this.#builder.length;
        return;
      case 'tc':
        this.#cellShaded = false;
        // a row is a paragraph: its cells are beside each other
        if (this.#builder.length > this.#row) this.#builder.nextCell();
        return;
      case 'AlternateContent':
        this.#choices.push(this.#lengthSoFar());
        return;
      case 'txbxContent':
        this.#hosts.push({ builder: this.#builder, boxes: this.#boxes });
        this.#builder = new TextBuilder();
        this.#boxes = [];
        return;
      case 'altChunk':
        this.#builder.append(this.#embedded(attributes.get('id') ?? ''));
    }
  }

  close(name: string): void {
    switch (name) {
      case 't':
        if (this.#inText > 0) this.#inText--;
        return;
      case 'r':
        this.#inRun = false;
        return;
      case 'tc':
        this.#cellShaded = false;
        return;
      case 'p':
        this.#last = '';
        this.#endParagraph();
        return;
      case 'AlternateContent':
        this.#choices.pop();
        return;
      case 'txbxContent':
        this.#endBox();
    }
  }

  text(text: string): void {
    if (this.#inText === 0) return;
    if (this.#hidden) {
      this.#unseen.add(text);
      return;
    }
    const isUnseen = this.#tiny || (this.#white && !this.#shaded && !this.#cellShaded);
    const read = isUnseen ? this.#unseen.read(text, this.#last) : text;
    this.#last = read.slice(-1);
    if (this.#raised) this.#builder.superscript(read);
    else this.#builder.text(read);
  }

  #endParagraph(): void {
    this.#builder.paragraph();
    if (this.#boxes.length === 0) return;
    for (const box of this.#boxes) this.#builder.append(box);
    this.#boxes = [];
  }

  #endBox(): void {
    const host = this.#hosts.pop();
    if (host === undefined) return;
    for (const box of this.#boxes) this.#builder.append(box);
    const text = this.#builder.finish();
    this.#builder = host.builder;
    this.#boxes = host.boxes;
    if (text !== '') this.#boxes.push(text);
  }

  #lengthSoFar(): number {
    return this.#builder.length + this.#boxes.reduce((sum, box) => sum + box.length, 0);
  }
}

const ATTRIBUTES_OF = new Set('vanish vertAlign sym lang altChunk footnote endnote color sz shd'.split(' '));

/** Properties, deleted or moved text, codes of fields, comments, and readings set above characters. */
const SKIPPED = new Set(
  (
    'pPr sectPr tblPr tblGrid trPr del moveFrom delText instrText delInstrText rt fldData comment ' +
    'annotation-xml docPart sdtPr sdtEndPr'
  ).split(' '),
);

/** Symbol fonts have their characters in the private area; those that are letters elsewhere are replaced. */
function symbol(code: string | undefined): string {
  const value = Number.parseInt(code ?? '', 16);
  return value >= 0x20 && value < 0xe000 ? String.fromCharCode(value) : ' ';
}
