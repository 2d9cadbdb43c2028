import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { sourceLabel } from '#lib/catalog/sources/model.ts';
import { isHidden } from '#lib/catalog/statements/model/statement.ts';
import { levelNames } from '#lib/catalog/trust/model/snapshot.ts';
import { dayOf } from '#lib/platform/clock.ts';
import { firstOf } from '#lib/platform/db/rows.ts';
import { historyStart, pastAffiliations } from '#lib/platform/db/schema/history.ts';
import { trustSnapshots } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { PastRecord } from '../model/as-of.ts';
import { coauthorsAt } from './past-coauthors.ts';
import { worksAt } from './past-works.ts';

/** Returns a record as its page showed it at a moment, without data that has been hidden since. */
export async function recordAsOf(reader: Reader, author: AuthorRow, moment: Date): Promise<PastRecord> {
  const [works, affiliation, trust, recordedSince] = await Promise.all([
    worksAt(reader, author.key, moment),
    selectAffiliation(reader, author, moment),
    selectTrust(reader, author.key, moment),
    selectRecordingStart(reader, author),
  ]);
  const shared = works.filter(({ byOwner }) => !byOwner).map(({ key }) => key);
  const coauthors = isHidden(author.privacy, 'coauthors') ? null : await coauthorsAt(reader, author.key, shared, moment);
  return { day: dayOf(moment), works: works.map(({ work }) => work), affiliation, trust, coauthors, recordedSince };
}

async function selectAffiliation(
  reader: Reader,
  { key, affiliation, privacy }: AuthorRow,
  moment: Date,
): Promise<PastRecord['affiliation']> {
  if (isHidden(privacy, 'affiliations')) return null;
  const next = await firstOf(
    reader,
    pastAffiliations,
    and(eq(pastAffiliations.authorKey, key), gt(pastAffiliations.until, moment)),
    asc(pastAffiliations.until),
  );
  const shown = next ?? affiliation;
  if (!shown || shown.name === null || shown.source === null) return null;
  return { name: shown.name, source: sourceLabel(shown.source), year: shown.year ?? null };
}

async function selectTrust(reader: Reader, authorKey: number, moment: Date): Promise<PastRecord['trust']> {
  const row = await firstOf(
    reader,
    trustSnapshots,
    and(eq(trustSnapshots.authorKey, authorKey), lte(trustSnapshots.computedAt, moment)),
    desc(trustSnapshots.number),
  );
  if (!row) return null;
  const { points, level, label, computedAt } = row;
  return { points, level, label, computedAt, levelName: levelNames[level] ?? levelNames[0] };
}

async function selectRecordingStart(reader: Reader, { createdAt }: AuthorRow): Promise<Date | null> {
  const [start] = await reader.select({ at: historyStart.at }).from(historyStart).limit(1);
  return start && dayOf(start.at) > dayOf(createdAt) ? start.at : null;
}
