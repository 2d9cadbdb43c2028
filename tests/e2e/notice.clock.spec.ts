import { type Browser, expect, type Page, test } from '@playwright/test';
import { grantAdmin, markSessionsAsPasskey } from './instance-database.ts';
import { moveClock } from './move-clock.ts';
import { expectAccessible, openSignedInPage } from './pages.ts';
import { createOrcid, stubResponse } from './trust-steps.ts';

/**
 * Two claims in public notice. Jonas Weber claims the record of Inês Duarte with a page of his own. She objects with her ORCID iD, two
 * reviewers reject his claim, and hers is accepted when its own notice ends.
 */
test.describe.configure({ mode: 'serial' });

const web = process.env.E2E_WEB ?? '';
const slug = 'ines-duarte';
const claimPage = `/claim/${slug}`;

/** Opens a page of an admin at an organisation of their own. */
async function reviewer(browser: Browser, name: string): Promise<Page> {
  const address = `${name}@${name}-notice.example`;
  const page = await openSignedInPage(browser, address, '/me');
  await grantAdmin(address);
  await markSessionsAsPasskey(address);
  return page;
}

/** Opens the objection in the review queue and upholds it. */
async function upholdObjection(page: Page): Promise<void> {
  await page.goto('/review?kind=dispute');
  await page.getByRole('link', { name: /Inês Duarte/ }).click();
  const choice = 'The objection holds: the owner’s claim ends';
  const form = page.locator('form', { has: page.getByRole('button', { name: choice, exact: true }) });
  await form.getByLabel('Why').selectOption({ label: 'What was shown is about another person of this name.' });
  await form.getByLabel('Remedy').selectOption({ label: 'Look for the profile with your own works, and claim that one.' });
  await form.getByRole('button', { name: choice, exact: true }).click();
}

const fetchLevel = async (page: Page): Promise<number> => {
  const file = await (await page.request.get(`/authors/${slug}/trust.json`)).json();
  return JSON.parse(file.snapshot.body).level;
};

test('a false claim with a fair proof is objected to with a fair proof, and rejected by two reviewers', async ({ browser }) => {
  const ines = await openSignedInPage(browser, 'ines@example.org', claimPage);
  await ines.getByText('Withdraw the claim').first().click();
  await ines.getByRole('button', { name: 'Withdraw' }).click();
  await expect(ines).toHaveURL(/\/me/);

  const jonas = await openSignedInPage(browser, 'jonas@example.org', claimPage);
  const page = jonas.getByRole('listitem', { name: /Your own web page/ });
  await page.getByLabel('Address of your page').fill(`${web}/jonas`);
  await page.getByRole('button', { name: 'Get the link' }).click();
  const link = (await jonas.getByText(/^<a rel="me"/).textContent()) ?? '';
  await stubResponse(web, 'page/jonas', { body: `<h1>Inês Duarte</h1>${link}` });
  await jonas.getByRole('button', { name: 'Check now' }).click();
  await expect(jonas.getByText('in public notice', { exact: true }).first()).toBeVisible();
  await expect(jonas.getByText('No independent source says that this page, domain or repository is yours.')).toBeVisible();
  await expectAccessible(jonas);

  // She added the works to her ORCID record herself: that is enough for an objection during the notice, but not for a decision.
  const orcid = createOrcid(95);
  const work = {
    title: 'A Small Grammar of Lighthouse Signals',
    holder: 'Inês Duarte',
    contributors: ['Mara Lindqvist'],
    assertedBy: null,
  };
  await stubResponse(process.env.E2E_ORCID, orcid, [work]);
  await ines.goto(claimPage);
  await expect(ines.getByText('During the public notice any proof below is enough')).toBeVisible();
  await ines.getByRole('button', { name: 'Connect your ORCID iD first' }).click();
  await ines.getByLabel('ORCID iD').fill(orcid);
  await ines.getByRole('button', { name: 'Authorize access' }).click();
  await ines.getByRole('button', { name: `Object with ${orcid}` }).click();
  await expect(ines.getByText('Your objection was recorded on')).toBeVisible();
  await expectAccessible(ines);
  await jonas.goto(claimPage);
  await expect(jonas.getByText('in review', { exact: true }).first()).toBeVisible();

  const [first, second] = [await reviewer(browser, 'anke'), await reviewer(browser, 'bela')];
  await upholdObjection(first);
  await expect(first.getByText('Your vote is saved')).toBeVisible();
  await jonas.goto(claimPage);
  await expect(jonas.getByText('in review', { exact: true }).first()).toBeVisible();
  await upholdObjection(second);
  await expect(second.getByText('It is decided')).toBeVisible();
  await jonas.goto(claimPage);
  await expect(jonas.getByText('Your claim was rejected')).toBeVisible();
  await expect(jonas.getByText('What was shown is about another person of this name.')).toBeVisible();
  await expectAccessible(jonas);
  expect(await fetchLevel(ines)).toBe(1);
});

test('the true claim is accepted when its notice ends without an objection', async ({ browser }) => {
  const ines = await openSignedInPage(browser, 'ines@example.org', claimPage);
  await expect(ines.getByText('in public notice', { exact: true }).first()).toBeVisible();
  await moveClock(6);
  await ines.goto(claimPage);
  await expect(ines.getByText('in public notice', { exact: true }).first()).toBeVisible();
  await moveClock(8);
  await expect(async () => {
    await ines.goto(claimPage);
    await expect(ines.getByText('accepted', { exact: true }).first()).toBeVisible({ timeout: 500 });
    expect(await fetchLevel(ines)).toBe(2);
  }).toPass({ timeout: 180_000 });
});
