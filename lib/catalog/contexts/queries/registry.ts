import { eq } from 'drizzle-orm';
import { hasRow } from '#lib/platform/db/rows.ts';
import { organisations } from '#lib/platform/db/schema/contexts.ts';
import type { Reader } from '#lib/platform/db/store.ts';

/** True where the ROR registry was imported: without it this instance knows no institution by its domain. */
export const hasRegistry = (reader: Pick<Reader, 'select'>): Promise<boolean> =>
  hasRow(reader, organisations, eq(organisations.status, 'active'));
