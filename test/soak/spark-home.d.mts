export const MAIN: string;
export const PYTHON: string;
export const SUBMIT: string;
export const WORKER: string;
export const hasSpark: boolean;
export function faultyWorker(faults: string, folder: string): string;
export const TWO_EXECUTORS: string;
export function settings(folder: string, master: string, more?: object): string[];
export function submit(folder: string, master: string, args: readonly string[]): Promise<Run>;
export function run(command: string, args: readonly string[]): Promise<Run>;
export function startConnectServer(folder: string): Promise<{ address: string; stop(): void }>;
export function linesIn(folder: string): string[];

export interface Run {
  readonly code: number;
  readonly output: string;
}
