import { and, eq, inArray } from 'drizzle-orm';
import type { Power } from '#lib/catalog/powers/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { isWorkShownInListsText } from '#lib/catalog/visibility/queries.ts';
import { declareCollaboration } from '#lib/community/invitations/commands/collaborations.ts';
import { addDraftedWorks } from '#lib/governance/additions/commands/add.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { attest, requestAttestationOf, vouchFor } from '#lib/governance/claims/commands/attestations.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { decideAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { confirmVisibility, requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import { visibilityInput } from '#lib/governance/identity/model/visibility.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { tokenHash } from '#lib/platform/auth/sessions.ts';
import { setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { visibilityRequests } from '#lib/platform/db/schema/identity.ts';
import { collaborations } from '#lib/platform/db/schema/invitations.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { strongOrcid } from '../evidence.ts';
import { type AuthorRecord, agreeAndWait, createAccount, importWorks, runJobs, unwrap } from '../store/fixtures.ts';
import { createResearcher, createThread, openToInvitations, type Researcher } from '../store/researchers.ts';
import type { Step, Target } from './acts.ts';
import type { Cast, Victim } from './simulation.ts';

/** The powers that change another person's record, used by accounts that do not have them: the commands, and what they would change. */
export interface Scene {
  /** Owners at L2, whose mailboxes have nothing in common. */
  weakOwners: Researcher[];
  /** A work of everybody, and one whose title two other owners have corrected. */
  jointWork: string;
  correctedWork: string;
  correctionId: string;
  threadId: string;
  /** What nobody may change (`fingerprint`). */
  before: Fingerprint;
}

/** The names of the owners who are there for the powers. */
const weakNames = (tag: string): string[] => [`Wim Weak${tag}`, `Wendy Weaker${tag}`];
const strongName = (tag: string): string => `Otto Owner${tag}`;

/** The joint works of everybody, and the records that an import gives their authors. */
interface JointWorks {
  keys: Map<string, AuthorRecord>;
  ids: [string, string];
}

/** Imports two works by some people and the owners that the powers need. */
export async function importJointWorks(store: Store, names: readonly string[], tag: string): Promise<JointWorks> {
  const authorNames = [...names, strongName(tag), ...weakNames(tag)];
  const titles = [`A Joint Work ${tag}`, `A Corrected Work ${tag}`];
  await importWorks(
    store,
    ...titles.map((title) => ({
      ...{ source: 'bibtex' as const, recordId: title, title: [title], type: 'article' as const, date: '2020' },
      authors: authorNames.map((name) => ({ name })),
    })),
  );
  await runJobs(store);
  const rows = await store.reader.select().from(authors).where(inArray(authors.name, authorNames));
  const found = await store.reader.select().from(works).where(inArray(works.title, titles)).orderBy(works.key);
  return {
    keys: new Map(rows.map(({ id, key, slug, name }) => [name, { id, key, slug }])),
    ids: found.map(({ id }) => id) as [string, string],
  };
}

/** Makes the weak owners, a conversation between them, and a correction of two owners at L3. */
export async function createScene(
  store: Store,
  owner: Actor,
  { keys, ids: [jointWork, correctedWork] }: JointWorks,
  tag: string,
): Promise<Scene> {
  const [wimName = '', wendyName = ''] = weakNames(tag);
  const wim = await createResearcher(store, wimName, 'weak', keys.get(wimName));
  const wendy = await createResearcher(store, wendyName, 'weak', keys.get(wendyName));
  const otto = await createResearcher(store, strongName(tag), 'strong', keys.get(strongName(tag)));
  const weakOwners = [wim, wendy];
  for (const { actor } of [...weakOwners, otto]) {
    const email = `me@${actor.accountId}.example`;
    await store.transact((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)));
  }
  await openToInvitations(store, wendy);
  const { threadId } = await createThread(store, wim, wendy);
  const input = correctionInput.parse({
    subjectId: correctedWork,
    field: 'title',
    value: `A Work as Corrected ${tag}`,
    note: 'As printed.',
  });
  const { correctionId } = unwrap(await store.transact((tx) => suggestCorrection(tx, { actor: owner, network: 'n' }, input)));
  unwrap(await agreeAndWait(store, otto.actor, correctionId));
  setClock(() => new Date());
  return { weakOwners, jointWork, correctedWork, correctionId, threadId, before: {} };
}

/** An account that uses a power, its own profile if it has one, and the target. */
interface Use {
  store: Store;
  cast: Cast;
  actor: Actor;
  own: Researcher | undefined;
  victim: Victim;
  on: Target;
}

/** Uses a power on a target, whether or not the account has it. Refusals are ignored. */
export async function exercisePower(store: Store, cast: Cast, actor: Actor, { use, on }: Extract<Step, { use: Power }>): Promise<void> {
  const own = cast.scene.weakOwners.find((each) => each.actor.accountId === actor.accountId);
  const perform = users[use];
  if (!perform) throw new Error(`No attacker uses the power ${use}: add it to tests/red-team/power-acts.ts.`);
  await perform({ store, cast, actor, own, victim: cast[on], on });
}

const users: Partial<Record<Power, (use: Use) => Promise<void>>> = {
  async claim({ store, actor, victim: { id } }) {
    await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof: mintProof({ by: 'email' }, actor.accountId, id) }));
  },
  async request_hiding({ store, actor, victim }) {
    const email = `colleague-${actor.accountId}@lamp.example`.toLowerCase();
    const input = visibilityInput.parse({ record: victim.id, wanted: 'suppressed', email });
    await store.transact((tx) => requestVisibility(tx, actor.accountId, input));
    const isSent = and(eq(visibilityRequests.contact, email), eq(visibilityRequests.state, 'sent'));
    const [request] = await store.reader.select({ id: visibilityRequests.id }).from(visibilityRequests).where(isSent);
    if (!request) return;
    const code = '0'.repeat(32);
    await store.transact(async (tx) => {
      await tx
        .update(visibilityRequests)
        .set({ tokenHash: tokenHash(code) })
        .where(eq(visibilityRequests.id, request.id));
      await confirmVisibility(tx, { request: request.id, code });
    });
  },
  async request_safety({ store, actor, victim }) {
    const input = visibilityInput.parse({ record: victim.id, wanted: 'suppressed', risk: 'yes' });
    await store.transact((tx) => requestVisibility(tx, actor.accountId, input));
  },
  async collaborate({ store, cast, own }) {
    if (!own) return;
    for (const { actor } of cast.scene.weakOwners)
      await store.transact((tx) => declareCollaboration(tx, actor, { threadId: cast.scene.threadId }));
  },
  async link_added_works({ store, actor, own, victim }) {
    if (!own) return;
    const text = `@article{x, title={Data of ${victim.name}}, author={${own.name} and ${victim.name}}, year={2020}, doi={10.6666/${victim.id}}}`;
    await store.transact((tx) => storeDraft(tx, actor, { authorId: own.id, ...parsePastedWorks(text) }));
    const draft = await draftOf(store.reader, { accountId: actor.accountId, authorId: own.id });
    if (!draft) return;
    const input = { authorId: own.id, seen: draft.draft.seen, chosen: new Map([[0, 'new' as const]]) };
    await store.transact((tx) => addDraftedWorks(tx, actor, input));
  },
  async agree({ store, cast, actor, own, victim }) {
    if (!own) return;
    const input = correctionInput.parse({ subjectId: cast.scene.jointWork, field: 'title', value: `Retracted: ${victim.id}`, note: 'x' });
    const suggested = await store.transact((tx) => suggestCorrection(tx, { actor, network: 'n' }, input));
    if (!suggested.ok) return;
    const { correctionId } = suggested.value;
    for (const other of cast.scene.weakOwners)
      await store.transact((tx) => decideAsOwner(tx, other.actor, { correctionId, accepts: 'yes' }));
  },
  async suspend_correction({ store, cast: { scene }, actor, own }) {
    if (own) await store.transact((tx) => decideAsOwner(tx, actor, { correctionId: scene.correctionId, accepts: 'no' }));
  },
  async confirm({ store, cast: { olga }, actor, own }) {
    if (!own) return;
    const request = { authorId: olga.id, fromAuthorId: own.id, kind: 'confirmation' as const };
    const asked = await store.transact((tx) => requestAttestationOf(tx, olga.owner, request));
    if (asked.ok) await store.transact((tx) => attest(tx, actor, { attestationId: asked.value.id }));
  },
  async vouch({ store, cast: { olga }, actor, own }) {
    if (own) await store.transact((tx) => vouchFor(tx, actor, { authorId: olga.id, fromAuthorId: own.id }));
  },
};

type Fingerprint = Record<string, string>;

/**
 * Returns what of the records of others the attackers may not change for longer than a limited time: names, reachability, hidden fields, works
 * and their titles, added works that lists show, what owners say of each other, and the profiles that have their names. A record that an attacker holds may be less visible.
 */
export async function fingerprint(store: Store, { paula, olga, nell, hank, attackers, scene }: Cast): Promise<Fingerprint> {
  const attackerIds = attackers.map(({ accountId }) => accountId);
  const victims = [paula, olga, nell, hank];
  const ids = victims.map(({ id }) => id);
  const rows = await store.reader.select().from(authors).where(inArray(authors.id, ids)).orderBy(authors.key);
  const records = rows.map(({ name, worksCount, visibility, privacy, ownerId }) => {
    const isHeld = ownerId !== null && attackerIds.includes(ownerId);
    return { name, worksCount, ...(isHeld ? { visibility: 'visible', hidden: [] } : { visibility, hidden: privacy?.hidden ?? [] }) };
  });
  const listed = await store.reader
    .select({ title: works.title, name: authorships.nameAsWritten, state: authorships.state })
    .from(authorships)
    .innerJoin(works, eq(works.key, authorships.workKey))
    .where(
      inArray(
        authorships.authorKey,
        victims.map(({ key }) => key),
      ),
    )
    .orderBy(works.key, authorships.authorKey);
  const given = await store.reader
    .select({ about: attestations.authorId })
    .from(attestations)
    .where(and(inArray(attestations.fromAccountId, attackerIds), eq(attestations.state, 'given')));
  const weakIds = scene.weakOwners.map(({ id }) => id);
  const declared = await store.reader
    .select({ of: collaborations.fromAuthorId })
    .from(collaborations)
    .where(and(inArray(collaborations.fromAuthorId, weakIds), eq(collaborations.state, 'confirmed')));
  const added = await store.reader.query<{ title: string }>(
    `select w.title from works w where cast(w.sources as text) = '["owner"]' and ${isWorkShownInListsText('w.key')}`,
    [],
  );
  const names = victims.map(({ name }) => name);
  const shown = await store.reader
    .select({ name: authors.name })
    .from(authors)
    .where(and(inArray(authors.name, names), eq(authors.visibility, 'visible')))
    .orderBy(authors.key);
  const parts = { records, listed, added, given, declared, shown };
  return Object.fromEntries(Object.entries(parts).map(([part, value]) => [part, JSON.stringify(value)]));
}

/** Whether the person can get the record by a strong proof, within seven days and without anybody's decision. */
export async function isReachable(store: Store, { id, doi, name }: Victim, passWeek: () => Promise<void>): Promise<boolean> {
  const person = await createAccount(store, name);
  const proof = mintProof(strongOrcid('0000-0002-1825-0097', doi), person.accountId, id);
  await store.transact((tx) => claimAuthor(tx, person, { authorId: id, proof }));
  await passWeek();
  const [record] = await store.reader.select({ owner: authors.ownerId, state: authors.claimState }).from(authors).where(eq(authors.id, id));
  return record?.owner === person.accountId && record.state === 'claimed';
}
