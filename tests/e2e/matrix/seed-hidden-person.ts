import { eq, inArray } from 'drizzle-orm';
import { refreshContexts } from '#lib/catalog/contexts/commands/refresh.ts';
import { storeWorks } from '#lib/catalog/ingest/commands/store-works.ts';
import { editCareer } from '#lib/catalog/ownership/commands/edit-career.ts';
import { setCredit, setNote } from '#lib/catalog/ownership/commands/edit-contributions.ts';
import { setPhoto } from '#lib/catalog/ownership/commands/edit-photo.ts';
import { editOwnRecord, pinWork } from '#lib/catalog/ownership/commands/edit-record.ts';
import { mintOwner } from '#lib/catalog/ownership/model.ts';
import { refreshAuthors } from '#lib/catalog/refresh/commands/authors.ts';
import { importedWork } from '#lib/catalog/sources/model.ts';
import { careerInput } from '#lib/catalog/statements/model/career.ts';
import { statementsInput } from '#lib/catalog/statements/model/statement.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { mintProof } from '#lib/governance/claims/model/claim.ts';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { contexts, workContexts } from '#lib/platform/db/schema/contexts.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import { strongOrcid } from '../../evidence.ts';
import { createAccount, createContext, unwrap } from '../../store/fixtures.ts';
import { createThread, openToInvitations, type Researcher } from '../../store/researchers.ts';
import { type HiddenPerson, orcid, photo } from './hidden-field-patterns.ts';

/**
 * Creates a person who has filled in all fields that can be hidden, and a friend who is their co-author, follows them and has invited them.
 * Runs as a separate process, like seed.ts, and prints a `HiddenPerson` as JSON.
 */
const store = openStore(env().DATABASE_URL);
const name = 'Ines Plume';
const friendName = 'Otto Fern';

const importedWorks = Array.from({ length: 6 }, (_, at) =>
  importedWork.parse({
    ...{ source: 'acl-anthology', recordId: `plume-${at}`, title: [`Plumes of the year ${2001 + at}`], type: 'paper' },
    ...{ year: 2001 + at, venue: 'Journal of Plumes', authorsComplete: true, abstract: ['What plumes do.'] },
    authors: [
      { name: at === 1 ? 'Ines Canaryname' : name, personId: 'ines-plume', orcid, affiliation: 'Canary Institute of Feathers' },
      { name: friendName, personId: 'otto-fern' },
    ],
  }),
);
await store.transact((tx) => storeWorks(tx, { source: 'acl-anthology', importId: null, observedAt: now(), works: importedWorks }));

async function refreshAll(): Promise<void> {
  while ((await store.transact((tx) => refreshAuthors(tx, 200))) > 0);
  while ((await store.transact((tx) => refreshContexts(tx, 200))) > 0);
}
await refreshAll();

const findAuthor = async (authorName: string) => {
  const [found] = await store.reader.select().from(authors).where(eq(authors.name, authorName));
  if (!found) throw new Error(`There is no record of ${authorName}.`);
  return found;
};

/** Creates a 100 days old account that owns the named record by a strong proof. */
async function createOwner(authorName: string, authorOrcid: string): Promise<Researcher> {
  const { id, key, slug } = await findAuthor(authorName);
  // Every page shows the name of the signed-in account, so it must not be the person's name.
  const actor = await createAccount(store, 'A colleague');
  const createdAt = addMs(now(), -daysMs(100));
  await store.transact((tx) => tx.update(accounts).set({ createdAt }).where(eq(accounts.id, actor.accountId)));
  const proof = mintProof(strongOrcid(authorOrcid, '10.1/plumes'), actor.accountId, id);
  unwrap(await store.transact((tx) => claimAuthor(tx, actor, { authorId: id, proof })));
  return { id, key, slug, actor, name: authorName };
}
const friend = await createOwner(friendName, '0000-0001-5000-0007');
const ines = await createOwner(name, orcid);
const authorId = ines.id;
const owner = mintOwner(ines.actor.accountId, authorId);
const storedWorks = await store.reader
  .select()
  .from(works)
  .where(
    inArray(
      works.title,
      importedWorks.map(({ title }) => title?.join('') ?? ''),
    ),
  );
const workId = storedWorks[0]?.id ?? '';
const statements = statementsInput.parse({
  ...{ authorId, name: '', role: 'Canaryrole', affiliation: 'Canary College', biography: 'A canarybiography.' },
  ...{ homepage: 'https://canary-home.example/', links: 'Code: https://canary-code.example/plumes' },
  ...{ pronouns: 'canaryself', pronunciation: 'ee-NESS canarysound', languages: 'Canarian' },
});
const career = {
  ...{ 'positions-0-title': 'Canarykeeper', 'positions-0-place': 'Canary Desk', 'positions-0-from': '2004' },
  ...{ 'education-0-title': 'Canarydegree', 'education-0-place': 'Canary School', 'education-0-to': '2001' },
};
unwrap(await store.transact((tx) => editOwnRecord(tx, owner, statements)));
unwrap(await store.transact((tx) => editCareer(tx, owner, careerInput.parse({ authorId, ...career }))));
unwrap(await store.transact((tx) => pinWork(tx, owner, { authorId, workId, operation: 'pin' })));
unwrap(await store.transact((tx) => setNote(tx, owner, { authorId, workId, note: 'A canarynote.' })));
unwrap(await store.transact((tx) => setCredit(tx, owner, { authorId, workId, roles: ['data-curation'] })));
unwrap(await store.transact((tx) => setPhoto(tx, owner, photo)));

// A number of followers that does not occur on a page for another reason.
const since = now();
const followers = Array.from({ length: 7_136 }, (_, at) => ({ accountId: `crowd-${at}`, authorId, state: 'on', since }));
await store.transact(async (tx) => {
  for (let from = 0; from < followers.length; from += 1_000) await tx.insert(follows).values(followers.slice(from, from + 1_000));
  await tx.insert(follows).values({ accountId: friend.actor.accountId, authorId, state: 'on', since });
  await tx
    .update(authors)
    .set({ followersCount: followers.length + 1 })
    .where(eq(authors.id, authorId));
});

const topic = await createContext(
  store,
  'topic',
  'Plumes and quills',
  storedWorks.map(({ key }) => key),
);
await openToInvitations(store, ines);
const { invitationId, threadId } = await createThread(store, friend, ines);
await store.transact((tx) => tx.update(authors).set({ stale: true }));
await refreshAll();

const storedContexts = await store.reader
  .select({ id: contexts.id, slug: contexts.slug, kind: contexts.kind })
  .from(contexts)
  .innerJoin(workContexts, eq(workContexts.contextKey, contexts.key))
  .where(
    inArray(
      workContexts.workKey,
      storedWorks.map(({ key }) => key),
    ),
  );
const contextOf = (kind: string) => storedContexts.find((context) => context.kind === kind) ?? topic;
const { token } = await store.transact((tx) =>
  startSession(tx, friend.actor.accountId, { signInMethod: 'email', device: 'Firefox', network: null }),
);
const author = await findAuthor(name);
const person: HiddenPerson = {
  ...{ accountId: ines.actor.accountId, authorId, slug: author.slug, workId, threadId },
  friend: { accountId: friend.actor.accountId, id: friend.id, slug: friend.slug, cookie: `${sessionCookie(env().PUBLIC_URL)}=${token}` },
  contexts: { topic, venue: contextOf('venue'), institution: contextOf('institution') },
  invitationId,
};
await store.close();
process.stdout.write(JSON.stringify(person));
