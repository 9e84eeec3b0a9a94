/** The script of the comparison's page. */
import { readIsland } from '../../browser/find.ts';
import type { ComparisonRows } from '../rows.ts';
import { modelOf } from './model.ts';
import { startComparison } from './start.ts';

startComparison(modelOf(readIsland<ComparisonRows>('comparison')));
