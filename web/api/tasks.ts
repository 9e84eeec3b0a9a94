/** The tasks of the collection that is looked at, and whether one of them has ended. */
import { inCollection, json } from './client.ts';
import type { Task } from './types.ts';

/** The last one first. */
export async function listTasks(): Promise<readonly Task[]> {
  return (await json<{ tasks: readonly Task[] }>(inCollection('tasks'))).tasks;
}

export function hasEnded({ state }: Task): boolean {
  return state !== 'queued' && state !== 'running';
}
