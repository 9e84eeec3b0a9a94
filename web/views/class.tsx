/** A class at once: who shares what with whom, with verdicts and notes. */
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { inCollection, json, lines } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { Review, SharingLine } from '../api/types.ts';
import { ClassPlace, pairKey } from '../parts/class-place.tsx';
import { Drop } from '../parts/drop.tsx';
import { ExclusionFields } from '../parts/exclusions.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { useReading } from '../parts/reading.ts';
import { saveAnswer } from '../parts/save-file.ts';
import { Unread } from '../parts/unread.tsx';
import { go } from '../route.ts';
import { say } from '../say/index.ts';
import {
  type ClassResult,
  classPairs,
  classScope,
  essays,
  excludeBibliography,
  excludeQuotations,
  exclusions,
  templates,
  useEssays,
} from '../work.ts';

export function Class() {
  const { busy, error, read } = useReading(useEssays);
  if (essays.value.length > 0) return <Compared />;
  return (
    <>
      <h1 tabIndex={-1}>{say.value.classTitleNew}</h1>
      <p class="lead">{say.value.classLead}</p>
      <Drop onFiles={read} />
      {busy.value > 0 && <Busy text={say.value.reading(busy.value)} />}
      <Failure error={error.value} />
      <Unread />
    </>
  );
}

function Compared() {
  const error = useSignal<unknown>(undefined);
  const scope = classScope.value;
  const body = { documents: essays.value, in: scope !== 'class', ...exclusions() };
  const found = useAsked(
    async (signal) => {
      classPairs.value = await compareAll(body, signal);
      return classPairs.value;
    },
    [essays.value, scope !== 'class', templates.value, excludeQuotations.value, excludeBibliography.value],
  );
  const reviews = useAsked(
    async () => (await json<{ reviews: readonly Review[] }>(inCollection('reviews'))).reviews,
    [],
  );
  const known = useMemo(
    () => new Map((reviews.value.answer ?? []).map((review) => [pairKey(review.a, review.b), review])),
    [reviews.value.answer],
  );
  const { answer } = found.value;
  const rows = useMemo(() => answer && rowsOf(answer, scope), [answer, scope, known]);
  const attempt = async (action: Promise<unknown>) => {
    error.value = undefined;
    await action.catch((problem: unknown) => {
      error.value = problem;
    });
  };
  const save = (type: string, ending: string) =>
    attempt(saveAnswer(`class.${ending}`, inCollection('compare-all'), { body, accept: type }));
  return (
    <>
      <h1 tabIndex={-1}>{say.value.classTitle(essays.value.length)}</h1>
      <div class="actions">
        <label>
          {say.value.compareWith}{' '}
          <select
            value={scope}
            onChange={(event) => {
              classScope.value = event.currentTarget.value as typeof scope;
            }}
          >
            {Object.entries(say.value.scopes).map(([value, name]) => (
              <option value={value} key={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" class="button" onClick={() => save('text/csv', 'csv')}>
          {say.value.exportCsv}
        </button>
        <button type="button" class="button" onClick={() => save('text/html', 'html')}>
          {say.value.savePage}
        </button>
        <button type="button" class="button" onClick={() => print()}>
          {say.value.print}
        </button>
        <button
          type="button"
          class="button quiet"
          onClick={() => {
            essays.value = [];
            classPairs.value = undefined;
          }}
        >
          {say.value.anotherClass}
        </button>
      </div>
      <ExclusionFields />
      <Unread />
      <Failure error={error.value ?? found.value.error} />
      {found.value.isBusy && <Busy text={say.value.comparing} />}
      {rows !== undefined && (
        <ClassPlace
          rows={rows}
          reviews={known}
          open={(pair) => go('compare', rows.pairs[pair].a, rows.pairs[pair].b)}
          onReview={(review) => attempt(json(inCollection('reviews'), { method: 'PUT', body: review }))}
        />
      )}
    </>
  );
}

/** Ranked pairs, and what the service says of all. */
async function compareAll(body: unknown, signal: AbortSignal): Promise<ClassResult> {
  const pairs: SharingLine[] = [];
  let summary: SharingLine['summary'];
  for await (const line of lines<SharingLine>(inCollection('compare-all'), { body, signal })) {
    if (line.summary !== undefined) summary = line.summary;
    else pairs.push(line);
  }
  const { documents = 0, notCompared = 0, excluded = [], engine = '' } = summary ?? {};
  return { pairs, documents, notCompared, excluded, engine };
}

function rowsOf(result: ClassResult, scope: string) {
  const pairs = result.pairs
    .filter(({ inCollection }) => scope !== 'library' || inCollection === true)
    .map(({ a, b, similarity, passages, inCollection }) => ({
      ...{ a, b, similarity, passages: passages.length },
      shared: passages.reduce((sum, passage) => sum + passage.a.words, 0),
      ...(inCollection === true && { inCollection }),
    }));
  return { ...result, pairs };
}
