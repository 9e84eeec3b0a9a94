interface Usage {
  readonly files: number;
  readonly threads: number;
  /** MB. */
  readonly memory: number;
}

export function checkLeaks(options: {
  calls: number;
  progress?: (calls: number, usage: Usage) => void;
}): Promise<{ before: Usage; after: Usage }>;
