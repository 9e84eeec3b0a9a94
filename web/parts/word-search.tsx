/** Finds documents of the collection by words: those that have most of them first. */
import { useSignal } from '@preact/signals';
import { inCollection, json } from '../api/client.ts';
import type { SearchAnswer } from '../api/types.ts';
import { link } from '../route.ts';
import { say } from '../say/index.ts';
import { Busy, Failure } from './notice.tsx';

/** Documents that are listed. */
const MOST = 20;

export function WordSearch() {
  const words = useSignal('');
  const isBusy = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const found = useSignal<SearchAnswer['results'] | undefined>(undefined);
  const search = async () => {
    error.value = undefined;
    found.value = undefined;
    const text = words.value.trim();
    if (text === '') return;
    isBusy.value = true;
    try {
      const { results } = await json<SearchAnswer>(inCollection('search'), { body: { text, k: MOST } });
      if (text === words.value.trim()) found.value = results;
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
      {found.value?.length === 0 && <p class="nothing">{say.value.noneHasWords}</p>}
      {found.value !== undefined && found.value.length > 0 && (
        <ol class="plain-list found">
          {found.value.map(({ id, score }) => (
            <li key={id}>
              <b>{say.value.percent(score)}</b>{' '}
              <a href={link('documents', id)}>
                <bdi class="id">{id}</bdi>
              </a>
            </li>
          ))}
        </ol>
      )}
    </search>
  );
}
