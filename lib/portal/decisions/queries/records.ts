import { and, desc, eq, inArray, ne } from 'drizzle-orm';
import { untitledWork } from '#lib/catalog/sources/model.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import { factLines } from '#lib/governance/cases/model/evidence.ts';
import { groupName } from '#lib/governance/identity/model/workbench.ts';
import { splitGroups } from '#lib/governance/identity/queries/workbench.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { RecordEvidence, RecordGroup } from '../model/views.ts';

const maxWorks = 12;
const maxEvents = 20;

/** Returns records as shown to reviewers, in the given order; missing records are omitted. */
export async function recordsForReview(
  reader: Reader,
  ids: readonly string[],
  { withGroups }: { withGroups: boolean },
): Promise<RecordEvidence[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(reader, authors, inArray(authors.id, [...ids]));
  const evidence: RecordEvidence[] = [];
  for (const id of new Set(ids)) {
    const author = rows.find((row) => row.id === id);
    if (author) evidence.push(await recordEvidence(reader, author, withGroups));
  }
  return evidence;
}

async function recordEvidence(reader: Reader, author: typeof authors.$inferSelect, withGroups: boolean): Promise<RecordEvidence> {
  const trust = await trustOf(reader, author.key);
  const events = (await signedEventsOf(reader, author.id)).map(parseEvent).slice(-maxEvents);
  return {
    id: author.id,
    name: author.name,
    path: isSuppressed(author) ? null : `/authors/${author.slug}`,
    claimState: author.claimState,
    affiliation: author.affiliation?.name ?? null,
    orcid: author.orcid ? { id: author.orcid, authenticated: author.orcidAuthenticated } : null,
    worksCount: author.worksCount,
    works: await worksOf(reader, author.key),
    flags: author.flags.map(({ reason }) => reason),
    groups: withGroups && author.worksCount > 1 && author.worksCount <= maxGrouped ? await groupsOf(reader, author) : [],
    trust: trust && { points: trust.points, label: trust.label, level: trust.level, at: trust.computedAt },
    events: events.map(({ id, kind, at, facts }) => ({ id, kind, at: new Date(at), facts: factLines(facts) })),
  };
}

/** Upper bound on works that are compared for the page of a case; the time grows with the square of their number. */
const maxGrouped = 150;
const maxGroups = 6;
const maxNames = 8;

async function groupsOf(reader: Reader, author: typeof authors.$inferSelect): Promise<RecordGroup[]> {
  const { groups } = await splitGroups(reader, author);
  const firstOf = (names: (string | null)[]): string[] => [...new Set(names.filter((name) => name !== null))].slice(0, maxNames);
  return groups.slice(0, maxGroups).map((group, index) => ({
    name: groupName(index),
    years: group.years,
    works: group.works.map(({ id, year }) => ({ id, year })),
    coauthors: firstOf(group.works.flatMap(({ coauthors }) => coauthors)),
    affiliations: firstOf(group.works.map(({ affiliation }) => affiliation)),
    evidenceFor: group.evidenceFor,
    evidenceAgainst: group.nearest?.evidenceAgainst ?? [],
  }));
}

const worksOf = async (reader: Reader, authorKey: number): Promise<RecordEvidence['works']> => {
  const rows = await reader
    .select({ id: works.id, title: works.title, year: works.year, as: authorships.nameAsWritten })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(and(eq(authorships.authorKey, authorKey), ne(authorships.state, 'not_mine')))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey))
    .limit(maxWorks);
  return rows.map(({ title, ...work }) => ({ ...work, title: title ?? untitledWork }));
};
