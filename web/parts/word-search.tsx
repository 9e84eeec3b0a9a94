/** Finds documents of the collection by words: those that have them in their titles, then those whose texts are most like them. */
import { useSignal } from '@preact/signals';
import type { Head } from '../../src/apps/http/service-answers.ts';
import { inCollection, json } from '../api/client.ts';
import { askHeads } from '../api/heads.ts';
import type { SearchAnswer, Titled } from '../api/types.ts';
import { say } from '../say/index.ts';
import { DocumentName, Snippet } from './document-name.tsx';
import { Busy, Failure } from './notice.tsx';

/** Documents that are listed. */
const MOST = 20;

interface Found {
  readonly words: string;
  readonly titled: Titled;
  readonly results: SearchAnswer['results'];
  readonly heads: ReadonlyMap<string, Head>;
}

export function WordSearch() {
  const words = useSignal('');
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const found = useSignal<Found | undefined>(undefined);
  const search = async () => {
    error.value = undefined;
    found.value = undefined;
    const text = words.value.trim();
    if (text === '') return;
    isBusy.value = true;
    try {
      const query = new URLSearchParams({ words: text.slice(0, 1000), limit: String(MOST) });
      const [titled, { results }] = await Promise.all([
        json<Titled>(`${inCollection('titles')}?${query}`),
        json<SearchAnswer>(inCollection('search'), { body: { text, k: MOST } }),
      ]);
      const ids = [...titled.documents, ...results].map(({ id }) => id);
      const heads = new Map((await askHeads([...new Set(ids)], text)).map((head) => [head.id, head]));
      if (text === words.value.trim()) found.value = { words: text, titled, results, heads };
    } catch (problem) {
      error.value = problem;
    }
    isBusy.value = false;
  };
  return (
    <search>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <label>
          {say.value.findWords}{' '}
          <input
            type="search"
            value={words.value}
            onInput={(event) => {
              words.value = event.currentTarget.value;
              if (words.value === '') found.value = undefined;
            }}
          />
        </label>
        <button type="submit" class="button quiet">
          {say.value.find}
        </button>
        {isBusy.value && <Busy />}
      </form>
      <Failure error={error.value} />
      {found.value !== undefined && <Results found={found.value} />}
    </search>
  );
}

function Results({ found: { words, titled, results, heads } }: { found: Found }) {
  const inTitles = new Set(titled.documents.map(({ id }) => id));
  const others = results.filter(({ id }) => !inTitles.has(id));
  if (inTitles.size + others.length === 0) return <p class="nothing">{say.value.noneHasWords}</p>;
  const row = (id: string, score?: number) => (
    <li key={id}>
      {score !== undefined && <b>{say.value.percent(score)}</b>}{' '}
      <DocumentName id={id} title={heads.get(id)?.title} />
      <Snippet text={heads.get(id)?.snippet ?? ''} words={words} />
    </li>
  );
  return (
    <>
      {inTitles.size > 0 && <h2>{say.value.inTitles}</h2>}
      <ol class="plain-list found">{titled.documents.map(({ id }) => row(id))}</ol>
      {titled.isPart === true && <p class="note">{say.value.titlesLooked(titled.looked)}</p>}
      {others.length > 0 && inTitles.size > 0 && <h2>{say.value.inTexts}</h2>}
      <ol class="plain-list found">{others.map(({ id, score }) => row(id, score))}</ol>
    </>
  );
}
