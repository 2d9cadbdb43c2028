import { and, eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import { lockAuthor } from '#lib/catalog/authors/commands/lock.ts';
import { enqueueRecomputation, enqueueRefresh, markAuthorsChanged } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { AuthorRow } from '#lib/catalog/authors/queries/find.ts';
import { mayUse, powerLevelOf, powerRefusalOf } from '#lib/catalog/powers/queries.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { isVisibleRecord } from '#lib/catalog/visibility/model.ts';
import { lockAccountRows } from '#lib/community/accounts/commands/lock.ts';
import { boundaryOf } from '#lib/community/invitations/queries/boundaries.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { firstOf, hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import type { Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { done, type Outcome, refused } from '#lib/platform/outcome.ts';
import {
  type AttestationErrorCode,
  type AttestationIdInput,
  type AttestationKind,
  type AttestationRequestInput,
  attestationExpiresAt,
  attestationRefusal,
  attestingPower,
  mayVouch,
  requestQuota,
  requestQuotaDays,
  vouchQuota,
} from '../model/attestations.ts';
import { type AttestationRow, requestsSince, sharedWorks, vouchesOf } from '../queries/attestations.ts';
import { affiliationsOf } from '../queries/institutions.ts';
import { sourcedRorId } from '../queries/proven-record.ts';

const findRecord = (tx: Writer, id: string): Promise<AuthorRow | undefined> => firstOf(tx, authors, eq(authors.id, id));

type AttestationOutcome = Outcome<{ id: string }, AttestationErrorCode>;
type EndOutcome = Outcome<void, 'attestation_closed'>;

interface AttestationParties {
  about: AuthorRow;
  from: AuthorRow;
  workId: string | null;
}

/** Returns both records of an attestation and their shared work, or why the attestation would not count. */
async function selectParties(
  tx: Writer,
  kind: AttestationKind,
  aboutId: string,
  fromId: string,
): Promise<Outcome<AttestationParties, AttestationErrorCode>> {
  const [about, from] = [await findRecord(tx, aboutId), await findRecord(tx, fromId)];
  // A suppressed record is treated as nonexistent, on either side.
  if (!about || !from || ![about, from].every(isVisibleRecord)) return refused('unknown_author');
  const work = (await sharedWorks(tx, about.key, [from.key])).get(from.key);
  const code = attestationRefusal({
    kind,
    about: { ownerId: about.ownerId, claimed: about.claimState === 'claimed' },
    from: { ownerId: from.ownerId, claimed: from.claimState === 'claimed', hasPower: await mayUse(tx, from.id, attestingPower[kind]) },
    sharesWork: work !== undefined,
  });
  return code ? refused(code) : done({ about, from, workId: work?.id ?? null });
}

/**
 * Requests an attestation from the owner of another record. Even for a vouch it must be a co-author, because requests would otherwise reach
 * people who are not open to contact. Does not notify an owner who has blocked or muted the requester.
 */
export async function requestAttestationOf(
  tx: Writer,
  actor: Actor,
  { authorId, fromAuthorId, kind }: AttestationRequestInput,
): Promise<AttestationOutcome> {
  const parties = await selectParties(tx, kind, authorId, fromAuthorId);
  if (!parties.ok) return parties;
  const { about, from, workId } = parties.value;
  if (about.ownerId !== actor.accountId || from.ownerId === null) return refused('not_your_record');
  if (workId === null) return refused('attestation_needs_work');
  const code = (await powerRefusalOf(tx, authorId, 'ask_confirmation')) ?? (await requestRefusal(tx, authorId));
  if (code) return refused(code);
  const row = { id: newId(), kind, authorId, fromAuthorId, fromAccountId: from.ownerId, workId, state: 'requested', requestedAt: now() };
  const [requestedRow] = await tx.insert(attestations).values(row).onConflictDoNothing().returning({ id: attestations.id });
  if (!requestedRow) return refused('attestation_exists');
  const what =
    kind === 'vouch'
      ? 'A colleague asks you to vouch that their profile is theirs.'
      : 'A co-author asks you to confirm that a work you share is theirs.';
  if (await boundaryOf(tx, from.ownerId, actor.accountId)) return done(requestedRow);
  const facts = { author: about.id, what, path: '/confirm' };
  // At most one notification a month, however often the request is withdrawn and repeated.
  const onceKey = `attestation_requested:${kind}:${authorId}:${fromAuthorId}:${row.requestedAt.toISOString().slice(0, 7)}`;
  await notify(tx, { accountId: from.ownerId, kind: 'attestation_requested', facts, onceKey });
  return done(requestedRow);
}

/** Returns whether a profile has used its requests of a week. Locks it, so that the second of two concurrent requests counts the first. */
async function requestRefusal(tx: Writer, authorId: string): Promise<'request_limit_reached' | null> {
  await lockAuthor(tx, authorId);
  const level = await powerLevelOf(tx, authorId);
  return (await requestsSince(tx, authorId, addMs(now(), -daysMs(requestQuotaDays)))) < requestQuota(level ?? 0)
    ? null
    : 'request_limit_reached';
}

/** Matches an unanswered request to the account. */
const openRequestOf = ({ accountId }: Actor, attestationId: string) =>
  and(eq(attestations.id, attestationId), eq(attestations.fromAccountId, accountId), eq(attestations.state, 'requested'));

/** Gives a requested attestation. */
export async function attest(tx: Writer, actor: Actor, { attestationId }: AttestationIdInput): Promise<AttestationOutcome> {
  const row = await firstOf(tx, attestations, openRequestOf(actor, attestationId));
  if (!row) return refused('attestation_closed');
  const parties = await selectParties(tx, row.kind as AttestationKind, row.authorId, row.fromAuthorId);
  if (!parties.ok) return parties;
  // The record may have changed its owner since the request.
  if (parties.value.from.ownerId !== actor.accountId) return refused('not_your_record');
  const code = await refusalUnderLock(tx, actor, row.kind as AttestationKind, row.authorId);
  if (code) return refused(code);
  const at = now();
  const [attestation] = await tx
    .update(attestations)
    .set({ state: 'given', answeredAt: at, expiresAt: attestationExpiresAt(row.kind as AttestationKind, at), workId: parties.value.workId })
    .where(and(eq(attestations.id, attestationId), eq(attestations.state, 'requested')))
    .returning();
  return attestation ? logAndNotify(tx, attestation, parties.value) : refused('attestation_closed');
}

/** Vouches for a record without a request. */
export async function vouchFor(
  tx: Writer,
  actor: Actor,
  { authorId, fromAuthorId }: { authorId: string; fromAuthorId: string },
): Promise<AttestationOutcome> {
  const parties = await selectParties(tx, 'vouch', authorId, fromAuthorId);
  if (!parties.ok) return parties;
  if (parties.value.from.ownerId !== actor.accountId) return refused('not_your_record');
  const code = await refusalUnderLock(tx, actor, 'vouch', authorId);
  if (code) return refused(code);
  const at = now();
  const times = { requestedAt: at, answeredAt: at, expiresAt: attestationExpiresAt('vouch', at) };
  const vouch = {
    id: newId(),
    kind: 'vouch',
    authorId,
    fromAuthorId,
    fromAccountId: actor.accountId,
    workId: null,
    state: 'given',
    ...times,
  };
  const [attestation] = await tx.insert(attestations).values(vouch).onConflictDoNothing().returning();
  return attestation ? logAndNotify(tx, attestation, parties.value) : refused('attestation_exists');
}

/**
 * Returns whether the account is within its quota of vouches. Locks the account, so that the second of two concurrent vouches counts the
 * first.
 */
async function withinQuota(tx: Writer, actor: Actor, kind: AttestationKind): Promise<boolean> {
  if (kind !== 'vouch') return true;
  await lockAccountRows(tx, [actor.accountId]);
  return mayVouch(await vouchesOf(tx, actor.accountId, addMs(now(), -daysMs(vouchQuota.days))));
}

/**
 * Returns why an attestation is refused, after locking what other transactions could change: the quota of vouches is used, the record has
 * lost its owner, or the account has already attested the record. A person counts once, however many records they own. Locks the record, so
 * that the second of two concurrent attestations sees the first. Records are always locked before attestations.
 */
async function refusalUnderLock(tx: Writer, actor: Actor, kind: AttestationKind, authorId: string): Promise<AttestationErrorCode | null> {
  if (!(await withinQuota(tx, actor, kind))) return 'vouching_limit_reached';
  const record = await lockAuthor(tx, authorId);
  if (record?.claimState !== 'claimed' || record.mergedInto !== null) return 'attestation_for_unclaimed_record';
  const isGivenByAccount = and(
    eq(attestations.kind, kind),
    eq(attestations.authorId, authorId),
    eq(attestations.fromAccountId, actor.accountId),
    eq(attestations.state, 'given'),
  );
  return (await hasRow(tx, attestations, isGivenByAccount)) ? 'attestation_exists' : null;
}

/** Locks records in ascending order of their keys, the order that all code uses. */
async function lockRecords(tx: Writer, ids: readonly string[]): Promise<void> {
  const rows = await rowsOf(tx, authors, inArray(authors.id, [...new Set(ids)]), authors.key);
  for (const { id } of rows) await lockAuthor(tx, id);
}

/** Locks a record whose claim ends, and all records that its owner has attested, before any of their rows is written. */
export async function lockWithAttestations(tx: Writer, { authorId, accountId }: { authorId: string; accountId: string }): Promise<void> {
  const isGivenByOwner = and(
    eq(attestations.fromAuthorId, authorId),
    eq(attestations.fromAccountId, accountId),
    eq(attestations.state, 'given'),
  );
  const rows = await tx.select({ authorId: attestations.authorId }).from(attestations).where(isGivenByOwner);
  await lockRecords(tx, [authorId, ...rows.map((row) => row.authorId)]);
}

/** Returns the ROR id of an institution that a source states for the attester. The owner's own statement is not evidence for others. */
async function institutionOf(tx: Writer, { key, affiliation }: AttestationParties['from']): Promise<string | null> {
  if (affiliation?.source !== 'owner') return sourcedRorId(affiliation);
  return [...(await affiliationsOf(tx, { key, rorId: null }))].sort()[0] ?? null;
}

async function logAndNotify(tx: Writer, row: AttestationRow, { about, from }: AttestationParties): Promise<AttestationOutcome> {
  const [ownedRecord] = await markAuthorsChanged(tx, [about.id]);
  if (ownedRecord?.claimState !== 'claimed' || !ownedRecord.ownerId) throw new Error('A record lost its owner while its row was held.');
  const secret = { accountId: row.fromAccountId, facts: { account: row.fromAccountId } };
  // Only ROR ids distinguish institutions: two name variants may be the same one.
  const institution = await institutionOf(tx, from);
  const expiresAt = row.expiresAt?.toISOString() ?? null;
  const eventId =
    row.kind === 'vouch'
      ? await logEvent(tx, { authorId: about.id, kind: 'vouched', facts: { by: from.id, expiresAt: expiresAt ?? '' }, secret })
      : await logEvent(tx, {
          authorId: about.id,
          kind: 'confirmed',
          facts: { by: from.id, work: row.workId ?? '', institution, expiresAt },
          secret,
        });
  await tx.update(attestations).set({ eventId }).where(eq(attestations.id, row.id));
  const what = row.kind === 'vouch' ? 'They vouch for your profile.' : 'They confirm that a work you share is yours.';
  const facts = { author: from.id, what, path: `/authors/${about.id}` };
  if (!(await boundaryOf(tx, ownedRecord.ownerId, row.fromAccountId)))
    await notify(tx, { accountId: ownedRecord.ownerId, kind: 'attestation_given', facts, onceKey: `attestation_given:${row.id}` });
  await enqueueRefresh(tx);
  return done({ id: row.id });
}

/** Declines a request. The requester may ask again. */
export async function declineAttestationRequest(tx: Writer, actor: Actor, { attestationId }: AttestationIdInput): Promise<EndOutcome> {
  const changes = { state: 'declined', answeredAt: now() };
  const isOpenRequest = openRequestOf(actor, attestationId);
  const declinedRows = await tx.update(attestations).set(changes).where(isOpenRequest).returning({ id: attestations.id });
  return declinedRows.length > 0 ? done(undefined) : refused('attestation_closed');
}

/** Revokes an attestation that the account has given, or withdraws a request that it has made. */
export async function withdrawAttestation(tx: Writer, actor: Actor, { attestationId }: AttestationIdInput): Promise<EndOutcome> {
  const row = await firstOf(tx, attestations, eq(attestations.id, attestationId));
  const record = row && (await findRecord(tx, row.authorId));
  const isAttester = row?.fromAccountId === actor.accountId && row.state === 'given';
  const isRequester = record?.ownerId === actor.accountId && row?.state === 'requested';
  if (!row || (!isAttester && !isRequester)) return refused('attestation_closed');
  await lockRecords(tx, [row.authorId]);
  const endedCount = await endAttestations(tx, [row.id], row.state as 'given' | 'requested', 'withdrawn');
  return endedCount > 0 ? done(undefined) : refused('attestation_closed');
}

/** Ends attestations of records that the caller has locked: updates the rows, then the log. Returns how many ended. */
async function endAttestations(tx: Writer, ids: string[], from: 'given' | 'requested', to: 'withdrawn' | 'expired'): Promise<number> {
  const current = and(inArray(attestations.id, ids), eq(attestations.state, from));
  const endedRows = await tx.update(attestations).set({ state: to }).where(current).returning();
  const logged = endedRows.filter(({ eventId }) => eventId !== null);
  if (logged.length === 0) return endedRows.length;
  const authorIds = logged.map(({ authorId }) => authorId);
  await enqueueRecomputation(tx, authorIds, async () => {
    for (const { authorId, eventId } of logged) {
      if (eventId) await logEvent(tx, { authorId, kind: 'attestation_ended', facts: { about: eventId } });
    }
  });
  return endedRows.length;
}

/**
 * Ends confirmations between a record and others with which it no longer shares a work, because works have moved. They can be requested
 * again.
 */
export async function endAttestationsAcross(tx: Writer, authorId: string): Promise<void> {
  const isOfRecord = or(eq(attestations.authorId, authorId), eq(attestations.fromAuthorId, authorId));
  const isGiven = and(isOfRecord, eq(attestations.kind, 'confirmation'), eq(attestations.state, 'given'));
  const rows = await tx.select().from(attestations).where(isGiven);
  if (rows.length === 0) return;
  const authorIds = rows.map((row) => row.authorId);
  await lockRecords(tx, authorIds);
  for (const row of rows) {
    const [about, from] = [await findRecord(tx, row.authorId), await findRecord(tx, row.fromAuthorId)];
    if (about && from && (await sharedWorks(tx, about.key, [from.key])).size === 0) await endAttestations(tx, [row.id], 'given', 'expired');
  }
}

/** Ends the attestations that an account has given as the owner of a record that it no longer owns. Expires open requests to it. */
export async function endAttestationsFrom(tx: Writer, fromAuthorId: string, accountId: string): Promise<void> {
  const isOwn = and(eq(attestations.fromAuthorId, fromAuthorId), eq(attestations.fromAccountId, accountId));
  const isRequested = and(isOwn, eq(attestations.state, 'requested'));
  await tx.update(attestations).set({ state: 'expired' }).where(isRequested);
  const givenRows = await rowsOf(tx, attestations, and(isOwn, eq(attestations.state, 'given')));
  const ids = givenRows.map(({ id }) => id);
  if (ids.length > 0) await endAttestations(tx, ids, 'given', 'withdrawn');
}

/**
 * Ends the attestations about a record without an owner, because they were about that owner. Nothing is logged: the evidence of the record
 * restarts with the next claim.
 */
export const endAttestationsAbout = async (tx: Writer, authorId: string): Promise<void> => {
  const current = and(eq(attestations.authorId, authorId), inArray(attestations.state, ['requested', 'given']));
  await tx.update(attestations).set({ state: 'expired' }).where(current);
};

/** Expires vouches. Nothing is logged, because the log already has the expiry of each. */
export const expireAttestations = async (tx: Writer): Promise<void> => {
  const isExpired = and(eq(attestations.state, 'given'), isNotNull(attestations.expiresAt), lte(attestations.expiresAt, now()));
  await tx.update(attestations).set({ state: 'expired' }).where(isExpired);
};
