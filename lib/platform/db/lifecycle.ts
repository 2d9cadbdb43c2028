import { changes } from './schema/changes.ts';
import { lifecycleOf } from './table-lifecycle.ts';

export const databaseLifecycle = [
  lifecycleOf(changes, {}, 'Tables and rows of public pages that changed. Rows of accounts are not among them.'),
];
