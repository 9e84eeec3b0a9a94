// What the checks need of src/collection/store, as it was built.

export { backUp } from '../../dist/collection/store/backup.js';
export { linesOf } from '../../dist/collection/store/compact.js';
export { CollectionFolder } from '../../dist/collection/store/folder.js';
export { repairFolder } from '../../dist/collection/store/repair.js';
