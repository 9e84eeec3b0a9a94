export const hasOpenSearch: boolean;

export interface OpenSearchOptions {
  readonly heap?: number;
  readonly quick?: boolean;
  readonly settings?: readonly string[];
}

export class OpenSearchNode {
  readonly name: string;
  readonly port: number;
  readonly isAlive: boolean;
  readonly output: string;
  launch(): void;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

export class OpenSearchCluster {
  static start(count?: number, options?: OpenSearchOptions): Promise<OpenSearchCluster>;
  readonly nodes: readonly OpenSearchNode[];
  readonly alive: readonly OpenSearchNode[];
  address(index: string): string;
  // biome-ignore lint/suspicious/noExplicitAny: what a cluster answers
  ask(method: string, path: string, body?: unknown): Promise<any>;
  ready(count?: number, status?: 'yellow' | 'green'): Promise<void>;
  cpu(): number;
  stop(): Promise<void>;
}
