import { type Browser, expect, type Page, test } from '@playwright/test';
import { strongDns } from '../evidence.ts';
import { assignRecord, changeDatabase } from './instance-database.ts';
import { expectAccessible, signIn } from './pages.ts';

/** An owner edits a profile in one tab, and it is merged in another one. */

const email = 'tilda.ferrow@example.org';
const [remaining, merged] = ['tilda-ferrow', 'tilda-ferrow-2'];
const biography = 'Writes about <b>ferries</b>.\nAnd about piers.';

test.beforeAll(() =>
  changeDatabase(async (tx) => {
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const works = [remaining, merged].map((personId, at) => ({
      ...{
        source: 'acl-anthology' as const,
        recordId: `ferrow-${at}`,
        title: [`Ferries of the year ${2000 + at}`],
        type: 'paper' as const,
      },
      ...{ year: 2000 + at, identifiers: [], authorsComplete: true, indicators: [], authors: [{ name: 'Tilda Ferrow', personId }] },
    }));
    await storeWorks(tx, { source: 'acl-anthology', importId: null, observedAt: new Date(), works });
  }),
);

const openTab = async (browser: Browser, script: boolean): Promise<Page> => {
  const context = await browser.newContext({ javaScriptEnabled: script, viewport: { width: script ? 1440 : 390, height: 900 } });
  return context.newPage();
};

const mergeProfiles = () =>
  changeDatabase(async (tx) => {
    const { mergeRecords } = await import('#lib/governance/identity/commands/merge.ts');
    const { authors } = await import('#lib/platform/db/schema/authors.ts');
    const rows = await tx.select().from(authors);
    const [into, from] = [remaining, merged].map((slug) => rows.find((row) => row.slug === slug));
    if (into && from) await mergeRecords(tx, into, from);
  });

test('the form says that the profile was merged, leads to the one that remains, and keeps the text', async ({ browser }) => {
  const [page, plain] = [await openTab(browser, true), await openTab(browser, false)];
  for (const tab of [page, plain]) await signIn(tab, email);
  for (const slug of [remaining, merged]) await assignRecord(email, slug, strongDns('ferrow.example'));
  for (const tab of [page, plain]) {
    await tab.goto(`/me/records/${merged}/about`);
    await tab.getByLabel('Biography', { exact: true }).fill(biography);
  }
  await mergeProfiles();

  for (const tab of [page, plain]) {
    await tab.getByRole('button', { name: 'Save profile' }).click();
    await expect(tab.getByText('Nothing was saved')).toBeVisible();
    await expect(tab.getByRole('textbox', { name: 'Biography' })).toHaveValue(biography);
    const link = tab.getByRole('link', { name: 'Open the profile that remains' });
    await expect(link).toHaveAttribute('href', `/me/records/${remaining}/about`);
  }
  await plain.goto(`/me/records/${merged}`);
  await expect(plain).toHaveURL(new RegExp(`/me/records/${remaining}$`));
  await expectAccessible(page);
});

test('the former owner of a profile that was merged into one of somebody else reads so on its old pages', async ({ browser }) => {
  const former = 'tilda.former@example.org';
  const [page, stranger] = [await openTab(browser, true), await openTab(browser, false)];
  await signIn(page, former);
  await signIn(stranger, 'not.tilda@example.org');
  const text = 'update authors set owner_id = (select id from accounts where email = ?) where slug = ? returning key';
  await changeDatabase(async (tx) => tx.execute(text, [], [former, merged]));
  for (const path of ['', '/about', '/add', '/stop?address=x']) {
    await page.goto(`/me/records/${merged}${path}`);
    await expect(page.getByText('You do not own the profile that remains')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open the profile that remains' })).toHaveAttribute('href', `/authors/${remaining}`);
    expect((await stranger.goto(`/me/records/${merged}${path}`))?.status()).toBe(404);
  }
  await expectAccessible(page);
});
