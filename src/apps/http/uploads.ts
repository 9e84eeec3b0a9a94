/** Files in a request (multipart/form-data). They are held in memory; their names are ids, never paths. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../index.ts';
import { ServiceError } from './problems.ts';
import type { Limits } from './service.ts';

/** The files of a request by the name of their field. */
export type Upload = ReadonlyMap<string, readonly File[]>;

/** Files of one request. */
export const MOST_FILES = 5000;

export async function readUpload(request: FastifyRequest, limits: Limits): Promise<Upload> {
  if (request.headers['content-length'] === undefined)
    throw new ServiceError('NO_LENGTH', 'Expected an upload with its length, got one without.');
  const fields = new Map<string, File[]>();
  for await (const part of partsOf(request)) {
    if (part.type !== 'file') continue;
    const files = fields.get(part.fieldname) ?? [];
    files.push(new File([(await part.toBuffer()) as Buffer<ArrayBuffer>], part.filename || 'document'));
    fields.set(part.fieldname, files);
  }
  const count = [...fields.values()].reduce((sum, files) => sum + files.length, 0);
  if (count === 0) throw new ServiceError('BAD_REQUEST', 'Expected at least one file, got none.');
  if (count > MOST_FILES || Number(request.headers['content-length']) > limits.upload)
    throw new ServiceError('BODY_TOO_LARGE', `Expected at most ${MOST_FILES} files, got more.`);
  return fields;
}

/** What is no form is told as such. */
async function* partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new ServiceError('BAD_REQUEST', 'Expected a form with files, got something else.');
  }
}

export function allFiles(upload: Upload): File[] {
  return [...upload.values()].flat();
}

/** The line of a document that could not be read. */
export function failedLine({ source, line, reason }: Problem) {
  return { id: line === undefined ? source : `${source}:${line}`, state: 'failed', reason };
}
