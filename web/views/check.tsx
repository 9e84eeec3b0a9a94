/** Check: a document, the text that was read, its near-duplicates, and its passages with their sources. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { ComparisonRows } from '../../src/report/pages/comparison/rows.ts';
import { inCollection, json } from '../api/client.ts';
import { headOf, useHeads } from '../api/heads.ts';
import { useAsked } from '../api/state.ts';
import type { CheckAnswer, Text } from '../api/types.ts';
import { ComparisonView } from '../parts/comparison-view.tsx';
import { DocumentName } from '../parts/document-name.tsx';
import { Drop } from '../parts/drop.tsx';
import { ExclusionFields } from '../parts/exclusions.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { useReading } from '../parts/reading.ts';
import { saveAnswer } from '../parts/save-file.ts';
import { Lost, Unread } from '../parts/unread.tsx';
import { link } from '../route.ts';
import { say } from '../say/index.ts';
import { checkExclusions, checked, distinct, exclusions, showTexts, unread } from '../work.ts';

export const PAGE_DATA = 'application/vnd.neardup.page+json';

export function Check() {
  const { busy, error, read } = useReading(showTexts);
  if (checked.value !== undefined) return <Checked text={checked.value} key={checked.value.id} />;
  return (
    <>
      <h1 tabIndex={-1}>{say.value.checkTitle}</h1>
      <p class="lead">{say.value.checkLead}</p>
      <Lost />
      <Drop onFiles={read} />
      {busy.value !== '' && <Busy text={busy.value} />}
      <Failure error={error.value} />
      <Unread />
    </>
  );
}

function Checked({ text }: { text: Text }) {
  const error = useSignal<unknown>(undefined);
  const told = useSignal('');
  const { templates, excludeQuotations, excludeBibliography } = checkExclusions;
  const body = () => ({ a: text, ...exclusions(checkExclusions) });
  const near = useAsked(
    (signal) => json<CheckAnswer>(inCollection('check'), { body: { text: text.text }, signal }),
    [text],
  );
  const rows = useAsked(
    (signal) => json<ComparisonRows>(inCollection('sources'), { body: body(), accept: PAGE_DATA, signal }),
    [text, templates.value, excludeQuotations.value, excludeBibliography.value],
  );
  const attempt = async (action: () => Promise<string>) => {
    error.value = undefined;
    try {
      told.value = await action();
    } catch (problem) {
      error.value = problem;
    }
  };
  const save = async () => {
    await saveAnswer(`${text.id}.html`, inCollection('sources'), { body: body(), accept: 'text/html' });
    return '';
  };
  const add = async () => {
    const put = { method: 'PUT', body: { text: text.text } };
    const { state } = await json<{ state: string }>(inCollection('documents', text.id), put);
    return state === 'replaced' ? say.value.replaced([text.id]) : say.value.added;
  };
  const others = useReading((texts) => {
    if (texts.length > 0) showTexts(distinct([text, ...texts]));
  });
  const { answer } = rows.value;
  const titled = useTitled(answer);
  const isEmpty = near.value.answer?.documents === 0 && told.value === '';
  return (
    <>
      <h1 tabIndex={-1}>
        <bdi class="id">{text.id}</bdi>
      </h1>
      <div class="actions">
        <button type="button" class="button quiet" onClick={() => attempt(save)}>
          {say.value.savePage}
        </button>
        <button type="button" class="button quiet" onClick={() => print()}>
          {say.value.print}
        </button>
        <button type="button" class="button" onClick={() => attempt(add)}>
          {say.value.addToCollection}
        </button>
        <Drop small wide title={say.value.compareWithFile} onFiles={others.read} />
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            checked.value = undefined;
            unread.value = [];
          }}
        >
          {say.value.anotherDocument}
        </button>
        <span role="status">{told.value}</span>
      </div>
      {others.busy.value !== '' && <Busy text={others.busy.value} />}
      <Failure error={error.value ?? others.error.value} />
      <Unread />
      {isEmpty ? (
        <p class="nothing">{say.value.emptyCollection}</p>
      ) : (
        <>
          <Contained rows={answer} />
          <Near answer={near.value.answer} />
          <ExclusionFields of={checkExclusions} />
        </>
      )}
      <Failure error={rows.value.error} />
      {rows.value.isBusy && <Busy text={say.value.comparing} />}
      {!isEmpty && answer?.sources.length === 0 && <p class="nothing">{say.value.noSources}</p>}
      {titled !== undefined && titled.sources.length > 0 && <ComparisonView rows={titled} />}
      {answer?.sources.length === 0 && (
        <details open>
          <summary>{say.value.readText}</summary>
          <div class="plain-text" dir="auto">
            {text.text}
          </div>
        </details>
      )}
    </>
  );
}

/** The rows with the titles of sources, as soon as they are known. */
function useTitled(rows: ComparisonRows | undefined): ComparisonRows | undefined {
  const ids = rows?.sources.map(({ id }) => id) ?? [];
  useHeads(ids);
  const titles = ids.map((id) => headOf(id)?.title);
  return useMemo(
    () =>
      rows && {
        ...rows,
        sources: rows.sources.map((source, i) => {
          const title = titles[i];
          return title === undefined || title === source.id
            ? source
            : { ...source, id: `${title} · ${source.id}` };
        }),
      },
    [rows, titles.join('\0')],
  );
}

/** A source that is nearly all in the document. */
const WHOLE = 0.9;

/** Documents of the collection that are whole in this one: it may be much longer, so that they are no near-duplicates. */
function Contained({ rows }: { rows: ComparisonRows | undefined }) {
  const whole = rows?.sources
    .map(({ id }, i) => ({ id, ...rows.facts.shares[i] }))
    .filter(({ b }) => b >= WHOLE);
  if (whole === undefined || whole.length === 0) return null;
  return (
    <section class="near">
      <h2>{say.value.containsTitle}</h2>
      <ul class="plain-list">
        {whole.map(({ id, b }) => (
          <li key={id}>
            <b>{say.value.percent(b)}</b> <DocumentName id={id} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Near({ answer }: { answer?: CheckAnswer }) {
  useHeads(answer?.pairs.map(({ b }) => b) ?? []);
  if (answer === undefined) return null;
  return (
    <section class="near">
      <h2>{say.value.near}</h2>
      {answer.pairs.length === 0 && <p class="note">{say.value.nearNone}</p>}
      <ul class="plain-list">
        {answer.pairs.map(({ b, resemblance, copies = 0 }) => (
          <li key={b}>
            <b>{say.value.percent(resemblance)}</b> <DocumentName id={b} />{' '}
            {copies > 0 && <a href={link('documents', b)}>{say.value.identicalToo(copies)}</a>}
          </li>
        ))}
      </ul>
      {answer.truncated && <p class="note">{say.value.nearTruncated}</p>}
    </section>
  );
}
