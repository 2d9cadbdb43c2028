import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { nameFieldsOf } from '#lib/catalog/authors/commands/create.ts';
import type { ContextKind } from '#lib/catalog/contexts/model/context.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { type ImportedWork, importedWork } from '#lib/catalog/sources/model.ts';
import type { Visibility } from '#lib/catalog/visibility/model.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import type { ClaimEvidence } from '#lib/governance/claims/model/proof-methods.ts';
import { endContestTime } from '#lib/governance/corrections/commands/contest-time.ts';
import { decideAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { contestDays } from '#lib/governance/corrections/model.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import { type Actor, mintActor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { accounts, logins, passkeys } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { proofs, reviews } from '#lib/platform/db/schema/claims.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { authorships, workIdentifiers, workSources, works } from '#lib/platform/db/schema/works.ts';
import type { Store, Writer } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import type { Outcome } from '#lib/platform/outcome.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';

/** Creates an account with a confirmed email address, as after a sign-in by email. */
export async function createAccount(store: Store, name: string, more: { orcid?: string; noEmail?: boolean } = {}): Promise<Actor> {
  const accountId = newId();
  const email = more.noEmail ? null : `${name.toLowerCase().replace(/\W/g, '')}-${accountId}@example.org`;
  await store.transact(async (tx) => {
    await tx.insert(accounts).values({ id: accountId, name, email, emailVerified: email ? now() : null, createdAt: now() });
    if (more.orcid) {
      await tx
        .insert(logins)
        .values({ userId: accountId, type: 'oauth', provider: 'orcid', providerAccountId: more.orcid, linkedAt: now() });
    }
  });
  return mintActor({ accountId, name, email, emailConfirmed: email !== null });
}

/** Gives an account an address at an organisation of its own, so that its votes are independent of others. */
export async function moveToOwnDomain(store: Store, actor: Actor): Promise<Actor> {
  const email = `me@${actor.accountId}.example`;
  await store.transact((tx) => tx.update(accounts).set({ email }).where(eq(accounts.id, actor.accountId)).returning());
  return mintActor({ ...actor, email });
}

/** Creates an account with the admin role, at an organisation of its own. */
export async function createAdmin(store: Store, name: string): Promise<Actor> {
  const actor = await moveToOwnDomain(store, await createAccount(store, name));
  await store.transact((tx) => grantAdmin(tx, actor.email ?? ''));
  return actor;
}

/** Returns the actor in a session that was just opened with a passkey, as votes and admin actions require. */
export const inPasskeySession = (actor: Actor, network: string | null = null): Actor => mintActor({ ...actor, passkeyAt: now(), network });

/** Makes an account old enough for a reviewer and gives it a passkey. The third condition, a record at L4, is not set. */
export async function makeReviewerEligible(store: Store, { accountId }: Actor): Promise<void> {
  const createdAt = addMs(now(), -daysMs(31));
  await store.transact(async (tx) => {
    await tx.update(accounts).set({ createdAt }).where(eq(accounts.id, accountId));
    await tx.insert(passkeys).values({ id: newId(), accountId, publicKey: 'none', name: 'A key', createdAt });
  });
}

export interface AuthorRecord {
  id: string;
  key: number;
  slug: string;
}

/** Creates an author record. It has a count of works, by default 3, but no works. */
export async function createRecord(
  store: Store,
  name: string,
  more: { kind?: 'organisation'; works?: number; orcid?: string; authenticated?: boolean; visibility?: Visibility } = {},
): Promise<AuthorRecord> {
  const id = newId();
  const slug = `${name.toLowerCase().replace(/\W+/g, '-')}-${id}`;
  return store.transact(async (tx) => {
    const [made] = await tx
      .insert(authors)
      .values({
        id,
        slug,
        ...nameFieldsOf({ name, kind: more.kind ?? 'person' }),
        kind: more.kind ?? 'person',
        worksCount: more.works ?? 3,
        orcid: more.orcid ?? null,
        orcidAuthenticated: more.authenticated ?? false,
        visibility: more.visibility ?? 'visible',
        createdAt: now(),
        updatedAt: now(),
      })
      .returning({ key: authors.key });
    return { id, key: made?.key ?? 0, slug };
  });
}

/** Claims a record for an account with the given evidence. */
export const claimWithEvidence = (store: Store, actor: Actor, { id }: { id: string }, shown: ClaimEvidence) =>
  store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof: mintProof(shown, actor.accountId, id) }));

/** Creates a work by a record, in a venue, that prints an address beside the name. */
export async function printAddress(
  store: Store,
  { id, key }: { id: string; key: number },
  { name, venue, address }: { name: string; venue: string; address: string },
): Promise<number> {
  const workKey = await createWork(store, `A Work of ${name} in ${venue}`, [{ key, name }]);
  const recordId = `${id} ${venue}`;
  const printedHosts = [address.slice(address.lastIndexOf('@') + 1)];
  const payload = { authors: [{ name, printedAddresses: [sealPrintedAddress()(address)], printedHosts }] };
  const stored = { source: 'bibtex', kind: 'work', recordId, version: 1, contentHash: recordId, payload, observedAt: now() };
  await store.transact(async (tx) => {
    await tx.update(works).set({ venue }).where(eq(works.key, workKey));
    const [kept] = await tx.insert(sourceRecords).values(stored).returning({ key: sourceRecords.key });
    const current = { source: 'bibtex', recordId, workKey, recordKey: kept?.key ?? 0, contentHash: recordId, checkedAt: now() };
    await tx.insert(workSources).values(current);
  });
  return workKey;
}

/** Makes an account the owner of a record with a strong proof, without a claim. */
export const assignRecord = (store: Store, { accountId }: { accountId: string }, { id }: { id: string }) =>
  store.transact(async (tx) => {
    await tx.update(authors).set({ ownerId: accountId, claimState: 'claimed' }).where(eq(authors.id, id));
    await storeStrongProof(tx, accountId, id);
  });

/** Stores a strong proof that counts, so that an owner has the powers of the level of control. */
export async function storeStrongProof(tx: Writer, accountId: string, authorId: string): Promise<void> {
  const row = { id: newId(), accountId, authorId, kind: 'federated', state: 'valid', target: newId(), family: 'institution' };
  await tx.insert(proofs).values({ ...row, strength: 'strong', method: 'evidence-2', issuedAt: now() });
}

/** Creates a work by several records, in this order, with their co-author edges. @returns the key of the work */
export async function createWork(store: Store, title: string, by: { key: number; name: string }[], doi?: string): Promise<number> {
  return store.transact(async (tx) => {
    const at = now();
    const [work] = await tx
      .insert(works)
      .values({ id: newId(), title, type: 'article', createdAt: at, updatedAt: at })
      .returning({ key: works.key });
    const workKey = work?.key ?? 0;
    if (doi) await tx.insert(workIdentifiers).values({ scheme: 'doi', value: doi, workKey });
    for (const [index, { key, name }] of by.entries()) {
      await tx
        .insert(authorships)
        .values({ workKey, authorKey: key, position: index + 1, nameAsWritten: name, resolvedBy: 'name_in_source', source: 'bibtex' });
      for (const other of by.slice(index + 1)) {
        const [authorKey, coauthorKey] = key < other.key ? [key, other.key] : [other.key, key];
        await tx.insert(coauthorEdges).values({ authorKey, coauthorKey, works: 1 }).onConflictDoNothing();
      }
    }
    return workKey;
  });
}

/** Stores works as imports of their sources do, without the jobs that follow. */
export async function importWorks(store: Store, ...works: WorkInput[]): Promise<void> {
  const pages = Map.groupBy(
    works.map((work) => importedWork.parse(work)),
    ({ source }) => source,
  );
  for (const [source, page] of pages)
    await store.transact((tx) => storeWorks(tx, { source, importId: null, observedAt: now(), works: page }));
}

/** Imports one work of a BibTeX file by one author, and runs the jobs that follow. */
export async function importWorkOf(store: Store, name: string, more: Partial<ImportedWork>): Promise<void> {
  await importWorks(store, { source: 'bibtex', recordId: 'one', title: null, type: 'article', authors: [{ name }], ...more });
  await runJobs(store);
}

/** A work as an adapter of its source returns it. */
type WorkInput = z.input<typeof importedWork>;

/** Creates a record with one work, so that recomputed counts keep it listed. */
export async function createRecordWithWork(store: Store, name: string): Promise<AuthorRecord> {
  const record = await createRecord(store, name);
  await createWork(store, `A Work of ${name}`, [{ key: record.key, name }], `10.1234/${record.id}`);
  return record;
}

/** Creates a topic, venue or institution with works. */
export async function createContext(
  store: Store,
  kind: ContextKind,
  name: string,
  workKeys: readonly number[] = [],
): Promise<{ id: string; key: number; slug: string }> {
  const id = newId();
  const slug = `${name.toLowerCase().replace(/\W+/g, '-')}-${id}`;
  return store.transact(async (tx) => {
    const at = { createdAt: now(), updatedAt: now() };
    const row = { id, kind, slug, name, nameKey: slug, sortName: name.toLowerCase(), worksCount: Math.max(1, workKeys.length), ...at };
    const [made] = await tx.insert(contexts).values(row).returning({ key: contexts.key });
    const key = made?.key ?? 0;
    for (const workKey of workKeys) await tx.insert(workContexts).values({ workKey, contextKey: key });
    return { id, key, slug };
  });
}

/** Returns the open review of a claim, a correction or another subject. */
export async function findOpenReview(store: Store, subjectId: string) {
  const rows = await store.reader.select().from(reviews).where(eq(reviews.subjectId, subjectId));
  return rows.find(({ state }) => state === 'open');
}

/** Casts the vote of an admin in the open review of a subject. */
export async function voteOnSubject(
  store: Store,
  admin: Actor | undefined,
  subjectId: string,
  decision: 'approve' | 'reject',
  reason = 'fact_wrong',
  remedy = 'corrected',
) {
  const review = await findOpenReview(store, subjectId);
  if (!admin || !review) throw new Error('There is no open review.');
  return store.transact((tx) => voteOn(tx, inPasskeySession(admin), { reviewId: review.id, decision, reason, remedy }));
}

/** Stops the clock at the given number of days after its current time. */
export function advanceDays(days: number): void {
  const at = addMs(now(), daysMs(days));
  setClock(() => at);
}

/** Returns the current row of a record. Throws if there is none. */
export async function getRecord(store: Store, id: string) {
  const [row] = await store.reader.select().from(authors).where(eq(authors.id, id));
  if (!row) throw new Error('There is no such record.');
  return row;
}

/** Refreshes the changed records, without other jobs. */
export async function refreshChangedRecords(store: Store): Promise<void> {
  while ((await store.transact((tx) => refreshAuthors(tx, 50))) > 0);
}

/** Runs all due jobs as the worker does, but sends no mail. */
export async function runJobs(store: Store): Promise<number> {
  // Imported here because it loads the whole product, which takes half of the start of a process that does not need it.
  const worker = await import('#lib/runtime/worker/worker.ts');
  return worker.runDueJobs({ store, handlers: { 'send-mail': { outside: async () => undefined } } });
}

/** Returns the code in the newest waiting mail to an address, or an empty string. */
export async function findMailedCode(store: Store, address: string): Promise<string> {
  const waiting = and(eq(jobs.kind, 'send-mail'), eq(jobs.state, 'waiting'));
  const mailJobs = await store.reader.select().from(jobs).where(waiting).orderBy(desc(jobs.createdAt));
  const mails = mailJobs.map(({ payload }) => payload as { to: string; text: string });
  return /code=([0-9a-z]{32})/.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[1] ?? '';
}

/** Returns the value of a successful outcome. Throws with the code of a refusal. */
export function unwrap<Value>(outcome: Outcome<Value, string>): Value {
  if (!outcome.ok) throw new Error(outcome.code);
  return outcome.value;
}

/** Lets the time pass in which owners can contest a correction. Those who agree count as independent. The clock goes on from there. */
export async function passContestTime(store: Store, correctionId: string): Promise<void> {
  const offset = now().getTime() - Date.now() + daysMs(contestDays);
  setClock(() => new Date(Date.now() + offset));
  await store.transact((tx) => endContestTime(tx, { correctionId }, async () => true));
}

/** Agrees with a correction, and lets that time pass. */
export async function agreeAndWait(store: Store, actor: Actor, correctionId: string) {
  const outcome = await store.transact((tx) => decideAsOwner(tx, actor, { correctionId, accepts: 'yes' }));
  if (!outcome.ok) return outcome;
  await passContestTime(store, correctionId);
  const [row] = await store.reader.select({ state: corrections.state }).from(corrections).where(eq(corrections.id, correctionId));
  return { ...outcome, value: { ...outcome.value, isAccepted: row?.state === 'accepted' } };
}
