import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { editOwnRecord } from '#lib/catalog/ownership/commands/edit-record.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { logEvent } from '#lib/catalog/trust/commands/log.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { applyChange } from '#lib/governance/identity/commands/changes.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, minutesMs, now, setClock } from '#lib/platform/clock.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { newId } from '#lib/platform/id.ts';
import { eraseAccount } from '#lib/portal/erasure/commands/erase.ts';
import { requestErasure } from '#lib/portal/erasure/commands/request.ts';
import { visibilityContent } from '#lib/portal/exports/queries/security-history.ts';
import { columnsMatching } from './database-contents.ts';
import {
  type AuthorRecord,
  assignRecord,
  createAccount,
  createRecord,
  createWork,
  getRecord,
  refreshChangedRecords,
  runJobs,
} from './fixtures.ts';
import { createResearcher, type Researcher } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
async function stateFields(actor: Actor, { id: authorId }: AuthorRecord, said: { name?: string; biography?: string }): Promise<void> {
  const { store } = database;
  const owner = await proveOwnership(store.reader, actor, authorId);
  const { seen = '' } = (await findOwnRecord(store.reader, actor, authorId)) ?? {};
  if (!owner) throw new Error('Not the owner.');
  const outcome = await store.transact((tx) => editOwnRecord(tx, owner, statementsInput.parse({ ...said, authorId, seen })));
  if (!outcome.ok) throw new Error(outcome.code);
}

async function eraseNow({ accountId }: Actor): Promise<void> {
  const { store } = database;
  await store.transact((tx) => requestErasure(tx, { accountId } as Actor));
  const at = addMs(now(), daysMs(3.1));
  setClock(() => at);
  await runJobs(store);
  setClock(() => addMs(at, minutesMs(3)));
  await runJobs(store);
}

/** Logs a strong proof: names that no source prints need the level that it gives. */
async function logStrongProof({ id }: AuthorRecord): Promise<void> {
  const proof = { proof: 'dns', family: 'own_web', strength: 'strong', subject: 'example.org', verifier: 'test', thirdParty: false };
  await database.store.transact(async (tx) => {
    await logEvent(tx, { authorId: id, kind: 'claim_accepted', facts: { claim: newId(), strength: 'strong' } });
    await logEvent(tx, { authorId: id, kind: 'proof_shown', facts: { ...proof, expiresAt: null, rules: 'evidence-3' } as never });
  });
}

async function createOwnerWithWorks(name: string): Promise<Researcher> {
  const person = await createResearcher(database.store, name);
  await createWork(database.store, `A Work of ${person.id}`, [{ key: person.key, name }]);
  await logStrongProof(person);
  return person;
}

describe('a name that only its former owner stated', () => {
  test('is in no URL any more, although another name was stated since', async () => {
    const ada = await createOwnerWithWorks('Ada Leaves');
    await stateFields(ada.actor, ada, { name: 'Ada Zzfirst Leaves' });
    const { slug } = await getRecord(database.store, ada.id);
    expect(slug).toContain('zzfirst');
    await stateFields(ada.actor, ada, { name: 'Ada Zzsecond Leaves' });
    expect(await findAuthor(database.store.reader, slug)).toMatchObject({ kind: 'moved' });
    await eraseNow(ada.actor);
    expect(await columnsMatching(database.store.reader, /zzfirst|zzsecond/i)).toEqual([]);
    expect(await findAuthor(database.store.reader, slug)).toEqual({ kind: 'missing' });
  });

  test('is in no URL if the record was released before', async () => {
    const bea = await createOwnerWithWorks('Bea Leaves');
    await stateFields(bea.actor, bea, { name: 'Bea Zzbefore Leaves' });
    const [claim] = await database.store.reader.select().from(claims).where(eq(claims.authorId, bea.id));
    await database.store.transact((tx) => withdrawClaim(tx, bea.actor, { claimId: claim?.id ?? '' }));
    await eraseNow(bea.actor);
    expect(await columnsMatching(database.store.reader, /zzbefore/i)).toEqual([]);
  });

  /** Creates an account with two records, one of them under a name that no source has, and merges that one into the other. */
  async function merged(word: string): Promise<Actor> {
    const { store } = database;
    const { actor, ...first } = await createOwnerWithWorks(`Cem ${word}`);
    const second = { ...(await createRecord(store, `C. ${word}`)), actor, name: `C. ${word}` };
    await createWork(store, `Another of Cem ${word}`, [{ key: second.key, name: second.name }]);
    await store.transact(async (tx) => {
      const at = now();
      const claim = { id: newId(), authorId: second.id, accountId: actor.accountId, state: 'accepted', strength: 'strong' };
      await tx.insert(claims).values({ ...claim, createdAt: at, decidedAt: at });
      await tx.execute(
        "update authors set claim_state = 'claimed', owner_id = ? where id = ? returning key",
        [],
        [claim.accountId, second.id],
      );
    });
    await logStrongProof(second);
    await stateFields(actor, second, { name: `Cem Zzmerged ${word}`, biography: 'A zzmerged life.' });
    expect((await getRecord(store, second.id)).name).toBe(`Cem Zzmerged ${word}`);
    await store.transact(async (tx) => {
      const id = newId();
      const change = { id, kind: 'merge', authorId: first.id, otherId: second.id, state: 'proposed', workIds: [], reason: 'One person.' };
      await tx.insert(identityChanges).values({ ...change, accountId: actor.accountId, proposedAt: now() } as never);
      const made = await applyChange(tx, id);
      if (!made.ok) throw new Error(made.code);
    });
    return actor;
  }

  test('is neither on a record that was merged into another nor in the undo of that merge', async () => {
    const { store } = database;
    const cem = await merged('Leaves');
    await refreshChangedRecords(database.store);
    await eraseNow(cem);
    expect(await columnsMatching(store.reader, /zzmerged/i)).toEqual([]);
  });

  test('is not on a record that was just merged and waits to be refreshed', async () => {
    const { store } = database;
    const cem = await merged('Hurries');
    await store.transact((tx) => requestErasure(tx, cem));
    const at = addMs(now(), daysMs(3.1));
    setClock(() => at);
    await eraseAccount(store, cem);
    // Earlier documents in the full-text index are removed in the second round.
    expect((await columnsMatching(store.reader, /zzmerged/i)).filter((place) => place !== 'search_people_data.block')).toEqual([]);
    setClock(() => addMs(at, minutesMs(3)));
    await runJobs(store);
    expect(await columnsMatching(store.reader, /zzmerged/i)).toEqual([]);
  });
});

test('the next owner of the record reads nothing of the former owner’s requests about the name', async () => {
  const { store } = database;
  const dan = await createOwnerWithWorks('Dan Leaves');
  await store.transact((tx) => setVisibility(tx, dan.actor, { authorId: dan.id, wanted: 'search_only' }));
  expect((await visibilityContent(store.reader, dan.actor)).requests).toMatchObject([{ wanted: 'search_only', by: 'owner' }]);
  await eraseNow(dan.actor);
  const next = await createAccount(store, 'Next Owner');
  await assignRecord(store, next, dan);
  expect((await visibilityContent(store.reader, next)).requests).toEqual([]);
});
