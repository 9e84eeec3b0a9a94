/** The options of every run: what ends it early, where temporary files go, and callbacks for problems and progress. */
import type { Problem } from './document.ts';
import { callback, type OptionRule, type OptionRules, text } from './option-rules.ts';
import type { Wording } from './wording.ts';

export interface RunOptions {
  /** Ends the run early: it closes everything, leaves no output, and rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Folder for temporary files. @default the system's */
  readonly temp?: string;
  /** Called for every document that cannot be read. @default does nothing */
  readonly onProblem: (problem: Problem) => void;
  /** Called now and then with the progress of the run. @default does nothing */
  readonly onProgress: (progress: Progress) => void;
}

/** The progress of a run. */
export interface Progress {
  readonly stage: 'plan' | 'read' | 'match' | 'verify' | 'write';
  readonly documents: number;
  /** Bytes of input read and to be read, if that is known. */
  readonly bytes?: number;
  readonly totalBytes?: number;
  /** How much of the stage is done, 0 to 1, if that is known but not its bytes or pairs. */
  readonly doneShare?: number;
  /** Pairs that were compared, of all that will be, if that is known. */
  readonly pairs?: number;
  readonly totalPairs?: number;
  /** The most comparisons that the exact method may make, reported once before they begin. */
  readonly comparisons?: number;
  /** Something to know now, while the run goes on. */
  readonly note?: Wording;
  /** The estimated needs of a run, reported once at its start: documents, and bytes of memory and disk. */
  readonly need?: { readonly documents: number; readonly memory: number; readonly disk: number };
}

export const SIGNAL_RULE: OptionRule<AbortSignal | undefined> = {
  default: undefined,
  isAllowed: (value) => value instanceof AbortSignal,
  expected: 'an AbortSignal',
};

export const RUN_RULES: OptionRules<RunOptions> = {
  signal: SIGNAL_RULE,
  temp: { ...text(undefined, 'the path of a folder'), leftOut: "the system's" },
  onProblem: callback(),
  onProgress: callback(),
};
