import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findAuthor } from '#lib/catalog/authors/queries/find.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { mintReviewer } from '#lib/governance/cases/model/review-case.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { noticeDays } from '#lib/governance/claims/model/notice.ts';
import { unmetRules } from '#lib/governance/claims/model/proofs.ts';
import { proofProbes } from '#lib/governance/claims/probes/method-probes.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import { claimRefusalFor } from '#lib/governance/claims/queries/claims.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { refused } from '#lib/platform/outcome.ts';
import { type Admin, invitedStaff } from '#lib/portal/operations/queries/operations.ts';
import { sourcesOfAuthor } from '#lib/portal/pages/queries/author-sources.ts';
import { readRoster } from '#lib/portal/roster/commands/entries.ts';
import { prepareProfile } from '#lib/portal/roster/commands/prepare.ts';
import { matchRoster } from '#lib/portal/roster/queries.ts';
import { emptyServices } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import { advanceDays, createAccount, createRecord, importWorks, refreshChangedRecords, runJobs, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';

const database = databasePerTest();
const rosterOptions = { publicUrl: 'https://lamp.example', invites: true };
const ada = { name: 'Ada Byron', email: 'ada@lamp.example', orcid: '0000-0002-1825-0097', rorId: null, profile: null };
/** Matches and prepares one person, as the command does. */
async function prepare(entry: typeof ada, invites = true) {
  const [match] = await matchRoster(database.store.reader, [entry]);
  const record = match?.kind === 'certain' ? match.record : null;
  return database.store.transact((tx) => prepareProfile(tx, entry, record, { ...rosterOptions, invites }));
}
const mails = async () =>
  (await database.store.reader.select().from(jobs).where(eq(jobs.kind, 'send-mail'))).map(
    ({ payload }) => payload as { to: string; text: string },
  );

test('creates a profile once, and stores no address', async () => {
  const first = await prepare(ada, false);
  expect(first).toMatchObject({ state: 'created', invitation: 'not_asked' });
  expect(await prepare(ada, false)).toEqual({ ...first, state: 'found' });
  const records = await database.store.reader.query<{ payload: unknown; record_id: string }>(
    "select payload, record_id from source_records where source = 'roster'",
    [],
  );
  expect(records).toHaveLength(1);
  expect(JSON.stringify(records)).not.toContain('lamp.example');
  expect(await mails()).toEqual([]);
});

test('shows the ORCID iD as an assertion of the roster, which proves nothing, unless the owner hides theirs', async () => {
  const { slug } = await prepare(ada, false);
  const { reader } = database.store;
  const shown = async () => {
    const found = await findAuthor(reader, slug);
    if (found.kind !== 'here') throw new Error('The record is gone.');
    return sourcesOfAuthor(reader, found.author);
  };
  const stated = async () => (await shown()).sources.find(({ source }) => source.id === 'roster')?.pages.map(({ orcid }) => orcid);
  expect(await stated()).toEqual([ada.orcid]);
  expect(await shown()).toMatchObject({ orcid: null, givenOrcids: [] });
  expect(await reader.select().from(authorSources).where(eq(authorSources.source, 'orcid'))).toEqual([]);
  const privacy = { hidden: ['orcid'], indexed: true };
  await database.store.transact((tx) => tx.update(authors).set({ privacy }).where(eq(authors.slug, slug)));
  expect(await stated()).toEqual([null]);
  await database.store.transact((tx) => tx.update(authors).set({ privacy: null }).where(eq(authors.slug, slug)));
  await prepare({ ...ada, orcid: '' }, false);
  expect(await stated()).toEqual([null]);
});

test('finds the record with the ORCID iD', async () => {
  const { slug } = await createRecord(database.store, 'A. Byron', { orcid: ada.orcid });
  expect(await prepare(ada)).toEqual({ slug, state: 'found', invitation: 'sent' });
});

test('invites each person once', async () => {
  await prepare(ada);
  expect(await prepare(ada)).toMatchObject({ invitation: 'sent_before' });
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual(['ada@lamp.example']);
  expect(sent[0]?.text).toContain('https://lamp.example/claim/ada-byron');
});

test('invites nobody whose record is claimed or hidden', async () => {
  const { id } = await createRecord(database.store, 'A. Byron', { orcid: ada.orcid });
  const owner = await createAccount(database.store, 'Ada');
  const set = (values: Partial<typeof authors.$inferInsert>) =>
    database.store.transact((tx) => tx.update(authors).set(values).where(eq(authors.id, id)));
  await set({ ownerId: owner.accountId, claimState: 'claimed' });
  expect(await prepare(ada)).toMatchObject({ invitation: 'claimed' });
  await set({ ownerId: null, claimState: 'unclaimed', visibility: 'suppressed' });
  expect(await prepare(ada)).toMatchObject({ invitation: 'hidden' });
  expect(await mails()).toEqual([]);
});

describe('a person of a staff list without works', () => {
  const colleague = { name: 'New Colleague', email: 'new@lamp.example', orcid: null, rorId: null, profile: null };
  const invite = async () => {
    const { slug } = await database.store.transact((tx) => prepareProfile(tx, colleague, null, rosterOptions));
    const [mail] = await mails();
    expect(mail?.text).toContain('Sign in with the address of this email');
    await runJobs(database.store);
    const found = await findAuthor(database.store.reader, slug);
    if (found.kind !== 'here') throw new Error('The record is gone.');
    return found.author;
  };
  /** Signs in with an address, and claims by it as the claim page does. */
  async function claimAs(address: string, { id }: { id: string }) {
    const account = mintActor({ ...(await createAccount(database.store, 'New')), email: address });
    const refusal = await claimRefusalFor(database.store.reader, account, id);
    const proof = unwrap(
      await (proofProbes.email.show?.({ reader: database.store.reader, actor: account, authorId: id, services: emptyServices }) ??
        refused('unknown_proof')),
    );
    return { account, refusal, outcome: await database.store.transact((tx) => claimAuthor(tx, account, { authorId: id, proof })) };
  }

  test('claims the profile with the address that the institution named, and nobody else does', async () => {
    const author = await invite();
    const { reader } = database.store;
    expect(await claimRefusalFor(reader, null, author.id)).toBe('not_signed_in');
    const stranger = await claimAs('other@lamp.example', author);
    expect(stranger).toMatchObject({ refusal: 'staff_address_needed', outcome: { ok: false, code: 'staff_address_needed' } });
    const { refusal, outcome } = await claimAs('new@lamp.example', author);
    expect({ refusal, outcome }).toMatchObject({ refusal: null, outcome: { ok: true, value: { stage: 'notice_period' } } });
    advanceDays(noticeDays);
    await runJobs(database.store);
    expect((await trustOf(reader, author.key))?.level).toBe(2);
    const admin = mintReviewer('admin', 'admin') as Admin;
    expect(await invitedStaff(reader, admin)).toMatchObject({
      invited: 1,
      claimed: 1,
      people: [{ name: 'New Colleague', state: 'claimed' }],
    });
  });

  test('cannot claim a record that only sources without works name', async () => {
    const { id } = await createRecord(database.store, 'Ann Empty', { works: 0 });
    expect((await claimAs('ann@lamp.example', { id })).refusal).toBe('unresolved_record');
  });
});

describe('people of a staff list whose works are here', () => {
  const file = `name,email,ror,profile
Lena Lamp,lena@lamp.example,,
Jo Wick,jo@lamp.example,,
Ann Fable,ann@lamp.example,,
New Colleague,new@lamp.example,,
`;
  const matchAll = async (text = file) => {
    const { entries } = readRoster(text);
    const matches = await matchRoster(database.store.reader, entries);
    return entries.map((entry, at) => ({ entry, match: matches[at] }));
  };
  const kinds = async (text?: string) =>
    (await matchAll(text)).map(({ entry: { name }, match }) =>
      match?.kind === 'certain' ? `${name}: ${match.record.worksCount} works by ${match.by}` : `${name}: ${match?.kind}`,
    );
  /** Two people with a joint work, and one whose name is on a work with nobody of the list. */
  async function importDepartment() {
    const work = { source: 'bibtex', type: 'article', year: 2020 } as const;
    await importWorks(
      database.store,
      { ...work, recordId: 'one', title: ['Lamps'], authors: [{ name: 'Lena Lamp' }, { name: 'Jo Wick' }] },
      { ...work, recordId: 'two', title: ['Oils'], authors: [{ name: 'Lena Lamp' }] },
      { ...work, recordId: 'three', title: ['Tides'], authors: [{ name: 'Ann Fable' }] },
    );
    await refreshChangedRecords(database.store);
  }

  const recordNamed = async (name: string) => {
    const [record] = await database.store.reader.select().from(authors).where(eq(authors.name, name)).orderBy(authors.key);
    if (!record) throw new Error(`There is no record of ${name}.`);
    return record;
  };

  test('are found by their name with a joint work; a name alone is a question to the operator', async () => {
    await importDepartment();
    expect(await kinds()).toEqual([
      'Lena Lamp: 2 works by colleague',
      'Jo Wick: 1 works by colleague',
      'Ann Fable: unclear',
      'New Colleague: new',
    ]);
    const [ann] = await database.store.reader.select().from(authors).where(eq(authors.name, 'Ann Fable'));
    const answered = file.replace('ann@lamp.example,,', `ann@lamp.example,,https://lamp.example/authors/${ann?.slug}`);
    expect((await kinds(answered))[2]).toBe('Ann Fable: 1 works by file');
    expect((await kinds(file.replace('ann@lamp.example,,', 'ann@lamp.example,,new')))[2]).toBe('Ann Fable: new');
    expect((await kinds(file.replace('ann@lamp.example,,', 'ann@lamp.example,,nobody')))[2]).toBe('Ann Fable: unknown_profile');
  });

  test('are found by two co-authors in common with a colleague, not by one', async () => {
    const work = { source: 'bibtex', type: 'article', year: 2020 } as const;
    await importDepartment();
    const team = (...names: string[]) => ['Ann Fable', ...names].map((name) => ({ name }));
    await importWorks(database.store, { ...work, recordId: 'four', title: ['Buoys'], authors: team('Rob Moss') });
    await importWorks(database.store, {
      ...work,
      recordId: 'five',
      title: ['Wicks'],
      authors: [{ name: 'Lena Lamp' }, { name: 'Rob Moss' }],
    });
    await refreshChangedRecords(database.store);
    expect((await kinds())[2]).toBe('Ann Fable: unclear');
    await importWorks(database.store, { ...work, recordId: 'six', title: ['Charts'], authors: team('Bea Thorn') });
    await importWorks(database.store, {
      ...work,
      recordId: 'seven',
      title: ['Maps'],
      authors: [{ name: 'Lena Lamp' }, { name: 'Bea Thorn' }],
    });
    await refreshChangedRecords(database.store);
    expect((await kinds())[2]).toBe('Ann Fable: 3 works by colleague');
  });

  test('are no colleagues of others if their own names are those of several, or of one profile for two lines', async () => {
    await importDepartment();
    const work = { source: 'acl-anthology', type: 'paper', year: 2021 } as const;
    const other = [{ name: 'Jo Wick', personId: 'jo-wick-other' }];
    await importWorks(database.store, { ...work, recordId: 'x', title: ['Shoals'], authors: other });
    await refreshChangedRecords(database.store);
    expect((await kinds()).slice(0, 2)).toEqual(['Lena Lamp: unclear', 'Jo Wick: unclear']);
    const { slug } = await recordNamed('Jo Wick');
    // Who is certain by itself is a colleague.
    expect((await kinds(file.replace('jo@lamp.example,,', `jo@lamp.example,,${slug}`)))[0]).toBe('Lena Lamp: 2 works by colleague');
  });

  test('are left out if two lines have one profile', async () => {
    await importDepartment();
    expect(await kinds(`${file}Lena Lamp,lena.lamp@lamp.example,,\n`)).toEqual([
      ...['Lena Lamp: shared', 'Jo Wick: unclear', 'Ann Fable: unclear', 'New Colleague: new', 'Lena Lamp: shared'],
    ]);
    const { slug } = await recordNamed('Ann Fable');
    const named = `name,email,profile\nAnn Fable,a@lamp.example,${slug}\nAnna Fable,b@lamp.example,/authors/${slug}\n`;
    expect(await kinds(named)).toEqual(['Ann Fable: shared', 'Anna Fable: shared']);
  });

  test('prove no more by an address of the list than the works of their profile say', async () => {
    const { store } = database;
    await store.transact((tx) => registerInstitution(tx, { rorId: '0lampxx01', name: 'Lamp University', domain: 'lamp.example' }));
    await importDepartment();
    const text =
      'name,email,ror\nLena Lamp,lena.lamp@lamp.example,0lampxx01\nJo Wick,jo.wick@lamp.example,\nNew Colleague,new.colleague@lamp.example,\n';
    for (const { entry, match } of await matchAll(text)) {
      const record = match?.kind === 'certain' ? match.record : null;
      await store.transact((tx) => prepareProfile(tx, entry, record, { ...rosterOptions, invites: false }));
    }
    await refreshChangedRecords(store);
    const missingOf = async (name: string, target: string) => {
      const { id } = await recordNamed(name);
      const { accountId } = await createAccount(store, name);
      const asked = { accountId, authorId: id, kind: 'institution_email' as const, target, token: null };
      return unmetRules(unwrap(await probeProof(store.reader, asked, emptyServices)));
    };
    expect(await missingOf('Lena Lamp', 'lena.lamp@lamp.example')).toEqual(['at_affiliation']);
    expect(await missingOf('Jo Wick', 'jo.wick@lamp.example')).toEqual(['at_affiliation']);
    expect(await missingOf('New Colleague', 'new.colleague@lamp.example')).toEqual([]);
  });

  test('are never told apart by a colleague if two profiles have the name', async () => {
    await importDepartment();
    const ror = { source: 'acl-anthology', recordId: 'x', title: ['Shoals'], type: 'paper', year: 2021 } as const;
    await importWorks(database.store, { ...ror, authors: [{ name: 'Lena Lamp', personId: 'lena-lamp-other' }] });
    await refreshChangedRecords(database.store);
    expect((await kinds())[0]).toBe('Lena Lamp: unclear');
  });

  test('get one profile each, also if an earlier list made an empty one', async () => {
    const { entries } = readRoster(file);
    const [lena] = entries;
    if (!lena) throw new Error('The list is empty.');
    const first = await database.store.transact((tx) => prepareProfile(tx, lena, null, { ...rosterOptions, invites: false }));
    await importDepartment();
    const [{ match } = { match: undefined }] = await matchAll();
    if (match?.kind !== 'certain') throw new Error('No profile was found.');
    expect(match.record.worksCount).toBe(2);
    const prepared = await database.store.transact((tx) => prepareProfile(tx, lena, match.record, rosterOptions));
    await runJobs(database.store);
    expect(prepared).toMatchObject({ slug: match.record.slug, state: 'found', invitation: 'sent' });
    expect(prepared.slug).not.toBe(first.slug);
    const found = await findAuthor(database.store.reader, first.slug);
    expect(found).toEqual({ kind: 'moved', slug: match.record.slug });
    expect((await kinds())[0]).toBe('Lena Lamp: 2 works by earlier_list');
  });

  test('with one name and two addresses are two people', async () => {
    const { entries } = readRoster('name,email\nWei Wick,one@lamp.example\nWei Wick,two@lamp.example\n');
    const slugs = new Set<string>();
    for (const entry of entries)
      slugs.add((await database.store.transact((tx) => prepareProfile(tx, entry, null, { ...rosterOptions, invites: false }))).slug);
    expect(slugs.size).toBe(2);
  });
});

describe('a line of a staff list', () => {
  const read = (line: string) => readRoster(`name,email,orcid,profile\n${line}\n`);

  test.each([
    ['"Manning, Christopher D."', 'Christopher D. Manning'],
    ['Prof. Dr. Lena Fischer', 'Lena Fischer'],
    ['Dr Joakim Nivre', 'Joakim Nivre'],
    ['Graham Neubig PhD', 'Graham Neubig'],
    ['"Fischer, Lena, M.A."', 'Lena Fischer'],
    ['"Müller, Prof. Dr. Jörg"', 'Jörg Müller'],
    ['Univ.-Prof. Dr.-Ing. habil. Ann Roe', 'Ann Roe'],
    ['PD Dr. Ann Roe', 'Ann Roe'],
    ['Associate Professor Ann Roe', 'Ann Roe'],
    ['PD James', 'PD James'],
    ['王小明', '王小明'],
    ['"De Luca, Giorgio"', 'Giorgio De Luca'],
    ["Máire O'Neil", "Máire O'Neil"],
  ])('gives the name %s as works do', (written, name) => {
    expect(read(`${written},a@lamp.example,,`)).toMatchObject({ entries: [{ name }], faults: [] });
  });

  test.each([
    'anonymous',
    '<script>alert(1)</script>',
    'Office of the Dean',
    'Lamp Team',
    'N.N.',
    'ann@lamp.example',
    'Ann Roe and Jo Wick',
    'Ann Roe (on leave)',
  ])('is refused if %s is in the place of a name', (written) => {
    expect(read(`${written},a@lamp.example,,`)).toMatchObject({
      entries: [],
      faults: [expect.stringMatching(/^Line 2 (?:does not name one person|has the names of several people)\.$/)],
    });
  });

  test.each(['http://orcid.org/0000-0002-1694-233x', 'https://www.orcid.org/0000-0002-1694-233X', '0000-0002-1694-233x'])(
    'has the iD %s',
    (orcid) => {
      expect(read(`Ann Roe,a@lamp.example,${orcid},NEW`).entries).toMatchObject([{ orcid: '0000-0002-1694-233X', profile: 'new' }]);
    },
  );

  test('is refused with an iD that has a wrong check digit', () => {
    expect(read('Ann Roe,a@lamp.example,0000-0002-1694-2331,').faults).toEqual(['Line 2 has an ORCID iD that is none.']);
  });
});
