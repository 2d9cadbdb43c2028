import { beforeEach, expect, test } from 'vitest';
import { setCredit, setNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { pinWork, setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner, type Owner } from '#lib/catalog/ownership/model.ts';
import { findOwnRecord } from '#lib/catalog/ownership/queries/own-record.ts';
import { creditInput, noteInput } from '#lib/catalog/statements/model/contributions.ts';
import { creditsOfAuthor, creditsOfWork } from '#lib/catalog/statements/queries/contributions.ts';
import { readPublicStatements } from '#lib/catalog/statements/queries/owner-statements.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { recordsContent } from '#lib/portal/exports/queries/records.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount, createRecord, createWork, getRecord, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
let ada: Actor;
let owner: Owner;
let workId: string;

const declareRoles = (roles: string[], of = workId, by = owner) =>
  database.store.transact((tx) => setCredit(tx, by, creditInput.parse({ authorId: by.authorId, workId: of, roles })));
const creditsOnRecord = () => creditsOfAuthor(database.store.reader, owner.authorId);
const creditsOnWork = async () => (await creditsOfWork(database.store.reader, workId)).map(({ name, roles }) => [name, roles]);

beforeEach(async () => {
  const { id, key } = await createRecord(database.store, 'Ada Byron');
  await createWork(database.store, 'On Lamps', [{ key, name: 'Ada Byron' }]);
  const [work] = await database.store.reader.select({ id: works.id }).from(works).orderBy(works.key);
  ada = await createAccount(database.store, 'Ada');
  unwrap(await claimWithEvidence(database.store, ada, { id }, strongDns('ada.example')));
  owner = mintOwner(ada.accountId, id);
  const mine = await findOwnRecord(database.store.reader, ada, id);
  workId = mine?.choices.at(0)?.id ?? work?.id ?? '';
});

test('an owner states roles in a work, listed in the order of the taxonomy, and withdraws them', async () => {
  unwrap(await declareRoles(['software', 'conceptualization', 'software', 'king']));
  expect(await creditsOnWork()).toEqual([['Ada Byron', ['conceptualization', 'software']]]);
  expect(await creditsOnRecord()).toEqual(new Map([[workId, ['conceptualization', 'software']]]));
  expect((await findOwnRecord(database.store.reader, ada, owner.authorId))?.credits).toMatchObject([{ work: { id: workId } }]);
  const { records } = await recordsContent(database.store.reader, ada);
  expect(records[0]?.statements.map(({ field }) => field)).toEqual([`credit:${workId}`]);
  unwrap(await declareRoles([]));
  expect(await creditsOnWork()).toEqual([]);
});

test('rejects roles in works of others, on records of others, and in works that left the record', async () => {
  expect(await declareRoles(['software'], 'unknown')).toMatchObject({ ok: false, code: 'unknown_work' });
  const mallory = await createAccount(database.store, 'Mallory');
  expect(await declareRoles(['software'], workId, mintOwner(mallory.accountId, owner.authorId))).toMatchObject({ code: 'not_your_record' });
  unwrap(await declareRoles(['software']));
  const opinions = new Map([[workId, 'not_mine' as const]]);
  unwrap(await database.store.transact((tx) => stateOpinionsOnWorks(tx, ada, { authorId: owner.authorId, opinions })));
  expect(await creditsOnWork()).toEqual([]);
});

test('hidden roles are on no page of a work', async () => {
  unwrap(await declareRoles(['software']));
  unwrap(await database.store.transact((tx) => setPrivacy(tx, owner, { authorId: owner.authorId, hidden: ['credits'], indexed: 'yes' })));
  expect(await creditsOnWork()).toEqual([]);
  expect((await creditsOnRecord()).size).toBe(0);
});

test('a note on a pinned work is shown with it, and deleted with the pin', async () => {
  const note = (text: string) =>
    database.store.transact((tx) => setNote(tx, owner, noteInput.parse({ authorId: owner.authorId, workId, note: text })));
  const pin = (action: 'pin' | 'unpin') =>
    database.store.transact((tx) => pinWork(tx, owner, { authorId: owner.authorId, workId, operation: action }));
  const notes = async () => (await readPublicStatements(database.store.reader, await getRecord(database.store, owner.authorId)))?.notes;
  expect(await note('The first of its kind.')).toMatchObject({ ok: false, code: 'unknown_work' });
  unwrap(await pin('pin'));
  unwrap(await note(' The first\u202e of  its kind. '));
  expect(await notes()).toEqual({ [workId]: 'The first of its kind.' });
  unwrap(await note(''));
  expect((await notes()) ?? {}).toEqual({});
  expect(noteInput.safeParse({ authorId: 'one', workId, note: 'x'.repeat(201) }).success).toBe(false);
});
