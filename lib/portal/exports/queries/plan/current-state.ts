import { and, eq } from 'drizzle-orm';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import type { OwnedRecord } from '#lib/catalog/ownership/queries/ownership.ts';
import { type CareerEntry, type CareerPart, careerParts } from '#lib/catalog/statements/model/career.ts';
import type { CreditRole } from '#lib/catalog/statements/model/contributions.ts';
import { type Opinion, opinions } from '#lib/catalog/statements/model/opinions.ts';
import { type Privacy, type StatedField, statedFields } from '#lib/catalog/statements/model/statement.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { ownerStatements } from '#lib/platform/db/schema/authors.ts';
import { authorshipOpinions } from '#lib/platform/db/schema/identity.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import type { Candidate } from '../../model/record-matching.ts';

/** A statement about a record that exists here or comes from an earlier record of the same archive. */
interface StatementChange<Value> {
  value: Value;
  by: 'here' | 'archive';
}

/**
 * An owner's statements on a record here. The plan adds its changes, so that if two records of an archive match one record here, the second
 * sees the changes of the first.
 */
export interface CurrentState {
  id: string;
  key: number;
  name: string;
  path: string;
  statements: Map<StatedField, StatementChange<string>>;
  /** By work key. */
  opinions: Map<number, StatementChange<Opinion>>;
  availability: StatementChange<NonNullable<OwnedRecord['availability']>> | null;
  indicatorsHidden: boolean;
  pinned: Set<string>;
  privacy: Privacy;
  career: Map<CareerPart, StatementChange<readonly CareerEntry[]>>;
  photo: StatementChange<string> | null;
  /** Notes on pinned works, by work id. */
  notes: Map<string, StatementChange<string>>;
  /** Contributor roles (CRediT) in works, by work id. */
  credits: Map<string, StatementChange<readonly CreditRole[]>>;
}

/** Returns the current state of a record that the account owns; null if the account cannot edit it. */
export async function currentStateOf(reader: Reader, actor: Actor, owned: OwnedRecord, { key }: Candidate): Promise<CurrentState | null> {
  const record = await findOwnRecord(reader, actor, owned.id);
  if (!record) return null;
  const { availability, indicatorsHidden } = owned;
  return {
    ...{ id: record.id, key, name: record.name, path: `/authors/${record.slug}` },
    statements: new Map(
      statedFields.flatMap((field) => {
        const stated = record.statements[field];
        return stated ? [[field, { value: stated.text, by: 'here' }]] : [];
      }),
    ),
    opinions: await currentOpinions(reader, actor, key),
    availability: availability && { value: availability, by: 'here' },
    indicatorsHidden,
    pinned: new Set(record.pinned.map(({ id }) => id)),
    privacy: record.privacy,
    career: new Map(
      careerParts.flatMap((part) => (record.career[part].length > 0 ? [[part, { value: record.career[part], by: 'here' }]] : [])),
    ),
    photo: await currentPhoto(reader, actor, record.id),
    notes: new Map(Object.entries(record.notes).map(([id, value]) => [id, { value: value, by: 'here' }])),
    credits: new Map(record.credits.map(({ work, roles }) => [work.id, { value: roles, by: 'here' }])),
  };
}

async function currentPhoto(reader: Reader, { accountId }: Actor, authorId: string): Promise<CurrentState['photo']> {
  const { value, field } = ownerStatements;
  const isOwnPhoto = and(eq(ownerStatements.authorId, authorId), eq(ownerStatements.accountId, accountId), eq(field, 'photo'));
  const [row] = await reader.select({ value: value }).from(ownerStatements).where(isOwnPhoto);
  return row ? { value: row.value, by: 'here' } : null;
}

/** Returns only the account's own opinions, not those of an earlier owner. */
async function currentOpinions(reader: Reader, { accountId }: Actor, key: number): Promise<CurrentState['opinions']> {
  const isOwnOpinion = and(eq(authorshipOpinions.authorKey, key), eq(authorshipOpinions.accountId, accountId));
  const rows = await reader.select().from(authorshipOpinions).where(isOwnOpinion);
  return new Map(
    rows.flatMap(({ workKey, opinion: storedOpinion }) => {
      const opinion = opinions.find((each) => each === storedOpinion);
      return opinion ? [[workKey, { value: opinion, by: 'here' }]] : [];
    }),
  );
}

/** Explains why a statement of an archive is not imported: existing statements remain. */
export const differenceReason = (word: string, by: StatementChange<unknown>['by']): string =>
  by === 'here'
    ? `You say otherwise here: ${word}. What you say here stays.`
    : `Another profile of the archive, which is the same one here, says otherwise: ${word}. The first of them counts.`;
