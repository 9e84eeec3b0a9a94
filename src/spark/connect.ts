/** A session of a Spark Connect server: SQL statements over gRPC, which is HTTP/2 with messages of a length each. */
import { randomUUID } from 'node:crypto';
import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { NeardupError } from '../errors.ts';
import { arrow } from '../stages/index.ts';
import { encode, fieldsOf, type Message } from './protobuf.ts';

const METHOD = '/spark.connect.SparkConnectService/ExecutePlan';
/** Numbers of fields: of a request, a plan, a command, a relation, and a response. */
const Request = { session: 1, user: 2, plan: 3, client: 4 } as const;
const Plan = { root: 1, command: 2 } as const;
const SQL_COMMAND = 5;
const SQL_COMMAND_INPUT = 6;
const SQL_RELATION = 10;
const ARROW_BATCH = 2;
const ARROW_DATA = 2;

export class SparkSession {
  private readonly id = randomUUID();
  private readonly http: ClientHttp2Session;
  private readonly token: string | undefined;
  /** Why there is no connection. */
  private broken: Error | undefined;
  /** The address without the token. */
  private readonly name: string;

  /** @param address `sc://host:15002`, perhaps with `/;use_ssl=true;token=…`. @param signal Ends statements under way. */
  constructor(
    address: string,
    private readonly signal?: AbortSignal,
  ) {
    const [, host, port = '15002', settings = ''] =
      /^sc:\/\/([^/:;]+)(?::(\d+))?(?:\/;?(.*))?$/.exec(address) ?? [];
    if (host === undefined) {
      throw new NeardupError(
        'BAD_OPTION',
        `Expected a Spark Connect address like \`sc://host:15002\`, got \`${address.split(';', 1)[0]}\`.`,
      );
    }
    this.name = `sc://${host}:${port}`;
    const given = new Map(settings.split(';').map((setting) => setting.split('=', 2) as [string, string]));
    this.token = given.get('token');
    const isSecure = given.get('use_ssl') === 'true' || this.token !== undefined;
    this.http = connect(`${isSecure ? 'https' : 'http'}://${host}:${port}`);
    this.http.on('error', (error) => {
      this.broken = error;
    });
  }

  /** Runs a statement that gives no rows. */
  async run(statement: string): Promise<void> {
    const command = { [SQL_COMMAND]: { [SQL_COMMAND_INPUT]: { [SQL_RELATION]: { 1: statement } } } };
    for await (const _ of this.execute({ [Plan.command]: command }));
  }

  /** The rows of a query, as JSON. */
  async *rows<T>(query: string): AsyncGenerator<T> {
    const root = { [SQL_RELATION]: { 1: `SELECT to_json(struct(*)) AS row FROM (${query})` } };
    for await (const response of this.execute({ [Plan.root]: root })) {
      for (const { field, value } of fieldsOf(response))
        if (field === ARROW_BATCH) yield* batchRows<T>(value);
    }
  }

  close(): void {
    this.http.close();
  }

  private async *execute(plan: Message): AsyncGenerator<Uint8Array> {
    const user = { 1: 'neardup', 2: 'neardup' };
    const message = encode({
      ...{
        [Request.session]: this.id,
        [Request.user]: user,
        [Request.plan]: plan,
        [Request.client]: 'neardup',
      },
    });
    const headers = {
      [constants.HTTP2_HEADER_METHOD]: 'POST',
      [constants.HTTP2_HEADER_PATH]: METHOD,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
    };
    const stream = this.http.request(headers, { signal: this.signal });
    const head = Buffer.alloc(5);
    head.writeUInt32BE(message.length, 1);
    stream.end(Buffer.concat([head, message]));
    let status: string | undefined;
    let reason = '';
    const note = (headers: Record<string, unknown>) => {
      if (headers['grpc-status'] !== undefined) status = String(headers['grpc-status']);
      if (headers['grpc-message'] !== undefined) reason = decoded(String(headers['grpc-message']));
    };
    stream.on('response', note);
    stream.on('trailers', note);
    try {
      let rest = Buffer.alloc(0);
      for await (const chunk of stream) {
        rest = Buffer.concat([rest, chunk]);
        for (let end = messageEnd(rest); end !== undefined; end = messageEnd(rest)) {
          yield rest.subarray(5, end);
          rest = rest.subarray(end);
        }
      }
    } catch (cause) {
      if (this.broken !== undefined) throw this.unreachable(this.broken);
      throw this.failed(cause instanceof Error ? cause.message : String(cause));
    }
    if (status !== '0') throw this.failed(reason === '' ? `status ${status ?? 'unknown'}` : reason);
  }

  private unreachable(cause: Error): NeardupError {
    return new NeardupError('ENGINE_FAILED', `Spark at ${this.name} cannot be reached: ${cause.message}.`, {
      cause,
      advice: 'Start its server (start-connect-server.sh), and wait until it answers: that takes a minute.',
    });
  }

  private failed(reason: string): NeardupError {
    return new NeardupError('ENGINE_FAILED', `Spark at ${this.name}: ${reason.slice(0, 3000)}`, {
      advice: 'Tables of finished steps stay in the work folder: the same command goes on after them.',
    });
  }
}

/** A message of gRPC; a proxy on the way may write one that is not encoded. */
function decoded(message: string): string {
  try {
    return decodeURIComponent(message);
  } catch {
    return message;
  }
}

/** Where the first message ends, if all of it is there. */
function messageEnd(bytes: Buffer): number | undefined {
  if (bytes.length < 5) return undefined;
  const end = 5 + bytes.readUInt32BE(1);
  return end <= bytes.length ? end : undefined;
}

async function* batchRows<T>(batch: Uint8Array): AsyncGenerator<T> {
  for (const { field, value } of fieldsOf(batch)) {
    if (field !== ARROW_DATA) continue;
    for await (const rows of arrow.read(once(value), () => {})) {
      const row = rows.bytes('row')!;
      for (let i = 0; i < rows.length; i++) yield JSON.parse(Buffer.from(row(i)!).toString());
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
