// All checks, over the modules that they are given: those that were built, or the sources.
import { bitFlips, truncations } from './damage.mjs';
import { faults } from './faults.mjs';
import { figures } from './figures.mjs';
import { killRounds } from './kill.mjs';
import { copyAtPoints } from './kill-points.mjs';
import { powerLoss } from './power-loss.mjs';
import { straceRuns } from './strace.mjs';

export function checksOf(store) {
  return {
    power: (states = 100_000) => powerLoss(store, { states }),
    faults: (seeds = 20) => faults(store, { seeds }),
    flips: (flips = 20_000) => bitFlips(store, { flips }),
    cuts: (step = 64) => truncations(store, { step }),
    kill: (rounds = 2000, points = undefined) => killRounds(store, rounds, { points }),
    points: (compareEvery = 1) => copyAtPoints(store, { compareEvery }),
    strace: (runs = 150, changes = undefined) => straceRuns(store, runs, changes),
    figures: () => figures(store),
  };
}
