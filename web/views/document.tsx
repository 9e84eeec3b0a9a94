/** A document with its copies and those most like it. */
import { useSignal } from '@preact/signals';
import { inCollection, json } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { CheckAnswer, CollectionInfo, StoredDocument } from '../api/types.ts';
import { Busy, Failure } from '../parts/notice.tsx';
import { go, link } from '../route.ts';
import { say } from '../say/index.ts';

interface SearchAnswer {
  readonly results: readonly { readonly id: string; readonly score: number }[];
}

export function Document({ id }: { id: string }) {
  const error = useSignal<unknown>(undefined);
  const asks = useSignal(false);
  const document = useAsked(() => json<StoredDocument>(inCollection('documents', id)), [id]);
  const copies = useAsked(() => json<CheckAnswer>(inCollection('check'), { body: { id } }), [id]);
  const nearest = useAsked(() => nearestOf(id), [id]);
  const remove = async () => {
    try {
      await json(inCollection('documents', id), { method: 'DELETE' });
      go('documents');
    } catch (problem) {
      error.value = problem;
    }
  };
  const { answer } = document.value;
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi class="id">{id}</bdi>
      </h1>
      <Failure error={error.value ?? document.value.error} />
      {document.value.isBusy && <Busy />}
      {answer !== undefined && (
        <>
          <p class="note">
            {answer.lang} · {say.value.seenTitle}: {say.value.date(answer.seen)} · {say.value.expiresTitle}:{' '}
            {answer.expires === undefined ? say.value.never : say.value.date(answer.expires)}
          </p>
          <div class="actions">
            {asks.value ? (
              <>
                <span role="status">{say.value.removeSure(id)}</span>
                <button type="button" class="button danger" onClick={remove}>
                  {say.value.remove}
                </button>
              </>
            ) : null}
            <button
              type="button"
              class="button quiet"
              onClick={() => {
                asks.value = !asks.value;
              }}
            >
              {asks.value ? say.value.cancel : say.value.remove}
            </button>
          </div>
          <div class="columns-2">
            <section>
              <h2>{say.value.copies}</h2>
              <Failure error={copies.value.error} />
              <Others
                of={id}
                others={copies.value.answer?.pairs.map(({ b, resemblance }) => [b, resemblance])}
              />
            </section>
            {nearest.value.answer !== undefined && (
              <section>
                <h2>{say.value.nearest}</h2>
                <Others of={id} others={nearest.value.answer.map((found) => [found.id, found.score])} />
              </section>
            )}
          </div>
          <h2>{say.value.readText}</h2>
          <div class="plain-text" dir="auto" lang={answer.lang}>
            {answer.text}
          </div>
        </>
      )}
    </>
  );
}

/** Undefined if the collection has no index for it. */
async function nearestOf(id: string) {
  const { settings } = await json<CollectionInfo>(inCollection());
  if (settings.indexes?.includes('search') !== true) return undefined;
  const { results } = await json<SearchAnswer>(inCollection('search'), { body: { id, k: 11 } });
  return results.filter((found) => found.id !== id);
}

function Others({ of, others }: { of: string; others?: readonly (readonly [id: string, share: number])[] }) {
  if (others === undefined) return <Busy />;
  if (others.length === 0) return <p class="note">–</p>;
  return (
    <ul class="plain-list">
      {others.map(([id, share]) => (
        <li key={id}>
          <b>{say.value.percent(share)}</b>{' '}
          <a href={link('documents', id)}>
            <bdi class="id">{id}</bdi>
          </a>{' '}
          <a href={link('compare', of, id)}>{say.value.compareTwo}</a>
        </li>
      ))}
    </ul>
  );
}
