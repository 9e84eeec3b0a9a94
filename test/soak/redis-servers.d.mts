import type { ChildProcess } from 'node:child_process';

export class RedisServer {
  static start(args?: readonly string[]): Promise<RedisServer>;
  static startSentinel(name: string, port: number): Promise<RedisServer>;
  readonly port: number;
  readonly child: ChildProcess;
  readonly url: string;
  cli(...args: string[]): string;
  info(name: string): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export class RedisCluster {
  static start(timeout?: number): Promise<RedisCluster>;
  readonly servers: readonly RedisServer[];
  readonly urls: string[];
  readonly masters: RedisServer[];
  readonly alive: RedisServer[];
  replicaOf(master: RedisServer): RedisServer;
  whole(): Promise<void>;
  stop(): Promise<void>;
}

export function hasRedis(): boolean;
export function until(condition: () => boolean, seconds?: number): Promise<void>;
