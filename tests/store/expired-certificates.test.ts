import { spawnSync } from 'node:child_process';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { fetchDoiMetadata } from '#lib/catalog/sources/doi.ts';
import { fetchOrcidWorks } from '#lib/catalog/sources/orcid-works.ts';
import { checkOrcid, planOrcidChecks } from '#lib/governance/additions/commands/check-orcid.ts';
import { now } from '#lib/platform/clock.ts';
import { logins } from '#lib/platform/db/schema/accounts.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { notifications } from '#lib/platform/db/schema/notifications.ts';
import { startHttps } from '../servers/https.ts';
import { createResearcher } from './researchers.ts';
import { databasePerTest } from './test-database.ts';

/** Requests to a source with an expired certificate, and to one with a valid certificate. */
const database = databasePerTest();
const defaultCertificates = getCACertificates('default');
afterEach(() => setDefaultCACertificates(defaultCertificates));

const orcid = '0000-0002-1825-0097';
const doi = '10.1000/lamps';
const crossrefWork = {
  title: 'On Lamps',
  type: 'article-journal',
  author: [{ family: 'Byron', given: 'Ada' }],
  issued: { 'date-parts': [[1842]] },
};
const orcidWorkList = { group: [{ 'external-ids': null, 'work-summary': [{ 'put-code': 7 }] }] };
const orcidWork = {
  'put-code': 7,
  title: { title: { value: 'On Lamps' } },
  type: 'journal-article',
  'external-ids': { 'external-id': [{ 'external-id-type': 'doi', 'external-id-value': doi, 'external-id-relationship': 'self' }] },
};
const responses = {
  [`/works/${doi}/transform/application/vnd.citationstyles.csl+json`]: { ...crossrefWork, DOI: doi },
  [`/${orcid}/works`]: orcidWorkList,
  [`/${orcid}/works/7`]: { bulk: [{ work: orcidWork }] },
};
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl).each([
  ['has run out', { from: '20200101000000Z', to: '20200201000000Z' }, false],
  ['is valid', { from: '20200101000000Z', to: '20490101000000Z' }, true],
])('of sources whose certificate %s', async (_, dates, isReached) => {
  const { store } = database;
  const server = await startHttps(dates, responses);
  try {
    setDefaultCACertificates([...defaultCertificates, server.certificate]);
    const found = await fetchDoiMetadata({ crossref: server.url, datacite: server.url }, doi);
    const read = await fetchOrcidWorks(server.url, { orcid, holder: 'Ada Byron', most: 10 });
    // Nor is the DOI or the ORCID record reported as missing.
    expect([found.ok || found.code, read.ok || read.code]).toEqual(
      isReached ? [true, true] : ['registry_unreachable', 'orcid_unreachable'],
    );

    const { id, actor } = await createResearcher(store, 'Ada Byron');
    const login = { userId: actor.accountId, type: 'oauth', provider: 'orcid', providerAccountId: orcid, linkedAt: now() } as const;
    await store.transact((tx) => tx.insert(logins).values(login));
    await store.transact((tx) => planOrcidChecks(tx));
    await checkOrcid(store, id, ({ orcid: of, holder }) => fetchOrcidWorks(server.url, { orcid: of, holder, most: 10 }));
    const sentNotifications = (await store.reader.select().from(notifications)).filter(({ kind }) => kind === 'orcid_works');
    expect(sentNotifications).toHaveLength(isReached ? 1 : 0);
    expect(await store.reader.select().from(jobs).where(eq(jobs.kind, 'check-orcid'))).toMatchObject([{ state: 'waiting' }]);
    expect(await store.reader.select().from(logins)).toMatchObject([{ providerAccountId: orcid }]);
  } finally {
    server.stop();
  }
});
