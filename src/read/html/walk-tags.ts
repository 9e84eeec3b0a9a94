/**
 * A walk through HTML or XML by its tags. Works on tokens and not on a tree, so that nesting costs nothing, however deep. Of broken markup,
 * the readable part is used.
 */
import { Tokenizer } from 'htmlparser2';

export interface TagHandler {
  /** The tags whose attributes are wanted, and the attributes; left out, all are. */
  readonly attributesOf?: ReadonlySet<string>;
  readonly attributes?: ReadonlySet<string>;
  /** True if an element is left out with everything in it. `open` is not called then. */
  skip?(tag: string, attributes: Attributes): boolean;
  open(tag: string, attributes: Attributes): void;
  close(tag: string): void;
  text(text: string): void;
  /** Text of an element that is left out. */
  skippedText?(text: string): void;
}

export type Attributes = ReadonlyMap<string, string>;

/** How the names of tags and attributes are written, and what only XML has. */
interface Dialect {
  readonly isXml: boolean;
  readonly nameOf: (written: string) => string;
}

const HTML: Dialect = { isXml: false, nameOf: (written) => written.toLowerCase() };
/** Names count without their prefix. */
const XML: Dialect = { isXml: true, nameOf: (written) => written.slice(written.indexOf(':') + 1) };

/** Names are in lower case. */
export function walkHtml(html: string, handler: TagHandler): void {
  walk(html, handler, HTML);
}

/** Entities other than XML's own five are left as they are, so that nothing is ever fetched or expanded. */
export function walkXml(xml: string, handler: TagHandler): void {
  walk(xml, handler, XML);
}

function walk(markup: string, handler: TagHandler, { isXml, nameOf }: Dialect): void {
  const { attributesOf, attributes: wanted } = handler;
  let tag = '';
  let attributes = new Map<string, string>();
  let takesAttributes = true;
  // the one that is read, if it is wanted
  let attribute: string | undefined;
  let value = '';
  // the element that is left out, and how many of its name are open
  let skipped = '';
  let depth = 0;

  const name = (start: number, end: number) => nameOf(markup.slice(start, end));
  function open(): void {
    if (skipped) {
      if (tag === skipped) depth++;
    } else if (handler.skip?.(tag, attributes)) {
      skipped = tag;
      depth = 1;
    } else handler.open(tag, attributes);
  }
  function close(closed: string): void {
    if (!skipped) handler.close(closed);
    else if (closed === skipped && --depth === 0) skipped = '';
  }
  function text(part: string): void {
    if (skipped) handler.skippedText?.(part);
    else handler.text(part);
  }
  const nothing = () => {};

  const tokenizer = new Tokenizer(
    { xmlMode: isXml, decodeEntities: true },
    {
      ontext: (start, end) => text(markup.slice(start, end)),
      ontextentity: (codepoint) => text(String.fromCodePoint(codepoint)),
      oncdata(start, end, endOffset) {
        if (isXml) text(markup.slice(start + 6, end - endOffset));
      },
      onopentagname(start, end) {
        tag = name(start, end);
        takesAttributes = attributesOf?.has(tag) ?? true;
        if (attributes.size > 0) attributes = new Map();
      },
      onopentagend: open,
      onselfclosingtag() {
        open();
        // HTML ignores the slash of <p/>, and so does every browser
        if (isXml) close(tag);
      },
      onclosetag: (start, end) => close(name(start, end)),
      onattribname(start, end) {
        attribute = takesAttributes ? name(start, end) : undefined;
        if (attribute !== undefined && wanted?.has(attribute) === false) attribute = undefined;
        value = '';
      },
      onattribdata(start, end) {
        if (attribute !== undefined) value += markup.slice(start, end);
      },
      onattribentity(codepoint) {
        if (attribute !== undefined) value += String.fromCodePoint(codepoint);
      },
      onattribend() {
        if (attribute !== undefined) attributes.set(attribute, value);
      },
      oncomment: nothing,
      ondeclaration: nothing,
      onprocessinginstruction: nothing,
      onend: nothing,
    },
  );
  tokenizer.write(markup);
  tokenizer.end();
}
