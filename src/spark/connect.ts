/**
 * A session of a Spark Connect server: SQL statements over gRPC. A statement goes on at the server if the connection is lost, and the
 * client asks for the rest of its answer (`ReattachExecute`); so a statement may take longer than any proxy on the way keeps a connection.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { NeardupError } from '../errors.ts';
import { arrowRows } from '../stages/index.ts';
import { parseAddress, type SparkAddress } from './address.ts';
import { Grpc, GrpcError } from './grpc.ts';
import { encode, type ProtobufMessage, protobufFields } from './protobuf.ts';

const SERVICE = '/spark.connect.SparkConnectService';
/** Numbers of fields: of all requests, of those for one operation, of a plan, a command, a relation, and a response. */
const Request = { session: 1, user: 2 } as const;
const Execute = { plan: 3, client: 4, options: 5, operation: 6 } as const;
const Reattach = { operation: 3, client: 4, last: 5 } as const;
const Release = { operation: 3, client: 4, all: 5 } as const;
const Plan = { root: 1, command: 2 } as const;
const Response = { arrowBatch: 2, id: 13, complete: 14 } as const;
const SQL_COMMAND = 5;
const SQL_COMMAND_INPUT = 6;
const SQL_RELATION = 10;
const ARROW_DATA = 2;

/** How often a lost answer is asked for again, and the longest pause: Spark ends an operation that is left alone for five minutes. */
const TRIES = 10;
const MAX_PAUSE_MS = 30_000;
const RELEASE_MS = 10_000;

export class SparkSession {
  private readonly address: SparkAddress;
  private readonly grpc: Grpc;
  private hasAnswered = false;

  /** @param address `sc://host:15002`, perhaps with `/;use_ssl=true;token=…`. @param signal Ends statements under way. */
  constructor(
    address: string,
    private readonly signal?: AbortSignal,
  ) {
    this.address = parseAddress(address);
    this.grpc = new Grpc(this.address.url, this.address.headers);
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
      for (const { field, value } of protobufFields(response))
        if (field === Response.arrowBatch) yield* batchRows<T>(value);
    }
  }

  close(): void {
    this.grpc.close();
  }

  /** The responses to a plan, each once. */
  private async *execute(plan: ProtobufMessage): AsyncGenerator<Uint8Array> {
    const operation = randomUUID();
    let last: string | undefined;
    let [isSent, failures] = [false, 0];
    try {
      for (;;) {
        try {
          for await (const response of this.ask(plan, operation, isSent, last)) {
            [isSent, failures, this.hasAnswered] = [true, 0, true];
            const fields = [...protobufFields(response)];
            const id = fields.find(({ field }) => field === Response.id)?.value;
            if (id !== undefined) last = Buffer.from(id).toString();
            if (fields.some(({ field }) => field === Response.complete)) return;
            yield response;
          }
          // it goes on at the server
          isSent = true;
        } catch (error) {
          isSent = !(await this.again(error, last, ++failures));
        }
      }
    } finally {
      await this.release(operation);
    }
  }

  private ask(plan: ProtobufMessage, operation: string, isSent: boolean, last: string | undefined) {
    const client = this.address.agent;
    if (isSent) {
      const request: ProtobufMessage = { [Reattach.operation]: operation, [Reattach.client]: client };
      return this.call(
        'ReattachExecute',
        last === undefined ? request : { ...request, [Reattach.last]: last },
      );
    }
    const reattachable = { 1: { 1: true } } as const;
    return this.call('ExecutePlan', {
      ...{ [Execute.plan]: plan, [Execute.client]: client },
      ...{ [Execute.options]: reattachable, [Execute.operation]: operation },
    });
  }

  /** Waits until a failed call may be made again, or throws. True if the statement itself must be sent again, as it has not arrived. */
  private async again(error: unknown, last: string | undefined, failures: number): Promise<boolean> {
    if (!(error instanceof GrpcError)) throw error;
    const isUnknown = last === undefined && error.message.includes('OPERATION_NOT_FOUND');
    if (!this.hasAnswered && error.isLost) throw this.unreachable(error);
    if (!(error.isLost || isUnknown) || failures > TRIES) throw this.failed(error.message);
    await wait(Math.min(100 * 2 ** failures, MAX_PAUSE_MS), undefined, { signal: this.signal });
    return isUnknown;
  }

  /** Ends a statement at the server if it is under way, and lets the server forget it. */
  private async release(operation: string): Promise<void> {
    if (!this.hasAnswered) return;
    const message = {
      [Release.operation]: operation,
      [Release.client]: this.address.agent,
      [Release.all]: {},
    };
    try {
      for await (const _ of this.call('ReleaseExecute', message, AbortSignal.timeout(RELEASE_MS)));
    } catch {
      // the server forgets it by itself after some minutes, and the statement has its own result or error
    }
  }

  private call(method: string, message: ProtobufMessage, signal = this.signal): AsyncGenerator<Uint8Array> {
    const { session, user } = this.address;
    const about = { [Request.session]: session, [Request.user]: { 1: user, 2: user } };
    return this.grpc.call(`${SERVICE}/${method}`, encode({ ...about, ...message }), signal);
  }

  private unreachable(cause: Error): NeardupError {
    return new NeardupError(
      'ENGINE_FAILED',
      `Spark at ${this.address.name} cannot be reached: ${cause.message}.`,
      {
        cause,
        advice: 'Start its server (start-connect-server.sh), and wait until it answers: that takes a minute.',
      },
    );
  }

  private failed(reason: string): NeardupError {
    return new NeardupError('ENGINE_FAILED', `Spark at ${this.address.name}: ${reason.slice(0, 3000)}`, {
      advice:
        'The tables of finished steps are kept in the work folder: run the same command to continue after them.',
    });
  }
}

async function* batchRows<T>(batch: Uint8Array): AsyncGenerator<T> {
  for (const { field, value } of protobufFields(batch)) {
    if (field !== ARROW_DATA) continue;
    for await (const rows of arrowRows.read(once(value), () => {})) {
      const row = rows.bytes('row')!;
      for (let i = 0; i < rows.length; i++) yield JSON.parse(Buffer.from(row(i)!).toString());
    }
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
