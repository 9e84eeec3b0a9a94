// What the checks need of the library, as it was built.

export { linesOf } from '../../../dist/collection/store/compact.js';
export { CollectionFolder } from '../../../dist/collection/store/folder.js';
export { KILL_POINTS, onKillPoint } from '../../../dist/collection/store/kill-points.js';
export { repairFolder } from '../../../dist/collection/store/repair.js';
export { openCollection } from '../../../dist/index.js';
