import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runImport } from '#lib/catalog/ingest/commands/run.ts';
import { aclAnthology } from '#lib/catalog/sources/acl-anthology/adapter.ts';
import { sealAddresses } from '#lib/catalog/sources/addresses.ts';
import { bibtex } from '#lib/catalog/sources/bibtex/adapter.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { decideAsOwner, revertAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { suggestCorrection } from '#lib/governance/corrections/commands/suggest.ts';
import { correctionInput } from '#lib/governance/corrections/model.ts';
import { correctionsOf } from '#lib/governance/corrections/queries/corrections.ts';
import { subjectQueries } from '#lib/governance/corrections/queries/subjects.ts';
import { grantAdmin } from '#lib/platform/audit/roles.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { notifyReviewers } from '#lib/portal/decisions/commands/notify-reviewers.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { reviewFor } from '#lib/portal/decisions/queries/evidence.ts';
import { notifiableReviewer } from '#lib/portal/decisions/queries/reviewers.ts';
import { collection, createFolder } from '../sources/input-files.ts';
import { agreeAndWait, assignRecord, createAccount, getRecord, inPasskeySession, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

/** An accepted correction, and a later import of its source with another value, run as an operator does. */
const database = databasePerTest();
const network = '192.0.2.0/24';

async function importFile(source: 'acl-anthology' | 'bibtex', name: string, text: string): Promise<void> {
  const folder = createFolder({ [name]: text });
  try {
    const events = source === 'bibtex' ? bibtex(await folder.files('.bib')) : aclAnthology(await folder.files('.xml'));
    const run = { store: database.store, source, input: name, events: sealAddresses(events, sealPrintedAddress()) };
    expect(await runImport(run)).toMatchObject({ finished: true, quarantined: [] });
  } finally {
    folder.drop();
  }
  await runJobs(database.store);
}
const importXml = (title: string, affiliation = 'Royal Society') =>
  importFile(
    'acl-anthology',
    '2021.lamps.xml',
    collection(
      '2021.lamps',
      `<paper id="1"><title>${title}</title><url>2021.lamps-1.1</url>
       <author><first>Ada</first><last>Byron</last><affiliation>${affiliation}</affiliation></author>
       <author><first>Mary</first><last>Somerville</last></author></paper>`,
    ),
  );
const importBib = (journal: string) =>
  importFile(
    'bibtex',
    'lamps.bib',
    `@article{lamps, title={On Lamps and Their Shades}, author={Byron, Ada}, journal={${journal}}, year=1842, doi={10.1000/lamps}}`,
  );
const currentWork = async () => {
  const [row] = await database.store.reader.select().from(works).where(eq(works.isVolume, false));
  if (!row) throw new Error('There is no work.');
  return row;
};
const createOwner = async (name: string): Promise<Actor> => {
  const actor = await createAccount(database.store, name);
  const [author] = await database.store.reader.select().from(authors).where(eq(authors.name, name));
  await assignRecord(database.store, actor, { id: author?.id ?? '' });
  return actor;
};
const notificationsTo = async (actor: Actor) =>
  (await notificationsOf(database.store.reader, actor)).map(({ title, text, path }) => ({ title, text, path }));
const findAnyOpenReview = async () => (await database.store.reader.select().from(reviews)).find(({ state }) => state === 'open');

test('two authors who accepted a title are asked again when the Anthology changes it, and decide on the same page', async () => {
  const { store } = database;
  await importXml('On Lampps');
  const [ada, mary, other] = [await createOwner('Ada Byron'), await createOwner('Mary Somerville'), await createAccount(store, 'Tomas')];
  const { id: workId } = await currentWork();
  const input = correctionInput.parse({
    subjectId: workId,
    field: 'title',
    value: 'On Lamps',
    evidenceUrl: 'https://example.org/',
    note: '',
  });
  const { correctionId } = unwrap(await store.transact((tx) => suggestCorrection(tx, { actor: ada, network }, input)));
  const agree = (actor: Actor) => agreeAndWait(store, actor, correctionId);
  const state = async () => [(await correctionsOf(store.reader, workId))[0]?.state, (await currentWork()).title];
  expect(unwrap(await agree(mary)).isAccepted).toBe(true);
  await importXml('On Lampps');
  expect(await state()).toEqual(['accepted', 'On Lamps']);

  await importXml('On Lights');
  expect(await state()).toEqual(['contested', 'On Lamps']);
  const asked = {
    title: 'The sources of a corrected work have changed',
    text: 'They now state another title of “On Lamps”. The correction is shown until two owners among its authors agree with it again, or one of them ends it.',
    path: `/works/${workId}/correct`,
  };
  for (const actor of [ada, mary]) expect(await notificationsTo(actor)).toContainEqual(asked);
  expect(await notificationsTo(other)).toEqual([]);
  await importXml('On Lights');
  for (const actor of [ada, mary]) expect((await notificationsTo(actor)).filter(({ title }) => title === asked.title)).toHaveLength(1);

  expect(unwrap(await agree(mary)).isAccepted).toBe(false);
  expect(unwrap(await agree(ada)).isAccepted).toBe(true);
  expect([...(await state()), await findAnyOpenReview()]).toEqual(['accepted', 'On Lamps', undefined]);
  await importXml('On Candles');
  for (const actor of [ada, mary]) expect((await notificationsTo(actor)).filter(({ title }) => title === asked.title)).toHaveLength(2);
  unwrap(await store.transact((tx) => revertAsOwner(tx, mary, { correctionId })));
  expect([...(await state()), await findAnyOpenReview()]).toEqual(['reverted', 'On Candles', undefined]);
});

test('reviewers who accepted a venue find it in their queue again when the BibTeX file changes it, with both values', async () => {
  const { store } = database;
  await importBib('Jornal of Light');
  const admins = [await createAccount(store, 'Edda'), await createAccount(store, 'Rolf')];
  for (const { email } of admins) await store.transact((tx) => grantAdmin(tx, email ?? ''));
  const { id: workId } = await currentWork();
  const input = correctionInput.parse({
    subjectId: workId,
    field: 'venue',
    value: 'Journal of Light',
    evidenceUrl: 'https://example.org/',
    note: '',
  });
  unwrap(await store.transact((tx) => suggestCorrection(tx, { actor: null, network }, input)));
  const vote = async (admin: Actor) => {
    const { id: reviewId = '' } = (await findAnyOpenReview()) ?? {};
    const said = { reviewId, decision: 'approve', reason: 'fact_wrong', remedy: 'corrected' } as const;
    return unwrap(await store.transact((tx) => voteOn(tx, inPasskeySession(admin), said)));
  };
  for (const admin of admins) await vote(admin);
  const state = async () => [(await correctionsOf(store.reader, workId))[0]?.state, (await currentWork()).venue];
  await importBib('Jornal of Light');
  expect([...(await state()), await findAnyOpenReview()]).toEqual(['accepted', 'Journal of Light', undefined]);

  await importBib('Annals of Light');
  expect(await state()).toEqual(['contested', 'Journal of Light']);
  await notifyReviewers(store);
  for (const admin of admins) {
    expect(await notificationsTo(admin)).toMatchObject([{ path: '/review' }]);
    const reviewer = await notifiableReviewer(store.reader, admin.accountId);
    const review = reviewer && (await reviewFor(store.reader, reviewer, (await findAnyOpenReview())?.id ?? ''));
    expect(review?.submission).toMatchObject({
      title: 'The sources say something else since it was corrected',
      facts: expect.arrayContaining([
        { term: 'it should be', description: 'Journal of Light' },
        { term: 'the sources say', description: 'Annals of Light' },
        { term: 'they said before', description: 'Jornal of Light' },
      ]),
    });
    await vote(admin);
  }
  expect([...(await state()), await findAnyOpenReview()]).toEqual(['accepted', 'Journal of Light', undefined]);
  await importBib('Journal of Light');
  expect(await state()).toEqual(['retired', 'Journal of Light']);
});

test('the owner who accepted an affiliation is asked again when the Anthology changes it', async () => {
  const { store } = database;
  await importXml('On Lamps');
  const ada = await createOwner('Ada Byron');
  const [{ id: authorId } = { id: '' }] = await store.reader.select().from(authors).where(eq(authors.name, 'Ada Byron'));
  const said = { subjectId: authorId, field: 'affiliation', value: 'Analytical Society', evidenceUrl: 'https://example.org/', note: '' };
  const input = correctionInput.parse(said);
  const { correctionId } = unwrap(await store.transact((tx) => suggestCorrection(tx, { actor: null, network }, input)));
  unwrap(await store.transact((tx) => decideAsOwner(tx, ada, { correctionId, accepts: 'yes' })));
  await runJobs(store);
  const now_ = async () => (await getRecord(store, authorId)).affiliation?.name;
  expect(await now_()).toBe('Analytical Society');
  const before = await notificationsTo(ada);
  await importXml('On Lamps', 'Ockham Park');
  expect(await now_()).toBe('Analytical Society');
  const newNotifications = (await notificationsTo(ada)).filter((each) => !before.some(({ title }) => title === each.title));
  expect(newNotifications).toMatchObject([
    { title: 'The sources of a corrected profile have changed', path: expect.stringContaining('/correct') },
  ]);
  const page = await subjectQueries.author.correctable(store.reader, authorId);
  expect(page).not.toBe(null);
  unwrap(await store.transact((tx) => decideAsOwner(tx, ada, { correctionId, accepts: 'no' })));
  await runJobs(store);
  expect(await now_()).toBe('Ockham Park');
});
