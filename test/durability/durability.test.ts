/** Short forms of `test/soak/check-durability.mjs`. */
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../src/collection/store/compact.ts';
import { CollectionFolder } from '../../src/collection/store/folder.ts';
import { KILL_POINTS, onKillPoint } from '../../src/collection/store/kill-points.ts';
import { repairFolder } from '../../src/collection/store/repair.ts';
import { openCollection } from '../../src/index.ts';
import { checksOf } from '../soak/durability/checks.mjs';
import { storePoints } from '../soak/durability/kill-points.mjs';

const checks = checksOf({
  CollectionFolder,
  KILL_POINTS,
  linesOf,
  onKillPoint,
  repairFolder,
  openCollection,
});

describe('a lasting collection', () => {
  it('a lasting collection has every acknowledged change of six callers, and at most those under way besides, after power is lost at any step', async () => {
    const { states, underWay } = await checks.power(400);
    expect(states).toBeGreaterThanOrEqual(400);
    expect(underWay).toBeGreaterThan(0);
  });

  it('loses nothing when any call of the disk fails, reads on, and is written to again', async () => {
    const { runs, resumed, readOnly } = await checks.faults(1);
    expect(runs).toBeGreaterThan(200);
    expect(resumed).toBeGreaterThan(0);
    expect(readOnly).toBeGreaterThan(0);
  });

  it('a lasting collection never gives another answer when bits of any file are flipped, and can be repaired', async () => {
    const { refused, rebuilt, repaired } = await checks.flips(150);
    expect(refused).toBeGreaterThan(0);
    expect(rebuilt).toBeGreaterThan(0);
    expect(repaired).toBeGreaterThan(0);
  });

  it('a lasting collection never gives another answer when any file is cut, and can be repaired', async () => {
    const { refused, rebuilt, repaired } = await checks.cuts(1024);
    expect(refused).toBeGreaterThan(0);
    expect(rebuilt).toBeGreaterThan(0);
    expect(repaired).toBeGreaterThan(0);
  });

  it('a lasting collection has every acknowledged change of six callers after kill -9, and every index answers as one made anew', async () => {
    const { rounds, callers, compared } = await checks.kill(1, ['merge written']);
    expect({ rounds, callers, compared }).toEqual({ rounds: 4, callers: 6, compared: 1 });
  });

  it('a lasting collection has every acknowledged change if it is killed at any named point, and every index answers as one made anew', async () => {
    const { points } = await checks.points(8);
    expect(points).toBe(storePoints({ KILL_POINTS }).length);
  });
});
