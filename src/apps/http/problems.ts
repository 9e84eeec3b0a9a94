/** Errors as answers (RFC 9457): a status and title for every code, and nothing of the inside of the service. */
import { randomUUID } from 'node:crypto';
import { type ErrorCode, NeardupError } from '../../index.ts';
import type { HttpProblem } from './service-answers.ts';

/** Problems of the service itself. */
const OWN = {
  BAD_REQUEST: [400, 'The request is not valid', 'Correct it; /openapi.json describes every request.'],
  NO_KEY: [401, 'A key is needed', 'Send `Authorization: Bearer KEY`. `neardup keys create` makes a key.'],
  FORBIDDEN: [403, 'The request is not allowed', 'Use a key with more rights.'],
  FOREIGN_ORIGIN: [
    403,
    'The request comes from another site',
    'Without keys the service answers only programs and pages of this machine, under its own address.',
  ],
  NOT_FOUND: [404, 'There is no such thing', 'Check the address.'],
  METHOD_NOT_ALLOWED: [405, 'The method is not allowed here', 'Use a method of the header `Allow`.'],
  NOT_ACCEPTABLE: [406, 'There is no such form of the answer', 'Leave out `Accept`, or use another type.'],
  TOO_SLOW: [408, 'The request took too long', 'Send it again, or send less at once.'],
  ALREADY_THERE: [409, 'It is there already', 'Use another name.'],
  TWO_IDS: [409, 'The ids differ', 'Leave the id out of the body.'],
  TOO_LOW: [
    409,
    'The collection cannot answer this question',
    'Ask for more, or make another collection for less.',
  ],
  BAD_WATCH: [409, 'The watch cannot be kept', 'Correct the field that `detail` names.'],
  TOO_MANY_DOCUMENTS: [
    409,
    'The collection cannot answer this question',
    'Leave `containment` out, or run `neardup collection check --containment` on the machine.',
  ],
  TOO_MANY_REVIEWS: [409, 'There are too many reviews', 'Remove reviews of pairs that are settled.'],
  TOO_MANY_CLASSES: [409, 'There are too many classes', 'Remove classes that are over.'],
  CLASS_CHANGED: [
    409,
    'The class was saved by others',
    'Open it again, or save it under another name; without `replaces` it is replaced.',
  ],
  NO_INDEX: [
    409,
    'The collection cannot answer this question',
    'Stop the service, run `neardup collection merge DIR --indexes all`, and start it again.',
  ],
  NEAR_DUPLICATE: [409, 'A near-duplicate is stored', 'Use `onDuplicate=keep` to store it all the same.'],
  OLD_CURSOR: [404, 'The cursor cannot be continued', 'Begin again without `after`.'],
  NO_LENGTH: [411, 'The length is needed', 'Send `Content-Length` with an upload.'],
  BODY_TOO_LARGE: [413, 'The request is too large', 'Send less at once.'],
  BAD_TYPE: [415, 'The content type is not accepted', 'Send one that /openapi.json names for this address.'],
  FAILED: [422, 'The document cannot be stored', 'Correct it and send it again.'],
  TOO_MANY_REQUESTS: [429, 'The key has sent too many requests', 'Wait as long as `Retry-After` says.'],
  INTERNAL: [500, 'The service failed', 'Look for `instance` in the log of the service.'],
  INTERRUPTED: [503, 'It was interrupted', 'Start the task again.'],
  BUSY: [503, 'The service is busy', 'Wait as long as `Retry-After` says and send it again.'],
  BROKEN_COLLECTION: [503, 'The collection cannot be opened', 'Repair it on the machine of the service.'],
  OPENING: [503, 'The service is starting', 'Wait as long as `Retry-After` says and send it again.'],
  KEYS_DAMAGED: [503, 'The keys are damaged', 'The log of the service names the error and its remedy.'],
  REVIEWS_UNREADABLE: [
    503,
    'The reviews cannot be read',
    'Move the file away on the machine of the service, or restore it from a backup.',
  ],
  CLASS_DAMAGED: [
    503,
    'The class cannot be read',
    'Restore its file from a backup, or remove the class and save it again.',
  ],
  TIME_LIMIT: [
    503,
    'The answer took too long',
    'Ask for less at once; a task (`?task=true`) may take any time. `neardup serve --answer-seconds` sets the limit.',
  ],
  STOPPING: [503, 'The service is stopping', 'Send it again when it has started.'],
} as const satisfies Record<string, readonly [status: number, title: string, advice: string]>;

/** Errors of the library that are answered with their own words. Any other is a 500. */
const OF_LIBRARY: Partial<Record<ErrorCode, readonly [status: number, title: string]>> = {
  BAD_OPTION: [400, 'A value is not allowed'],
  NO_INPUT: [400, 'There is nothing to work on'],
  INPUT_NOT_FOUND: [404, 'There is no such input'],
  NO_COLLECTION: [404, 'There is no such collection'],
  DUPLICATE_ID: [409, 'An id occurs twice'],
  TOO_FEW_DOCUMENTS: [409, 'The collection cannot answer this question'],
  LOCKED: [409, 'Another process uses it'],
  CLOSED: [409, 'It was closed'],
  READ_ONLY: [409, 'It can only be asked'],
  EVENTS_GONE: [410, 'The events were removed'],
  TOO_LARGE: [413, 'A text is too large'],
  UNREADABLE: [422, 'A document cannot be read'],
  SEVERAL_DOCUMENTS: [422, 'A file has several documents'],
  NO_SPACE: [507, 'The disk is full'],
};

export type OwnCode = keyof typeof OWN;

export class ServiceError extends Error {
  constructor(
    readonly code: OwnCode,
    detail: string,
    readonly more: { readonly advice?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(detail);
  }
}

/** For requests that will be possible again in a second. */
export function busy(detail: string): ServiceError {
  return new ServiceError('BUSY', detail, { headers: { 'retry-after': '1' } });
}

/** The answer to an error, whatever it is. */
export function problemOf(error: unknown): HttpProblem {
  const instance = `urn:uuid:${randomUUID()}`;
  const make = (
    code: string,
    status: number,
    title: string,
    detail: string,
    advice: string,
  ): HttpProblem => ({
    type: `urn:neardup:problem:${code.toLowerCase().replaceAll('_', '-')}`,
    title,
    status,
    code,
    detail,
    advice,
    instance,
  });
  if (error instanceof ServiceError) {
    const [status, title, advice] = OWN[error.code];
    return make(error.code, status, title, error.message, error.more.advice ?? advice);
  }
  if (error instanceof NeardupError) {
    const known = OF_LIBRARY[error.code];
    if (known !== undefined) return make(error.code, known[0], known[1], error.message, error.advice);
  }
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC')
    return make('NO_SPACE', 507, 'The disk is full', 'There is no space for it.', 'Free some space.');
  const own = codeOfFramework(error);
  const [status, title, advice] = OWN[own];
  return make(own, status, title, own === 'INTERNAL' ? title : messageOf(error), advice);
}

/** Errors of fastify carry a status. */
function codeOfFramework(error: unknown): OwnCode {
  const status = (error as { statusCode?: number } | undefined)?.statusCode;
  if (status === 413) return 'BODY_TOO_LARGE';
  if (status === 415) return 'BAD_TYPE';
  if (status === 414 || status === 431) return 'BAD_REQUEST';
  return status !== undefined && status >= 400 && status < 500 ? 'BAD_REQUEST' : 'INTERNAL';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'The request is not valid.';
}
