/** Files in a request (multipart/form-data). They are held in memory; their names are ids, never paths. */
import type { FastifyRequest } from 'fastify';
import type { Problem } from '../../index.ts';
import { ServiceError } from './problems.ts';
import type { RequestLimits } from './service.ts';

/** The files of a request by the name of their field. */
export type Upload = ReadonlyMap<string, readonly File[]>;

/** Files of one request. */
export const MOST_FILES = 5000;

/** Most fields in a request beside its files. Their values are ignored. */
export const MOST_FIELDS = 100;

/** Every object of JavaScript has these names, so the parser of forms refuses them. */
export const REFUSED_FIELD_NAMES: readonly string[] = Object.getOwnPropertyNames(Object.prototype);

export async function readUpload(request: FastifyRequest, limits: RequestLimits): Promise<Upload> {
  if (request.headers['content-length'] === undefined)
    throw new ServiceError('NO_LENGTH', 'Expected an upload with its length, got one without.');
  const fields = await readFields(request).catch((error: unknown) => {
    throw problemOfForm(error, limits);
  });
  const count = [...fields.values()].reduce((sum, files) => sum + files.length, 0);
  if (count === 0) throw new ServiceError('BAD_REQUEST', 'Expected at least one file, got none.');
  return fields;
}

async function readFields(request: FastifyRequest): Promise<Upload> {
  const fields = new Map<string, File[]>();
  for await (const part of request.parts()) {
    if (part.type !== 'file') continue;
    const files = fields.get(part.fieldname) ?? [];
    files.push(new File([(await part.toBuffer()) as Buffer<ArrayBuffer>], part.filename || 'document'));
    fields.set(part.fieldname, files);
  }
  return fields;
}

/** Translates an error code of the form parser into a problem of the service. */
function problemOfForm(error: unknown, limits: RequestLimits): unknown {
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const bad = (detail: string) => new ServiceError('BAD_REQUEST', detail);
  const large = (detail: string) => new ServiceError('BODY_TOO_LARGE', detail);
  switch (code) {
    case 'FST_PROTO_VIOLATION':
      return bad('Expected a form with other names of fields, got one such as `__proto__` or `constructor`.');
    case 'FST_INVALID_JSON_FIELD_ERROR':
      return bad('Expected JSON in a field whose type is application/json, got something else.');
    case 'FST_MP_PREMATURE_CLOSE':
      return bad('Expected a whole form, got its beginning.');
    case 'FST_REQ_FILE_TOO_LARGE':
      return large(`Expected files of at most ${limits.file} bytes, got a larger one.`);
    case 'FST_FILES_LIMIT':
      return large(`Expected at most ${MOST_FILES} files, got more.`);
    case 'FST_FIELDS_LIMIT':
      return large(`Expected at most ${MOST_FIELDS} fields other than files, got more.`);
    default:
      return statusCode === undefined ? bad('Expected a form with files, got something else.') : error;
  }
}

export function allFiles(upload: Upload): File[] {
  return [...upload.values()].flat();
}

/** The line of a document that could not be read. */
export function failedLine({ source, line, reason }: Problem) {
  return { id: line === undefined ? source : `${source}:${line}`, state: 'failed', reason };
}
