/** A document with its copies, and with those that are most like it. */
import { useSignal } from '@preact/signals';
import { headTitle } from '../../src/apps/http/heads.ts';
import { inCollection, json } from '../api/client.ts';
import { useHeads } from '../api/heads.ts';
import { useAsked } from '../api/state.ts';
import type { CheckAnswer, SearchAnswer, StoredDocument } from '../api/types.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DocumentName } from '../parts/document-name.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { go, link } from '../route.ts';
import { say } from '../say/index.ts';

/** Documents that are listed as most like it. */
const NEAREST = 10;

export function Document({ id }: { id: string }) {
  const error = useSignal<unknown>(undefined);
  const document = useAsked(() => json<StoredDocument>(inCollection('documents', id)), [id]);
  const copies = useAsked(() => json<CheckAnswer>(inCollection('check'), { body: { id } }), [id]);
  const nearest = useAsked(
    () => json<SearchAnswer>(inCollection('search'), { body: { id, k: NEAREST } }),
    [id],
  );
  const remove = async () => {
    try {
      await json(inCollection('documents', id), { method: 'DELETE' });
      go('documents');
    } catch (problem) {
      error.value = problem;
    }
  };
  const { answer } = document.value;
  const title = answer && headTitle(answer);
  return (
    <>
      <h1 tabIndex={-1}>
        {title !== undefined && title !== id && <bdi class="document-title">{title}</bdi>}{' '}
        <bdi class="id">{id}</bdi>
      </h1>
      <Failure error={error.value ?? document.value.error} />
      {document.value.isBusy && <Busy />}
      {answer !== undefined && (
        <>
          <p class="note">{factsOf(answer)}</p>
          <div class="actions">
            <AskFirst name={say.value.remove} of={id} question={say.value.removeSure(id)} action={remove} />
          </div>
          <h2>{say.value.copies}</h2>
          <Failure error={copies.value.error} />
          {copies.value.error === undefined && (
            <Others
              of={id}
              others={copies.value.answer?.pairs.map(({ b, resemblance }) => [b, resemblance])}
            />
          )}
          <h2>{say.value.mostLike}</h2>
          <Failure error={nearest.value.error} />
          {nearest.value.error === undefined && (
            <Others
              of={id}
              others={nearest.value.answer?.results.map((result) => [result.id, result.score])}
            />
          )}
          <h2>{say.value.readText}</h2>
          <div class="plain-text" dir="auto" lang={answer.lang}>
            {answer.text}
          </div>
        </>
      )}
    </>
  );
}

function factsOf({ lang, seen, expires }: StoredDocument): string {
  const { date, never, seenTitle, expiresTitle } = say.value;
  const end = expires === undefined ? never : date(expires);
  const facts = [`${seenTitle}: ${date(seen)}`, `${expiresTitle}: ${end}`];
  return (lang === undefined ? facts : [lang, ...facts]).join(' · ');
}

function Others({ of, others }: { of: string; others?: readonly (readonly [id: string, share: number])[] }) {
  useHeads(others?.map(([id]) => id) ?? []);
  if (others === undefined) return <Busy />;
  if (others.length === 0) return <p class="note">{say.value.none}</p>;
  return (
    <ul class="plain-list">
      {others.map(([id, share]) => (
        <li key={id}>
          <b>{say.value.percent(share)}</b> <DocumentName id={id} />{' '}
          <a href={link('compare', of, id)}>{say.value.compareTwo}</a>
        </li>
      ))}
    </ul>
  );
}
