/** Groups of copies: a histogram, a threshold, the list, and a picture of one group. */
import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { pairGraph } from '../../src/report/pages/class/browser/graph.ts';
import { inCollection, json, Problem } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import { hasEnded, listTasks } from '../api/tasks.ts';
import type { GroupPage, GroupRow, ServedCollection, Task } from '../api/types.ts';
import { BINS, firstBin, Histogram } from '../parts/histogram.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { go, link } from '../route.ts';
import { language, say } from '../say/index.ts';

/** Milliseconds between two questions about a task. */
const PAUSE = 300;
const LEAST_THRESHOLD = 0.5;

export function Groups() {
  const least = useSignal(0);
  const threshold = useSignal<number | undefined>(undefined);
  const info = useAsked(() => json<ServedCollection>(inCollection()), []);
  const given = threshold.value ?? info.value.answer?.settings.threshold;
  const round = useSignal(0);
  const task = useSignal<Task | undefined>(undefined);
  const error = useSignal<unknown>(undefined);
  const page = useAsked(async () => {
    // asked first: a task that ends between the two questions would leave the old groups on the page
    task.value = await runningTask();
    return groupPage();
  }, [round.value]);
  const more = useSignal<readonly GroupPage[]>([]);
  useEffect(() => {
    more.value = [];
  }, [page.value.answer]);
  const addPage = async (after: string) => {
    error.value = undefined;
    try {
      more.value = [...more.value, await groupPage(after)];
    } catch (problem) {
      error.value = problem;
    }
  };
  const compute = async () => {
    error.value = undefined;
    try {
      task.value = await json<Task>(inCollection('tasks'), { body: { type: 'groups', threshold: given } });
    } catch (problem) {
      error.value = problem;
    }
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
  const { answer } = page.value;
  const pages = answer === undefined ? [] : [answer, ...more.value];
  const next = pages.at(-1)?.next;
  const first = answer === undefined ? 0 : firstBin(answer);
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
        <button type="button" class="button" disabled={task.value !== undefined} onClick={compute}>
          {answer === undefined ? say.value.compute : say.value.recompute}
        </button>
        {task.value !== undefined && <Busy text={say.value.computing} />}
      </div>
      <Failure error={error.value ?? (isMissing ? undefined : page.value.error)} />
      {isMissing && <p class="nothing">{say.value.noGroups}</p>}
      {answer !== undefined && (
        <>
          <p class="note">{say.value.groupsAre(answer.summary.groups ?? 0, answer.summary.removed ?? 0)}</p>
          {answer.groups.length > 0 && (
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
                  />
                </label>
                <output>{say.value.wholePercent(Math.max(least.value, first / BINS))}</output>
              </div>
            </>
          )}
          {pages.flatMap(({ groups }) =>
            groups.map((group) => <Group group={group} least={least.value} key={group.group} />),
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

/** The largest groups, or those that come after them. */
function groupPage(after = '0'): Promise<GroupPage> {
  const query = new URLSearchParams({ limit: '100', order: 'largest', after });
  return json<GroupPage>(`${inCollection('groups')}?${query}`);
}

function Group({ group: { kept, members: all }, least }: { group: GroupRow; least: number }) {
  const isOpen = useSignal(false);
  const members = useMemo(() => all.filter(({ resemblance }) => resemblance >= least), [all, least]);
  if (members.length === 0) return null;
  return (
    <details
      class="group-card"
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>
        <bdi class="id">{kept}</bdi> <small>{say.value.copiesOf(members.length)}</small>
      </summary>
      {isOpen.value && (
        <>
          <ul class="plain-list">
            {members.map(({ id, resemblance }) => (
              <li key={id}>
                <b>{say.value.percent(resemblance)}</b>{' '}
                <a href={link('documents', id)}>
                  <bdi class="id">{id}</bdi>
                </a>{' '}
                <a href={link('compare', kept, id)}>{say.value.compareTwo}</a>
              </li>
            ))}
          </ul>
          <Picture kept={kept} members={members} />
        </>
      )}
    </details>
  );
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
