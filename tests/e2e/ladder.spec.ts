import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { signIn } from './visits.ts';

/** The table of trust: one person climbs it step by step, through the pages, and the points are those of the method at each. */
test.describe.configure({ mode: 'serial' });

const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL, DATA_DIR: process.env.E2E_DATA_DIR, LOG_LEVEL: 'error' };
const folder = process.env.E2E_DATA_DIR ?? '';
const run = (script: string, ...args: string[]) =>
  void execFileSync(process.execPath, ['lib/server/runtime.mjs', script, ...args], { env, stdio: 'pipe' });

const lida = 'lida-marchetti';
const colleagues = ['Marco Anselmi', 'Nadia Brunner', 'Omar Castell'];
const titles = ['A Ladder of Lanterns', 'Lanterns in Fog and Snow', 'What a Lantern Keeper Counts'];
const institute = 'Lantern Institute of Trieste';

interface More {
  affiliation?: string;
  dois?: boolean;
}

/** Three papers that the four of them sign, as the Anthology would list them. */
function importPapers({ affiliation, dois }: More): void {
  const author = (name: string, more = '') => {
    const [first, last] = name.split(' ');
    return `<author><first>${first}</first><last>${last}</last>${more}</author>`;
  };
  const papers = titles.map((title, at) => {
    const first = author('Lida Marchetti', affiliation ? `<affiliation>${affiliation}</affiliation>` : '');
    const doi = dois ? `<doi>10.12345/lantern.${at}</doi>` : '';
    return `<paper id="${at + 1}"><title>${title}</title>${first}${colleagues.map((name) => author(name)).join('')}<url>2024.lantern-1.${at + 1}</url>${doi}</paper>`;
  });
  const volume = `<volume id="1" type="proceedings"><meta><booktitle>Workshop on Lanterns</booktitle><year>2024</year></meta>${papers.join('')}</volume>`;
  mkdirSync(join(folder, 'lanterns'), { recursive: true });
  const file = join(folder, 'lanterns', '2024.lantern.xml');
  writeFileSync(file, `<?xml version='1.0' encoding='UTF-8'?>\n<collection id="2024.lantern">${volume}</collection>`);
  run('lib/imports/cli.ts', 'acl-anthology', file);
}

/** An iD with the check digit that ISO 7064 gives it. */
function orcidOf(number: number): string {
  const digits = `000000031${String(number).padStart(6, '0')}`;
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
}

/** The record's points and level as its public file says them, once they are those expected: the worker takes a moment. */
async function stands(page: Page, points: number, level: number): Promise<void> {
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${lida}/trust.json`)).json();
    const snapshot = JSON.parse(file.snapshot.body);
    expect({ points: snapshot.points, level: snapshot.level }).toEqual({ points, level });
  }).toPass({ timeout: 20_000 });
}

const slugOf = (name: string): string => name.toLowerCase().replace(' ', '-');

/** Claims a record with an ORCID iD that lists one of its works, as its holder would. */
async function claimWithOrcid(browser: Browser, name: string, number: number): Promise<Page> {
  const orcid = orcidOf(number);
  const beside = name === 'Lida Marchetti' ? 'Marco Anselmi' : 'Lida Marchetti';
  const work = { title: titles[0], contributors: [beside], holder: name };
  expect((await fetch(`${process.env.E2E_ORCID}/told/${orcid}`, { method: 'PUT', body: JSON.stringify([work]) })).status).toBe(204);
  const page = await (await browser.newContext()).newPage();
  await signIn(page, `${slugOf(name)}@example.org`, `/claim/${slugOf(name)}`);
  await page.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await page.getByLabel('ORCID iD').fill(orcid);
  await page.getByRole('button', { name: 'Authorize access' }).click();
  await page.getByRole('button', { name: `Claim with ${orcid}` }).click();
  await expect(page.getByText(`The record of ${name} is yours`).first()).toBeVisible();
  return page;
}

test('Lida climbs from 21 points to 75, each step by her own act or a colleague’s', async ({ browser }) => {
  test.setTimeout(300_000);
  importPapers({});
  const anybody = await browser.newPage();
  await stands(anybody, 21, 1);

  const page = await claimWithOrcid(browser, 'Lida Marchetti', 1);
  await stands(page, 43, 3);

  // Her affiliation comes with a newer version of the papers, and the registry knows the institute.
  const registry = join(folder, 'lantern-institute.jsonl');
  writeFileSync(
    registry,
    `${JSON.stringify({ id: 'https://ror.org/04ktrn061', status: 'active', name: institute, domains: ['lantern-institute.example'], country: 'IT' })}\n`,
  );
  run('lib/imports/cli.ts', 'ror', registry);
  importPapers({ affiliation: institute });
  await stands(page, 48, 3);

  const address = 'lida@lantern-institute.example';
  await page.goto(`/claim/${lida}`);
  const way = page.getByRole('listitem', { name: /E-mail address at your institution/ });
  await way.getByLabel('Address at your institution').fill(address);
  await way.getByRole('button', { name: 'Mail me a link' }).click();
  await expect(page.getByText('We have mailed a link to this address')).toBeVisible();
  const letter = page.getByRole('article').filter({ hasText: `To ${address}` });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(letter.first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await letter.first().getByRole('link').first().click();
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await stands(page, 59, 4);

  for (const [index, name] of colleagues.entries()) {
    const colleague = await claimWithOrcid(browser, name, index + 2);
    const ask = page.getByRole('button', { name: new RegExp(`Ask to confirm a work.*${name}`) });
    await expect(async () => {
      await page.goto('/confirm');
      await expect(ask).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 30_000 });
    await ask.click();
    await expect(page.getByText('They have been asked')).toBeVisible();
    await colleague.goto('/confirm');
    await colleague.getByRole('button', { name: 'Yes, we wrote it together' }).click();
    await expect(colleague.getByText('Your word is given')).toBeVisible();
    await stands(page, 61 + 2 * index, 4);
    await colleague.context().close();
  }

  await page.goto(`/authors/${lida}/review`);
  await page.getByRole('button', { name: 'All 3 on this page are mine' }).click();
  await stands(page, 67, 4);

  importPapers({ affiliation: institute, dois: true });
  await stands(page, 71, 4);

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
  await page.getByLabel('Name of the new passkey').fill('A lantern');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('The passkey is added')).toBeVisible();
  await stands(page, 74, 4);

  const second = 'lida-at-home@example.org';
  await page.getByLabel('Recovery address').fill(second);
  await page.getByRole('button', { name: 'Send a link there' }).click();
  const link = page.getByRole('article').filter({ hasText: `To ${second}` });
  await expect(async () => {
    await page.goto('/outbox');
    await expect(link.first()).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 15_000 });
  await link.first().getByRole('link').first().click();
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await stands(page, 75, 4);

  await page.goto(`/authors/${lida}/trust`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trust 75, well-evidenced');
  run('lib/server/verify-trust.mjs', `${process.env.E2E_URL}/authors/${lida}/trust.json`);
});

test('giving the record back leaves what the sources say, and the log tells of it', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, `${lida}@example.org`, '/me');
  await page.getByText('Give the record back').first().click();
  await page.getByRole('button', { name: 'Give it back' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Give it back' }).click();
  await expect(async () => {
    const file = await (await page.request.get(`/authors/${lida}/trust.json`)).json();
    const snapshot = JSON.parse(file.snapshot.body);
    expect(snapshot.level).toBe(1);
    expect(file.events.length).toBeGreaterThan(8);
  }).toPass({ timeout: 20_000 });
  run('lib/server/verify-trust.mjs', `${process.env.E2E_URL}/authors/${lida}/trust.json`);
});
