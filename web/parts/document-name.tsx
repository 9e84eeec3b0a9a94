/** A document as a list names it: its title and its id, a link to it; and a part of its text with the words that are sought. */
import { isSought, soughtWords } from '../../src/apps/http/sought-words.ts';
import { headOf } from '../api/heads.ts';
import { link } from '../route.ts';

/** @param title Known from elsewhere; else from `useHeads`. */
export function DocumentName({ id, title = headOf(id)?.title }: { id: string; title?: string }) {
  return (
    <a class="document-name" href={link('documents', id)}>
      {title !== undefined && title !== id && <bdi class="document-title">{title}</bdi>}{' '}
      <bdi class="id">{id}</bdi>
    </a>
  );
}

/** The same without a link. */
export function DocumentHead({ id }: { id: string }) {
  const title = headOf(id)?.title;
  return (
    <>
      {title !== undefined && title !== id && <bdi class="document-title">{title}</bdi>}{' '}
      <bdi class="id">{id}</bdi>
    </>
  );
}

export function Snippet({ text, words }: { text: string; words: string }) {
  const sought = soughtWords(words);
  // every second part is a word
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return (
    <p class="snippet" dir="auto">
      {parts.map((part, i) =>
        i % 2 === 1 && isSought(part, sought) !== undefined ? <mark key={i}>{part}</mark> : part,
      )}
    </p>
  );
}
