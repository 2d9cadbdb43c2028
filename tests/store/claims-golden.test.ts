import { spawnSync } from 'node:child_process';
import { and, eq, inArray, or } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { enqueueRefresh } from '#lib/catalog/authors/commands/mark-changed.ts';
import type { OrcidApi } from '#lib/catalog/sources/orcid.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { trustDocument } from '#lib/catalog/trust/queries/trust-document.ts';
import { attest, requestAttestationOf } from '#lib/governance/claims/commands/attestations.ts';
import { claimByProof, openProof } from '#lib/governance/claims/commands/check.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { withdrawDispute } from '#lib/governance/claims/commands/dispute.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import { type ClaimProof, mintProof } from '#lib/governance/claims/model/claim.ts';
import { type ClaimEvidence, type ProofKind, proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { emailProof, orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { disputes } from '#lib/platform/db/schema/claims.ts';
import { affiliations, contexts, organisationDomains, organisations } from '#lib/platform/db/schema/contexts.ts';
import { coauthorEdges } from '#lib/platform/db/schema/graph.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { done } from '#lib/platform/outcome.ts';
import { anyAddress, emptyOrcidApi, entryBeside, fairPage, orcidItem, strongDns } from '../evidence.ts';
import { type AuthorRecord, advanceDays, createAccount, createRecord, createWork, findMailedCode, runJobs, unwrap } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/**
 * The points of a typical record after each step, made by commands, on both engines. The stand-alone
 * verifier recomputes each of them.
 */
const database = databasePerFile();

/** Matches the edges between a record and others. An edge is stored once, with the lower key first. */
const isBetween = ({ key }: AuthorRecord, others: AuthorRecord[]) => {
  const keys = others.map((each) => each.key);
  return or(
    and(eq(coauthorEdges.authorKey, key), inArray(coauthorEdges.coauthorKey, keys)),
    and(eq(coauthorEdges.coauthorKey, key), inArray(coauthorEdges.authorKey, keys)),
  );
};

/** Creates a typical record: three works from one source, two co-authors on two of them, and a third co-author on one. */
async function createTypicalRecord(name: string, assertedBy: string | null = 'Crossref') {
  const { store } = database;
  const [record, first, second, third] = [
    await createRecord(store, name),
    await createRecord(store, `${name} One`),
    await createRecord(store, `${name} Two`),
    await createRecord(store, `${name} Three`),
  ];
  const signsAs = new Map([
    [record, name],
    [first, 'Anna Prime'],
    [second, 'Boris Second'],
    [third, 'Clara Third'],
  ]);
  const by = (...people: AuthorRecord[]) => people.map((person) => ({ key: person.key, name: signsAs.get(person) ?? '' }));
  const doi = `10.1234/${record.id}`;
  await createWork(store, `First Work of ${name}`, by(record, first, second), doi);
  await createWork(store, `Second Work of ${name}`, by(record, first, second, third));
  await createWork(store, `Third Work of ${name}`, by(record));
  await store.transact((tx) =>
    tx
      .update(coauthorEdges)
      .set({ works: 2 })
      .where(isBetween(record, [first, second])),
  );
  const api: OrcidApi = {
    ...emptyOrcidApi,
    names: async () => done([name]),
    works: async () => done([orcidItem({ identifiers: [{ scheme: 'doi', value: doi }], assertedBy })]),
    contributors: entryBeside(name, 1),
  };
  return { record, coauthors: [first, second, third], api };
}

const claimWithProof = (actor: Actor, { id }: AuthorRecord, proof: ClaimProof) =>
  database.store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof }));
const claimByEvidence = (actor: Actor, record: AuthorRecord, shown: ClaimEvidence) =>
  claimWithProof(actor, record, mintProof(shown, actor.accountId, record.id));

const verifiedTrust = async (record: AuthorRecord) => {
  await database.store.transact(enqueueRefresh);
  await runJobs(database.store);
  const trust = await trustOf(database.store.reader, record.key);
  if (!trust) return null;
  const input = JSON.stringify(await trustDocument(database.store.reader, record));
  const verified = spawnSync(process.execPath, ['lib/catalog/trust/verify.mjs', '-'], { input, encoding: 'utf8' });
  expect(verified.stdout, verified.stderr).toContain(`Record ${record.id}: ${trust.points} points, L${trust.level}`);
  return [trust.points, trust.label, `L${trust.level}`];
};

/** Completes a proof as the holder of its token does. */
async function completeProof(actor: Actor, record: AuthorRecord, kind: ProofKind, target: string, shown: ClaimEvidence): Promise<void> {
  const { store } = database;
  const row = unwrap(await store.transact((tx) => issueProof(tx, actor, { authorId: record.id, kind, target })));
  const byMail = proofRules[kind].by === 'mail';
  const open = unwrap(await openProof(store.reader, actor, row.id, byMail ? 'mail' : 'probe'));
  const code = byMail ? await findMailedCode(store, target) : undefined;
  unwrap(await store.transact((tx) => claimByProof(tx, actor, open, shown, code)));
}

describe('the points of a typical record', () => {
  test('unclaimed 21; claimed with any confirmed address 29, L2', async () => {
    const { record } = await createTypicalRecord('Gold Mail');
    expect(await verifiedTrust(record)).toEqual([21, 'Emerging', 'L1']);
    const owner = await createAccount(database.store, 'Mail');
    unwrap(await claimWithProof(owner, record, unwrap(emailProof(owner, record.id))));
    expect(await verifiedTrust(record)).toEqual([21, 'Emerging', 'L1']);
    advanceDays(6.9);
    expect(await verifiedTrust(record)).toEqual([21, 'Emerging', 'L1']);
    advanceDays(0.2);
    expect(await verifiedTrust(record)).toEqual([29, 'Emerging', 'L2']);
  });

  test('with a web page that links back 35, L2', async () => {
    const { record } = await createTypicalRecord('Gold Page');
    const owner = await createAccount(database.store, 'Page');
    await completeProof(owner, record, 'rel_me', 'https://gold.example/', fairPage('https://gold.example/'));
    advanceDays(6.9);
    expect(await verifiedTrust(record)).toEqual([21, 'Emerging', 'L1']);
    advanceDays(0.2);
    expect(await verifiedTrust(record)).toEqual([35, 'Supported', 'L2']);
  });

  test('with ORCID and a work that only its holder added 35, L2', async () => {
    const { store } = database;
    const { record, api } = await createTypicalRecord('Gold Handmade', null);
    const owner = await createAccount(store, 'Handmade', { orcid: '0000-0002-9079-593X' });
    unwrap(await claimWithProof(owner, record, unwrap(await orcidProof(store.reader, owner, record.id, api))));
    advanceDays(8);
    expect(await verifiedTrust(record)).toEqual([35, 'Supported', 'L2']);
  });

  test('with ORCID and a work that a publisher added 43, L3; with an address at its institution 59, L4; with three co-authors 65; disputed, ten less', async () => {
    const { store } = database;
    const { record, coauthors, api } = await createTypicalRecord('Gold Orcid');
    const owner = await createAccount(store, 'Orcid', { orcid: '0000-0002-1825-0097' });
    unwrap(await claimWithProof(owner, record, unwrap(await orcidProof(store.reader, owner, record.id, api))));
    expect(await verifiedTrust(record)).toEqual([43, 'Supported', 'L3']);

    const rorId = '012a77v79';
    await store.transact(async (tx) => {
      await tx.insert(organisations).values({ rorId, name: 'Gold Institute', status: 'active', updatedAt: now() });
      await tx.insert(organisationDomains).values({ domain: 'gold-institute.example', rorId });
      const at = now();
      const row = {
        id: 'goldinstitut',
        kind: 'institution',
        slug: rorId,
        nameKey: rorId,
        name: 'Gold Institute',
        sortName: 'gold institute',
      };
      const [made] = await tx
        .insert(contexts)
        .values({ ...row, facts: { ror: rorId }, createdAt: at, updatedAt: at })
        .returning({ key: contexts.key });
      await tx.insert(affiliations).values({ text: 'Gold Institute', contextKey: made?.key ?? null, rule: 'ror_name' });
      await tx.update(authorships).set({ affiliation: 'Gold Institute' }).where(eq(authorships.authorKey, record.key));
      await tx.update(authors).set({ stale: true }).where(eq(authors.id, record.id));
    });
    const place = { domain: 'gold-institute.example', rorId, organisation: 'Gold Institute' };
    await completeProof(owner, record, 'institution_email', 'o@gold-institute.example', anyAddress(place));
    expect(await verifiedTrust(record)).toEqual([59, 'Corroborated', 'L4']);

    for (const [at, coauthor] of coauthors.entries()) {
      const actor = await createAccount(store, `Coauthor ${at}`);
      unwrap(await claimByEvidence(actor, coauthor, strongDns(`coauthor${at}.example`)));
      expect((await verifiedTrust(coauthor))?.[2]).toBe('L3');
      const asked = { authorId: record.id, fromAuthorId: coauthor.id, kind: 'confirmation' as const };
      const { id } = unwrap(await store.transact((tx) => requestAttestationOf(tx, owner, asked)));
      unwrap(await store.transact((tx) => attest(tx, actor, { attestationId: id })));
    }
    expect(await verifiedTrust(record)).toEqual([65, 'Corroborated', 'L4']);

    const rival = await createAccount(store, 'Rival');
    expect(await claimByEvidence(rival, record, strongDns('rival.example'))).toEqual({
      ok: false,
      code: 'already_claimed',
    });
    expect(await verifiedTrust(record)).toEqual([55, 'Corroborated', 'L4']);
  });

  test('with an open dispute 33 instead of 43, still L3, and works cannot be reviewed; 43 again after its withdrawal', async () => {
    const { store } = database;
    const { record, api } = await createTypicalRecord('Gold Doubt');
    const owner = await createAccount(store, 'Doubted', { orcid: '0000-0001-5109-3700' });
    unwrap(await claimWithProof(owner, record, unwrap(await orcidProof(store.reader, owner, record.id, api))));
    const review = () => store.transact((tx) => stateOpinionsOnWorks(tx, owner, { authorId: record.id, opinions: new Map() }));
    unwrap(await review());
    expect(await verifiedTrust(record)).toEqual([43, 'Supported', 'L3']);
    const rival = await createAccount(store, 'Rival');
    await claimByEvidence(rival, record, strongDns('rival-of-doubt.example'));
    expect(await verifiedTrust(record)).toEqual([33, 'Emerging', 'L3']);
    expect(await review()).toEqual({ ok: false, code: 'not_your_record' });
    const [dispute] = await store.reader.select().from(disputes).where(eq(disputes.accountId, rival.accountId));
    unwrap(await store.transact((tx) => withdrawDispute(tx, rival, { disputeId: dispute?.id ?? '' })));
    unwrap(await review());
    expect(await verifiedTrust(record)).toEqual([43, 'Supported', 'L3']);
  });
});
