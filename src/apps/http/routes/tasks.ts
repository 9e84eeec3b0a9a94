/** Routes about work that takes longer than a request. */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { OPTIONS } from '../../../index.ts';
import { importPath, refuseLinksOut } from '../import-path.ts';
import { CollectionNameSchema, ID_LENGTH, InCollectionSchema, optionOf } from '../request-schemas.ts';
import { BODY_TYPES, ok, type Route, route } from '../route.ts';
import type { Service } from '../service.ts';
import { CLASS_LINE, TASK, TASKS } from '../service-answers.ts';
import type { Work } from '../tasks.ts';

const InTask = Type.Object({
  name: CollectionNameSchema,
  task: Type.Integer({ minimum: 1, maximum: 2 ** 31 }),
});
const exactly = { additionalProperties: false };

const NewTask = Type.Union([
  Type.Object(
    {
      type: Type.Literal('groups'),
      threshold: optionOf(OPTIONS['collection.groups'].threshold),
      containment: optionOf(OPTIONS['collection.groups'].containment),
      minWords: optionOf(OPTIONS['collection.groups'].minWords),
      keep: optionOf(OPTIONS['collection.groups'].keep),
    },
    exactly,
  ),
  Type.Object({ type: Type.Literal('merge') }, exactly),
  Type.Object({ type: Type.Literal('backup') }, exactly),
  Type.Object(
    { type: Type.Literal('import'), path: Type.String({ minLength: 1, maxLength: 4096 }) },
    exactly,
  ),
]);

export const taskRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/collections/{name}/tasks',
    operation: 'startTask',
    summary: 'Starts a task: groups, merge, backup, or the import of files of the server',
    scope: 'admin',
    params: InCollectionSchema,
    body: NewTask,
    answers: { 202: { meaning: 'The task, which has not run yet', schema: TASK } },
    handle: async ({ params: { name }, body, request }, service) => {
      service.collections.get(name);
      const task = await service.tasks.start(name, body.type, await workOf(name, body, service));
      return { status: 202, body: task, headers: { location: `${request.url}/${task.task}` } };
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/tasks',
    operation: 'listTasks',
    summary: 'Tasks of a collection, the last one first',
    scope: 'read',
    params: InCollectionSchema,
    answers: { 200: { meaning: 'The tasks', schema: TASKS } },
    handle: async ({ params: { name } }, { tasks, collections }) => {
      collections.get(name);
      return ok({ tasks: tasks.list(name) });
    },
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/tasks/{task}',
    operation: 'getTask',
    summary: 'How a task is',
    scope: 'read',
    params: InTask,
    answers: { 200: { meaning: 'The task', schema: TASK } },
    handle: async ({ params: { name, task } }, { tasks }) => ok(tasks.get(name, task)),
  }),
  route({
    method: 'GET',
    path: '/v1/collections/{name}/tasks/{task}/result',
    operation: 'getTaskResult',
    summary: 'What a comparison of a class found',
    scope: 'read',
    params: InTask,
    answers: {
      200: { meaning: 'The pairs and a summary', schema: CLASS_LINE, type: 'application/x-ndjson' },
    },
    handle: async ({ params: { name, task } }, { tasks }) => ({
      status: 200,
      body: await tasks.result(name, task),
      type: BODY_TYPES.ndjson,
    }),
  }),
  route({
    method: 'DELETE',
    path: '/v1/collections/{name}/tasks/{task}',
    operation: 'cancelTask',
    summary: 'Stops a task; finished work stays',
    scope: 'admin',
    params: InTask,
    answers: { 200: { meaning: 'The task; it may take a moment until it has ended', schema: TASK } },
    handle: async ({ params: { name, task } }, { tasks }) => ok(await tasks.cancel(name, task)),
  }),
];

async function workOf(name: string, given: Static<typeof NewTask>, service: Service): Promise<Work> {
  const collection = service.collections.get(name);
  if (given.type === 'merge') {
    return async ({ signal }) => {
      await collection.merge({ signal });
      return { summary: service.collections.info(name) };
    };
  }
  if (given.type === 'backup') {
    return async ({ signal }) => {
      const folder = join(service.folder, 'backups');
      await mkdir(folder, { recursive: true });
      const backup = `${name}-${new Date().toISOString().replaceAll(':', '-')}.nd`;
      const path = join(folder, backup);
      try {
        const { commit } = await collection.backup(path, { signal });
        return { summary: { backup, commit } };
      } catch (error) {
        await rm(path, { recursive: true, force: true });
        throw error;
      }
    };
  }
  if (given.type === 'import') {
    const path = await importPath(given.path, service.importRoot);
    return async ({ signal, onProgress }) => {
      await refuseLinksOut(path, service.importRoot!, signal);
      const run = collection.addFrom([path], { maxId: ID_LENGTH }, { signal, onProgress });
      let documents = 0;
      for await (const _ of run) onProgress({ stage: 'read', documents: ++documents });
      return { summary: await run.summary };
    };
  }
  const { type: _, ...options } = given;
  return async (tools) => {
    const run = collection.groups({ ...options, ...tools, threads: service.threads });
    const { threshold = collection.settings.threshold } = options;
    const finish = async () => ({ commit: run.commit, threshold, summary: await run.summary });
    return { summary: await service.groups.write(name, run, finish) };
  };
}
