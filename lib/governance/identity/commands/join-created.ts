import { and, eq, inArray, isNotNull, isNull, ne, notInArray, or } from 'drizzle-orm';
import { holdingClaimOf } from '#lib/catalog/ownership/queries/ownership.ts';
import type { Strength } from '#lib/catalog/trust/model/snapshot.ts';
import { isFrozen } from '#lib/catalog/trust/queries/log.ts';
import { visibleRecord } from '#lib/catalog/visibility/queries.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { removeUnfinishedProof, withAddress } from '#lib/governance/claims/commands/issue.ts';
import { type ClaimProof, isStronger, mintProof } from '#lib/governance/claims/model/claim.ts';
import { areNamesCompatible } from '#lib/governance/claims/model/claim-names.ts';
import { proofKinds, ruleOf } from '#lib/governance/claims/model/proof-methods.ts';
import { strengthOf } from '#lib/governance/claims/model/proofs.ts';
import { proofProbes } from '#lib/governance/claims/probes/method-probes.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { actorById } from '#lib/platform/auth/actor-by-id.ts';
import { dayOf, now } from '#lib/platform/clock.ts';
import { hasRow, rowsOf } from '#lib/platform/db/rows.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Reader, Store, Writer } from '#lib/platform/db/store.ts';
import { enqueue } from '#lib/platform/jobs/queue.ts';
import { mergeAtOnce } from './merge-empty.ts';
import { areDecidedApart } from './questions.ts';

/** A created profile, and the record that a source has brought for the same person. */
export interface JoinablePair {
  createdId: string;
  sourceId: string;
}

const isCreated = and(isNotNull(authors.listedAs), ne(authors.listedAs, 'source'), isNotNull(authors.ownerId), isNull(authors.mergedInto));

/**
 * Enqueues what makes a created profile and a source's record one. A pair is found by a work that the owner has added and that a source now
 * lists with exactly one author of a compatible name. That is only where to look: whether the record is theirs needs a proof for it.
 * @param authorKeys records that have changed, of either side
 */
export async function enqueueJoins(tx: Writer, authorKeys: readonly number[]): Promise<void> {
  for (const pair of await findJoinablePairs(tx, authorKeys))
    await enqueue(tx, { kind: 'join-created-profile', payload: pair, onceKey: `join-created-profile:${pair.createdId}:${pair.sourceId}` });
}

async function findJoinablePairs(reader: Reader, authorKeys: readonly number[]): Promise<JoinablePair[]> {
  if (!(await hasRow(reader, addedWorks, undefined))) return [];
  const changed = await rowsOf(reader, authors, inArray(authors.key, [...authorKeys]));
  const workIds = reader
    .select({ id: works.id })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(inArray(authorships.authorKey, [...authorKeys]));
  const created = await reader
    .select({ id: authors.id, name: authors.name, workId: addedWorks.workId })
    .from(addedWorks)
    .innerJoin(authors, and(eq(authors.id, addedWorks.authorId), isCreated))
    .where(
      or(
        inArray(addedWorks.workId, workIds),
        inArray(
          addedWorks.authorId,
          changed.map(({ id }) => id),
        ),
      ),
    );
  const pairs = new Map<string, JoinablePair>();
  for (const { id, name, workId } of created) {
    const sourceId = await sourceRecordOn(reader, workId, name);
    if (sourceId !== null && sourceId !== id) pairs.set(`${id} ${sourceId}`, { createdId: id, sourceId });
  }
  return [...pairs.values()];
}

/** Returns the record of the only author of a work whom a source names compatibly; null if there is none, or several. */
async function sourceRecordOn(reader: Reader, workId: string, name: string): Promise<string | null> {
  const rows = await reader
    .select({ id: authors.id, name: authorships.nameAsWritten, listedAs: authors.listedAs })
    .from(authorships)
    .innerJoin(works, and(eq(works.key, authorships.workKey), eq(works.id, workId)))
    .innerJoin(authors, and(eq(authors.key, authorships.authorKey), visibleRecord(), eq(authors.kind, 'person')))
    .where(and(isNotNull(authorships.position), notInArray(authorships.source, ['owner', 'correction'])));
  const compatible = rows.filter((row) => areNamesCompatible([name], [row.name]));
  const [only] = compatible;
  return compatible.length === 1 && only && (only.listedAs === null || only.listedAs === 'source') ? only.id : null;
}

/**
 * Makes a created profile and a source's record one. At once only with a proof that is strong for the source's record by what sources say
 * of it; what the owner has stated or added serves no proof. Otherwise the owner's claim to that record starts in notice, and the two become
 * one when it is accepted. An owner who has ended or lost such a claim is not made to claim again.
 */
export async function joinCreatedProfile(
  store: Pick<Store, 'reader' | 'transact'>,
  { createdId, sourceId }: JoinablePair,
  services: ProofServices,
): Promise<void> {
  const created = await ownedCreatedProfile(store.reader, createdId);
  const actor = created?.ownerId ? await actorById(store.reader, created.ownerId) : null;
  if (!created || !actor) return;
  const isOwned = await hasRow(store.reader, authors, and(eq(authors.id, sourceId), eq(authors.ownerId, actor.accountId)));
  if (!isOwned && !(await mayClaim(store.reader, actor, sourceId))) return;
  const proof = isOwned ? null : await bestProof(store.reader, actor, createdId, sourceId, services);
  await store.transact(async (tx) => {
    await tx.lock('imports');
    const [from] = await rowsOf(tx, authors, and(eq(authors.id, createdId), isCreated, eq(authors.ownerId, actor.accountId)));
    const [into] = await rowsOf(tx, authors, and(eq(authors.id, sourceId), visibleRecord()));
    if (!from || !into || (await isFrozen(tx, sourceId)) || (await areDecidedApart(tx, from.key, into.key))) return;
    if (into.ownerId !== actor.accountId || into.claimState !== 'claimed') {
      if (!proof || !(await mayClaim(tx, actor, sourceId, proof))) return;
      const shown = await withAddress(tx, proof.evidence, proof.address);
      const outcome = await claimAuthor(tx, actor, { authorId: sourceId, proof: shown });
      if (!outcome.ok) return void (shown.proofId && (await removeUnfinishedProof(tx, actor, { proofId: shown.proofId })));
      if (outcome.value.stage !== 'accepted') return notifyFound(tx, actor, sourceId);
    }
    const changeId = await mergeAtOnce(tx, { into, from, reason: mergeReason, accountId: actor.accountId });
    if (changeId === null) return;
    const facts = { author: sourceId, path: `/authors/${sourceId}/history`, change: 'joined' };
    await notify(tx, { accountId: actor.accountId, kind: 'profile_joined', facts, onceKey: `profile_joined:${changeId}` });
  });
}

const mergeReason = 'A source has brought a record of the person who created the profile.';

const ownedCreatedProfile = async (reader: Reader, id: string): Promise<typeof authors.$inferSelect | undefined> =>
  (await rowsOf(reader, authors, and(eq(authors.id, id), isCreated)))[0];

/** Whether the owner's claim may start or gain by itself: nobody else holds the record, and no earlier claim of the owner has ended. */
async function mayClaim(reader: Reader, { accountId }: Actor, authorId: string, proof?: ShownProof): Promise<boolean> {
  const holder = await holdingClaimOf(reader, authorId);
  if (!holder) return !(await hasRow(reader, claims, and(eq(claims.authorId, authorId), eq(claims.accountId, accountId))));
  return holder.accountId === accountId && (!proof || isStronger(strengthOf(proof.evidence), holder.strength as Strength));
}

/** A proof for the source's record, with the address that shows it, for a mailed kind. */
interface ShownProof {
  evidence: ClaimProof;
  address: string | null;
}

/** Returns the strongest proof for the source's record, of what the owner has already proved: a linked iD, or a confirmed address. */
async function bestProof(
  reader: Reader,
  actor: Actor,
  createdId: string,
  authorId: string,
  services: ProofServices,
): Promise<ShownProof | null> {
  const addresses = await confirmedAddresses(reader, actor, createdId);
  const shown: ShownProof[] = [];
  for (const kind of proofKinds) {
    const { by } = ruleOf(kind);
    const own = by === 'account' ? await proofProbes[kind].show?.({ reader, actor, authorId, services }) : null;
    if (own?.ok) shown.push({ evidence: own.value, address: null });
    for (const target of by === 'mail' ? addresses : []) {
      const probed = await probeProof(reader, { accountId: actor.accountId, authorId, kind, target, token: null }, services);
      if (probed.ok) shown.push({ evidence: mintProof(probed.value, actor.accountId, authorId), address: target });
    }
  }
  const [first, ...rest] = shown;
  return first
    ? rest.reduce((best, each) => (isStronger(strengthOf(each.evidence), strengthOf(best.evidence)) ? each : best), first)
    : null;
}

/** Returns the addresses of an account: the one that it signs in with, and those that it has confirmed for the created profile. */
async function confirmedAddresses(reader: Reader, { accountId, email, emailConfirmed }: Actor, createdId: string): Promise<string[]> {
  const isOwn = and(eq(proofs.accountId, accountId), eq(proofs.authorId, createdId), eq(proofs.state, 'valid'));
  const rows = await rowsOf(reader, proofs, isOwn);
  const mailed = rows.filter(({ kind, expiresAt }) => isMailed(kind) && (expiresAt === null || expiresAt > now()));
  return [...new Set([...(emailConfirmed && email ? [email] : []), ...mailed.map(({ target }) => target)])];
}

const isMailed = (kind: string): boolean => proofKinds.some((each) => each === kind && ruleOf(each).by === 'mail');

async function notifyFound(tx: Writer, { accountId }: Actor, authorId: string): Promise<void> {
  const until = (await holdingClaimOf(tx, authorId))?.noticeEndsAt;
  const facts = { author: authorId, path: `/claim/${authorId}`, ...(until && { until: dayOf(until) }) };
  await notify(tx, { accountId, kind: 'profile_found', facts, onceKey: `profile_found:${authorId}` });
}
