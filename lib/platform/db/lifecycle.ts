import { changes } from './schema/changes.ts';
import { of } from './table-lifecycle.ts';

export const databaseLifecycle = [of(changes, {}, 'Which tables and rows of public pages changed; rows of accounts are not among them.')];
