import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * Made `tests/releases/corrections`: databases with corrections of works and profiles in all their states, from the last commit that had
 * them in two tables (9dc9013e), and what that version showed of them. To make them again, copy this file and `corrections-view.ts` into
 * a worktree of that commit and run it there on each engine, as `make-fixture.ts`.
 */
const temporary = mkdtempSync(join(tmpdir(), 'peergraph-corrections-'));
process.env.DATABASE_URL ??= `file:${join(temporary, 'corrections.db')}`;
process.env.DATA_DIR = join(temporary, 'data');
process.env.SECRET ??= 'corrections corrections corrections corrections';
const url = process.env.DATABASE_URL;

/** Modules of that commit, which this version does not have. */
const old = (path: string) => import(`#lib/governance/${path}`);

const { openStore } = await import('#lib/platform/db/store.ts');
const { strongRepository } = await import('../evidence.ts');
const { claimWithEvidence, createAccount, createAdmin, createRecord, importWorks, runJobs, unwrap, voteOnSubject } = await import(
  '../store/fixtures.ts'
);
const { fileAppeal } = await import('#lib/portal/decisions/commands/appeals.ts');
const { withdrawClaim } = await import('#lib/governance/claims/commands/end.ts');
const { claims } = await import('#lib/platform/db/schema/claims.ts');
const { authors } = await import('#lib/platform/db/schema/authors.ts');
const { works } = await import('#lib/platform/db/schema/works.ts');
const { viewInstance } = await import('./corrections-view.ts');
const { correctionInput } = await old('corrections/model.ts');
const { suggestCorrection } = await old('corrections/commands/suggest.ts');
const { agreeToCorrection } = await old('corrections/commands/agree.ts');
const { revertEffectiveCorrection } = await old('corrections/commands/revert.ts');
const { recordCorrectionInput } = await old('record-corrections/model.ts');
const { suggestRecordCorrection } = await old('record-corrections/commands/suggest.ts');
const { decideAsOwner, revertAsOwner } = await old('record-corrections/commands/own.ts');

const store = openStore(url);
await store.migrate();
const admins = [await createAdmin(store, 'Edda'), await createAdmin(store, 'Rolf')] as const;
const sam = await createAccount(store, 'Sam');
const names = ['Ada Byron', 'Mary Somerville', 'Emmy Noether', 'Tomas Novák'];
const printed = {
  source: 'bibtex',
  recordId: 'one',
  title: ['On Lampps'],
  type: 'article',
  date: '1842',
  venue: 'Jornal of Light',
} as const;
const alsoPrinted = { publisher: 'A Press', pages: '1-9', volume: '1' };
const importPrinted = async (more: { venue?: string; language?: string } = {}) => {
  await importWorks(store, { ...printed, ...alsoPrinted, authors: names.map((name) => ({ name, affiliation: 'Royal Society' })), ...more });
  await runJobs(store);
};
await importPrinted();
const [work] = await store.reader.select().from(works);
const workId = work?.id ?? '';
const idOf = async (name: string) => (await store.reader.select().from(authors)).find((author) => author.name === name)?.id ?? '';

const claim = async (name: string) => {
  const actor = await createAccount(store, name);
  unwrap(await claimWithEvidence(store, actor, { id: await idOf(name) }, strongRepository(`https://github.com/x/${actor.accountId}`)));
  return actor;
};
const [ada, mary, tomas] = [await claim('Ada Byron'), await claim('Mary Somerville'), await claim('Tomas Novák')];
await runJobs(store);

type Suggestion = { correctionId: string };
// Each from a network of its own, which is within the limits.
const networks = Array.from({ length: 100 }, (_, at) => `192.0.${at}.0/24`);
const sender = (actor: typeof sam | null) => ({ actor, network: networks.pop() ?? '' });
const suggest = async (field: string, value: string, actor: typeof sam | null = sam): Promise<string> => {
  const input = correctionInput.parse({ workId, field, value, evidenceUrl: 'https://example.org/page', note: `The ${field} as printed.` });
  return unwrap<Suggestion>(await store.transact((tx) => suggestCorrection(tx, sender(actor), input))).correctionId;
};
const suggestOf = async (name: string, field: string, value: string, actor: typeof sam | null = sam): Promise<string> => {
  const input = recordCorrectionInput.parse({ authorId: await idOf(name), field, value, note: `The ${field} of the person.` });
  return unwrap<Suggestion>(await store.transact((tx) => suggestRecordCorrection(tx, sender(actor), input))).correctionId;
};
const approve = async (id: string) => {
  for (const admin of admins) unwrap(await voteOnSubject(store, admin, id, 'approve'));
  await runJobs(store);
  return id;
};
const reject = async (id: string) => {
  unwrap(await voteOnSubject(store, admins[0], id, 'reject', 'source_agrees', 'tell_source'));
  return id;
};
const appeal = (of: 'correction' | 'record_correction', subjectId: string) =>
  store.transact((tx) => fileAppeal(tx, sam, { of, subjectId, words: 'Look at the first page.' }));

// Corrections of the work: accepted by authors, open, rejected and appealed, contested, retired, reverted, replaced.
const title = await suggest('title', 'On Lamps', ada);
unwrap(await store.transact((tx) => agreeToCorrection(tx, mary, { correctionId: title })));
await suggest('volume', '12');
unwrap(await appeal('correction', await reject(await suggest('pages', '1-19'))));
await reject(await suggest('pages', '2-9', null));
await approve(await suggest('venue', 'Journal of Light'));
await approve(await suggest('publisher', 'Another Press'));
await approve(await suggest('language', 'en'));
await approve(await suggest('date', '1843'));
await approve(await suggest('date', '1843-05'));
const doi = await approve(await suggest('doi', '10.5555/lamps'));
await store.transact((tx) => revertEffectiveCorrection(tx, doi, admins[0].accountId));
await importPrinted({ venue: 'Annals of Light', language: 'en' });

// Corrections of profiles: open and accepted of an unclaimed one, accepted and declined by an owner, waiting for one, reverted, lapsed,
// rejected and appealed.
await suggestOf('Emmy Noether', 'affiliation', 'University of Göttingen');
unwrap(await appeal('record_correction', await reject(await suggestOf('Emmy Noether', 'name', 'Emy Noether'))));
await approve(await suggestOf('Emmy Noether', 'name', 'Emmy Nöther', null));
const decide = async (actor: typeof sam, correctionId: string, accepts: 'yes' | 'no') =>
  unwrap(await store.transact((tx) => decideAsOwner(tx, actor, { correctionId, accepts })));
await decide(ada, await suggestOf('Ada Byron', 'affiliation', 'Analytical Society'), 'yes');
await decide(ada, await suggestOf('Ada Byron', 'name', 'Adda Byron'), 'no');
await suggestOf('Mary Somerville', 'name', 'Mary Greig');
const place = await suggestOf('Mary Somerville', 'affiliation', 'Royal Institution', mary);
unwrap(await store.transact((tx) => revertAsOwner(tx, mary, { correctionId: place })));
await decide(tomas, await suggestOf('Tomas Novák', 'affiliation', 'Charles University'), 'yes');
await runJobs(store);
const claimOfTomas = (await store.reader.select().from(claims)).find(({ accountId }) => accountId === tomas.accountId);
unwrap(await store.transact((tx) => withdrawClaim(tx, tomas, { claimId: claimOfTomas?.id ?? '' })));
for (const visibility of ['suppressed', 'search_only', 'unlisted'] as const)
  await createRecord(store, `A ${visibility} person`, { visibility });
await runJobs(store);

const engine = url.startsWith('file:') ? 'sqlite' : 'postgres';
const folder = 'tests/releases/corrections';
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, `${engine}.json.gz`), gzipSync(JSON.stringify(await viewInstance(store)), { level: 9 }));
await store.eraseDeletedRows();
await store.close();
if (engine === 'sqlite') writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(url.slice('file:'.length)), { level: 9 }));
else {
  const dump = execFileSync('pg_dump', ['--no-owner', '--no-privileges', '--inserts', url], { maxBuffer: 100_000_000 });
  writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(dump.toString().replace(/^\\.*$/gm, ''), { level: 9 }));
}
rmSync(temporary, { recursive: true, force: true });
