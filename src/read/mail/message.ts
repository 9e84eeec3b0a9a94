/**
 * One mail message: its body as text, from the plain part if there is one, otherwise from the HTML part.
 * Attachments are named, and handed over if they are asked for.
 */

import type { Attachment, ReadDocument, ReadOptions } from '../../read.ts';
import { BadDocument } from '../bad-document.ts';
import { decodeText } from '../charsets/charset.ts';
import { isBinary } from '../foreign-formats.ts';
import { htmlText } from '../html/html-text.ts';
import { binary } from '../messages.ts';
import { textOf } from '../text-as-string.ts';
import { Headers } from './headers.ts';
import { childParts, splitEntity } from './parts.ts';
import { transferDecoded } from './transfer.ts';

/** Deeper than any program nests parts, and more parts than any message has. */
const MAX_DEPTH = 100;
const MAX_PARTS = 10_000;

type MailOptions = Pick<ReadOptions, 'encoding' | 'main' | 'attachments' | 'maxDocument'>;

export interface MailMessage extends ReadDocument {
  readonly text: string;
  /** Without its angle brackets. */
  readonly messageId?: string;
}

export async function readMessage(bytes: Uint8Array, options: MailOptions): Promise<MailMessage> {
  const reading = new MessageReading(options);
  const { header } = splitEntity(bytes);
  const headers = new Headers(header);
  const text = await reading.textOf(bytes, 0);
  const meta = {
    subject: headers.text('subject'),
    from: headers.text('from'),
    date: headers.text('date'),
    folder: headers.text('x-folder'),
    labels: headers.text('x-gmail-labels'),
    attachments: reading.attachments.length > 0 ? reading.attachments.map(({ name }) => name) : undefined,
  };
  return {
    text: text.trim(),
    messageId: headers.text('message-id')?.replace(/^<|>$/g, '') || undefined,
    lang: headers.value('content-language')?.split(/[-,]/)[0] || undefined,
    meta: Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined)),
    attachments: options.attachments ? reading.attachments : undefined,
  };
}

class MessageReading {
  readonly attachments: Attachment[] = [];
  readonly #options: MailOptions;
  #parts = 0;

  constructor(options: MailOptions) {
    this.#options = options;
  }

  async textOf(entity: Uint8Array, depth: number): Promise<string> {
    if (depth > MAX_DEPTH)
      throw new BadDocument(
        `Expected parts nested at most ${MAX_DEPTH} deep, got more: the message is not read.`,
      );
    if (++this.#parts > MAX_PARTS)
      throw new BadDocument(`Expected at most ${MAX_PARTS} parts, got more: the message is not read.`);
    const { header, body } = splitEntity(entity);
    const headers = new Headers(header);
    const type = headers.value('content-type') || 'text/plain';
    if (type.startsWith('multipart/')) return this.#multipart(type, headers, body, depth);
    const name =
      headers.parameter('content-disposition', 'filename') ?? headers.parameter('content-type', 'name');
    const attached = headers.value('content-disposition') === 'attachment';
    const decoded = () => transferDecoded(body, headers.value('content-transfer-encoding'));
    if (attached || (type !== 'text/plain' && type !== 'text/html')) {
      this.attachments.push({ name: name ?? type, content: decoded });
      return '';
    }
    const content = decoded();
    if (isBinary(content)) throw new BadDocument(binary('the body of a mail'));
    const text = await this.#decoded(content, headers.parameter('content-type', 'charset'));
    if (type === 'text/html') return htmlText(text, this.#options).text;
    return text.replaceAll('\r\n', '\n').trim();
  }

  /** Alternatives are the same text several times; all other parts follow each other. */
  async #multipart(type: string, headers: Headers, body: Uint8Array, depth: number): Promise<string> {
    const boundary = headers.parameter('content-type', 'boundary');
    const parts = boundary ? childParts(body, boundary, MAX_PARTS) : [];
    const texts: { text: string; plain: boolean }[] = [];
    for (const part of parts) {
      const inner = new Headers(splitEntity(part).header).value('content-type') ?? 'text/plain';
      texts.push({ text: await this.textOf(part, depth + 1), plain: inner === 'text/plain' });
    }
    const filled = texts.filter(({ text }) => text !== '');
    if (type !== 'multipart/alternative') return filled.map(({ text }) => text).join('\n\n');
    return (filled.find(({ plain }) => plain) ?? filled[0])?.text ?? '';
  }

  async #decoded(bytes: Uint8Array, charset: string | undefined): Promise<string> {
    const { encoding } = this.#options;
    // its bytes are ASCII, so only the declaration shows it
    if (encoding === 'auto' && /^iso-2022-jp/i.test(charset ?? ''))
      return new TextDecoder('iso-2022-jp').decode(bytes);
    const text = await decodeText(bytes, encoding, charset);
    return textOf({ text });
  }
}
