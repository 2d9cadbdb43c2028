import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { createUnlistedRecord } from '#lib/catalog/ownership/commands/created-profiles.ts';
import { refreshAuthor } from '#lib/catalog/refresh/commands/authors.ts';
import type { OrcidApi, OrcidWork } from '#lib/catalog/sources/orcid.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { claimCreatedRecord } from '#lib/governance/claims/commands/own-created.ts';
import { type ClaimProof, mintProof } from '#lib/governance/claims/model/claim.ts';
import { type DescribedWork, descriptionMismatch } from '#lib/governance/claims/model/orcid-items.ts';
import { unmetRules } from '#lib/governance/claims/model/proofs.ts';
import { probeProof } from '#lib/governance/claims/probes/probe.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { emailProof, orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import { setVisibility } from '#lib/governance/identity/commands/visibility.ts';
import { requestVisibility } from '#lib/governance/identity/commands/visibility-requests.ts';
import { visibilityInput } from '#lib/governance/identity/model/visibility.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now } from '#lib/platform/clock.ts';
import { authorSources, authors } from '#lib/platform/db/schema/authors.ts';
import { sourceRecords } from '#lib/platform/db/schema/imports.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { authorships, workSources, works } from '#lib/platform/db/schema/works.ts';
import { sealPrintedAddress } from '#lib/platform/keys/seal.ts';
import { done } from '#lib/platform/outcome.ts';
import { feiYang } from '../../seeds/pages/acl-anthology.ts';
import { daningCheng, yunquanZhang } from '../../seeds/pages/bzpeer.ts';
import * as scholarFeed from '../../seeds/pages/scholar-feed.ts';
import { emptyOrcidApi, emptyServices, strongOrcid } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  type AuthorRecord,
  advanceDays,
  createAccount,
  createAdmin,
  createRecord,
  createWork,
  getRecord,
  inPasskeySession,
  refreshChangedRecords,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

/** The rows of "Honest people" in docs/specifications/trust.md: which level each reaches, and after how many days. */
const database = databasePerFile();
const lamp = { rorId: '0honest01', name: 'Lamp University', domain: 'lamp.example' };
beforeAll(() => database.store.transact((tx) => registerInstitution(tx, lamp)));

interface Work {
  title?: string;
  doi?: string;
  coauthors?: string[];
  venue?: string;
  printed?: string;
}

let orcids = 0;
const newOrcid = (): string => {
  orcids += 1;
  return `0000-0001-0000-${String(orcids).padStart(4, '0')}`;
};

/** Creates the record of a person at Lamp University with works of sources. */
async function createPerson(name: string, made: Work[] = [{}]): Promise<AuthorRecord> {
  const { store } = database;
  const record = await createRecord(store, name);
  for (const [
    index,
    { title = `The Long Work ${index} of ${name}`, doi, coauthors = [`Carl Coauthor ${index}`], venue, printed },
  ] of made.entries()) {
    const others = await Promise.all(coauthors.map(async (each) => ({ key: (await createRecord(store, each)).key, name: each })));
    const workKey = await createWork(store, title, [{ key: record.key, name }, ...others], doi);
    await store.transact(async (tx) => {
      await tx
        .update(works)
        .set({ year: 2015, venue: venue ?? null })
        .where(eq(works.key, workKey));
      await tx.update(authorships).set({ affiliation: lamp.name }).where(eq(authorships.authorKey, record.key));
      if (!printed) return;
      const recordId = `${record.id}-${index}`;
      const payload = { authors: [{ name, printedAddresses: [sealPrintedAddress()(printed)] }] };
      const stored = { source: 'bibtex', kind: 'work', recordId, version: 1, contentHash: recordId, payload, observedAt: now() };
      const [kept] = await tx.insert(sourceRecords).values(stored).returning({ key: sourceRecords.key });
      await tx
        .insert(workSources)
        .values({ source: 'bibtex', recordId, workKey, recordKey: kept?.key ?? 0, contentHash: recordId, checkedAt: now() });
    });
  }
  const affiliation = { name: lamp.name, rorId: lamp.rorId, source: 'bibtex' };
  await store.transact((tx) => tx.update(authors).set({ affiliation }).where(eq(authors.id, record.id)));
  return record;
}

const claim = (actor: Actor, authorId: string, proof: ClaimProof) =>
  database.store.transact((tx) => claimAuthor(tx, actor, { authorId, proof }));

/** An item that Crossref has put on an ORCID record, with its contributors; those with an iD by a star. */
interface Item {
  doi: string;
  title?: string;
  venue?: string;
  contributors: string[];
  assertedBy?: string | null;
}
function orcidRecord(orcid: string, names: string[], items: Item[]): OrcidApi {
  const listed = items.map(
    ({ doi, title = 'x', venue, assertedBy = 'Crossref' }, at): OrcidWork => ({
      putCode: at,
      title,
      identifiers: [{ scheme: 'doi', value: doi }],
      assertedBy,
      type: 'journal-article',
      year: 2015,
      venue: venue ?? null,
    }),
  );
  const contributors = new Map(
    items.map((item, at) => [
      at,
      item.contributors.map((each) => ({ name: each.replace('*', ''), orcid: each.endsWith('*') ? orcid : null })),
    ]),
  );
  return {
    ...emptyOrcidApi,
    names: async () => done(names),
    works: async () => done(listed),
    contributors: async () => done(contributors),
  };
}
async function showOrcid(record: { id: string }, names: string[], items: Item[], actor?: Actor) {
  const orcid = newOrcid();
  const { store } = database;
  const account = actor ?? (await createAccount(store, 'Person', { orcid }));
  return { account, proof: unwrap(await orcidProof(store.reader, account, record.id, orcidRecord(orcid, names, items))) };
}
async function claimByOrcid(record: { id: string }, names: string[], items: Item[]) {
  const { account, proof } = await showOrcid(record, names, items);
  unwrap(await claim(account, record.id, proof));
  return proof;
}

const services: ProofServices = emptyServices;
/** Shows a mailbox as its mailed link does. */
async function claimByMailbox(record: { id: string }, kind: 'institution_email' | 'printed_email', target: string, actor?: Actor) {
  const { store } = database;
  const account = actor ?? (await createAccount(store, 'Person'));
  const asked = { accountId: account.accountId, authorId: record.id, kind, target, token: null };
  const evidence = unwrap(await probeProof(store.reader, asked, services));
  unwrap(await claim(account, record.id, mintProof(evidence, account.accountId, record.id)));
  return evidence;
}

/** Returns the level of a record now, and after days. */
async function levelAfter({ key }: { key: number }, days = 0): Promise<number | undefined> {
  if (days > 0) advanceDays(days);
  await runJobs(database.store);
  return (await trustOf(database.store.reader, key))?.level;
}

describe('an honest person reaches', () => {
  test('L3 at once with ORCID only, if Crossref lists the iD beside the name', async () => {
    const record = await createPerson('Olive Orcid', [{ doi: '10.1234/olive' }]);
    await claimByOrcid(record, ['Olive Orcid'], [{ doi: '10.1234/olive', contributors: ['Olive Orcid*', 'Carl Coauthor 0'] }]);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L3 at once with ORCID only, if two works have nobody else in common', async () => {
    const made = [{ doi: '10.1234/tw-a' }, { doi: '10.1234/tw-b' }];
    const record = await createPerson('Tilda Two', made);
    await claimByOrcid(
      record,
      ['Tilda Two'],
      made.map(({ doi }) => ({ doi, contributors: [] })),
    );
    expect(await levelAfter(record)).toBe(3);
  });

  test('L2 after seven days with ORCID only, if one publisher names no iD; the page says what is missing', async () => {
    const record = await createPerson('Una Untold', [{ doi: '10.1234/una' }]);
    const proof = await claimByOrcid(record, ['Una Untold'], [{ doi: '10.1234/una', contributors: [] }]);
    expect(unmetRules(proof)).toEqual(['signs_as_this_author']);
    expect(await levelAfter(record, 8)).toBe(2);
  });

  test('L3 at once with an institution’s mailbox only, if it is made of the full name', async () => {
    const record = await createPerson('Mona Mailbox');
    await claimByMailbox(record, 'institution_email', `mona.mailbox@${lamp.domain}`);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L2 after seven days with another mailbox of the institution', async () => {
    const record = await createPerson('Mona Other');
    const evidence = await claimByMailbox(record, 'institution_email', `mo17@${lamp.domain}`);
    expect(unmetRules(evidence)).toEqual(['address_bears_name']);
    expect(await levelAfter(record, 8)).toBe(2);
  });

  test('L2 after seven days with a private mailbox only', async () => {
    const record = await createPerson('Pia Private');
    const pia = await createAccount(database.store, 'Pia');
    unwrap(await claim(pia, record.id, unwrap(emailProof(pia, record.id))));
    expect(await levelAfter(record, 8)).toBe(2);
  });

  test('L3 with two co-authors here, once one has confirmed the work that prints the address', async () => {
    const { store } = database;
    const address = `nina@${lamp.domain}`;
    const record = await createPerson('Nina Nothing', [{ venue: 'Journal of Lamps', printed: address }]);
    const [work] = await store.reader.select({ id: works.id }).from(works).where(eq(works.venue, 'Journal of Lamps'));
    const coauthor = await createPerson('Cleo Coauthor', [{ doi: '10.1234/cleo' }]);
    await claimByOrcid(coauthor, ['Cleo Coauthor'], [{ doi: '10.1234/cleo', contributors: ['Cleo Coauthor*'] }]);
    const nina = await createAccount(store, 'Nina');
    unwrap(await claim(nina, record.id, unwrap(emailProof(nina, record.id))));
    expect(await levelAfter(record, 8)).toBe(2);
    const given = { kind: 'confirmation', state: 'given', authorId: record.id, fromAuthorId: coauthor.id, fromAccountId: 'c' };
    await store.transact((tx) =>
      tx.insert(attestations).values({ id: 'nina-confirmed', ...given, workId: work?.id ?? '', requestedAt: now() }),
    );
    await claimByMailbox(record, 'printed_email', address, nina);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L3 at once as a newcomer without works of sources, by a registry’s entry for the iD', async () => {
    const { store } = database;
    const orcid = newOrcid();
    const nele = await createAccount(store, 'Nele', { orcid });
    const record = await store.transact(async (tx) => {
      const created = await createUnlistedRecord(tx, 'Nele Newcomer');
      await claimCreatedRecord(tx, nele, created.id);
      await refreshAuthor(tx, created.id);
      return created;
    });
    expect(await levelAfter(record)).toBe(0);
    const item = { doi: '10.1234/nele', contributors: ['Nele Newcomer*', 'Adam Advisor'] };
    const proof = unwrap(await orcidProof(store.reader, nele, record.id, orcidRecord(orcid, ['Nele Newcomer'], [item])));
    unwrap(await claim(nele, record.id, proof));
    expect(await levelAfter(record)).toBe(3);
    // Another name at the registry ties the iD to somebody else.
    const other = { ...item, contributors: ['Adam Advisor*', 'Nele Newcomer'] };
    expect(unmetRules(unwrap(await orcidProof(store.reader, nele, record.id, orcidRecord(orcid, ['Nele Newcomer'], [other]))))).toContain(
      'signs_as_this_author',
    );
  });

  test('L3 at once as a newcomer whom the staff list names with the mailbox', async () => {
    const { store } = database;
    const nora = await createAccount(store, 'Nora');
    const address = `nora.newcomer@${lamp.domain}`;
    const record = await store.transact(async (tx) => {
      const created = await createUnlistedRecord(tx, 'Nora Newcomer');
      await claimCreatedRecord(tx, nora, created.id);
      await refreshAuthor(tx, created.id);
      return created;
    });
    const listed = await createRecord(store, 'Somebody Listed');
    const recordId = sealPrintedAddress()(address);
    await store.transact(async (tx) => {
      await tx.insert(authorSources).values({ source: 'roster', recordId, authorKey: listed.key });
      const stored = { source: 'roster', kind: 'author', recordId, version: 1, contentHash: recordId, observedAt: now() };
      await tx.insert(sourceRecords).values({ ...stored, payload: { name: 'Nora Newcomer' } });
    });
    await claimByMailbox(record, 'institution_email', address, nora);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L3 at once as a retired person, by an address that works of two venues print', async () => {
    const address = `retired@${lamp.domain}`;
    const record = await createPerson('Rita Retired', [
      { venue: 'Journal of Lamps and Oil', printed: address },
      { venue: 'Lamp Workshop', printed: address },
    ]);
    await claimByMailbox(record, 'printed_email', address);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L3 at once as a renamed person whose iD keeps the former name', async () => {
    const record = await createPerson('Frida Former', [{ doi: '10.1234/frida' }]);
    await claimByOrcid(record, ['Frida Now', 'Frida Former'], [{ doi: '10.1234/frida', contributors: ['Frida Former*'] }]);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L2 with the mailbox and L3 with ORCID beside a namesake', async () => {
    await createPerson('Sam Same');
    const record = await createPerson('Sam Same', [{ doi: '10.1234/sam' }]);
    const evidence = await claimByMailbox(record, 'institution_email', `sam.same@${lamp.domain}`);
    expect(unmetRules(evidence)).toEqual(['address_fits_no_other_author']);
    expect(await levelAfter(record, 8)).toBe(2);
    const other = await createPerson('Sam Same', [{ doi: '10.1234/sam2' }]);
    await claimByOrcid(other, ['Sam Same'], [{ doi: '10.1234/sam2', contributors: ['Sam Same*'] }]);
    expect(await levelAfter(other)).toBe(3);
  });

  const title = 'A Long Work without Any Identifier';
  test('L3 at once where sources carry no identifiers, by title, year, authors and venue at Crossref', async () => {
    const record = await createPerson('Ida Nothing', [{ title, venue: 'Journal of Lamps' }]);
    const item = { doi: '10.1234/x', title, venue: 'Journal of Lamps', contributors: ['Ida Nothing*', 'Carl Coauthor 0'] };
    await claimByOrcid(record, ['Ida Nothing'], [item]);
    expect(await levelAfter(record)).toBe(3);
  });

  test('L2 after seven days where the source names no venue either, and a true reason', async () => {
    const record = await createPerson('Ina Nothing', [{ title }]);
    const item = { doi: '10.1234/y', title, venue: 'Journal of Lamps', contributors: ['Ina Nothing*', 'Carl Coauthor 0'] };
    expect(await claimByOrcid(record, ['Ina Nothing'], [item])).toMatchObject({ overlap: { assertedBy: null }, untied: 'other_venue' });
    expect(await levelAfter(record, 8)).toBe(2);
  });
});

describe('an author of a reference page', () => {
  /** The works of a page as its source describes them, compared with what a registry would know of the same work. */
  const reasons = (pageWorks: DescribedWork[]) =>
    [
      ...new Set(
        pageWorks.map((work) =>
          descriptionMismatch(work, {
            title: work.title,
            years: work.year === null ? [] : [work.year],
            venues: ['Some Journal'],
            authors: work.authors.length > 0 ? work.authors : ['Somebody'],
          }),
        ),
      ),
    ].sort();
  const ofBzpeer = ({ rows }: typeof daningCheng) => rows.map((row) => ({ ...row, venue: null, authors: [], isComplete: false }));
  const ofScholarFeed = ({ rows }: typeof scholarFeed.wenguangChen) =>
    rows.map(({ title, date, names, more }) => ({ title, year: Number(date.slice(0, 4)), venue: null, authors: names, isComplete: !more }));

  test.each([
    ['Yunquan Zhang, BZPEER', ofBzpeer(yunquanZhang), ['authors']],
    ['Daning Cheng, BZPEER', ofBzpeer(daningCheng), ['authors']],
    ['Wenguang Chen, Scholar Feed', ofScholarFeed(scholarFeed.wenguangChen), ['venue']],
    ['Yunquan Zhang, Scholar Feed', ofScholarFeed(scholarFeed.yunquanZhang), ['venue']],
  ])('%s: ORCID is a fair proof, and the reason is what the page does not state', (_, pageWorks, expected) => {
    expect(reasons(pageWorks)).toEqual(expected);
  });

  test('Fei Yang, ACL Anthology: ORCID decides at once by the DOIs of two works, or by authors and venue', () => {
    expect(feiYang.rows.filter(({ entry }) => entry.doi)).toHaveLength(2);
    const [{ entry, year } = feiYang.rows[0] as never] = feiYang.rows;
    const work = { title: entry.title, year, venue: entry.venue, authors: entry.names, isComplete: true };
    const item = {
      title: entry.title,
      years: [year],
      venues: ['Proceedings of the 64th Annual Meeting', 'ACL 2026'],
      authors: entry.names,
    };
    expect(descriptionMismatch(work, item)).toBeNull();
  });
});

test('a person whose record an impostor holds at L3 is told that two reviewers decide, and their proof is kept', async () => {
  const { store } = database;
  const record = await createPerson('Ruth Rightful', [{ doi: '10.1234/ruth' }]);
  const impostor = await createAccount(store, 'Impostor');
  unwrap(await claim(impostor, record.id, mintProof(strongOrcid(newOrcid()), impostor.accountId, record.id)));
  const ruth = await createAccount(store, 'Ruth');
  const asked = { accountId: ruth.accountId, authorId: record.id, kind: 'institution_email' as const, token: null };
  const evidence = unwrap(await probeProof(store.reader, { ...asked, target: `ruth.rightful@${lamp.domain}` }, services));
  expect(await claim(ruth, record.id, mintProof(evidence, ruth.accountId, record.id))).toEqual({ ok: false, code: 'already_claimed' });
  expect((await getRecord(store, record.id)).claimState).toBe('disputed');
});

test('the only owner among the authors of a joint paper is at the level of the own proof: nobody else needs to be here', async () => {
  const record = await createPerson('Stu Dent', [{ coauthors: ['Ada Advisor', 'Bo Advisor'] }]);
  const student = await claimByMailbox(record, 'institution_email', `stu.dent@students.${lamp.domain}`);
  expect(unmetRules(student)).toEqual(['at_staff_host', 'address_bears_name']);
  expect(await levelAfter(record, 8)).toBe(2);
});

test('a person at risk tonight without any proof: the affiliations are off the page at once, and an admin who is told hides the profile alone', async () => {
  const { store } = database;
  const record = await createPerson('Rosa Risk');
  const admin = await createAdmin(store, 'Ada');
  const hidden = async () => {
    await refreshChangedRecords(store);
    return (await getRecord(store, record.id)).privacy?.hidden ?? [];
  };
  const input = visibilityInput.parse({ record: record.id, wanted: 'suppressed', risk: 'yes' });
  unwrap(await store.transact((tx) => requestVisibility(tx, '203.0.113.0/24', input)));
  expect(await hidden()).toEqual(['affiliations']);
  expect((await notificationsOf(store.reader, admin)).map(({ text }) => text)).toContainEqual(expect.stringContaining('at risk'));
  const hide = { authorId: record.id, wanted: 'suppressed' as const };
  unwrap(await store.transact((tx) => setVisibility(tx, inPasskeySession(admin), hide)));
  expect((await getRecord(store, record.id)).visibility).toBe('suppressed');
  advanceDays(4);
  await runJobs(store);
  expect([await hidden(), (await getRecord(store, record.id)).visibility]).toEqual([[], 'suppressed']);
});
