import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setPrivacy } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { parsePastedWorks } from '#lib/catalog/sources/pasted.ts';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { addDraftedWorks } from '#lib/governance/additions/commands/add.ts';
import { storeDraft } from '#lib/governance/additions/commands/draft.ts';
import { draftOf } from '#lib/governance/additions/queries.ts';
import { acceptCorrection, lockCorrection } from '#lib/governance/corrections/commands/decide.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { strongDns } from '../evidence.ts';
import { claimWithEvidence, createAccount } from '../store/fixtures.ts';

export interface Person {
  id: string;
  name: string;
}

/** A person who has claimed their record. */
interface Owning {
  actor: Actor;
  person: Person;
}

/** What the writes are about. */
export interface World {
  store: Store;
  databaseUrl: string;
  dataDir: string;
  members: Actor[];
  owners: Owning[];
  nextPerson(): Person;
  nextWork(): { id: string; title: string };
}

type Write = (world: World, at: number) => Promise<unknown>;

export const writes = {
  claim: (world, at) => claimRecord(world, `Claimant ${at}`),
  addedWork: ({ store, owners }, at) => addWork(store, pick(owners, at), at),
  hiddenField: ({ store, owners }, at) => {
    const { actor, person } = pick(owners, at + owners.length / 2);
    const input = { authorId: person.id, hidden: ['affiliations' as const], indexed: 'yes' as const };
    return store.transact((tx) => setPrivacy(tx, mintOwner(actor.accountId, person.id), input)).then(requireDone);
  },
  correction: ({ store, nextWork }, at) => correctTitle(store, nextWork(), at),
  importedRecord: importRecord,
  follow: ({ store, members, nextPerson }, at) =>
    store.transact((tx) => followAuthor(tx, pick(members, at), { authorId: nextPerson().id })).then(requireDone),
} satisfies Record<string, Write>;

export function pick<Item>(items: readonly Item[], at: number): Item {
  const item = items[at % items.length];
  if (!item) throw new Error('There is nothing to choose from.');
  return item;
}

function requireDone<Value>(outcome: { ok: true; value: Value } | { ok: false; code: string }): Value {
  if (!outcome.ok) throw new Error(`A write was refused: ${outcome.code}`);
  return outcome.value;
}

/** Claims the record of a random person, which is accepted immediately. */
export async function claimRecord({ store, nextPerson }: World, account: string): Promise<Owning> {
  const [actor, person] = [await createAccount(store, account), nextPerson()];
  const claim = requireDone(await claimWithEvidence(store, actor, person, strongDns(`${person.id}.example`)));
  if (claim.stage !== 'accepted') throw new Error(`A claim is ${claim.stage}.`);
  return { actor, person };
}

async function addWork(store: Store, { actor, person }: Owning, at: number): Promise<void> {
  const pasted = `@article{x, title={An added work, number ${at}}, author={${person.name}}, year={2020}}`;
  const ids = { accountId: actor.accountId, authorId: person.id };
  requireDone(await store.transact((tx) => storeDraft(tx, actor, { authorId: person.id, ...parsePastedWorks(pasted) })));
  const seen = (await draftOf(store.reader, ids))?.draft.seen ?? '';
  const chosen = new Map([[0, 'new' as const]]);
  requireDone(await store.transact((tx) => addDraftedWorks(tx, actor, { authorId: person.id, seen, chosen })));
}

async function correctTitle(store: Store, work: { id: string; title: string }, at: number): Promise<void> {
  const value = `${work.title} (corrected ${at})`;
  const input = correctionInput.parse({
    subjectId: work.id,
    field: 'title',
    value,
    evidenceUrl: 'https://example.org/',
    note: 'As printed.',
  });
  const notice = { reason: 'proof_holds', remedy: 'nothing_to_do', once: 'bench' };
  await store.transact(async (tx) => {
    const { correctionId } = requireDone(await suggestCorrection(tx, { actor: null, network: `192.0.2.${at}/32` }, input));
    const correction = await lockCorrection(tx, correctionId);
    if (correction) await acceptCorrection(tx, correction, { by: 'reviewers', accountId: null, notice });
  });
}

/** Imports a record of a random person and a new one, in another process. */
async function importRecord({ databaseUrl, dataDir, nextPerson }: World, at: number): Promise<void> {
  const file = join(dataDir, 'one-record.bib');
  const by = `${nextPerson().name} and Bench Newcomer${at}`;
  writeFileSync(file, `@article{bench${at}, author = {${by}}, title = {One record more, number ${at}}, year = {2001}}\n`);
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SAMPLE: 'off' };
  await promisify(execFile)('npm', ['run', '--silent', 'import', '--', 'bibtex', file], { env });
}
