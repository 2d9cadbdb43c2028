import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { trustHistoryOf } from '#lib/catalog/trust/queries/document.ts';
import { trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import { isSuppressed } from '#lib/catalog/visibility/model.ts';
import type { CitedWork } from '#lib/catalog/works/model/citations/cited.ts';
import { citationsByKey } from '#lib/catalog/works/queries/citations.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { rowsOf } from '#lib/platform/db/rows.ts';
import { authors, ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions, identityChanges } from '#lib/platform/db/schema/identity.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { personIdsOf, portableWorks } from './portable.ts';
import { chunksOf, type FileContent, recordRefs } from './refs.ts';

/** Returns the records that the account owns, and those on which a statement or opinion of it remains. */
async function recordsOfAccount(reader: Reader, accountId: string): Promise<AuthorRow[]> {
  const statements = await rowsOf(reader, ownerStatements, eq(ownerStatements.accountId, accountId));
  const judgedRecords = await reader
    .selectDistinct({ key: authorshipOpinions.authorKey })
    .from(authorshipOpinions)
    .where(eq(authorshipOpinions.accountId, accountId));
  const [ids, keys] = [statements.map(({ authorId }) => authorId), judgedRecords.map(({ key }) => key)];
  const isOfAccount = or(eq(authors.ownerId, accountId), inArray(authors.id, ids), inArray(authors.key, keys));
  return reader.select().from(authors).where(isOfAccount).orderBy(asc(authors.sortName), asc(authors.key));
}

/** Returns records with their works and the account's statements. */
export async function recordsContent(reader: Reader, { accountId }: Actor): FileContent<'records'> {
  const rows = await recordsOfAccount(reader, accountId);
  const keys = rows.map(({ key }) => key);
  const idsOf = await personIdsOf(reader, keys, 0);
  const records = [];
  for (const row of rows) {
    const owned = row.ownerId === accountId;
    const isShown = owned || !isSuppressed(row);
    const { orcids, people } = idsOf(row.key);
    const isOwnStatement = and(eq(ownerStatements.authorId, row.id), eq(ownerStatements.accountId, accountId));
    records.push({
      id: row.id,
      name: isShown ? row.name : null,
      path: isShown ? `/authors/${row.slug}` : null,
      ...{ owned, claimState: row.claimState, visibility: row.visibility },
      ...(owned ? { orcids, people } : { orcids: [], people: [] }),
      availability: owned ? row.availability : null,
      indicatorsHidden: owned && row.indicatorsHidden,
      statements: await reader.select().from(ownerStatements).where(isOwnStatement).orderBy(asc(ownerStatements.field)),
      works: await worksOf(reader, accountId, row.key, owned),
    });
  }
  return { records };
}

/** Returns the works of an owned record. For a former record, only works with an opinion of the account. */
async function worksOf(reader: Reader, accountId: string, authorKey: number, owned: boolean) {
  const isOwnOpinion = and(
    eq(authorshipOpinions.authorKey, authorships.authorKey),
    eq(authorshipOpinions.workKey, authorships.workKey),
    eq(authorshipOpinions.accountId, accountId),
  );
  const rows = await reader
    .select({ edge: authorships, year: works.year, opinion: authorshipOpinions.opinion, at: authorshipOpinions.at })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .leftJoin(authorshipOpinions, isOwnOpinion)
    .where(eq(authorships.authorKey, authorKey))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey), asc(authorships.position));
  const exportedRows = owned ? rows : rows.filter(({ opinion }) => opinion !== null);
  const keys = exportedRows.map(({ edge }) => edge.workKey);
  const portable = await portableWorks(reader, keys);
  return exportedRows.flatMap(({ edge, year, opinion, at }) => {
    const work = portable.get(edge.workKey);
    return work ? [{ ...edge, ...work, year, as: edge.nameAsWritten, opinion, opinionAt: at }] : [];
  });
}

/** Returns every work of the owned records once, as citations. Works that the owner says are not theirs are excluded. */
export async function citedWorks(reader: Reader, { accountId }: Actor): Promise<CitedWork[]> {
  const rows = await reader
    .selectDistinct({ key: authorships.workKey, date: authorships.sortDate })
    .from(authorships)
    .innerJoin(authors, eq(authors.key, authorships.authorKey))
    .where(and(eq(authors.ownerId, accountId), inArray(authorships.state, ['asserted', 'confirmed'])))
    .orderBy(desc(authorships.sortDate), desc(authorships.workKey));
  const cited: CitedWork[] = [];
  for (const batch of chunksOf(rows.map(({ key }) => key))) cited.push(...(await citationsByKey(reader, batch)));
  return cited;
}

const maxSnapshots = 100_000;

/** Returns the public trust documents of the owned records, in the verifier's format. */
export async function trustContent(reader: Reader, { accountId }: Actor): FileContent<'trust'> {
  const owned = await rowsOf(reader, authors, eq(authors.ownerId, accountId), asc(authors.sortName), asc(authors.key));
  const records = [];
  for (const { id, key, name, slug } of owned) {
    const document = await trustDocument(reader, { id, key });
    records.push({
      record: { id, name, path: `/authors/${slug}` },
      document: document && { ...document, events: document.events.map((event) => ({ ...event })) },
      history: await trustHistoryOf(reader, key, maxSnapshots),
    });
  }
  return { records };
}

/** Returns attestations by the account, and about the records that it owns. */
export async function statementsContent(reader: Reader, { accountId }: Actor): FileContent<'words'> {
  const owned = (await rowsOf(reader, authors, eq(authors.ownerId, accountId))).map(({ id }) => id);
  const rows = await rowsOf(
    reader,
    attestations,
    or(eq(attestations.fromAccountId, accountId), inArray(attestations.authorId, owned)),
    desc(attestations.requestedAt),
  );
  const records = rows.flatMap(({ authorId, fromAuthorId }) => [authorId, fromAuthorId]);
  const refOf = await recordRefs(reader, accountId, records);
  return {
    words: rows.map((row) => ({
      ...row,
      by: row.fromAccountId === accountId ? 'you' : 'others',
      about: refOf(row.authorId),
      from: refOf(row.fromAuthorId),
    })),
  };
}

/** Returns the merges and splits that the account proposed. */
export async function changesContent(reader: Reader, { accountId }: Actor): FileContent<'changes'> {
  const rows = await rowsOf(reader, identityChanges, eq(identityChanges.accountId, accountId), desc(identityChanges.proposedAt));
  const records = rows.flatMap(({ authorId, otherId }) => [authorId, otherId ?? []].flat());
  const refOf = await recordRefs(reader, accountId, records);
  return { changes: rows.map((row) => ({ ...row, record: refOf(row.authorId), other: row.otherId === null ? null : refOf(row.otherId) })) };
}
