/** Settings: keys, space, tasks, backup; language and theme. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { inCollection, json } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import { hasEnded, listTasks } from '../api/tasks.ts';
import type { ServedCollection, ServiceInfo } from '../api/types.ts';
import { Keys } from '../parts/keys.tsx';
import { Failure } from '../parts/notice.tsx';
import { TaskRow } from '../parts/task-row.tsx';
import { LANGUAGES, language, say, useLanguage } from '../say/index.ts';
import { theme, useTheme } from '../theme.ts';

/** Milliseconds between two questions about tasks that run. */
const PAUSE = 1000;

export function Settings() {
  const round = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const service = useAsked(() => json<ServiceInfo>('v1'), []);
  const info = useAsked(() => json<ServedCollection>(inCollection()), [round.value]);
  const tasks = useAsked(listTasks, [round.value]);
  const attempt = async (path: string, method: string, body?: unknown) => {
    error.value = undefined;
    try {
      await json(path, { method, body });
    } catch (problem) {
      error.value = problem;
    }
    round.value++;
  };
  const run = (type: string) => attempt(inCollection('tasks'), 'POST', { type });
  const isAdmin = service.value.answer?.scopes.includes('admin') === true;
  const isRunning = tasks.value.answer?.some((task) => !hasEnded(task));
  useEffect(() => {
    if (isRunning !== true) return undefined;
    const timer = setTimeout(() => {
      round.value++;
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [tasks.value.answer]);
  const { answer } = info.value;
  return (
    <>
      <h1 tabIndex={-1}>{say.value.views.settings}</h1>
      <div class="actions">
        <label>
          {say.value.languageTitle}{' '}
          <select value={language.value} onChange={(event) => useLanguage(event.currentTarget.value)}>
            {Object.entries(LANGUAGES).map(([lang, { language: name }]) => (
              <option value={lang} key={lang}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {say.value.theme}{' '}
          <select value={theme.value} onChange={(event) => useTheme(event.currentTarget.value)}>
            {Object.entries(say.value.themes).map(([value, name]) => (
              <option value={value} key={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Failure error={error.value ?? info.value.error} />
      {answer?.documents !== undefined && (
        <section>
          <h2>{say.value.spaceTitle}</h2>
          <dl class="class-figures">
            <Figure name={say.value.documentsTitle} value={say.value.number(answer.documents)} />
            <Figure name={say.value.onDisk} value={say.value.bytes(answer.bytes)} />
            <Figure name={say.value.inMemory} value={say.value.bytes(answer.memory)} />
            <Figure name={say.value.dead} value={say.value.number(answer.dead)} />
          </dl>
          <div class="actions">
            {/* without removed documents it would only write what is in memory: more space, not less */}
            <button
              type="button"
              class="button quiet"
              disabled={answer.dead === 0}
              onClick={() => run('merge')}
            >
              {say.value.merge}
            </button>
            <button type="button" class="button quiet" onClick={() => run('backup')}>
              {say.value.backup}
            </button>
          </div>
        </section>
      )}
      <section>
        <h2>{say.value.tasksTitle}</h2>
        <Failure error={tasks.value.error} />
        <ul class="plain-list">
          {tasks.value.answer?.map((task) => (
            <TaskRow
              key={task.task}
              task={task}
              cancel={isAdmin ? () => attempt(inCollection('tasks', String(task.task)), 'DELETE') : undefined}
            />
          ))}
        </ul>
        {tasks.value.answer?.length === 0 && <p class="note">{say.value.nothingHere}</p>}
      </section>
      {isAdmin && <Keys />}
      <p class="note">
        {say.value.keysHelp}: {say.value.keyList}
      </p>
      {service.value.answer !== undefined && (
        <p class="note">
          {say.value.version} {service.value.answer.version}
        </p>
      )}
    </>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
