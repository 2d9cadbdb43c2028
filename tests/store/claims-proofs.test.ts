import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { OrcidApi } from '#lib/catalog/sources/orcid.ts';
import { parseEvent } from '#lib/catalog/trust/model/log.ts';
import { signedEventsOf } from '#lib/catalog/trust/queries/log.ts';
import { trustOf } from '#lib/catalog/trust/queries/snapshots.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import {
  claimByProof,
  isProofCode,
  openProof,
  recheckObserved,
  recheckProof,
  storeProbeFailure,
} from '#lib/governance/claims/commands/check.ts';
import { claimAuthor } from '#lib/governance/claims/commands/claim.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { issueProof } from '#lib/governance/claims/commands/issue.ts';
import { expireAndRecheckProofs } from '#lib/governance/claims/commands/maintain-proofs.ts';
import { type ProofKind, proofRules } from '#lib/governance/claims/model/proof-methods.ts';
import { strengthOf } from '#lib/governance/claims/model/proofs.ts';
import { tokenFiles } from '#lib/governance/claims/model/targets.ts';
import { bindingRefusal, probeProof } from '#lib/governance/claims/probes/probe.ts';
import type { ProofServices } from '#lib/governance/claims/probes/services.ts';
import { candidatesFor, proofOptionsOf } from '#lib/governance/claims/queries/proof-options.ts';
import { emailProof, employmentProof, orcidProof } from '#lib/governance/claims/queries/proofs.ts';
import { provenRecord } from '#lib/governance/claims/queries/proven-record.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { claims, proofs } from '#lib/platform/db/schema/claims.ts';
import { authorContexts, contexts, organisations } from '#lib/platform/db/schema/contexts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { evidenceEvents } from '#lib/platform/db/schema/trust.ts';
import { authorships, works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { done, refused } from '#lib/platform/outcome.ts';
import { emptyOrcidApi, emptyServices, entryBeside, orcidItem } from '../evidence.ts';
import { registerInstitution } from '../institutions.ts';
import {
  type AuthorRecord,
  advanceDays,
  createAccount,
  createRecord,
  createWork,
  findMailedCode,
  getRecord,
  printAddress,
  runJobs,
  unwrap,
} from './fixtures.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const publicUrl = 'https://peergraph.example';
const noApi = emptyOrcidApi;
/** The outside world of one test: pages, TXT records, and the addresses of an iD. */
const pageTexts = new Map<string, string>();
const txtRecords = new Map<string, string[]>();
const orcidNames = new Map<string, string[]>();
/** Responses of domain registries and code hosts. */
const jsonResponses = new Map<string, unknown>();
const probes: ProofServices = {
  ...emptyServices,
  page: async (address) => (pageTexts.has(address) ? done({ text: pageTexts.get(address) ?? '', url: address }) : refused('not_found')),
  file: async (address) => (pageTexts.has(address) ? done({ text: pageTexts.get(address) ?? '', url: address }) : refused('not_found')),
  records: async (name) => (txtRecords.has(name) ? done(txtRecords.get(name) ?? []) : refused('no_record_found')),
  json: async (address) => (jsonResponses.has(address) ? done(jsonResponses.get(address)) : refused('not_found')),
  orcidAddresses: async (orcid) => (orcidNames.get(orcid) ?? []).map((url) => ({ url, addedOn: '2020-01-01' })),
};

let recordCount = 0;

/**
 * Creates a record with one work that names a repository, a domain and an affiliation. By default they are bound to its author: a source
 * asserts an iD that lists the domain, and the repository is in a namespace of the author.
 */
async function createRecordWithTargets(
  name: string,
  { bound = true } = {},
): Promise<AuthorRecord & { domain: string; repository: string; namespace: string }> {
  const { store } = database;
  recordCount += 1;
  const orcid = `0000-0009-0000-${String(recordCount).padStart(4, '0')}`;
  const record = await createRecord(store, name, bound ? { orcid, authenticated: true } : {});
  const domain = `${record.id}.example`;
  const login = name.toLowerCase().replace(/\W+/g, '-');
  const namespace = login.replace(/^./, (first) => first.toUpperCase());
  const repository = `https://github.com/${login}/${record.id}`;
  if (bound) {
    orcidNames.set(orcid, [`https://www.${domain}/`]);
    jsonResponses.set(`https://rdap.example/domain/${domain}`, {
      events: [{ eventAction: 'registration', eventDate: '2010-02-03T00:00:00Z' }],
    });
    const api = 'https://api.example';
    jsonResponses.set(`${api}/repos/${namespace}/${record.id}`, { owner: { id: recordCount, login, type: 'User' } });
    jsonResponses.set(`${api}/users/${login}`, { id: recordCount, created_at: '2011-01-01T00:00:00Z' });
    const made = { id: recordCount };
    const commits = [{ author: made, committer: made, commit: { author: null, verification: { verified: true } } }];
    for (const file of tokenFiles) jsonResponses.set(`${api}/repos/${namespace}/${record.id}/commits?path=${file}&per_page=1`, commits);
  }
  await createWork(store, `The Work of ${name}`, [{ key: record.key, name }], `10.1234/${record.id}`);
  await store.transact(async (tx) => {
    const [edge] = await tx.select().from(authorships).where(eq(authorships.authorKey, record.key));
    await tx
      .update(works)
      .set({ url: `https://www.${domain}/paper.pdf`, codeUrl: `https://github.com/${namespace}/${record.id}/tree/main`, year: 2020 })
      .where(eq(works.key, edge?.workKey ?? 0));
    await tx
      .update(authorships)
      .set({ affiliation: `Institute ${record.id}` })
      .where(eq(authorships.authorKey, record.key));
  });
  return { ...record, domain, repository, namespace };
}

/** Creates an organisation of the registry, and matches the affiliation of a record to it. */
async function matchOrganisation(record: AuthorRecord, domain: string): Promise<string> {
  const rorId = record.id.slice(0, 9);
  await database.store.transact(async (tx) => {
    const name = `Institute ${record.id}`;
    await registerInstitution(tx, { rorId, name, domain });
    await tx
      .update(authors)
      .set({ affiliation: { name, rorId, source: 'acl-anthology' } })
      .where(eq(authors.id, record.id));
  });
  return rorId;
}

describe('the proof methods of a profile', () => {
  const strong = async (authorId: string): Promise<string[]> => {
    const { reader } = database.store;
    const record = await provenRecord(reader, authorId);
    if (!record) throw new Error('The record is gone.');
    const offered = { orcidSetUp: false, hosts: emptyServices.hosts, apis: emptyServices.apis, federated: [] };
    const options = await proofOptionsOf(reader, null, record, offered);
    const tested: ProofKind[] = ['orcid', 'institution_email', 'federated', 'dns', 'rel_me', 'repository', 'printed_email'];
    return tested.filter((kind) => options.some((each) => each.kind === kind && each.maxStrength === 'strong' && !each.unavailable));
  };

  test('decide instantly if an institution, a proven iD or a namespace binds them to the profile', async () => {
    const bound = await createRecordWithTargets('Wilma Way');
    await matchOrganisation(bound, 'wilma.example');
    expect((await strong(bound.id)).sort()).toEqual(['dns', 'institution_email', 'rel_me']);
    const { store } = database;
    await store.transact((tx) => tx.update(authors).set({ orcidAuthenticated: false }).where(eq(authors.id, bound.id)));
    expect((await strong(bound.id)).sort()).toEqual(['institution_email']);
    const of = (status: string) => store.transact((tx) => tx.update(organisations).set({ status }));
    await of('withdrawn');
    expect(await strong(bound.id)).toEqual([]);
    await of('active');
  });

  test('do not decide instantly without such a binding', async () => {
    expect(await strong((await createRecordWithTargets('Walt Way', { bound: false })).id)).toEqual([]);
    const { id, key } = await createRecord(database.store, 'Wes Nowhere');
    await createWork(database.store, 'A Work Alone', [{ key, name: 'Wes Nowhere' }], '10.1234/alone');
    expect(await strong(id)).toEqual([]);
  });
});

/** Mailed codes, by proof id. */
const codes = new Map<string, string>();
const issueToken = async (actor: Actor, authorId: string, kind: ProofKind, target: string) => {
  const row = unwrap(await database.store.transact((tx) => issueProof(tx, actor, { authorId, kind, target })));
  if (proofRules[kind].by === 'mail') codes.set(row.id, await findMailedCode(database.store, target));
  return row;
};
const proofRow = async (id: string) => (await database.store.reader.select().from(proofs).where(eq(proofs.id, id)))[0];
const checkProof = async (actor: Actor, id: string) => {
  const { store } = database;
  const kind = (await proofRow(id))?.kind as ProofKind;
  const open = await openProof(store.reader, actor, id, proofRules[kind].by === 'mail' ? 'mail' : 'probe');
  if (!open.ok) return open;
  const found = await probeProof(store.reader, open.value, probes);
  if (found.ok) return store.transact((tx) => claimByProof(tx, actor, open.value, found.value, codes.get(id)));
  await store.transact((tx) => storeProbeFailure(tx, open.value, found.code));
  return found;
};
const eventKinds = async (authorId: string) => (await signedEventsOf(database.store.reader, authorId)).map((row) => parseEvent(row).kind);
const currentTrust = async (record: AuthorRecord) => {
  await runJobs(database.store);
  return trustOf(database.store.reader, record.key);
};
const recheck = (id: string) => recheckProof(database.store, id, probes);

describe('a mailbox', () => {
  test('counts in one family only: printed in works and given by the institution, it is one proof', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Olga Once');
    await matchOrganisation(record, 'once.example');
    const address = 'olga.once@once.example';
    for (const venue of ['Journal of Mail', 'Mail Workshop']) await printAddress(store, record, { name: 'Olga Once', venue, address });
    const olga = await createAccount(store, 'Olga');
    for (const [kind, target] of [
      ['printed_email', address],
      ['institution_email', 'olga.once+proof@once.example'],
    ] as const) {
      const proof = await issueToken(olga, record.id, kind, target);
      expect(await checkProof(olga, proof.id)).toMatchObject({ ok: true, value: { strength: 'strong' } });
    }
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    const domain = await issueToken(olga, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${domain.token}`]);
    expect(await checkProof(olga, domain.id)).toMatchObject({ ok: true });
    expect(await currentTrust(record)).toMatchObject({ level: 4 });
  });

  test('at a host below the domain is strong once published works of two authors print addresses there, or the operator names it', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Hedy Host');
    const rorId = await matchOrganisation(record, 'hosts.example');
    const asked = { accountId: 'a', authorId: record.id, kind: 'institution_email' as const, token: null };
    const shown = (host: string, services: ProofServices = probes) =>
      probeProof(store.reader, { ...asked, target: `hedy.host@${host}` }, services);
    const isStrong = async (...shownAt: Parameters<typeof shown>) => strengthOf(unwrap(await shown(...shownAt))) === 'strong';
    expect([await isStrong('hosts.example'), await isStrong('cs.hosts.example')]).toEqual([true, false]);
    expect(await isStrong('cs.hosts.example', { ...probes, staffMailHosts: ['cs.hosts.example'] })).toBe(true);
    expect(await isStrong('lists.hosts.example', { ...probes, staffMailHosts: ['lists.hosts.example'] })).toBe(false);
    for (const name of ['Ann One', 'Ben Two']) {
      expect(await isStrong('cs.hosts.example')).toBe(false);
      const author = await createRecord(store, name);
      const [context] = await store.reader
        .select({ key: contexts.key })
        .from(contexts)
        .where(eq(contexts.nameKey, `ror ${rorId}`));
      await store.transact((tx) => tx.insert(authorContexts).values({ authorKey: author.key, contextKey: context?.key ?? 0, works: 1 }));
      await printAddress(store, author, { name, venue: 'Journal of Hosts', address: `${name[0]}@cs.hosts.example` });
    }
    expect(await isStrong('cs.hosts.example')).toBe(true);
  });
});

describe('a domain', () => {
  test('that the proven iD of a record lists is a strong proof, by a TXT record at either name', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Dora Named');
    const dora = await createAccount(store, 'Dora');
    expect(await bindingRefusal(store.reader, record.id, 'dns', record.domain, probes)).toBeNull();
    const proof = await issueToken(dora, record.id, 'dns', record.domain);
    expect(await checkProof(dora, proof.id)).toEqual({ ok: false, code: 'no_record_found' });
    txtRecords.set(record.domain, ['v=spf1 -all']);
    expect(await checkProof(dora, proof.id)).toEqual({ ok: false, code: 'no_token' });
    expect(await proofRow(proof.id)).toMatchObject({ state: 'issued', failure: 'no_token' });
    txtRecords.set(`_peergraph.${record.domain}`, [`peergraph-proof=${proof.token}`]);
    expect(await checkProof(dora, proof.id)).toMatchObject({ ok: true, value: { stage: 'accepted', strength: 'strong' } });
    expect(await proofRow(proof.id)).toMatchObject({ state: 'valid', expiresAt: null, failure: null });
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: dora.accountId });
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    expect(await checkProof(dora, proof.id)).toEqual({ ok: false, code: 'proof_expired' });
  });

  test('that nothing names, or that many people share, is rejected before a token is issued', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Dan Unnamed');
    const refusal = (domain: string) => bindingRefusal(store.reader, record.id, 'dns', domain, probes);
    expect(await refusal('elsewhere.example')).toBe('domain_not_named');
    expect(await refusal(`x${record.domain}`)).toBe('domain_not_named');
    expect(await refusal(`sub.www.${record.domain}`)).toBe('domain_not_named');
    expect(await refusal('github.com')).toBe('shared_domain');
    await matchOrganisation(record, record.domain);
    expect(await refusal(record.domain)).toBe('shared_domain');
  });

  test('that an ORCID record names counts only if the iD belongs to the record, not to a namesake', async () => {
    const { store } = database;
    const [stated, brought] = [
      await createRecord(store, 'Odo Stated', { orcid: '0000-0002-1825-0097', authenticated: true }),
      await createRecordWithTargets('Odo Brought', { bound: false }),
    ];
    orcidNames.set('0000-0002-1825-0097', ['https://odo.example/']);
    orcidNames.set('0000-0001-5109-3700', ['https://namesake.example/']);
    expect(await bindingRefusal(store.reader, stated.id, 'dns', 'odo.example', probes)).toBeNull();
    const namesake = await createAccount(store, 'Namesake', { orcid: '0000-0001-5109-3700' });
    const fair = unwrap(await orcidProof(store.reader, namesake, brought.id, noApi));
    await store.transact((tx) => claimAuthor(tx, namesake, { authorId: brought.id, proof: fair }));
    advanceDays(8);
    await runJobs(store);
    expect(await getRecord(store, brought.id)).toMatchObject({ ownerId: namesake.accountId, orcid: '0000-0001-5109-3700' });
    expect(await bindingRefusal(store.reader, brought.id, 'dns', 'namesake.example', probes)).toBe('domain_not_named');
    // Nor does the iD now count as an assertion of a source: shown again, it is still a fair proof.
    expect(unwrap(await orcidProof(store.reader, namesake, brought.id, noApi))).toMatchObject({ overlap: null });
    expect((await currentTrust(brought))?.level).toBe(2);
  });
});

describe('a domain, repository or address that only its holder links to the author', () => {
  const fairly = { ok: true, value: { stage: 'notice_period', strength: 'fair' } };

  test('is fair: a domain that only a work names, or that was registered after the iD listed it', async () => {
    const { store } = database;
    const [named, bought] = [await createRecordWithTargets('Dana Project', { bound: false }), await createRecordWithTargets('Bodo Bought')];
    jsonResponses.set(`https://rdap.example/domain/${bought.domain}`, {
      events: [{ eventAction: 'registration', eventDate: '2026-01-01T00:00:00Z' }],
    });
    for (const record of [named, bought]) {
      const actor = await createAccount(store, 'Buyer');
      const proof = await issueToken(actor, record.id, 'dns', record.domain);
      txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
      expect(await checkProof(actor, proof.id)).toMatchObject(fairly);
    }
    // An accepted fair proof does not bind the domain to the author: shown again, it is still fair.
    advanceDays(8);
    await runJobs(store);
    const owner = (await getRecord(store, named.id)).ownerId;
    expect(owner).not.toBeNull();
    expect((await currentTrust(named))?.level).toBe(2);
  });

  test('becomes strong when an authenticated ORCID iD names it: a recheck by its account accepts the pending claim', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Dina Later', { bound: false });
    const dina = await createAccount(store, 'Dina');
    const proof = await issueToken(dina, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    expect(await checkProof(dina, proof.id)).toMatchObject(fairly);
    const look = (actor: Actor) => recheckObserved(store, actor, proof.id, probes);
    await look(dina);
    expect(await proofRow(proof.id)).toMatchObject({ state: 'observed', strength: 'fair' });
    const orcid = '0000-0009-9999-0001';
    orcidNames.set(orcid, [`https://www.${record.domain}/`]);
    jsonResponses.set(`https://rdap.example/domain/${record.domain}`, {
      events: [{ eventAction: 'registration', eventDate: '2010-02-03T00:00:00Z' }],
    });
    await store.transact((tx) => tx.update(authors).set({ orcid, orcidAuthenticated: true }).where(eq(authors.id, record.id)));
    await look(await createAccount(store, 'Another'));
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: null });
    await look(dina);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: dina.accountId });
    expect(await proofRow(proof.id)).toMatchObject({ state: 'valid', strength: 'strong' });
  });

  test('is fair: a file added by a collaborator, or in a namespace of another name, of a new account, or unverified', async () => {
    const { store } = database;
    const api = 'https://api.example';
    const [other, verified] = [{ id: 999_999 }, (is: boolean) => ({ commit: { author: null, verification: { verified: is } } })];
    const wrong: [string, (path: string, login: string) => void][] = [
      ['contributor', (path) => setCommits(path, { author: other, committer: other, ...verified(true) })],
      ['unverified', (path) => setCommits(path, { author: { id: recordCount }, committer: { id: recordCount }, ...verified(false) })],
      // Anyone can put any author into a commit; the signature is the committer's.
      ['forger', (path) => setCommits(path, { author: { id: recordCount }, committer: other, ...verified(true) })],
      ['group', (path) => jsonResponses.set(`${api}/repos/${path}`, { owner: { id: recordCount, login: 'lamp-lab', type: 'User' } })],
      ['young', (_, login) => jsonResponses.set(`${api}/users/${login}`, { id: recordCount, created_at: '2026-01-01T00:00:00Z' })],
      ['silent', (path) => jsonResponses.delete(`${api}/repos/${path}`)],
    ];
    const setCommits = (path: string, commit: object) => {
      for (const file of tokenFiles) jsonResponses.set(`${api}/repos/${path}/commits?path=${file}&per_page=1`, [commit]);
    };
    for (const [what, change] of wrong) {
      const record = await createRecordWithTargets(`Rob ${what}`);
      change(`${record.namespace}/${record.id}`, `rob-${what}`);
      const actor = await createAccount(store, what);
      const proof = await issueToken(actor, record.id, 'repository', record.repository);
      pageTexts.set(`https://raw.example/${record.namespace}/${record.id}/HEAD/peergraph-proof.txt`, `${proof.token}`);
      expect(await checkProof(actor, proof.id), what).toMatchObject(fairly);
    }
  });

  test('is fair: an address without the name, or with a name that a namesake at the institution shares', async () => {
    const { store } = database;
    const [record, twin] = [await createRecordWithTargets('Sam Namesake'), await createRecord(store, 'Sam Namesake')];
    const rorId = await matchOrganisation(record, `${record.id}.edu.example`);
    const student = await createAccount(store, 'Student');
    const proof = await issueToken(student, record.id, 'institution_email', `student17@${record.id}.edu.example`);
    expect(await checkProof(student, proof.id)).toMatchObject(fairly);
    await store.transact(async (tx) => {
      const other = await tx
        .select({ key: contexts.key })
        .from(contexts)
        .where(eq(contexts.nameKey, `ror ${rorId}`));
      await tx.insert(authorContexts).values({ authorKey: twin.key, contextKey: other[0]?.key ?? 0, works: 1 });
    });
    const [found] = await store.reader.select().from(proofs).where(eq(proofs.id, proof.id));
    const asked = { accountId: student.accountId, authorId: record.id, kind: 'institution_email' as const, token: null };
    const seen = unwrap(await probeProof(store.reader, { ...asked, target: `sam.namesake@${record.id}.edu.example` }, probes));
    expect(seen).toMatchObject({ bearsName: true, fitsNamesake: true });
    expect(strengthOf(seen)).toBe('fair');
    expect(found?.facts).toMatchObject({ bearsName: false });
  });

  test('becomes strong when the iD is old enough, and the log records it', async () => {
    const { store } = database;
    const record = await createRecord(store, 'Nina Newid');
    await createWork(store, 'A Work of Nina', [{ key: record.key, name: 'Nina Newid' }], `10.1234/${record.id}`);
    const nina = await createAccount(store, 'Nina', { orcid: '0000-0003-0000-0001' });
    const young: OrcidApi = {
      ...emptyOrcidApi,
      names: async () => done(['Nina Newid']),
      works: async () => done([orcidItem({ identifiers: [{ scheme: 'doi', value: `10.1234/${record.id}` }] })]),
      contributors: entryBeside('Nina Newid', 1),
      registration: async () => done(addMs(new Date(), -daysMs(30)).toISOString().slice(0, 10)),
    };
    const proof = unwrap(await orcidProof(store.reader, nina, record.id, young));
    unwrap(await store.transact((tx) => claimAuthor(tx, nina, { authorId: record.id, proof })));
    advanceDays(8);
    await runJobs(store);
    expect((await currentTrust(record))?.level).toBe(2);
    const [row] = await store.reader.select().from(proofs).where(eq(proofs.authorId, record.id));
    await recheckProof(store, row?.id ?? '', { ...probes, orcid: young });
    expect((await currentTrust(record))?.level).toBe(2);
    advanceDays(80);
    await recheckProof(store, row?.id ?? '', { ...probes, orcid: young });
    expect((await eventKinds(record.id)).at(-1)).toBe('proof_assessed');
    expect((await currentTrust(record))?.level).toBe(3);
    const [claim] = await store.reader.select().from(claims).where(eq(claims.authorId, record.id));
    expect(claim?.strength).toBe('strong');
  });
});

test('a profile is shown under the name that a strongly bound iD publishes under, while that is another form of its name', async () => {
  const { store } = database;
  const record = await createRecord(store, 'N. P. Published');
  await createWork(store, 'A Work of N.', [{ key: record.key, name: 'N. P. Published' }], `10.1234/${record.id}`);
  const nina = await createAccount(store, 'Nina', { orcid: '0000-0003-0000-0028' });
  const publishingAs = (name: string | null): OrcidApi => ({
    ...emptyOrcidApi,
    names: async () => done(['N. P. Published']),
    publishedName: async () => done(name === null ? null : { name, family: 'Published' }),
    works: async () => done([orcidItem({ identifiers: [{ scheme: 'doi', value: `10.1234/${record.id}` }] })]),
    contributors: entryBeside('N. P. Published', 1),
  });
  const shown = async () => {
    await runJobs(store);
    const { name, family } = await getRecord(store, record.id);
    return [name, family];
  };
  const proof = unwrap(await orcidProof(store.reader, nina, record.id, publishingAs('Nina P. Published')));
  unwrap(await store.transact((tx) => claimAuthor(tx, nina, { authorId: record.id, proof })));
  expect(await shown()).toEqual(['Nina P. Published', 'Published']);
  const [row] = await store.reader.select().from(proofs).where(eq(proofs.authorId, record.id));
  const recheckAs = (name: string | null) => recheckProof(store, row?.id ?? '', { ...probes, orcid: publishingAs(name) });
  await recheckAs('Nina Petra Published');
  expect((await shown())[0]).toBe('Nina Petra Published');
  await recheckAs('Carl Gauss Published');
  expect((await shown())[0]).not.toContain('Gauss');
  await recheckAs(null);
  expect((await shown())[0]).toBe('N. P. Published');
  const logged = await store.reader.select().from(evidenceEvents);
  expect(JSON.stringify(logged)).not.toContain('Petra');
});

describe('a repository and a web page', () => {
  test('a token file is fair if a work links the repository, and strong by a verified commit from a firmly printed address', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Rita Repo');
    const rita = await createAccount(store, 'Rita');
    expect(await bindingRefusal(store.reader, record.id, 'repository', 'https://github.com/rita/other', probes)).toBe(
      'repository_not_linked',
    );
    const proof = await issueToken(rita, record.id, 'repository', record.repository);
    expect(await checkProof(rita, proof.id)).toEqual({ ok: false, code: 'not_found' });
    pageTexts.set(`https://raw.example/${record.namespace}/${record.id}/HEAD/peergraph-proof.txt`, `peergraph-proof=${proof.token}\n`);
    expect(await checkProof(rita, proof.id)).toMatchObject({ ok: true, value: { stage: 'notice_period', strength: 'fair' } });
    await matchOrganisation(record, 'rita.example');
    const address = 'rita@rita.example';
    for (const venue of ['Journal of Code', 'Code Workshop']) await printAddress(store, record, { name: 'Rita Repo', venue, address });
    const committed = { author: { id: 7 }, committer: { id: 7 }, commit: { author: { email: address }, verification: { verified: true } } };
    for (const file of tokenFiles)
      jsonResponses.set(`https://api.example/repos/${record.namespace}/${record.id}/commits?path=${file}&per_page=1`, [committed]);
    await recheckObserved(store, rita, proof.id, probes);
    expect(await getRecord(store, record.id)).toMatchObject({ ownerId: rita.accountId });
  });

  test('a page that links back is fair: seven days of notice, then L2', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Pia Page');
    const pia = await createAccount(store, 'Pia');
    const page = 'https://pia.example/';
    const proof = await issueToken(pia, record.id, 'rel_me', page);
    pageTexts.set(page, `<h1>Somebody</h1><a rel="me" href="${publicUrl}/authors/${record.id}">record</a>`);
    expect(await checkProof(pia, proof.id)).toEqual({ ok: false, code: 'name_missing' });
    pageTexts.set(page, `<h1>Pia Page</h1><a rel="me" href="${publicUrl}/authors/${record.id}">record</a>`);
    expect(await checkProof(pia, proof.id)).toMatchObject({ ok: true, value: { stage: 'notice_period', strength: 'fair' } });
    expect(await proofRow(proof.id)).toMatchObject({ state: 'observed', eventId: null });
    advanceDays(8);
    await runJobs(store);
    expect(await proofRow(proof.id)).toMatchObject({ state: 'valid', eventId: expect.any(String) });
    expect(await currentTrust(record)).toMatchObject({ level: 2 });
  });

  test('a token is valid for 24 hours, and requesting it again returns the same one', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Tim Late');
    const tim = await createAccount(store, 'Tim');
    const proof = await issueToken(tim, record.id, 'dns', record.domain);
    expect((await issueToken(tim, record.id, 'dns', record.domain)).token).toBe(proof.token);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    advanceDays(1.01);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await proofRow(proof.id)).toMatchObject({ state: 'expired' });
    expect(await checkProof(tim, proof.id)).toEqual({ ok: false, code: 'proof_expired' });
  });
});

describe('an address at an institution', () => {
  test('is strong if the institution is an affiliation of the record and the address has the name; no public fact contains the address', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Ida Institute');
    const rorId = await matchOrganisation(record, 'lund.example');
    const ida = await createAccount(store, 'Ida');
    const address = 'ida.institute@lund.example';
    const proof = await issueToken(ida, record.id, 'institution_email', address);
    const code = await findMailedCode(store, address);
    expect(code).toHaveLength(32);
    expect(proof.token).not.toContain(code);
    const row = await proofRow(proof.id);
    if (!row) throw new Error('gone');
    expect(isProofCode(row, code)).toBe(true);
    expect(isProofCode(row, 'x'.repeat(32))).toBe(false);
    expect(await checkProof(ida, proof.id)).toMatchObject({ ok: true, value: { stage: 'accepted', strength: 'strong' } });
    const events = JSON.stringify(await signedEventsOf(store.reader, record.id));
    expect(events).not.toContain('ida.institute');
    expect(events).toContain('lund.example');
    expect(events).toContain(rorId);
    const trust = await currentTrust(record);
    const rules = trust?.parts.flatMap(({ lines }) => lines.filter(({ points }) => points > 0).map(({ rule }) => rule));
    expect(rules).toContain('email');
  });

  test('is fair at another institution, matched by the longest suffix of the domain; an institution unknown to the registry is rejected', async () => {
    const { store } = database;
    const [record, university, hospital] = [
      await createRecordWithTargets('Ines Else'),
      await createRecordWithTargets('Other Place'),
      await createRecordWithTargets('Third Place'),
    ];
    await matchOrganisation(university, 'porto.example');
    const rorId = await matchOrganisation(hospital, 'hospital.porto.example');
    const ines = await createAccount(store, 'Ines');
    expect(await bindingRefusal(store.reader, record.id, 'institution_email', 'i@nowhere.example', probes)).toBe('domain_not_in_registry');
    const proof = await issueToken(ines, record.id, 'institution_email', 'ines@mail.hospital.porto.example');
    expect(await checkProof(ines, proof.id)).toMatchObject({ ok: true, value: { stage: 'notice_period', strength: 'fair' } });
    expect((await proofRow(proof.id))?.facts).toMatchObject({ rorId });
  });

  test('warns the owner, however many proofs expire at once', async () => {
    const { store } = database;
    const [rory, record] = [await createAccount(store, 'Rory Many'), await createRecordWithTargets('Rory Many')];
    const shown = { accountId: rory.accountId, authorId: record.id, kind: 'rel_me', state: 'valid', family: 'page', issuedAt: now() };
    const rows = Array.from({ length: 250 }, (_, index) => ({
      ...shown,
      id: newId(),
      target: `https://${index}.example/`,
      expiresAt: addMs(now(), daysMs(10) + index),
    }));
    await store.transact((tx) => tx.insert(proofs).values(rows));
    for (let round = 0; round < 2; round += 1) await store.transact((tx) => expireAndRecheckProofs(tx));
    const sentNotifications = await store.reader.select().from(notifications).where(eq(notifications.accountId, rory.accountId));
    expect(sentNotifications.filter(({ kind }) => kind === 'proof_expiring').length).toBe(250);
    await store.transact((tx) => tx.delete(proofs).where(eq(proofs.accountId, rory.accountId)));
  });

  test('expires after twelve months: the owner is notified a month before, and after 13 months it no longer counts', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Eva Year');
    await matchOrganisation(record, 'uppsala.example');
    const eva = await createAccount(store, 'Eva');
    const proof = await issueToken(eva, record.id, 'institution_email', 'eva.year@uppsala.example');
    await checkProof(eva, proof.id);
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    advanceDays(340);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect((await notificationsOf(store.reader, eva)).filter(({ title }) => title.startsWith('Your proof expires'))).toHaveLength(1);
    // Requesting a link and not opening it changes nothing.
    expect((await issueToken(eva, record.id, 'institution_email', 'eva.year@uppsala.example')).id).toBe(proof.id);
    expect(await proofRow(proof.id)).toMatchObject({ state: 'valid' });
    advanceDays(56);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await proofRow(proof.id)).toMatchObject({ state: 'expired' });
    await store.transact((tx) => tx.update(authors).set({ stale: true }).where(eq(authors.id, record.id)));
    await runJobs(store);
    expect(await currentTrust(record)).toMatchObject({ level: 1 });
    // Shown again, the proof counts again; the record had the same owner throughout.
    const renewed = await issueToken(eva, record.id, 'institution_email', 'eva.year@uppsala.example');
    expect(await checkProof(eva, renewed.id)).toMatchObject({ ok: true, value: { stage: 'accepted' } });
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    // A proof that is renewed before it expires counts without interruption, for a year from the renewal.
    advanceDays(350);
    const again = await issueToken(eva, record.id, 'institution_email', 'eva.year@uppsala.example');
    expect(again.id).toBe(renewed.id);
    expect(await checkProof(eva, again.id)).toMatchObject({ ok: true });
    expect(await checkProof(eva, again.id)).toEqual({ ok: false, code: 'proof_expired' });
    advanceDays(60);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
  });

  test('expires like any confirmed address, which its owner can renew in the month before', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Mia Mail');
    const mia = await createAccount(store, 'Mia');
    const byMail = () => store.transact((tx) => claimAuthor(tx, mia, { authorId: record.id, proof: unwrap(emailProof(mia, record.id)) }));
    unwrap(await byMail());
    advanceDays(8);
    expect(await currentTrust(record)).toMatchObject({ level: 2 });
    expect(await byMail()).toEqual({ ok: false, code: 'already_yours' });
    advanceDays(340);
    expect(await byMail()).toMatchObject({ ok: true, value: { stage: 'accepted' } });
    advanceDays(60);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await currentTrust(record)).toMatchObject({ level: 2 });
  });
});

describe('a rechecked proof', () => {
  test('fails after seven weeks without success, notifies once, and counts again after a success', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Rolf Rot');
    const rolf = await createAccount(store, 'Rolf');
    const proof = await issueToken(rolf, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    await checkProof(rolf, proof.id);
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    for (const week of [1, 2, 3, 4]) {
      advanceDays(7);
      await recheck(proof.id);
      expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_rechecked')).toHaveLength(week === 4 ? 2 : 1);
    }
    txtRecords.delete(record.domain);
    for (let week = 1; week <= 6; week += 1) {
      advanceDays(7);
      await recheck(proof.id);
      expect(await proofRow(proof.id)).toMatchObject({ state: 'valid', failures: week, failure: 'no_record_found' });
    }
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
    advanceDays(7);
    await recheck(proof.id);
    expect(await proofRow(proof.id)).toMatchObject({ state: 'stale', failures: 7 });
    await recheck(proof.id);
    expect(await proofRow(proof.id)).toMatchObject({ state: 'stale', failures: 8 });
    expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_stale')).toHaveLength(1);
    expect(await currentTrust(record)).toMatchObject({ level: 1 });
    expect((await notificationsOf(store.reader, rolf)).map(({ title }) => title)).toContain('Your proof is no longer found');
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'claimed', ownerId: rolf.accountId });
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    advanceDays(7);
    await recheck(proof.id);
    expect((await eventKinds(record.id)).at(-1)).toBe('proof_fresh');
    expect(await currentTrust(record)).toMatchObject({ level: 3 });
  });

  test('is scheduled once when it is due', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Rosa Round');
    const rosa = await createAccount(store, 'Rosa');
    const proof = await issueToken(rosa, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    await checkProof(rosa, proof.id);
    const asked = async () =>
      (
        await store.reader
          .select()
          .from(jobs)
          .where(eq(jobs.onceKey, `check-proof:${proof.id}`))
      ).filter(({ state }) => state === 'waiting').length;
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await asked()).toBe(0);
    advanceDays(7.1);
    await store.transact((tx) => expireAndRecheckProofs(tx));
    await store.transact((tx) => expireAndRecheckProofs(tx));
    expect(await asked()).toBe(1);
    await store.transact((tx) => tx.delete(jobs).where(eq(jobs.kind, 'check-proof')));
  });
});

describe('two strong proofs of one record by two people', () => {
  test('give one of them the record; the proof of the other is a dispute, and the record is frozen', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Twice Shown');
    await matchOrganisation(record, 'twice.example');
    const [one, other] = [await createAccount(store, 'One'), await createAccount(store, 'Other')];
    const [first, second] = [
      await issueToken(one, record.id, 'dns', record.domain),
      await issueToken(other, record.id, 'institution_email', 'twice.shown@twice.example'),
    ];
    txtRecords.set(record.domain, [`peergraph-proof=${first.token}`]);
    const outcomes = await Promise.all([checkProof(one, first.id), checkProof(other, second.id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.flatMap((each) => (each.ok ? [] : each.code))).toEqual(['already_claimed']);
    expect(await getRecord(store, record.id)).toMatchObject({ claimState: 'disputed' });
    expect((await eventKinds(record.id)).at(-1)).toBe('dispute_opened');
  });

  test('allow the same token to claim the record after the disputed claim is released', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Doubted Then Free');
    const [holder, objector] = [await createAccount(store, 'Holder'), await createAccount(store, 'Objector')];
    const { claimId } = unwrap(
      await store.transact((tx) => claimAuthor(tx, holder, { authorId: record.id, proof: unwrap(emailProof(holder, record.id)) })),
    );
    const proof = await issueToken(objector, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    expect(await checkProof(objector, proof.id)).toEqual({ ok: false, code: 'already_claimed' });
    const again = () => store.transact((tx) => issueProof(tx, objector, { authorId: record.id, kind: 'dns', target: record.domain }));
    expect(await again()).toEqual({ ok: false, code: 'proof_counts' });
    unwrap(await store.transact((tx) => withdrawClaim(tx, holder, { claimId })));
    const renewed = unwrap(await again());
    expect(renewed.token).toBe(proof.token);
    expect(await checkProof(objector, renewed.id)).toMatchObject({ ok: true, value: { stage: 'accepted' } });
  });

  test('count once if the same proof is sent twice concurrently', async () => {
    const record = await createRecordWithTargets('Double Click');
    const dora = await createAccount(database.store, 'Dora');
    const proof = await issueToken(dora, record.id, 'dns', record.domain);
    txtRecords.set(record.domain, [`peergraph-proof=${proof.token}`]);
    const outcomes = await Promise.all([checkProof(dora, proof.id), checkProof(dora, proof.id)]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_shown')).toHaveLength(1);
  });
});

test('a further proof of another family is added to the first, and reaches L4 with one from a third party', async () => {
  const { store } = database;
  const record = await createRecordWithTargets('Fay Further');
  await matchOrganisation(record, 'further.example');
  const fay = await createAccount(store, 'Fay');
  await store.transact((tx) => claimAuthor(tx, fay, { authorId: record.id, proof: unwrap(emailProof(fay, record.id)) }));
  const domain = await issueToken(fay, record.id, 'dns', record.domain);
  txtRecords.set(record.domain, [`peergraph-proof=${domain.token}`]);
  expect(await checkProof(fay, domain.id)).toMatchObject({ ok: true, value: { stage: 'accepted', strength: 'strong' } });
  const mail = await issueToken(fay, record.id, 'institution_email', 'fay@further.example');
  expect(await checkProof(fay, mail.id)).toMatchObject({ ok: true, value: { stage: 'accepted', strength: 'strong' } });
  expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_shown')).toHaveLength(3);
  expect(await currentTrust(record)).toMatchObject({ level: 4 });
});

test('suggested profiles come with reasons, and exclude suppressed records', async () => {
  const { store } = database;
  const [mine, same, hidden] = [
    await createRecord(store, 'Cleo Same'),
    await createRecord(store, 'Cleo Same'),
    await createRecord(store, 'Cleo Same', { visibility: 'suppressed' }),
  ];
  const friend = await createRecord(store, 'Friend Of Cleo');
  await store.transact(async (tx) => {
    const rows = [mine, same, hidden].map(({ key }) => ({ authorKey: key, name: 'Cleo Same', nameKey: 'cleo-same', works: 1 }));
    const { authorNames } = await import('#lib/platform/db/schema/authors.ts');
    await tx.insert(authorNames).values(rows);
  });
  for (const { key } of [mine, same]) {
    await createWork(store, `A Shared Title ${key}`, [
      { key, name: 'Cleo Same' },
      { key: friend.key, name: 'Friend Of Cleo' },
    ]);
  }
  const found = await candidatesFor(store.reader, null, { ...mine, name: 'Cleo Same', orcid: null, rorId: null });
  expect(found).toEqual([
    { slug: same.slug, name: 'Cleo Same', works: 3, reasons: ['the same name', 'both have works with Friend Of Cleo'] },
  ]);
});

describe('an employment that an institution wrote on an ORCID record', () => {
  const employed = (rorId: string, name = 'Erna Employed'): OrcidApi => ({
    ...noApi,
    names: async () => done([name]),
    employments: async () => done([{ organisation: 'An Institute', rorId }]),
  });

  test('is an assertion of the institution if the record names it: fair, from a third party, rechecked each week', async () => {
    const { store } = database;
    const record = await createRecordWithTargets('Erna Employed', { bound: false });
    const rorId = await matchOrganisation(record, 'erna.example');
    const orcid = '0000-0002-1825-0097';
    const erna = await createAccount(store, 'Erna', { orcid });
    expect(await employmentProof(store.reader, await createAccount(store, 'No Orcid'), record.id, employed(rorId))).toEqual({
      ok: false,
      code: 'needs_orcid',
    });
    for (const api of [noApi, employed('0elsewh00'), employed(rorId, 'Somebody Else')])
      expect(await employmentProof(store.reader, erna, record.id, api)).toEqual({ ok: false, code: 'no_employment' });
    const proof = unwrap(await employmentProof(store.reader, erna, record.id, employed(rorId)));
    unwrap(await store.transact((tx) => claimAuthor(tx, erna, { authorId: record.id, proof })));
    advanceDays(8);
    const trust = await currentTrust(record);
    expect(trust).toMatchObject({ level: 2 });
    const rules = trust?.parts.flatMap(({ lines }) => lines.filter(({ points }) => points > 0).map(({ rule }) => rule));
    expect(rules).toContain('asserted');
    expect(rules).not.toContain('email');
    const [row] = await store.reader.select().from(proofs).where(eq(proofs.authorId, record.id));
    expect(row).toMatchObject({ kind: 'orcid_employment', state: 'valid', strength: 'fair', target: orcid });
    // The institution withdraws the assertion: seven weeks later it does not count any more.
    for (let week = 1; week <= 7; week += 1) await recheckProof(store, row?.id ?? '', { ...probes, orcid: noApi });
    expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_stale')).toHaveLength(1);
    await recheckProof(store, row?.id ?? '', { ...probes, orcid: employed(rorId) });
    expect((await eventKinds(record.id)).filter((kind) => kind === 'proof_fresh')).toHaveLength(1);
  });
});
