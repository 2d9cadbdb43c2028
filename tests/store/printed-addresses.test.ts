import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { sealAddresses } from '#lib/catalog/sources/addresses.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { claimByProof, openProof } from '#lib/governance/claims/commands/check.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import { expireAndRecheckProofs } from '#lib/governance/claims/commands/maintain-proofs.ts';
import { bindingRefusal, probeProof } from '#lib/governance/claims/probes/probe.ts';
import { proofServices } from '#lib/governance/claims/probes/services.ts';
import { hasPrintedAddress, workPrintingAddress } from '#lib/governance/claims/queries/printed.ts';
import { proofOptionsOf, proofsOf } from '#lib/governance/claims/queries/proof-options.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { proofs } from '#lib/platform/db/schema/claims.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { authorships } from '#lib/platform/db/schema/works.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { createFolder } from '../sources/input-files.ts';
import { readComparableState } from './comparable-state.ts';
import { createAccount, findMailedCode, runJobs } from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
beforeAll(async () => {
  const folder = createFolder({ 'lamps.bib': lamps });
  const events = sealAddresses(bibtex(await folder.files('.bib')), sealPrintedAddress());
  await runImport({ store: database.store, source: 'bibtex', input: 'test', events }).finally(folder.drop);
});
const lamps = `
@article{a, title = {A lamp for the long evenings of winter}, author = {Zamora, Zita and Hopper, Grace}, email = {zita@lamps.example and hopper@ships.example}, year = 2011}
@article{b, title = {Another lamp, for shorter evenings}, author = {Zamora, Zita and Meitner, Lise}, year = 2012}
@article{c, title = {Wicks of one name and another}, author = {Wick, Otto and Wick, Otto}, email = {first@wicks.example and second@wicks.example}, year = 2013}
`;

const address = 'zita@lamps.example';
const findRecord = async (slug: string) => {
  const found = await findAuthor(database.store.reader, slug);
  if (found.kind !== 'here') throw new Error(`There is no ${slug}.`);
  return found.author;
};
const requestProof = async (actor: Actor, authorId: string, target: string) => {
  const made = await database.store.transact((tx) => issueProof(tx, actor, { authorId, kind: 'printed_email', target }));
  if (!made.ok) throw new Error(made.code);
  return made.value;
};
const confirmProof = async (actor: Actor, proofId: string, code: string) => {
  const { store } = database;
  const open = await openProof(store.reader, actor, proofId, 'mail');
  if (!open.ok) return open;
  const found = await probeProof(store.reader, open.value, proofServices());
  return found.ok ? store.transact((tx) => claimByProof(tx, actor, open.value, found.value, code)) : found;
};
const mailsTo = async (to: string) => {
  const rows = await database.store.reader.select({ payload: jobs.payload }).from(jobs).where(eq(jobs.kind, 'send-mail'));
  return rows.filter(({ payload }) => (payload as { to?: string }).to === to).length;
};

describe('an address that a source prints beside a name', () => {
  test('is in no table of the database; its hash is stored with that name only', async () => {
    const all = JSON.stringify(await readComparableState(database.store.reader));
    expect(all).not.toMatch(/@(lamps|ships|wicks)\.example/);
    expect(all).toContain('A lamp for the long evenings');
    const { reader } = database.store;
    const [zita, grace, lise] = await Promise.all(['zita-zamora', 'grace-hopper', 'lise-meitner'].map(findRecord));
    expect(await workPrintingAddress(reader, zita?.key ?? 0, address)).toMatch(/^\w+$/);
    expect(await workPrintingAddress(reader, zita?.key ?? 0, 'hopper@ships.example')).toBeNull();
    expect(await workPrintingAddress(reader, grace?.key ?? 0, 'hopper@ships.example')).not.toBeNull();
    expect(await hasPrintedAddress(reader, lise?.key ?? 0)).toBe(false);
  });

  test('offers its proof method on the claim page, without disclosing the address', async () => {
    const { reader } = database.store;
    const wayTo = async (slug: string) => {
      const record = { ...(await findRecord(slug)), rorId: null };
      const options = await proofOptionsOf(reader, null, record, { orcidSetUp: true, hosts: new Map(), apis: new Map(), federated: [] });
      return options.find(({ kind }) => kind === 'printed_email');
    };
    expect(await wayTo('zita-zamora')).toEqual({ kind: 'printed_email', maxStrength: 'fair', has: [], unavailable: null });
    expect(await wayTo('lise-meitner')).toMatchObject({ unavailable: 'nothing_printed' });
  });

  test('gets the same answer whether or not it is printed; only the printed one is mailed', async () => {
    const record = await findRecord('grace-hopper');
    const prober = await createAccount(database.store, 'Prober');
    expect(await bindingRefusal(database.store.reader, record.id, 'printed_email', 'nobody@else.example', proofServices())).toBeNull();
    const right = await requestProof(prober, record.id, 'hopper@ships.example');
    const wrong = await requestProof(prober, record.id, 'nobody@else.example');
    const seen = (await proofsOf(database.store.reader, prober, record.id)).map(({ id: _, target: __, expiresAt: ___, ...rest }) => rest);
    expect(seen[0]).toEqual(seen[1]);
    expect(Object.keys(right)).toEqual(Object.keys(wrong));
    expect([await mailsTo('hopper@ships.example'), await mailsTo('nobody@else.example')]).toEqual([1, 0]);
  });

  test('is a fair proof for twelve months: seven days of notice, then L2; the work is named and the address is not', async () => {
    const { store } = database;
    const record = await findRecord('zita-zamora');
    const zita = await createAccount(store, 'Zita');
    const proof = await requestProof(zita, record.id, address);
    const code = await findMailedCode(store, address);
    expect(await confirmProof(zita, proof.id, 'x'.repeat(32))).toEqual({ ok: false, code: 'proof_expired' });
    expect(await confirmProof(await createAccount(store, 'Somebody Else'), proof.id, code)).toEqual({ ok: false, code: 'unknown_proof' });
    expect(await confirmProof(zita, proof.id, code)).toMatchObject({ ok: true, value: { stage: 'notice_period', strength: 'fair' } });
    expect(await confirmProof(zita, proof.id, code)).toEqual({ ok: false, code: 'proof_expired' });
    const begun = now();
    setClock(() => addMs(begun, daysMs(8)));
    await runJobs(store);
    expect(await trustOf(store.reader, record.key)).toMatchObject({ level: 2 });
    const events = JSON.stringify(await signedEventsOf(store.reader, record.id));
    const work = await workPrintingAddress(store.reader, record.key, address);
    expect(events).toContain(`work:${work}`);
    expect(events).not.toMatch(/lamps\.example/);
    setClock(() => addMs(begun, daysMs(400)));
    await store.transact((tx) => expireAndRecheckProofs(tx));
    const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, proof.id));
    expect(row).toMatchObject({ state: 'expired' });
  });

  test('proves nothing on works of other records, or if two authors of one name sign the work', async () => {
    const { store } = database;
    const grace = await findRecord('grace-hopper');
    await store.transact((tx) =>
      tx
        .update(authorships)
        .set({ state: 'not_mine' })
        .where(and(eq(authorships.authorKey, grace.key))),
    );
    // What an owner has marked changes no evidence.
    expect(await workPrintingAddress(store.reader, grace.key, 'hopper@ships.example')).not.toBeNull();
    const otto = await findRecord('otto-wick');
    expect(await workPrintingAddress(store.reader, otto.key, 'first@wicks.example')).toBeNull();
  });
});
