/** Groups of copies: a histogram, a threshold, the list, and a picture of one group. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pairGraph } from '../../src/report/pages/class/browser/graph.ts';
import { inCollection, json, Problem } from '../api/client.ts';
import { headOf, useHeads } from '../api/heads.ts';
import { useAsked } from '../api/state.ts';
import { hasEnded, listTasks } from '../api/tasks.ts';
import type { GroupPage, GroupRow, ServedCollection, Task } from '../api/types.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DocumentHead, DocumentName } from '../parts/document-name.tsx';
import { allGroups, groupPage, groupsCsv } from '../parts/group-table.ts';
import { BINS, firstBin, Histogram } from '../parts/histogram.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { saveFile } from '../parts/save-file.ts';
import { go, link } from '../route.ts';
import { language, say } from '../say/index.ts';

/** Milliseconds between two questions about a task. */
const PAUSE = 300;
const LEAST_THRESHOLD = 0.5;
/** Groups of a collection up to this size are computed as soon as they are looked for, and again if it has changed: that takes seconds. */
const MOST_AT_ONCE = 100_000;
/** Which document of a group may stay: what can be said of stored documents. */
const KEPT = ['first', 'last', 'longest'] as const;
/** Documents that one request removes. */
const MOST_REMOVED = 1000;

export function Groups() {
  const least = useSignal(0);
  /** `least` when the slider was left: what the list shows. */
  const listed = useSignal(0);
  const threshold = useSignal<number | undefined>(undefined);
  /** Which document of each group stays. */
  const keep = useSignal<(typeof KEPT)[number]>('first');
  const round = useSignal(0);
  const info = useAsked(() => json<ServedCollection>(inCollection()), [round.value]);
  const task = useSignal<Task | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const page = useAsked(async () => {
    // asked first: a task that ends between the two questions would leave the old groups on the page
    task.value = await runningTask();
    return groupPage(listed.value);
  }, [round.value, listed.value]);
  const { answer } = page.value;
  const { documents = 0, commit = 0, settings } = info.value.answer ?? {};
  const given = threshold.value ?? answer?.threshold ?? settings?.threshold;
  const more = useSignal<readonly GroupPage[]>([]);
  useEffect(() => {
    more.value = [];
  }, [page.value.answer]);
  const addPage = async (after: string) => {
    error.value = undefined;
    try {
      more.value = [...more.value, await groupPage(listed.value, after)];
    } catch (problem) {
      error.value = problem;
    }
  };
  const save = async () => {
    error.value = undefined;
    try {
      saveFile('groups.csv', await groupsCsv(await allGroups(listed.value)));
    } catch (problem) {
      error.value = problem;
    }
  };
  /** The list is saved first: what is removed can be found in it. */
  const removeAll = async () => {
    error.value = undefined;
    try {
      const groups = await allGroups(listed.value);
      saveFile('removed.csv', await groupsCsv(groups));
      await removeDocuments(groups.flatMap(({ members }) => members.map(({ id }) => id)));
      await compute();
    } catch (problem) {
      error.value = problem;
    }
  };
  const isStarting = useSignal(false);
  const compute = async () => {
    error.value = undefined;
    isStarting.value = true;
    try {
      task.value = await json<Task>(inCollection('tasks'), {
        body: { type: 'groups', threshold: given, keep: keep.value },
      });
    } catch (problem) {
      error.value = problem;
    }
    isStarting.value = false;
  };
  useEffect(() => {
    const { value } = task;
    if (value === undefined) return undefined;
    const timer = setTimeout(async () => {
      try {
        const now = await json<Task>(inCollection('tasks', String(value.task)));
        task.value = hasEnded(now) ? undefined : now;
        if (now.state === 'failed') error.value = new Error(now.problem?.detail ?? now.state);
      } catch (problem) {
        task.value = undefined;
        error.value = problem;
      }
      if (task.value === undefined) round.value++;
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [task.value]);
  const isMissing = page.value.error instanceof Problem && page.value.error.status === 404;
  const isOld = answer !== undefined && !info.value.isBusy && commit > answer.commit;
  const isBusy = isStarting.value || task.value !== undefined;
  const isAsked = useRef(false);
  useEffect(() => {
    const isWanted = (isMissing || isOld) && documents > 1 && documents <= MOST_AT_ONCE;
    if (!isWanted || isAsked.current || isBusy) return;
    isAsked.current = true;
    void compute();
  }, [isMissing, isOld, documents, isBusy]);
  const pages = answer === undefined ? [] : [answer, ...more.value];
  const next = pages.at(-1)?.next;
  const first = answer === undefined ? 0 : firstBin(answer);
  useHeads(pages.flatMap(({ groups }) => groups.map(({ kept }) => kept)));
  return (
    <>
      <h1 tabIndex={-1}>{say.value.groupsTitle}</h1>
      <div class="actions">
        <label>
          {say.value.threshold}{' '}
          <input
            type="number"
            min={LEAST_THRESHOLD}
            max={1}
            step={0.01}
            value={given}
            onChange={(event) => {
              threshold.value = Number(event.currentTarget.value);
            }}
          />
        </label>
        <label>
          {say.value.keepTitle}{' '}
          <select
            value={keep.value}
            onChange={(event) => {
              keep.value = event.currentTarget.value as typeof keep.value;
              void compute();
            }}
          >
            {KEPT.map((each) => (
              <option value={each} key={each}>
                {say.value.keepChoices[each]}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          class={answer === undefined ? 'button' : 'button quiet'}
          disabled={isBusy}
          onClick={compute}
        >
          {answer === undefined ? say.value.compute : say.value.recompute}
        </button>
        {answer !== undefined && answer.shown.groups > 0 && (
          <button type="button" class="button quiet" onClick={save}>
            {say.value.exportGroups}
          </button>
        )}
        {answer !== undefined && answer.shown.copies > 0 && !isBusy && !isOld && (
          <AskFirst
            name={say.value.removeAllCopies}
            of={say.value.groupsTitle}
            question={say.value.removeAllSure(
              say.value.copiesOf(answer.shown.copies),
              say.value.documents(answer.shown.groups),
            )}
            action={removeAll}
          />
        )}
        {isBusy && <Busy text={say.value.computing} />}
      </div>
      <Failure error={error.value ?? (isMissing ? undefined : page.value.error)} />
      {isMissing && !isBusy && <p class="nothing">{say.value.noGroups}</p>}
      {answer !== undefined && (
        <>
          <p class="note" role="status">
            {say.value.groupsAre(answer.shown.groups, answer.shown.copies)}
            {isOld && !isBusy && <> {say.value.groupsOld}</>}
          </p>
          {answer.histogram.some((count) => count > 0) && (
            <>
              <Histogram counts={answer.histogram} first={first} />
              <div class="least">
                <label>
                  {say.value.leastResemblance}{' '}
                  <input
                    type="range"
                    min={(100 * first) / BINS}
                    max={100}
                    value={least.value * 100}
                    onInput={(event) => {
                      least.value = Number(event.currentTarget.value) / 100;
                    }}
                    onChange={() => {
                      listed.value = least.value;
                    }}
                  />
                </label>
                <output>{say.value.wholePercent(Math.max(least.value, first / BINS))}</output>
              </div>
            </>
          )}
          {pages.flatMap(({ groups }) =>
            groups.map((group) => <Group group={group} key={`${answer.commit} ${group.group}`} />),
          )}
          {next !== undefined && (
            <button type="button" class="more" onClick={() => addPage(next)}>
              {say.value.moreGroups}
            </button>
          )}
        </>
      )}
    </>
  );
}

/** The task that computes groups now: it may have been started before the view was opened, or by somebody else. */
async function runningTask(): Promise<Task | undefined> {
  return (await listTasks()).find((each) => each.type === 'groups' && !hasEnded(each));
}

async function removeDocuments(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_REMOVED)
    await json(inCollection('documents', 'remove'), { body: { ids: ids.slice(from, from + MOST_REMOVED) } });
}

function Group({ group: { kept, members } }: { group: GroupRow }) {
  const isOpen = useSignal(false);
  const removed = useSignal('');
  const error = useSignal<unknown>(undefined);
  const ids = members.map(({ id }) => id);
  useHeads(isOpen.value ? ids : []);
  const remove = async (gone: readonly string[]) => {
    error.value = undefined;
    try {
      await removeDocuments(gone);
      removed.value = say.value.copiesRemoved(say.value.copiesOf(gone.length));
    } catch (problem) {
      error.value = problem;
    }
  };
  return (
    <details
      class="group-card"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <DocumentHead id={kept} /> <small>{say.value.copiesOf(members.length)}</small>
      </summary>
      {isOpen.value && (
        <>
          <div class="actions">
            <a href={link('documents', kept)}>{say.value.readText}</a> <Length id={kept} />
            {removed.value === '' ? (
              <AskFirst
                name={say.value.removeCopies}
                of={kept}
                question={say.value.removeCopiesSure(kept, say.value.copiesOf(ids.length))}
                action={() => remove(ids)}
              />
            ) : (
              <span role="status">{removed.value}</span>
            )}
          </div>
          <Failure error={error.value} />
          <ul class="plain-list">
            {members.map(({ id, resemblance }) => (
              <li key={id}>
                <b>{say.value.percent(resemblance)}</b> <DocumentName id={id} /> <Length id={id} />{' '}
                <a href={link('compare', kept, id)}>{say.value.compareTwo}</a>{' '}
                {/* only this pair was compared: the other copies wait for the next groups */}
                {removed.value === '' && (
                  <AskFirst
                    name={say.value.keepThis}
                    of={id}
                    question={say.value.keepThisSure(kept)}
                    action={() => remove([kept])}
                  />
                )}
              </li>
            ))}
          </ul>
          {members.length > 1 && <Picture kept={kept} members={members} />}
        </>
      )}
    </details>
  );
}

/** To see which of a group is the longest. */
function Length({ id }: { id: string }) {
  const characters = headOf(id)?.characters;
  return characters === undefined ? null : <small>{say.value.characters(characters)}</small>;
}

/** The graph of the reports: the kept document and its copies. */
function Picture({ kept, members }: Pick<GroupRow, 'kept' | 'members'>) {
  const place = useRef<HTMLDivElement>(null);
  const lang = language.value;
  useEffect(() => {
    const pairs = members.map(({ id, resemblance }) => ({
      a: kept,
      b: id,
      similarity: { a: resemblance, b: resemblance },
    }));
    const numbers = pairs.map((_, number) => number);
    const actions = {
      open: (pair: number) => go('compare', kept, pairs[pair].b),
      canOpen: () => true,
      nameOf: (id: string) => id,
    };
    place.current!.replaceChildren(
      pairGraph(pairs, numbers, [kept, ...members.map(({ id }) => id)], actions),
    );
  }, [members, lang]);
  return <div ref={place} />;
}
