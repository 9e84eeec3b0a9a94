/** A class at once: who shares what with whom, with verdicts and notes. */
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { hiddenNames, hiddenSources } from '../../src/report/pages/class/hidden-names.ts';
import { type ClassRows, today } from '../../src/report/pages/class/rows.ts';
import { listClasses } from '../api/classes.ts';
import { collection, inCollection, lines } from '../api/client.ts';
import { loadReviews, reviewOf, writeReview } from '../api/reviews.ts';
import { useAsked } from '../api/state.ts';
import type { ReadDocument, SharingLine } from '../api/types.ts';
import { classCsv } from '../parts/class-csv.ts';
import { ClassPlace, type ReviewedRows } from '../parts/class-place.tsx';
import { Drop } from '../parts/drop.tsx';
import { ExclusionFields } from '../parts/exclusions.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { followProgress } from '../parts/progress.ts';
import { FindCopies, ReadFailure } from '../parts/read-failure.tsx';
import { useReading } from '../parts/reading.ts';
import { SaveClass } from '../parts/save-class.tsx';
import { saveAnswer, saveFile } from '../parts/save-file.ts';
import { SavedClasses } from '../parts/saved-classes.tsx';
import { Lost, Unread, UnseenLetters } from '../parts/unread.tsx';
import { say } from '../say/index.ts';
import {
  addEssays,
  allPairs,
  type ClassResult,
  classChoice,
  classScope,
  classScroll,
  classUnread,
  closeClass,
  commonTexts,
  comparedContent,
  countCommon,
  essays,
  excludeBibliography,
  excludeQuotations,
  filesRead,
  type ListedPair,
  listedPairs,
  openPair,
  otherClass,
  removeEssay,
  savedClass,
  templates,
  unread,
  useEssays,
} from '../work.ts';

export function Class() {
  const { busy, error, read } = useReading(useEssays);
  if (essays.value.length > 0) return <Compared />;
  return (
    <>
      <h1 tabIndex={-1}>{say.value.classTitleNew}</h1>
      <p class="lead">{say.value.classLead}</p>
      <Lost />
      <Drop onFiles={read} />
      {busy.value !== '' && <Busy text={busy.value} />}
      <ReadFailure error={error.value} />
      <Unread />
      <SavedClasses />
    </>
  );
}

/** So many documents take a while to be compared; their copies are found in seconds. */
const MANY = 200;

function Compared() {
  const error = useSignal<unknown>(undefined);
  const late = useReading(addEssays);
  const others = useAsked(listClasses, [savedClass.value]);
  const scope = classScope.value === 'other' ? `other ${otherClass.value}` : classScope.value;
  const body = comparedContent();
  const causes = [
    ...[essays.value, scope, templates.value, excludeQuotations.value, excludeBibliography.value],
    ...[countCommon.value, allPairs.value, collection.value],
  ];
  const told = useSignal('');
  const tell = (text: string) => {
    told.value = text;
  };
  const found = useAsked((signal) => comparedOnce(causes, body, signal, tell), causes);
  /** Numbers of the pairs that are shown. */
  const listed = useRef<readonly number[]>([]);
  const reviews = useAsked(loadReviews, [essays.value]);
  const { answer } = found.value;
  const rows = useMemo(() => answer && rowsOf(answer, classUnread.value), [answer, classUnread.value]);
  const attempt = async (action: Promise<unknown>) => {
    error.value = undefined;
    await action.catch((problem: unknown) => {
      error.value = problem;
    });
  };
  /** What the page that is saved lists, as this one does. */
  const page = () => {
    const { least, wanted: named, hidesNames } = classChoice.value;
    const reviews = answer!.pairs.flatMap((pair) => {
      const { state, note } = reviewOf(pair) ?? {};
      return state === undefined && note === undefined ? [] : [{ a: pair.a, b: pair.b, state, note }];
    });
    const name = savedClass.value?.class;
    return {
      least,
      named,
      hidesNames,
      reviews,
      unread: classUnread.value,
      ...(name !== undefined && { name }),
    };
  };
  const save = () =>
    attempt(
      saveAnswer('class.html', inCollection('compare-all'), {
        body: { ...body, page: page() },
        accept: 'text/html',
      }),
    );
  /** The pairs that are shown, with the names that are. */
  const shownPairs = (): (SharingLine & ListedPair)[] => {
    const names = classChoice.value.hidesNames ? hiddenNames(answer!.pairs, say.value.hiddenName) : [];
    return listed.current.map((number) => ({
      ...answer!.pairs[number],
      ...(names[number] !== undefined && { names: names[number] }),
    }));
  };
  const shownUnread = () =>
    classChoice.value.hidesNames
      ? hiddenSources(classUnread.value, essays.value.length, say.value.hiddenName)
      : classUnread.value;
  // while a class is compared again, the figures are of the one before
  const title = say.value.classTitle(rows?.documents ?? essays.value.length);
  const otherNames = (others.value.answer?.classes ?? [])
    .map((each) => each.class)
    .filter((name) => name !== savedClass.value?.class);
  return (
    <>
      <div class="class-top">
        <h1 tabIndex={-1}>
          {savedClass.value === undefined ? title : `${savedClass.value.class}: ${title}`}
        </h1>
        <div class="actions">
          <button
            type="button"
            class="button quiet"
            disabled={answer === undefined || found.value.isBusy}
            onClick={() => saveFile('class.csv', classCsv(shownPairs(), shownUnread()))}
          >
            {say.value.exportCsv}
          </button>
          <button
            type="button"
            class="button quiet"
            disabled={answer === undefined || found.value.isBusy}
            onClick={save}
          >
            {say.value.savePage}
          </button>
          <button type="button" class="button quiet" onClick={() => print()}>
            {say.value.print}
          </button>
          <button type="button" class="button quiet" onClick={closeClass}>
            {say.value.anotherClass}
          </button>
        </div>
      </div>
      <div class="actions class-choices">
        <label>
          {say.value.compareWith}{' '}
          <select
            value={scope}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const [, name] = /^other (.*)$/s.exec(value) ?? [];
              otherClass.value = name;
              classScope.value = name === undefined ? (value as typeof classScope.value) : 'other';
            }}
          >
            {Object.entries(say.value.scopes).map(([value, name]) => (
              <option value={value} key={value}>
                {name}
              </option>
            ))}
            {otherNames.map((name) => (
              <option value={`other ${name}`} key={name}>
                {say.value.withClass(name)}
              </option>
            ))}
          </select>
        </label>
        <Drop small wide={false} title={say.value.addEssays} onFiles={late.read} />
        <SaveClass />
      </div>
      <ExclusionFields found={answer} />
      <UnseenLetters />
      {late.busy.value !== '' && <Busy text={late.busy.value} />}
      <Failure error={late.error.value ?? error.value ?? found.value.error ?? reviews.value.error} />
      {found.value.isBusy && <Busy text={told.value || say.value.comparing} />}
      {found.value.isBusy && essays.value.length >= MANY && filesRead.value.length > 0 && (
        <p>
          {say.value.copiesSooner} <FindCopies />
        </p>
      )}
      {rows !== undefined && !reviews.value.isBusy && reviews.value.error === undefined && (
        <ClassPlace
          rows={rows}
          countCommon={(count) => {
            countCommon.value = count;
          }}
          comparePairs={() => {
            allPairs.value = true;
          }}
          excludeText={(text) => {
            templates.value = [...templates.value, text];
          }}
          leaveOut={(what) => {
            const choices = { excludeQuotations, excludeBibliography };
            choices[what].value = true;
          }}
          remove={(id) => {
            if (confirm(`${say.value.removeDocument(id)}?`)) removeEssay(id);
          }}
          onShown={(pairs) => {
            listed.current = pairs;
          }}
          open={(pair) => {
            classScroll.value = scrollY;
            listedPairs.value = shownPairs().map(({ a, b, texts, names, inCollection }) => ({
              ...{ a, b, texts, names },
              ...(inCollection === true && { inCollection }),
            }));
            openPair(listedPairs.value[listed.current.indexOf(pair)]);
          }}
          onReview={(review) => attempt(writeReview(review))}
        />
      )}
    </>
  );
}

/** The last class that was compared: nothing is computed again if one comes back to it. */
let last: { readonly causes: readonly unknown[]; readonly result: ClassResult } | undefined;

async function comparedOnce(
  causes: readonly unknown[],
  body: unknown,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<ClassResult> {
  if (last !== undefined && causes.every((cause, i) => cause === last!.causes[i])) return last.result;
  const request = crypto.getRandomValues(new Uint32Array(4)).join('-');
  const stop = followProgress(request, tell);
  const result = await compareAll(body, request, signal).finally(stop);
  last = { causes, result };
  return result;
}

/** Ranked pairs, and what the service says of all. */
async function compareAll(body: unknown, request: string, signal: AbortSignal): Promise<ClassResult> {
  const pairs: SharingLine[] = [];
  const failed: ReadDocument[] = [];
  let summary: SharingLine['summary'];
  const path = `${inCollection('compare-all')}?progress=${request}`;
  for await (const line of lines<SharingLine | ReadDocument>(path, { body, signal })) {
    if ('state' in line) failed.push(line);
    else if (line.summary === undefined) pairs.push(line as SharingLine);
    else summary = (line as SharingLine).summary;
  }
  if (failed.length > 0) unread.value = failed;
  const {
    documents = 0,
    notCompared = 0,
    excluded = [],
    common = [],
    withQuotations = 0,
    withBibliography = 0,
    engine = '',
    ...more
  } = summary ?? {};
  commonTexts.value = common;
  return {
    ...more,
    pairs,
    documents,
    notCompared,
    excluded,
    common,
    withQuotations,
    withBibliography,
    engine,
    date: today(),
  };
}

function rowsOf(result: ClassResult, unread: ClassRows['unread'] = []): ReviewedRows {
  const pairs = result.pairs.map(({ a, b, texts, similarity, passages, disguises, inCollection }) => ({
    ...{ a, b, texts, similarity, passages: passages.length },
    shared: passages.reduce((sum, passage) => sum + passage.a.words, 0),
    ...(inCollection === true && { inCollection }),
    ...(disguises !== undefined && { disguises }),
  }));
  return { ...result, pairs, ...(unread.length > 0 && { unread }) };
}
