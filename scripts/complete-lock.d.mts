/** What is wrong with the entries of a lock file: a sentence each. */
export function lockProblems(lock: {
  packages: Record<string, { integrity?: string; resolved?: string }>;
}): string[];
