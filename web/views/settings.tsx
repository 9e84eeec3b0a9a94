/** Settings: keys, space, tasks, backup; language and theme. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { inCollection, json } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { ServedCollection, ServiceInfo, ServiceKey, Task } from '../api/types.ts';
import { Failure } from '../parts/notice.tsx';
import { LANGUAGES, language, say, useLanguage } from '../say/index.ts';
import { theme, useTheme } from '../theme.ts';

/** Milliseconds between two questions about tasks that run. */
const PAUSE = 1000;
const SCOPES = ['read', 'write', 'watch', 'metrics', 'admin'];

export function Settings() {
  const round = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const service = useAsked(() => json<ServiceInfo>('v1'), []);
  const info = useAsked(() => json<ServedCollection>(inCollection()), [round.value]);
  const tasks = useAsked(
    async () => (await json<{ tasks: readonly Task[] }>(inCollection('tasks'))).tasks,
    [round.value],
  );
  const run = async (type: string) => {
    error.value = undefined;
    try {
      await json(inCollection('tasks'), { body: { type } });
    } catch (problem) {
      error.value = problem;
    }
    round.value++;
  };
  const isRunning = tasks.value.answer?.some(({ state }) => state === 'queued' || state === 'running');
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
      {answer !== undefined && (
        <section>
          <h2>{say.value.spaceTitle}</h2>
          <dl class="class-figures">
            <Figure name={say.value.documentsTitle} value={say.value.number(answer.documents)} />
            <Figure name={say.value.onDisk} value={say.value.bytes(answer.bytes)} />
            <Figure name={say.value.inMemory} value={say.value.bytes(answer.memory)} />
            <Figure name={say.value.dead} value={say.value.number(answer.dead)} />
          </dl>
          <div class="actions">
            <button type="button" class="button" onClick={() => run('merge')}>
              {say.value.merge}
            </button>
            <button type="button" class="button" onClick={() => run('backup')}>
              {say.value.backup}
            </button>
          </div>
        </section>
      )}
      <section>
        <h2>{say.value.tasksTitle}</h2>
        <Failure error={tasks.value.error} />
        <ul class="plain-list">
          {tasks.value.answer?.map(({ task, type, state, created }) => (
            <li key={task}>
              {say.value.number(task)}. {say.value.taskTypes[type] ?? type}:{' '}
              <b>{say.value.taskStates[state] ?? state}</b>{' '}
              <time dateTime={created}>{say.value.date(created)}</time>
            </li>
          ))}
        </ul>
        {tasks.value.answer?.length === 0 && <p class="note">{say.value.nothingHere}</p>}
      </section>
      {service.value.answer?.scopes.includes('admin') === true && <Keys />}
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

function Keys() {
  const round = useSignal(0);
  const secret = useSignal('');
  const error = useSignal<unknown>(undefined);
  const keys = useAsked(
    async () => (await json<{ keys: readonly ServiceKey[] }>('v1/keys')).keys,
    [round.value],
  );
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    try {
      await action();
    } catch (problem) {
      error.value = problem;
    }
    round.value++;
  };
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    void attempt(async () => {
      const body = { name: String(fields.get('name')), scopes: SCOPES.filter((scope) => fields.has(scope)) };
      secret.value = (await json<{ secret: string }>('v1/keys', { body })).secret;
      form.reset();
    });
  };
  return (
    <section>
      <h2>{say.value.keysTitle}</h2>
      <Failure error={error.value ?? keys.value.error} />
      {keys.value.answer?.length === 0 && <p class="note">{say.value.noKeys}</p>}
      <ul class="plain-list">
        {keys.value.answer?.map(({ key, name, scopes }) => (
          <li key={key}>
            <b>{name ?? key}</b>{' '}
            <small>{scopes.map((scope) => say.value.scopeNames[scope] ?? scope).join(', ')}</small>{' '}
            <button
              type="button"
              class="button quiet"
              aria-label={`${say.value.revoke}: ${name ?? key}`}
              onClick={() =>
                attempt(
                  async () => void (await json(`v1/keys/${encodeURIComponent(key)}`, { method: 'DELETE' })),
                )
              }
            >
              {say.value.revoke}
            </button>
          </li>
        ))}
      </ul>
      {secret.value !== '' && (
        <p class="secret" role="status">
          {say.value.keyOnce} <code>{secret.value}</code>
        </p>
      )}
      <form class="watch-form" onSubmit={create}>
        <label>
          {say.value.keyName}
          <input name="name" required maxLength={100} />
        </label>
        <fieldset class="exclusions">
          <legend>{say.value.scopesTitle}</legend>
          {SCOPES.map((scope) => (
            <label key={scope}>
              <input type="checkbox" name={scope} defaultChecked={scope === 'read'} />
              {say.value.scopeNames[scope]}
            </label>
          ))}
        </fieldset>
        <button type="submit" class="button">
          {say.value.newKey}
        </button>
      </form>
    </section>
  );
}
