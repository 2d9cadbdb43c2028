import { table, text } from '../columns.ts';

/** Single values of the instance that must fit its database, by name. */
export const instanceValues = table('instance_values', { name: text().primaryKey(), value: text().notNull() });
