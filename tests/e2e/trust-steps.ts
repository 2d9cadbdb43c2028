import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { scriptEnv } from './move-clock.ts';
import { openMailedLink, openSignedInPage } from './pages.ts';

/*
 * Steps by which people of the tests prove their records and raise their trust, through the pages.
 */

const folder = process.env.E2E_DATA_DIR ?? '';

/** Runs a script of the product on the instance's database, with its clock. */
export const runScript = (script: string, ...args: string[]): void =>
  void execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', script, ...args], { env: scriptEnv(), stdio: 'pipe' });

export const toSlug = (name: string): string => name.toLowerCase().replace(' ', '-');

export interface Volume {
  /** Id of the collection; its papers are <id>-1.1, <id>-1.2 … */
  id: string;
  titles: readonly string[];
  people: readonly { name: string; affiliation?: string }[];
  dois?: boolean;
  /** URL of the code of each paper, if it has one. */
  code?: readonly (string | undefined)[];
}

const doiOf = (id: string, at: number) => `10.12345/${id}.${at}`;

const venue = 'Workshop on Lanterns';
const year = 2024;
/** The papers that a test has imported, as Crossref would describe them. */
const described = new Map<string, { doi: string; authors: string[]; year: number; venue: string }>();

/** Returns a work that Crossref has added to an ORCID record, with the iD beside one of its authors. */
export const registeredWork = (title: string, holder: string) => ({ title, holder, signsAs: holder, ...described.get(title) });

/** Imports papers by all of the people from an ACL Anthology file. */
export function importPapers({ id, titles, people, dois = false, code = [] }: Volume): void {
  for (const [at, title] of titles.entries())
    described.set(title, { doi: doiOf(id, at), authors: people.map(({ name }) => name), year, venue });
  const authors = people.map(({ name, affiliation }) => {
    const [first, last] = name.split(' ');
    return `<author><first>${first}</first><last>${last}</last>${affiliation ? `<affiliation>${affiliation}</affiliation>` : ''}</author>`;
  });
  const papers = titles.map((title, at) => {
    const doi = dois ? `<doi>${doiOf(id, at)}</doi>` : '';
    const link = code[at] ? `<pwccode url="${code[at]}">code</pwccode>` : '';
    return `<paper id="${at + 1}"><title>${title}</title>${authors.join('')}<url>${id}-1.${at + 1}</url>${doi}${link}</paper>`;
  });
  const volume = `<volume id="1" type="proceedings"><meta><booktitle>${venue}</booktitle><year>${year}</year></meta>${papers.join('')}</volume>`;
  mkdirSync(join(folder, 'lanterns'), { recursive: true });
  const file = join(folder, 'lanterns', `${id}.xml`);
  writeFileSync(file, `<?xml version='1.0' encoding='UTF-8'?>\n<collection id="${id}">${volume}</collection>`);
  runScript('lib/catalog/ingest/cli.ts', 'acl-anthology', file);
}

/** Imports the same papers from another source. */
export function importPapersFrom(source: string, { id, titles, people }: Volume): void {
  const works = titles.map((title, at) => ({
    recordId: doiOf(id, at),
    title: [title],
    type: 'paper',
    year,
    identifiers: [{ scheme: 'doi', value: doiOf(id, at) }],
    authors: people.map(({ name, affiliation }) => ({ name, affiliation })),
  }));
  const file = join(folder, 'lanterns', `${id}.${source}.json`);
  writeFileSync(file, JSON.stringify(works));
  runScript('tests/e2e/import-works.ts', source, file);
}

/** Imports organisations from a ROR file, each with an email domain. */
export function importOrganisations(organisations: readonly { rorId: string; name: string; domain: string }[]): void {
  const lines = organisations.map(({ rorId, name, domain }) =>
    JSON.stringify({ id: `https://ror.org/${rorId}`, status: 'active', name, domains: [domain], country: 'IT' }),
  );
  const file = join(folder, 'organisations.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  runScript('lib/catalog/ingest/cli.ts', 'ror', file);
}

/** Waits until a record's public trust file has the points and level, and runs the stand-alone verifier on it. */
export async function expectTrust(page: Page, name: string, points: number, level: number): Promise<void> {
  const address = `/authors/${toSlug(name)}/trust.json`;
  await expect(async () => {
    const file = await (await page.request.get(address)).json();
    const snapshot = JSON.parse(file.snapshot.body);
    expect({ points: snapshot.points, level: snapshot.level }).toEqual({ points, level });
  }).toPass({ timeout: 180_000 });
  runScript('lib/catalog/trust/verify.mjs', `${process.env.E2E_URL}${address}`);
}

/** Creates an ORCID iD with a valid check digit (ISO 7064 MOD 11-2). */
export function createOrcid(number: number): string {
  const digits = `000000031${String(number).padStart(6, '0')}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
}

/** Sets the response of a fake server for a path. */
export async function stubResponse(server: string | undefined, path: string, response: unknown): Promise<void> {
  expect((await fetch(`${server}/told/${path}`, { method: 'PUT', body: JSON.stringify(response) })).status).toBe(204);
}

export const toEmail = (name: string): string => `${toSlug(name)}@example.org`;

export const toOwner = (name: string) => ({ email: toEmail(name), slug: toSlug(name) });

interface OrcidProof {
  name: string;
  number: number;
  work: string;
  coauthor: string;
  email?: string;
  /** Organisation that has added an employment to the ORCID record. */
  employer?: { name: string; rorId: string };
  /** Further fields of the work and of the ORCID record (tests/servers/orcid.ts). */
  extraClaims?: Record<string, unknown>;
}

/** Claims a record with an ORCID iD that lists one of its works. Returns the resulting page. */
export async function proveByOrcid(
  browser: Browser,
  { name, number, work, coauthor, email = toEmail(name), employer, extraClaims }: OrcidProof,
): Promise<Page> {
  const orcid = createOrcid(number);
  await stubResponse(process.env.E2E_ORCID, orcid, [{ ...registeredWork(work, name), contributors: [coauthor], employer, ...extraClaims }]);
  const page = await openSignedInPage(browser, email, `/claim/${toSlug(name)}`);
  await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
  await page.getByRole('button', { name: new RegExp(`^(Claim|Object) with ${orcid}$`) }).click();
  return page;
}

const proofOption = (page: Page, name: string) => page.getByRole('listitem', { name: new RegExp(name) });

/** Opens the confirmation link mailed to an address and confirms it. */
async function confirmByMail(page: Page, address: string): Promise<void> {
  await openMailedLink(page, address);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
}

export async function proveByEmail(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`/claim/${toSlug(name)}`);
  const institution = proofOption(page, 'Email address at your institution');
  await institution.getByLabel('Address at your institution').fill(address);
  await institution.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We sent a link to this address')).toBeVisible();
  await confirmByMail(page, address);
}

/** Proves a record by a web page that links to it and is linked from it. */
export async function proveByWebPage(page: Page, name: string): Promise<void> {
  await page.goto(`/claim/${toSlug(name)}`);
  const own = proofOption(page, 'Your own web page');
  await own.getByLabel('Address of your page').fill(`${process.env.E2E_WEB}/${toSlug(name)}`);
  await own.getByRole('button', { name: 'Get the link' }).click();
  const link = (await page.getByText(/^<a rel="me"/).textContent()) ?? '';
  await stubResponse(process.env.E2E_WEB, `page/${toSlug(name)}`, { body: `<h1>${name}</h1>${link}` });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/in public notice|Your proof is saved|is yours/).first()).toBeVisible();
}

export async function proveByDomain(page: Page, name: string, domain: string): Promise<void> {
  await page.goto(`/claim/${toSlug(name)}`);
  await proofOption(page, 'Your own domain').getByLabel('Your domain').fill(domain);
  await proofOption(page, 'Your own domain').getByRole('button', { name: 'Give me a token' }).click();
  await stubResponse(process.env.E2E_WEB, `dns/${domain}`, [(await page.getByText(/^peergraph-proof=/).textContent()) ?? '']);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Your proof is saved|is yours/).first()).toBeVisible();
}

export async function proveByRepository(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`/claim/${toSlug(name)}`);
  const repository = proofOption(page, 'A repository that one of these works links');
  await repository.getByLabel('Address of the repository').fill(`https://github.com/${path}`);
  await repository.getByRole('button', { name: 'Give me a token' }).click();
  const body = (await page.getByText(/^peergraph-proof=/).textContent()) ?? '';
  await stubResponse(process.env.E2E_WEB, `page/github/${path}/.peergraph-proof`, { body, headers: { 'content-type': 'text/plain' } });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Your proof is saved|is yours/).first()).toBeVisible();
}

/** Asks a co-author to confirm a joint work, and confirms it as that co-author. */
export async function confirmByColleague(page: Page, name: string, colleague: { name: string; page: Page }): Promise<void> {
  const ask = page.getByRole('button', { name: new RegExp(`Ask to confirm a work.*${colleague.name}`) });
  await expect(async () => {
    await page.goto('/confirm');
    await expect(ask).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 180_000 });
  await ask.click();
  await expect(page.getByText('Your request is sent')).toBeVisible();
  await colleague.page.goto('/confirm');
  await expect(colleague.page.getByText(`${name} asks`).or(colleague.page.getByText(name)).first()).toBeVisible();
  await colleague.page.getByRole('button', { name: 'Yes, we wrote it together' }).first().click();
  await expect(colleague.page.getByText('Your attestation is saved')).toBeVisible();
}

/** Vouches for a record, without a request, as a colleague at L4. */
export async function vouchFromColleague(colleague: Page, name: string): Promise<void> {
  const field = colleague.getByLabel('Address of the profile that you vouch for');
  await expect(async () => {
    await colleague.goto('/confirm');
    await expect(field).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 180_000 });
  await field.fill(`${process.env.E2E_URL}/authors/${toSlug(name)}`);
  await colleague.getByRole('button', { name: 'Vouch for its owner' }).click();
  await expect(colleague.getByText('Your attestation is saved')).toBeVisible();
}

export async function reviewWorks(page: Page, name: string): Promise<void> {
  await page.goto(`/authors/${toSlug(name)}/review`);
  await page.getByRole('button', { name: 'All 3 on this page are mine' }).click();
  await expect(page.getByText('Saved for 3 works')).toBeVisible();
}

export async function addPasskey(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await devtools.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await page.goto('/me/security');
  await page.getByLabel('Name of the new passkey').fill(name);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
}

export async function setRecovery(page: Page, address: string): Promise<void> {
  await page.goto('/me/security');
  await page.getByLabel('Recovery address').fill(address);
  await page.getByRole('button', { name: 'Send a link there' }).click();
  await expect(page.getByText(`A link is on its way to ${address}`)).toBeVisible();
  await confirmByMail(page, address);
}

/** Signs in at the fake institution, which returns the given claims about the person. */
export async function proveByInstitutionLogin(page: Page, login: string, claims: Record<string, unknown>): Promise<void> {
  await stubResponse(process.env.E2E_FEDERATION, login, claims);
  await page.goto('/me/security');
  await page.getByRole('button', { name: 'Sign in at Lamp University' }).click();
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your institution has confirmed you')).toBeVisible();
}

/** Connects an ORCID iD to the signed-in account, starting from the page that adds works. */
export async function connectOrcid(page: Page, orcid: string): Promise<void> {
  await page.getByRole('link', { name: 'Connect it' }).click();
  await page.getByRole('button', { name: 'Connect your ORCID iD' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
  await expect(page).toHaveURL(/\/me/);
}
