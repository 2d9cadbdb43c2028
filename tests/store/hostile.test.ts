import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#lib/auth/actor.ts';
import { claimByFound, mayLook, mayLookAgain, openProof, recheckProof } from '#lib/claims/commands/check.ts';
import { issueProof } from '#lib/claims/commands/issue.ts';
import type { ProofKind } from '#lib/claims/model/proofs.ts';
import { organisationOf } from '#lib/claims/queries/bindings.ts';
import { lookFor, type Outside } from '#lib/claims/queries/looks.ts';
import { setClock } from '#lib/clock.ts';
import { authors } from '#lib/db/schema/authors.ts';
import { proofs } from '#lib/db/schema/claims.ts';
import { organisationDomains, organisations } from '#lib/db/schema/contexts.ts';
import { done, refused } from '#lib/outcome.ts';
import { eventIn } from '#lib/trust/model/log.ts';
import { signedEventsOf } from '#lib/trust/queries/log.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { mailedCode, recorded, signedUp } from './stories.ts';

/** What people try who want a record that is not theirs, or points that nothing stands behind. */
let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
afterEach(() => setClock(() => new Date()));

const world: Outside = {
  page: async () => refused('not_found'),
  file: async () => refused('not_found'),
  records: async () => refused('no_record_found'),
  orcidAddresses: async () => [],
  orcid: { names: async () => done([]), works: async () => done([]), contributors: async () => done(new Map()) },
  hosts: new Map(),
  publicUrl: 'https://peergraph.example',
};
const own = <T>(outcome: { ok: true; value: T } | { ok: false; because: string }): T => {
  if (!outcome.ok) throw new Error(outcome.because);
  return outcome.value;
};
const issued = async (actor: Actor, authorId: string, kind: ProofKind, target: string) =>
  own(await database.store.transact((tx) => issueProof(tx, actor, { authorId, kind, target })));

let organised = 0;
/** An organisation of the registry with a domain, at which a record says that it is. */
async function atOrganisation(authorId: string, domain: string): Promise<string> {
  organised += 1;
  const rorId = `0hos${String(organised).padStart(5, '0')}`;
  await database.store.transact(async (tx) => {
    await tx.insert(organisations).values({ rorId, name: `Institute ${organised}`, status: 'active', updatedAt: new Date() });
    await tx.insert(organisationDomains).values({ domain, rorId });
    const affiliation = { name: `Institute ${organised}`, rorId, source: 'acl-anthology' as const };
    await tx.update(authors).set({ affiliation }).where(eq(authors.id, authorId));
  });
  return rorId;
}

describe('an address that somebody else reads', () => {
  test('shows nothing without the code of its mail: there is nothing to look at', async () => {
    const { store } = database;
    const record = await recorded(store, 'Vera Victim');
    await atOrganisation(record.id, 'victim-university.example');
    const mallory = await signedUp(store, 'Mallory');
    const proof = await issued(mallory, record.id, 'institution_email', 'vera@victim-university.example');
    expect(await openProof(store.reader, mallory, proof.id, 'look')).toEqual({ ok: false, because: 'unknown_proof' });
    expect(await openProof(store.reader, mallory, proof.id, 'mail')).toMatchObject({ ok: true });
    const stranger = await signedUp(store, 'Stranger');
    expect(await openProof(store.reader, stranger, proof.id, 'mail')).toEqual({ ok: false, because: 'unknown_proof' });
  });

  test('cannot be "looked at again": no points for a mailbox that nobody has asked', async () => {
    const { store } = database;
    const record = await recorded(store, 'Olga Owner');
    await atOrganisation(record.id, 'owner-university.example');
    const olga = await signedUp(store, 'Olga');
    const proof = await issued(olga, record.id, 'institution_email', 'olga@owner-university.example');
    const [row] = await store.reader.select().from(proofs).where(eq(proofs.id, proof.id));
    if (!row) throw new Error('gone');
    const found = own(await lookFor(store.reader, { ...row, kind: 'institution_email' }, world));
    expect(await store.transact((tx) => claimByFound(tx, olga, row, found))).toEqual({ ok: false, because: 'proof_run_out' });
    const code = await mailedCode(store, 'olga@owner-university.example');
    own(await store.transact((tx) => claimByFound(tx, olga, row, found, code)));
    expect(await store.transact((tx) => mayLookAgain(tx, olga, proof.id))).toEqual({ ok: false, because: 'unknown_proof' });
    await recheckProof(store, proof.id, world);
    const kinds = (await signedEventsOf(store.reader, record.id)).map((event) => eventIn(event).kind);
    expect(kinds).not.toContain('proof_rechecked');
  });
});

test('a public suffix or mail for everybody is no organisation, though the registry lists it; look-alike domains are others', async () => {
  const { store } = database;
  const record = await recorded(store, 'Chen Suffix');
  for (const domain of ['edu.cn', 'yahoo.co.jp', 'mit.example']) await atOrganisation(record.id, domain);
  const organisation = async (domain: string) => (await organisationOf(store.reader, { key: record.key, rorId: null }, domain)).ok;
  expect(await organisation('pku.edu.cn')).toBe(false);
  expect(await organisation('edu.cn')).toBe(false);
  expect(await organisation('yahoo.co.jp')).toBe(false);
  expect(await organisation('csail.mit.example')).toBe(true);
  expect(await organisation('evil-mit.example')).toBe(false);
  expect(await organisation('mit.example.evil.com')).toBe(false);
  // mіt.example with a Cyrillic letter, as it arrives.
  expect(await organisation(new URL('http://m\u0456t.example').hostname)).toBe(false);
});

test('a page that a trusted host only leads to is told as the page that it is', async () => {
  const { store } = database;
  const record = await recorded(store, 'Rae Redirect');
  const text = `<p>Rae Redirect</p><a rel="me" href="${world.publicUrl}/authors/${record.id}">me</a>`;
  const led: Outside = { ...world, page: async () => done({ text, url: 'https://mallory.example/rae' }) };
  const target = 'https://university.example/go?to=mallory.example';
  const proof = { accountId: 'x', authorId: record.id, kind: 'rel_me' as const, target, token: null };
  expect(await lookFor(store.reader, proof, led)).toEqual({ ok: true, value: { by: 'rel_me', page: 'https://mallory.example/rae' } });
});

test('an account asks other people’s servers so often and no more', async () => {
  const { store } = database;
  const mallory = await signedUp(store, 'Mallory');
  const answers: boolean[] = [];
  for (let time = 0; time < 62; time += 1) answers.push(await store.transact((tx) => mayLook(tx, mallory)));
  expect(answers.filter(Boolean)).toHaveLength(60);
});
