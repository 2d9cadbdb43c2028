import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { authenticatingSources } from '#lib/catalog/sources/model.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { authorships, workSources } from '#lib/platform/db/schema/works.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { containsText } from '#lib/platform/db/table-lifecycle.ts';
import { proofKinds, ruleOf } from '../model/proof-methods.ts';
import { entryBeside } from './printed-names.ts';

/**
 * Whether a source that takes iDs from the authors themselves states an iD beside the record's name on one of its works. An iD that an
 * aggregator has inferred does not count.
 */
export async function isOrcidStatedBySource(reader: Reader, authorKey: number, orcid: string): Promise<boolean> {
  const rows = await reader
    .select({ name: authorships.nameAsWritten, payload: sourceRecords.payload })
    .from(authorships)
    .innerJoin(workSources, eq(workSources.workKey, authorships.workKey))
    .innerJoin(sourceRecords, eq(sourceRecords.key, workSources.recordKey))
    .where(
      and(
        ...[inArray(workSources.source, [...authenticatingSources]), eq(authorships.authorKey, authorKey)],
        containsText(sourceRecords.payload, orcid),
      ),
    );
  return rows.some((row) => entryBeside(row)?.orcid === orcid);
}

const kindsThatGiveOrcids = proofKinds.filter((kind) => ruleOf(kind).givesOrcid);

/**
 * Whether an iD that an account has strongly proved for a profile of its own binds another record as strongly: a source that takes iDs from
 * the authors themselves states it there.
 */
export async function isBoundByProvedOrcid(reader: Reader, accountId: string, record: { id: string; key: number }): Promise<boolean> {
  const isOwn = and(eq(proofs.accountId, accountId), inArray(proofs.kind, kindsThatGiveOrcids), ne(proofs.authorId, record.id));
  const isStrong = and(eq(proofs.state, 'valid'), eq(proofs.strength, 'strong'), isNull(proofs.keptUntil));
  const rows = await reader
    .select({ orcid: proofs.target })
    .from(proofs)
    .innerJoin(authors, and(eq(authors.id, proofs.authorId), eq(authors.ownerId, accountId), eq(authors.claimState, 'claimed')))
    .where(and(isOwn, isStrong));
  for (const { orcid } of rows) if (await isOrcidStatedBySource(reader, record.key, orcid)) return true;
  return false;
}
