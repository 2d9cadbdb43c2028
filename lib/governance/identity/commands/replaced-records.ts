import { and, eq, inArray } from 'drizzle-orm';
import { removeCreatedProfiles, setGroup } from '#lib/catalog/authors/commands/fields.ts';
import { markAuthorsStale } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { isVisibleRecord } from '#lib/catalog/visibility/model.ts';
import { endFollowsOfRecord } from '#lib/community/follows/commands/authors.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { unassignOwner } from '#lib/governance/claims/commands/end.ts';
import { now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { authorships, contributors } from '#lib/platform/db/schema/works.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { applyChange } from './changes.ts';
import { closePendingRequests } from './visibility.ts';

/** A record whose works a newer reader gives to another one, or to nobody. */
export interface ReplacedRecord {
  authorId: string;
  /** The record that has its works now; null if its name names nobody. */
  successorId: string | null;
  /** True for a group that an earlier version took for a person. */
  isGroup?: boolean;
}

const reason = 'A newer version of this software reads the name on its works in another way.';

/**
 * Ends a record that a newer reader has left without works. A name that is read in another way is merged into the record of the right
 * reading, which can be reverted like every merge. A stand-in for a name ends, and those who claimed or follow it are told why.
 */
export async function endReplacedRecord(tx: Writer, { authorId, successorId, isGroup = false }: ReplacedRecord): Promise<void> {
  const [record] = await tx.select().from(authors).where(eq(authors.id, authorId));
  if (!record || !isVisibleRecord(record)) return;
  if (isGroup) return becomeGroup(tx, record);
  if (await hasWorks(tx, record)) return;
  if (successorId === null) return endStandIn(tx, record);
  const change = { id: newId(), kind: 'merge', state: 'proposed', authorId: successorId, otherId: authorId, reason, proposedAt: now() };
  await tx.insert(identityChanges).values(change);
  // A record with a pending claim, for example, stays until somebody decides.
  if (!(await applyChange(tx, change.id)).ok) await tx.delete(identityChanges).where(eq(identityChanges.id, change.id));
}

const hasWorks = async (tx: Writer, { key }: AuthorRow): Promise<boolean> =>
  (await hasRow(tx, authorships, eq(authorships.authorKey, key))) || hasRow(tx, contributors, eq(contributors.authorKey, key));

/** A group keeps its works and followers. Nobody can have its profile. */
async function becomeGroup(tx: Writer, record: AuthorRow): Promise<void> {
  await endClaims(tx, record, 'group');
  await setGroup(tx, record.id);
}

async function endClaims(tx: Writer, { id, name }: AuthorRow, why: 'group' | 'stand_in'): Promise<void> {
  const openStates = ['notice_period', 'in_review', 'accepted', 'suspended', 'appealed'];
  const openClaims = await rowsOf(tx, claims, and(eq(claims.authorId, id), inArray(claims.state, openStates)));
  for (const claim of openClaims) {
    await unassignOwner(tx, claim);
    await tell(tx, claim.accountId, { relation: 'claimed', id, name, why });
  }
}

async function endStandIn(tx: Writer, record: AuthorRow): Promise<void> {
  const { key, id, name } = record;
  await endClaims(tx, record, 'stand_in');
  for (const accountId of await endFollowsOfRecord(tx, id)) await tell(tx, accountId, { relation: 'followed', id, name, why: 'stand_in' });
  await closePendingRequests(tx, id);
  await removeCreatedProfiles(tx, [key]);
  await markAuthorsStale(tx, [key]);
}

const tell = (
  tx: Writer,
  accountId: string,
  ended: { relation: 'claimed' | 'followed'; id: string; name: string; why: 'group' | 'stand_in' },
): Promise<void> =>
  notify(tx, {
    accountId,
    kind: 'record_ended',
    facts: {
      path: ended.relation === 'claimed' ? '/me' : '/me/network#follows',
      what: ended.name,
      relation: ended.relation,
      why: ended.why,
    },
    onceKey: `record-ended:${ended.relation}:${ended.id}`,
  });
