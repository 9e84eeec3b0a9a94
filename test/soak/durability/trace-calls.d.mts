export class TraceCalls<T> {
  constructor(begin: (call: string) => T, end: (call: string, said: T) => void);
  take(line: string): void;
}
