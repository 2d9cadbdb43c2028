import { expect, type Page, test } from '@playwright/test';
import { anyAddress, strongDns } from '../evidence.ts';
import { assignRecord, confirmWork, createOwners, vouchForRecords } from './instance-database.ts';
import { moveClock } from './move-clock.ts';
import { expectAccessible, signIn } from './pages.ts';
import {
  addPasskey,
  confirmByColleague,
  expectTrust,
  importOrganisations,
  importPapers,
  importPapersFrom,
  proveByDomain,
  proveByEmail,
  proveByInstitutionLogin,
  proveByOrcid,
  proveByRepository,
  proveByWebPage,
  reviewWorks,
  runScript,
  setRecovery,
  toEmail,
  toOwner,
  toSlug,
  type Volume,
  vouchFromColleague,
} from './trust-steps.ts';

/** The trust levels, row by row of their table, through the pages and with a moving clock. The stand-alone verifier checks each stage. */
test.describe.configure({ mode: 'serial' });

const lida = 'Lida Marchetti';
const ivo = 'Ivo Tarantino';
const institute = 'Lantern Institute of Trieste';
const colleagues = [
  { name: 'Marco Anselmi', affiliation: 'University of Wicks', rorId: '04wcks061', domain: 'wicks.example' },
  { name: 'Nadia Brunner', affiliation: 'University of Flames', rorId: '04fkms061', domain: 'flames.example' },
  { name: 'Omar Castell', affiliation: 'University of Shades', rorId: '04shds061', domain: 'shades.example' },
] as const;
const lidaVolume: Volume = {
  id: '2024.lantern',
  titles: ['A Ladder of Lanterns', 'Lanterns in Fog and Snow', 'What a Lantern Keeper Counts'],
  people: [{ name: lida }, ...colleagues],
};
const lidaVolumeWithAffiliations: Volume = { ...lidaVolume, people: [{ name: lida, affiliation: institute }, ...colleagues] };
const ivoVolume: Volume = {
  id: '2024.beacon',
  titles: ['A Beacon without an Owner', 'Beacons along an Empty Coast', 'How Far a Beacon Carries'],
  people: [{ name: ivo }, ...colleagues],
  dois: true,
  code: ['https://github.com/tarantino/beacons', 'https://tarantino.example/coast', undefined],
};

/** Pages of people who stay signed in until the clock moves further than the session lifetime. */
const pages = new Map<string, Page>();
const pageOf = (name: string): Page => {
  const page = pages.get(name);
  if (!page) throw new Error(`${name} has not come in yet.`);
  return page;
};

test('an owner climbs from 21 points to 79, each step by her own action or a colleague’s', async ({ browser }) => {
  importPapers(lidaVolume);
  const visitor = await browser.newPage();
  await expectTrust(visitor, lida, 21, 1);

  const [first = ''] = lidaVolume.titles;
  const page = await proveByOrcid(browser, { name: lida, number: 1, work: first, coauthor: 'Marco Anselmi' });
  await expect(page.getByText(`The profile of ${lida} is yours`).first()).toBeVisible();
  pages.set(lida, page);
  await expectTrust(page, lida, 43, 3);

  // A newer version of the papers has affiliations, and the registry has the institutes.
  importOrganisations([
    { rorId: '04ktrn061', name: institute, domain: 'lantern-institute.example' },
    ...colleagues.map(({ rorId, affiliation, domain }) => ({ rorId, name: affiliation, domain })),
  ]);
  importPapers(lidaVolumeWithAffiliations);
  await expectTrust(page, lida, 48, 3);
  await proveByEmail(page, lida, 'lida@lantern-institute.example');
  await expectTrust(page, lida, 59, 4);

  const [{ name: marco }, ...others] = colleagues;
  const marcos = await proveByOrcid(browser, { name: marco, number: 2, work: first, coauthor: lida });
  await expect(marcos.getByText(`The profile of ${marco} is yours`).first()).toBeVisible();
  pages.set(marco, marcos);
  await confirmByColleague(page, lida, { name: marco, page: marcos });
  await expectTrust(page, lida, 61, 4);
  for (const [index, { name, domain }] of others.entries()) {
    await createOwners([{ ...toOwner(name), evidence: strongDns(`www.${domain}`) }]);
    await confirmWork(toOwner(lida), toOwner(name));
    await expectTrust(page, lida, 63 + 2 * index, 4);
  }

  await reviewWorks(page, lida);
  await expectTrust(page, lida, 67, 4);
  importPapers({ ...lidaVolumeWithAffiliations, dois: true });
  await expectTrust(page, lida, 71, 4);
  importPapersFrom('scholar-feed', lidaVolumeWithAffiliations);
  await expectTrust(page, lida, 75, 4);
  await addPasskey(page, 'A lantern');
  await expectTrust(page, lida, 78, 4);
  await setRecovery(page, 'lida-at-home@example.org');
  await expectTrust(page, lida, 79, 4);
});

test('an author without an employer reaches L4 by ORCID, a domain, a repository and three co-authors', async ({ browser }) => {
  importPapers(ivoVolume);
  const visitor = await browser.newPage();
  await expectTrust(visitor, ivo, 25, 1);
  const page = await proveByOrcid(browser, { name: ivo, number: 11, work: ivoVolume.titles[0] ?? '', coauthor: 'Nadia Brunner' });
  await expect(page.getByText(`The profile of ${ivo} is yours`).first()).toBeVisible();
  pages.set(ivo, page);
  await expectTrust(page, ivo, 47, 3);
  await proveByDomain(page, ivo, 'tarantino.example');
  await expectTrust(page, ivo, 52, 3);
  await proveByRepository(page, ivo, 'tarantino/beacons');
  await expectTrust(page, ivo, 55, 3);
  for (const [index, { name }] of colleagues.entries()) {
    await confirmWork(toOwner(ivo), toOwner(name));
    // Confirmations from two institutions are the third-party evidence that L4 requires.
    await expectTrust(page, ivo, 57 + 2 * index, index === 0 ? 3 : 4);
  }
  await reviewWorks(page, ivo);
  await expectTrust(page, ivo, 63, 4);
  await addPasskey(page, 'A beacon');
  await setRecovery(page, 'ivo-at-home@example.org');
  await expectTrust(page, ivo, 67, 4);
});

test('90 days without a dispute and with rechecked proofs give 85 points, and 75 with one vouch', async () => {
  await moveClock(91);
  const [page, ivosPage, marco] = [pageOf(lida), pageOf(ivo), pageOf('Marco Anselmi')];
  await expectTrust(page, lida, 85, 4);
  await expectTrust(page, ivo, 73, 4);
  await signIn(marco, toEmail('Marco Anselmi'), '/me');
  await proveByEmail(marco, 'Marco Anselmi', 'marco@wicks.example');
  await vouchFromColleague(marco, ivo);
  await expectTrust(ivosPage, ivo, 75, 4);
});

test('a third family, a third source, an employment assertion, an assured login and two vouches make 100, at L5', async () => {
  const page = pageOf(lida);
  await signIn(page, toEmail(lida), '/me');
  await proveByWebPage(page, lida);
  await expectTrust(page, lida, 88, 4);
  importPapersFrom('orcid', lidaVolumeWithAffiliations);
  await expectTrust(page, lida, 92, 4);

  await page.goto(`/authors/${toSlug(lida)}/trust`);
  await expect(page.getByText(/Not met: The login of an institution/)).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole('region', { name: /Verification L4/ })
    .getByRole('link', { name: 'Sign in at your institution' })
    .click();
  await expect(page).toHaveURL(/\/me\/security#federated$/);
  await expectAccessible(page);
  await proveByInstitutionLogin(page, 'lida', {
    name: lida,
    eduperson_scoped_affiliation: ['faculty@lantern-institute.example'],
    eduperson_assurance: ['https://refeds.org/assurance', 'https://refeds.org/assurance/IAP/medium'],
  });
  await expectAccessible(page);
  await expectTrust(page, lida, 96, 5);

  const [, { name: nadia, affiliation: organisation, rorId, domain }] = colleagues;
  await assignRecord(toEmail(nadia), toSlug(nadia), anyAddress({ organisation, rorId, domain }));
  await vouchForRecords(toOwner(nadia), [toSlug(lida)]);
  await expectTrust(page, lida, 98, 5);
  await vouchForRecords(toOwner('Marco Anselmi'), [toSlug(lida)]);
  await expectTrust(page, lida, 100, 5);
  await page.goto(`/authors/${toSlug(lida)}/trust`);
  await expect(page.getByRole('heading', { name: /^Trust 100 · fully evidenced · L5$/i })).toBeVisible();
  await expect(page.getByText(/^Met: The login of an institution/)).toBeVisible();
  await expectAccessible(page);
});

test('13 months later addresses and logins have expired; the assurance lasts longer, by at most two years', async () => {
  const page = pageOf(lida);
  await moveClock(91 + 396);
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${toSlug(lida)}/trust.json`)).json();
    const snapshot = JSON.parse(file.snapshot.body);
    // ORCID and her page are still valid; without the institution only her co-authors are third parties.
    expect(snapshot.parts.find(({ part }: { part: string }) => part === 'affiliation')?.points).toBe(5);
    expect(snapshot.level).toBe(5);
  }).toPass({ timeout: 180_000 });
  runScript('lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}/authors/${toSlug(lida)}/trust.json`);
  await moveClock(91 + 732);
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${toSlug(lida)}/trust.json`)).json();
    expect(JSON.parse(file.snapshot.body).level).toBeLessThan(5);
  }).toPass({ timeout: 180_000 });
  runScript('lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}/authors/${toSlug(lida)}/trust.json`);
});

test('releasing the record leaves the values of its sources, and the log records it', async () => {
  const page = pageOf(lida);
  await signIn(page, toEmail(lida), '/me');
  await page.getByText('Give up the profile').first().click();
  await page.getByRole('button', { name: 'Give it up' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give it up' }).click();
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${toSlug(lida)}/trust.json`)).json();
    expect(JSON.parse(file.snapshot.body).level).toBe(1);
    expect(file.events.length).toBeGreaterThan(8);
  }).toPass({ timeout: 180_000 });
  runScript('lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}/authors/${toSlug(lida)}/trust.json`);
});
