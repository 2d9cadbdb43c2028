import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { scriptEnv } from './move-clock.ts';
import { openMailedLink, signedIn } from './pages.ts';

/** What people of the walks up the table of trust do, each as a person would. */
const folder = process.env.E2E_DATA_DIR ?? '';

/** Runs a script of the product on the instance's database, at its time. */
export const run = (script: string, ...args: string[]): void =>
  void execFileSync(process.execPath, ['lib/runtime/server/runtime.mjs', script, ...args], { env: scriptEnv(), stdio: 'pipe' });

export const slugOf = (name: string): string => name.toLowerCase().replace(' ', '-');

export interface Volume {
  /** Names the collection; its papers are <id>-1.1, -1.2 … */
  id: string;
  titles: readonly string[];
  people: readonly { name: string; affiliation?: string }[];
  dois?: boolean;
  /** An address of code, for each paper that has one. */
  code?: readonly (string | undefined)[];
}

const doiOf = (id: string, at: number) => `10.12345/${id}.${at}`;

/** Papers that all of them sign, as the Anthology would list them. */
export function importPapers({ id, titles, people, dois = false, code = [] }: Volume): void {
  const authors = people.map(({ name, affiliation }) => {
    const [first, last] = name.split(' ');
    return `<author><first>${first}</first><last>${last}</last>${affiliation ? `<affiliation>${affiliation}</affiliation>` : ''}</author>`;
  });
  const papers = titles.map((title, at) => {
    const doi = dois ? `<doi>${doiOf(id, at)}</doi>` : '';
    const link = code[at] ? `<pwccode url="${code[at]}">code</pwccode>` : '';
    return `<paper id="${at + 1}"><title>${title}</title>${authors.join('')}<url>${id}-1.${at + 1}</url>${doi}${link}</paper>`;
  });
  const volume = `<volume id="1" type="proceedings"><meta><booktitle>Workshop on Lanterns</booktitle><year>2024</year></meta>${papers.join('')}</volume>`;
  mkdirSync(join(folder, 'lanterns'), { recursive: true });
  const file = join(folder, 'lanterns', `${id}.xml`);
  writeFileSync(file, `<?xml version='1.0' encoding='UTF-8'?>\n<collection id="${id}">${volume}</collection>`);
  run('lib/catalog/ingest/cli.ts', 'acl-anthology', file);
}

/** The same papers, as another source tells them. */
export function tellPapers(source: string, { id, titles, people }: Volume): void {
  const works = titles.map((title, at) => ({
    recordId: doiOf(id, at),
    title: [title],
    type: 'paper',
    year: 2024,
    identifiers: [{ scheme: 'doi', value: doiOf(id, at) }],
    authors: people.map(({ name, affiliation }) => ({ name, affiliation })),
  }));
  const file = join(folder, 'lanterns', `${id}.${source}.json`);
  writeFileSync(file, JSON.stringify(works));
  run('tests/e2e/import-works.ts', source, file);
}

/** Organisations of the registry, each with the domain of its people's addresses. */
export function importOrganisations(all: readonly { rorId: string; name: string; domain: string }[]): void {
  const lines = all.map(({ rorId, name, domain }) =>
    JSON.stringify({ id: `https://ror.org/${rorId}`, status: 'active', name, domains: [domain], country: 'IT' }),
  );
  const file = join(folder, 'organisations.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n`);
  run('lib/catalog/ingest/cli.ts', 'ror', file);
}

/** A record's points and level as its public file says them, once they are those expected; the stand-alone verifier finds the same. */
export async function expectTrust(page: Page, name: string, points: number, level: number): Promise<void> {
  const address = `/authors/${slugOf(name)}/trust.json`;
  await expect(async () => {
    const file = await (await page.request.get(address)).json();
    const snapshot = JSON.parse(file.snapshot.body);
    expect({ points: snapshot.points, level: snapshot.level }).toEqual({ points, level });
  }).toPass({ timeout: 60_000 });
  run('lib/runtime/server/verify-trust.mjs', `${process.env.E2E_URL}${address}`);
}

/** An iD with the check digit that ISO 7064 gives it. */
export function orcidOf(number: number): string {
  const digits = `000000031${String(number).padStart(6, '0')}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
}

/** Says what a server of the walk shall answer. */
export async function tell(server: string | undefined, path: string, what: unknown): Promise<void> {
  expect((await fetch(`${server}/told/${path}`, { method: 'PUT', body: JSON.stringify(what) })).status).toBe(204);
}

export const addressOf = (name: string): string => `${slugOf(name)}@example.org`;

export const asOwner = (name: string) => ({ email: addressOf(name), slug: slugOf(name) });

interface ShownOrcid {
  name: string;
  number: number;
  work: string;
  beside: string;
  email?: string;
  /** The organisation that has written an employment on the iD itself. */
  employer?: { name: string; rorId: string };
  /** What else the ORCID record says of the work and of the iD (tests/servers/orcid.ts). */
  more?: Record<string, unknown>;
}

/** Shows an ORCID iD that lists one of a record's works, as its holder would; the page is where that leads. */
export async function showOrcid(
  browser: Browser,
  { name, number, work, beside, email = addressOf(name), employer, more }: ShownOrcid,
): Promise<Page> {
  const orcid = orcidOf(number);
  await tell(process.env.E2E_ORCID, orcid, [{ title: work, contributors: [beside], holder: name, employer, ...more }]);
  const page = await signedIn(browser, email, `/claim/${slugOf(name)}`);
  await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
  await page.getByRole('button', { name: `Claim with ${orcid}` }).click();
  return page;
}

const option = (page: Page, name: string) => page.getByRole('listitem', { name: new RegExp(name) });

/** Opens the link of the mail to an address, and presses the button on its page. */
async function confirmByMail(page: Page, address: string): Promise<void> {
  await openMailedLink(page, address);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
}

export async function showAddress(page: Page, name: string, address: string): Promise<void> {
  await page.goto(`/claim/${slugOf(name)}`);
  const institution = option(page, 'Email address at your institution');
  await institution.getByLabel('Address at your institution').fill(address);
  await institution.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We sent a link to this address')).toBeVisible();
  await confirmByMail(page, address);
}

/** Links a page of one's own and the record both ways. */
export async function showPage(page: Page, name: string): Promise<void> {
  await page.goto(`/claim/${slugOf(name)}`);
  const own = option(page, 'Your own web page');
  await own.getByLabel('Address of your page').fill(`${process.env.E2E_WEB}/${slugOf(name)}`);
  await own.getByRole('button', { name: 'Give me the link to place' }).click();
  const link = (await page.getByText(/^<a rel="me"/).textContent()) ?? '';
  await tell(process.env.E2E_WEB, `page/${slugOf(name)}`, { body: `<h1>${name}</h1>${link}` });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/in public notice|Your proof is saved|is yours/).first()).toBeVisible();
}

export async function showDomain(page: Page, name: string, domain: string): Promise<void> {
  await page.goto(`/claim/${slugOf(name)}`);
  await option(page, 'Your own domain').getByLabel('Your domain').fill(domain);
  await option(page, 'Your own domain').getByRole('button', { name: 'Give me a token' }).click();
  await tell(process.env.E2E_WEB, `dns/${domain}`, [(await page.getByText(/^peergraph-proof=/).textContent()) ?? '']);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Your proof is saved|is yours/).first()).toBeVisible();
}

export async function showRepository(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`/claim/${slugOf(name)}`);
  const repository = option(page, 'A repository that one of these works links');
  await repository.getByLabel('Address of the repository').fill(`https://github.com/${path}`);
  await repository.getByRole('button', { name: 'Give me a token' }).click();
  const body = (await page.getByText(/^peergraph-proof=/).textContent()) ?? '';
  await tell(process.env.E2E_WEB, `page/github/${path}/.peergraph-proof`, { body, headers: { 'content-type': 'text/plain' } });
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText(/Your proof is saved|is yours/).first()).toBeVisible();
}

/** Asks a co-author for their word, and has them give it. */
export async function confirmedBy(page: Page, name: string, colleague: { name: string; page: Page }): Promise<void> {
  const ask = page.getByRole('button', { name: new RegExp(`Ask to confirm a work.*${colleague.name}`) });
  await expect(async () => {
    await page.goto('/confirm');
    await expect(ask).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await ask.click();
  await expect(page.getByText('Your request is sent')).toBeVisible();
  await colleague.page.goto('/confirm');
  await expect(colleague.page.getByText(`${name} asks`).or(colleague.page.getByText(name)).first()).toBeVisible();
  await colleague.page.getByRole('button', { name: 'Yes, we wrote it together' }).first().click();
  await expect(colleague.page.getByText('Your attestation is saved')).toBeVisible();
}

/** A colleague at L4 vouches for a record, unasked. */
export async function vouchedBy(colleague: Page, name: string): Promise<void> {
  const field = colleague.getByLabel('Address of the profile that you vouch for');
  await expect(async () => {
    await colleague.goto('/confirm');
    await expect(field).toBeVisible({ timeout: 200 });
  }).toPass({ timeout: 60_000 });
  await field.fill(`${process.env.E2E_URL}/authors/${slugOf(name)}`);
  await colleague.getByRole('button', { name: 'Vouch for its owner' }).click();
  await expect(colleague.getByText('Your attestation is saved')).toBeVisible();
}

export async function reviewWorks(page: Page, name: string): Promise<void> {
  await page.goto(`/authors/${slugOf(name)}/review`);
  await page.getByRole('button', { name: 'All 3 on this page are mine' }).click();
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
  await confirmByMail(page, address);
}

/** Signs in at the institution, which says of the person what it is told to. */
export async function showLogin(page: Page, login: string, claims: Record<string, unknown>): Promise<void> {
  await tell(process.env.E2E_FEDERATION, login, claims);
  await page.goto('/me/security');
  await page.getByRole('button', { name: 'Sign in at Lamp University' }).click();
  await page.getByLabel('Login').fill(login);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Your institution has confirmed you')).toBeVisible();
}

/** From the page that adds works, connects the iD of the person who reads it. */
export async function connectOrcid(page: Page, orcid: string): Promise<void> {
  await page.getByRole('link', { name: 'Connect it' }).click();
  await page.getByRole('button', { name: 'Connect your ORCID iD' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
  await expect(page).toHaveURL(/\/me/);
}
