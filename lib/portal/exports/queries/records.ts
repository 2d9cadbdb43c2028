import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import { historyOf } from '#lib/catalog/trust/queries/document.ts';
import { trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions, identityChanges } from '#lib/platform/db/schema/identity.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { iso, isoOrNull } from '../model/format.ts';
import type { changesFile, RecordsFile, statementsFile, trustFile } from '../model/record-files.ts';
import { personIdsOf, portableWorks } from './portable.ts';
import { inPieces, recordRefs } from './refs.ts';

type AuthorRow = typeof authors.$inferSelect;

/** The records that the account owns, and those on which something that it has said stands still. */
async function recordsOfAccount(reader: Reader, accountId: string): Promise<AuthorRow[]> {
  const said = await reader.select({ id: ownerStatements.authorId }).from(ownerStatements).where(eq(ownerStatements.accountId, accountId));
  const judged = await reader
    .selectDistinct({ key: authorshipOpinions.authorKey })
    .from(authorshipOpinions)
    .where(eq(authorshipOpinions.accountId, accountId));
  const of = or(
    eq(authors.ownerId, accountId),
    said.length > 0 ? inArray(authors.id, [...new Set(said.map(({ id }) => id))]) : undefined,
    judged.length > 0
      ? inArray(
          authors.key,
          judged.map(({ key }) => key),
        )
      : undefined,
  );
  return reader.select().from(authors).where(of).orderBy(asc(authors.sortName), asc(authors.key));
}

/** Records with their works, as the sources and the owner have them. */
export async function recordsPart(reader: Reader, { accountId }: Actor): Promise<RecordsFile> {
  const rows = await recordsOfAccount(reader, accountId);
  const idsOf = await personIdsOf(
    reader,
    rows.map(({ key }) => key),
    0,
  );
  const records = [];
  for (const row of rows) {
    const owned = row.ownerId === accountId;
    const shown = owned || row.visibility !== 'suppressed';
    const { orcids, people } = idsOf(row.key);
    const own = and(eq(ownerStatements.authorId, row.id), eq(ownerStatements.accountId, accountId));
    const statements = await reader.select().from(ownerStatements).where(own).orderBy(asc(ownerStatements.field));
    records.push({
      id: row.id,
      name: shown ? row.name : null,
      path: shown ? `/authors/${row.slug}` : null,
      ...{ owned, claimState: row.claimState, visibility: row.visibility },
      ...(owned ? { orcids, people } : { orcids: [], people: [] }),
      availability: owned ? row.availability : null,
      indicatorsHidden: owned && row.indicatorsHidden,
      statements: statements.map(({ field, value, at }) => ({ field, value, at: iso(at) })),
      works: await worksOf(reader, accountId, row.key, owned),
    });
  }
  return { records };
}

type RecordWork = RecordsFile['records'][0]['works'][0];

/** The works of an owned record; of one that is no longer owned those of which the account has said something. */
async function worksOf(reader: Reader, accountId: string, authorKey: number, owned: boolean): Promise<RecordWork[]> {
  const said = and(
    eq(authorshipOpinions.authorKey, authorships.authorKey),
    eq(authorshipOpinions.workKey, authorships.workKey),
    eq(authorshipOpinions.accountId, accountId),
  );
  const rows = await reader
    .select({ edge: authorships, year: works.year, opinion: authorshipOpinions.opinion, at: authorshipOpinions.at })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .leftJoin(authorshipOpinions, said)
    .where(eq(authorships.authorKey, authorKey))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey), asc(authorships.position));
  const kept = owned ? rows : rows.filter(({ opinion }) => opinion !== null);
  const portable = await portableWorks(
    reader,
    kept.map(({ edge }) => edge.workKey),
  );
  return kept.flatMap(({ edge, year, opinion, at }) => {
    const work = portable.get(edge.workKey);
    const { position, nameAsWritten, affiliation, resolvedBy, source, state } = edge;
    return work
      ? [{ ...work, year, position, as: nameAsWritten, affiliation, resolvedBy, source, state, opinion, opinionAt: isoOrNull(at) }]
      : [];
  });
}

/** Every work of the owned records as citations, each once: what the owner says is not theirs is left out. */
export async function citedWorks(reader: Reader, { accountId }: Actor): Promise<CitedWork[]> {
  const rows = await reader
    .selectDistinct({ key: authorships.workKey, date: authorships.sortDate })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authors.ownerId, accountId), inArray(authorships.state, ['asserted', 'confirmed'])))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey));
  const cited: CitedWork[] = [];
  for (const some of inPieces(rows.map(({ key }) => key))) cited.push(...(await citationsByKey(reader, some)));
  return cited;
}

const everyMoment = 100_000;

/** The public trust documents of the owned records: what the verifier of this site reads. */
export async function trustPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof trustFile>> {
  const owned = await reader.select().from(authors).where(eq(authors.ownerId, accountId)).orderBy(asc(authors.sortName), asc(authors.key));
  const records = [];
  for (const { id, key, name, slug } of owned) {
    const document = await trustDocument(reader, { id, key });
    records.push({
      record: { id, name, path: `/authors/${slug}` },
      document: document && { ...document, events: document.events.map((event) => ({ ...event })) },
      history: (await historyOf(reader, key, everyMoment)).map(({ at, ...moment }) => ({ ...moment, at: iso(at) })),
    });
  }
  return { records };
}

/** Words of co-authors, from the account and about the records that it owns. */
export async function statementsPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof statementsFile>> {
  const owned = await reader.select({ id: authors.id }).from(authors).where(eq(authors.ownerId, accountId));
  const about =
    owned.length > 0
      ? inArray(
          attestations.authorId,
          owned.map(({ id }) => id),
        )
      : undefined;
  const rows = await reader
    .select()
    .from(attestations)
    .where(or(eq(attestations.fromAccountId, accountId), about))
    .orderBy(desc(attestations.requestedAt));
  const refOf = await recordRefs(
    reader,
    accountId,
    rows.flatMap(({ authorId, fromAuthorId }) => [authorId, fromAuthorId]),
  );
  return {
    words: rows.map(({ id, kind, authorId, fromAuthorId, fromAccountId, workId, state, ...at }) => ({
      ...{ id, kind, workId, state },
      by: fromAccountId === accountId ? ('you' as const) : ('others' as const),
      about: refOf(authorId),
      from: refOf(fromAuthorId),
      requestedAt: iso(at.requestedAt),
      answeredAt: isoOrNull(at.answeredAt),
      expiresAt: isoOrNull(at.expiresAt),
    })),
  };
}

/** Merges and splits that the account proposed. */
export async function changesPart(reader: Reader, { accountId }: Actor): Promise<z.infer<typeof changesFile>> {
  const rows = await reader
    .select()
    .from(identityChanges)
    .where(eq(identityChanges.accountId, accountId))
    .orderBy(desc(identityChanges.proposedAt));
  const refOf = await recordRefs(
    reader,
    accountId,
    rows.flatMap(({ authorId, otherId }) => [authorId, otherId ?? []].flat()),
  );
  return {
    changes: rows.map(({ id, kind, state, authorId, otherId, otherName, workIds, reason, ...at }) => ({
      ...{ id, kind, state, otherName, workIds, reason },
      record: refOf(authorId),
      other: otherId === null ? null : refOf(otherId),
      proposedAt: iso(at.proposedAt),
      appliedAt: isoOrNull(at.appliedAt),
      undoUntil: isoOrNull(at.undoUntil),
      endedAt: isoOrNull(at.endedAt),
    })),
  };
}
