/** A task: how far it is, what it made or why it failed, and the way to end it. */
import { hasEnded } from '../api/tasks.ts';
import type { Task } from '../api/types.ts';
import { say } from '../say/index.ts';

/** @param cancel Ends it. Undefined if that is not allowed. */
export function TaskRow({ task, cancel }: { task: Task; cancel?: () => void }) {
  const { task: number, type, state, created, problem, summary } = task;
  const name = `${say.value.number(number)}. ${say.value.taskTypes[type] ?? type}`;
  return (
    <li>
      {name}: <b>{say.value.taskStates[state] ?? state}</b> {state === 'running' && progressOf(task)}{' '}
      <time dateTime={created}>{say.value.date(created)}</time>
      {summary?.backup !== undefined && <small> {say.value.backupAt(summary.backup)}</small>}
      {state === 'failed' && problem?.detail !== undefined && <small> {problem.detail}</small>}{' '}
      {!hasEnded(task) && cancel !== undefined && (
        <button
          type="button"
          class="button quiet"
          aria-label={`${say.value.cancel}: ${name}`}
          onClick={cancel}
        >
          {say.value.cancel}
        </button>
      )}
    </li>
  );
}

/** The share that is done, if it is known; else the documents so far. */
function progressOf({ documents, bytes, totalBytes }: Task): string {
  if (bytes !== undefined && totalBytes !== undefined && totalBytes > 0)
    return say.value.percent(Math.min(1, bytes / totalBytes));
  return documents === undefined ? '' : say.value.documents(documents);
}
