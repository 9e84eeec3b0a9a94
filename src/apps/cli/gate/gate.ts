/**
 * A gate for a pipeline: it lets pass what a baseline knows, and reports the rest in the forms that code hosts show.
 * Without any of its options there is none.
 */
import { statSync } from 'node:fs';
import { checkOutputOf, NeardupError, type Pair, type SharingPair, visible } from '../../../index.ts';
import type { Output } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { grouped } from '../terminal.ts';
import { version } from '../version.ts';
import { BASELINE_START, Baseline, writeBaseline } from './baseline.ts';
import { type Finding, pairFinding, passageFinding } from './finding.ts';
import type { GateFlags } from './gate-flags.ts';
import { githubLine } from './github.ts';
import { SARIF_START, sarif } from './sarif.ts';
import { refuseOtherFile, writeWhole } from './write-whole.ts';

export class PipelineGate {
  /** All findings, and those that are new. */
  private readonly all: Finding[] = [];
  private fresh: Finding[] = [];
  private readonly baseline: Baseline | undefined;

  private constructor(
    private readonly rule: Finding['rule'],
    private readonly flags: GateFlags,
  ) {
    const { baseline, updateBaseline } = flags;
    if (baseline !== undefined && updateBaseline !== true) this.baseline = Baseline.read(baseline, rule);
  }

  /** @param rule What is looked for. @param fingerprints Texts are not read: nothing is proved that could be reported. */
  static async open(
    rule: Finding['rule'],
    flags: GateFlags & { readonly fingerprints?: boolean },
    inputs: readonly string[],
    selection: { readonly hidden?: boolean },
  ): Promise<PipelineGate | undefined> {
    const { baseline, updateBaseline, sarif, github, json } = flags;
    if (updateBaseline === true && baseline === undefined)
      throw refusal(
        'updateBaseline',
        '`--update-baseline` has no effect: there is no baseline.',
        'Add --baseline FILE.',
      );
    if ([baseline, sarif, github].every((given) => given === undefined)) return undefined;
    if (github === true && json === true)
      throw refusal(
        'github',
        '`--github` and `--json` both write to standard output.',
        'Leave one of them out.',
      );
    if (flags.fingerprints === true)
      throw refusal(
        'fingerprints',
        'Expected texts, got fingerprints: their pairs are not verified.',
        'Give the documents.',
      );
    if (sarif !== undefined) {
      await checkOutputOf(sarif, [...inputs, baseline ?? []].flat(), selection);
      refuseOtherFile(sarif, SARIF_START, 'sarif');
    }
    if (updateBaseline === true) {
      // in a folder of documents it is one of those that are not read, or one more that has nothing to share
      const named = inputs.filter((input) => !isFolder(input));
      await checkOutputOf(baseline!, named, selection);
      refuseOtherFile(baseline!, BASELINE_START, 'baseline');
    }
    return new PipelineGate(rule, flags);
  }

  /** The pair, if it is new. */
  takePair(pair: Pair): Pair | undefined {
    return this.take(pairFinding(pair)) ? pair : undefined;
  }

  /** The pairs with those of their passages that are new, if there are any. @param textOf The text of the first document of a pair. */
  takeSharing(pairs: readonly SharingPair[], textOf: (id: string) => string): SharingPair[] {
    const findings = pairs.map((pair) =>
      pair.passages.map((passage) => passageFinding(pair, passage, textOf)),
    );
    for (const each of findings.flat()) this.take(each);
    this.fresh = this.baseline?.withoutMoved(this.fresh) ?? this.fresh;
    const fresh = new Set(this.fresh);
    return pairs.flatMap((pair, n) => {
      const passages = pair.passages.filter((_, i) => fresh.has(findings[n][i]));
      return passages.length === 0 ? [] : { ...pair, passages };
    });
  }

  get foundNew(): boolean {
    return this.fresh.length > 0 && this.flags.updateBaseline !== true;
  }

  /** Writes what was asked for. */
  async end(output: Output, terminal: Terminal): Promise<void> {
    const { baseline, updateBaseline, github, sarif: path } = this.flags;
    if (github === true) for (const each of this.fresh) await output.line(visible(githubLine(each)));
    if (path !== undefined) {
      await writeWhole(path, `${JSON.stringify(sarif(this.fresh, version()), undefined, 2)}\n`);
      terminal.note(`wrote ${path}`);
    }
    if (baseline === undefined) return;
    if (updateBaseline === true) {
      await writeBaseline(baseline, this.rule, this.all);
      terminal.note(`wrote ${baseline}: ${grouped(this.all.length)} known from now on`);
      return;
    }
    const gone = this.baseline?.gone.length ?? 0;
    const known = this.all.length - this.fresh.length;
    const left =
      gone === 0
        ? ''
        : `; ${grouped(gone)} of the baseline ${gone === 1 ? 'is' : 'are'} gone (--update-baseline)`;
    terminal.note(`${grouped(this.fresh.length)} new, ${grouped(known)} known${left}`);
  }

  private take(finding: Finding): boolean {
    this.all.push(finding);
    const isNew = this.baseline?.isNew(finding) ?? true;
    if (isNew) this.fresh.push(finding);
    return isNew;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function refusal(option: string, message: string, advice: string): NeardupError {
  return new NeardupError('BAD_OPTION', message, { option, advice });
}
