import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible, mailsTo, openSignedInPage, outboxPath, signIn } from './pages.ts';
import { expectTrust, importOrganisations, importPapers, proveByOrcid, runScript, stubResponse, toSlug } from './trust-steps.ts';

/** Proofs by an email address printed on a work and by a federated login, through the pages. */
test.describe.configure({ mode: 'serial' });

const phone = { width: 390, height: 844 };

test('an address that a source prints next to the name claims its record after a notice; a wrong one gets the same answer', async ({
  browser,
}) => {
  const file = join(process.env.E2E_DATA_DIR ?? '', 'embers.bib');
  const address = 'o.brace@embers.example';
  writeFileSync(
    file,
    `@article{embers, title = {Embers that keep until the morning}, author = {Brace, Olga and Cinder, Carl}, year = 2009,
      author+email = {${address} and carl@embers.example}}
     @article{ashes, title = {Ashes of the same evening}, author = {Brace, Olga and Cinder, Carl}, year = 2010}`,
  );
  runScript('lib/catalog/ingest/cli.ts', 'bibtex', file);
  const page = await openSignedInPage(browser, 'olga@example.org', '/claim/olga-brace');
  const option = page.getByRole('listitem', { name: /The address printed on a work/ });
  const ask = async (typed: string) => {
    await option.getByLabel('Address printed beside your name').fill(typed);
    await option.getByRole('button', { name: 'Email me a link' }).click();
    await expect(page.getByRole('heading', { name: `The address printed on a work: ${typed}` })).toBeVisible();
  };
  expect(await page.content()).not.toContain('embers.example');
  await ask('carl@embers.example');
  await ask(address);
  // Both responses are the same; only the mail states whether the address is printed.
  await expect(page.getByText('If this address is printed beside this name on one of the works')).toHaveCount(2);
  await expectAccessible(page);
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await expect(async () => {
    await page.goto(outboxPath());
    await expect(mailsTo(page, address)).toHaveCount(1, { timeout: 500 });
  }).toPass({ timeout: 180_000 });
  await expect(mailsTo(page, 'carl@embers.example')).toHaveCount(0);
  await mailsTo(page, address).getByRole('link').first().click();
  await expect(page.getByText('Public afterwards: which work it was. Never the address.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('in public notice', { exact: true })).toBeVisible();
  for (const path of ['', '/sources', '/trust', '/trust.json'])
    expect(await (await page.request.get(`/authors/olga-brace${path}`)).text()).not.toMatch(/embers\.example|printedAddresses/);
});

test('a record whose sources print no address states that', async ({ page }) => {
  await page.goto('/claim/jianfei-chen');
  await page.getByText('Not available here').click();
  await expect(page.getByText(/For this profile: .*an address printed on a work/)).toBeVisible();
});

for (const script of [true, false]) {
  test(`the login of an institution that a work names decides at once, and can be unlinked (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const name = script ? 'Greta Glow' : 'Hanna Halo';
    const slug = toSlug(name);
    importPapers({
      id: script ? '2024.glow' : '2024.halo',
      titles: [`What ${name} saw at dusk`, `What ${name} saw at dawn`],
      people: [{ name, affiliation: 'Lamp University of the North' }, { name: 'Ida Ignis' }],
    });
    importOrganisations([{ rorId: '04mpn0r61', name: 'Lamp University of the North', domain: 'lamp-north.example' }]);
    await stubResponse(process.env.E2E_FEDERATION, slug, {
      given_name: name.split(' ')[0],
      family_name: name.split(' ')[1],
      eduperson_scoped_affiliation: ['staff@lamp-north.example'],
    });
    const page = await (await browser.newContext({ javaScriptEnabled: script })).newPage();
    await signIn(page, `${slug}@example.org`, `/claim/${slug}`);
    const signInAtInstitution = async (button: 'Sign in' | 'Cancel') => {
      await page.getByRole('button', { name: 'Sign in at Lamp University' }).click();
      await page.getByLabel('Login').fill(slug);
      await page.getByRole('button', { name: button, exact: true }).click();
    };
    await signInAtInstitution('Cancel');
    await expect(page.getByText('The organisation did not confirm you')).toBeVisible();
    await page.goto(`/claim/${slug}`);
    await signInAtInstitution('Sign in');
    await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
    if (script) await expectAccessible(page);
    await page.goto('/me/security');
    await expect(page.getByText(/Lamp University confirmed you on/)).toBeVisible();
    if (script) {
      await page.setViewportSize(phone);
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Disconnect Lamp University' }).click();
    await expect(page.getByText('The login is no longer connected to your account')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Disconnect Lamp University' })).toHaveCount(0);
    await page.goto(`/authors/${slug}/trust`);
    await expect(page.getByText('A proof was withdrawn').first()).toBeVisible();
  });
}

test('an employment that the institution has written on the ORCID record is the institution’s own assertion', async ({ browser }) => {
  const name = 'Frida Flint';
  const titles = ['Flint and what it strikes', 'Flint in wet weather', 'A short history of flint'];
  const employer = { name: 'Flint University', rorId: '04fnt1061' };
  importPapers({
    id: '2024.flint',
    titles,
    people: [{ name, affiliation: employer.name }, { name: 'Udo Tinder' }, { name: 'Vera Tinder' }],
  });
  importOrganisations([{ ...employer, domain: 'flint.example' }]);
  const page = await proveByOrcid(browser, { name, number: 91, work: titles[0] ?? '', coauthor: 'Udo Tinder', employer });
  await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
  await expectTrust(page, name, 48, 3);
  await page.goto(`/claim/${toSlug(name)}`);
  await page.getByRole('button', { name: /Show the employment on/ }).click();
  await expectTrust(page, name, 52, 3);
  await page.goto(`/claim/${toSlug(name)}`);
  await expect(page.getByText(/Your institution’s entry on your ORCID record.*counts/).first()).toBeVisible();
  await expectAccessible(page);
});
