import { expect, test } from '@playwright/test';
import { changeDatabase, markSessionsAsPasskey, passContestTimes, proveControl, runAccountsCommand } from './instance-database.ts';
import { expectAccessible, heading, openPage, openSignedInPage } from './pages.ts';
import { expectFileMatchesText } from './upstream-texts.ts';

/** A reader without an account suggests a title, two authors accept it, and a reviewer reverts it. */
test.describe.configure({ mode: 'serial' });

const originalTitle = 'How Far Does a Footnote Travel?';
const correctedTitle = 'How Far Does One Footnote Travel?';
const reviewer = 'corrections-reviewer@example.org';
let work = '';

test('a signed-out reader suggests a title, without script', async ({ browser }) => {
  const page = await openPage(browser, false);
  await page.goto('/authors/mara-lindqvist');
  await page.getByRole('link', { name: originalTitle }).first().click();
  work = new URL(page.url()).pathname;
  await page.getByRole('link', { name: 'Report a problem' }).click();
  await page.getByRole('link', { name: 'Something is wrong' }).click();
  await expect(heading(page)).toHaveText('Suggest a correction');
  await page.getByRole('link', { name: 'Title', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue(originalTitle);
  const send = page.getByRole('button', { name: 'Suggest the correction' });
  await send.click();
  await expect(page.getByText('Give a link or a note that shows it.')).toBeVisible();
  await page.getByLabel('Title').fill(correctedTitle);
  await page.getByLabel('Link that shows it').fill('https://harbour.example/footnotes');
  await page.getByLabel('Note').fill('<b>Page 1</b> says so.');
  await send.click();
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  // An undecided correction is not public.
  await expect(page.getByText(correctedTitle)).toHaveCount(0);
  await page.goto(work);
  await expect(heading(page)).toHaveText(originalTitle);
});

test('two authors agree, one of them without script, and the work shows the correction after the time to contest it', async ({
  browser,
}) => {
  for (const slug of ['mara-lindqvist', 'tomas-okafor']) await proveControl(slug);
  const mara = await openSignedInPage(browser, 'mara@example.org', `${work}/correct`);
  await expectAccessible(mara);
  await expect(mara.getByText(`${correctedTitle}, instead of ${originalTitle}`)).toBeVisible();
  await mara.getByRole('button', { name: 'Agree as an author' }).click();
  await expect(mara.getByText('You agree with the correction.')).toBeVisible();
  const visitor = await openPage(browser);
  await visitor.goto(work);
  await expect(heading(visitor)).toHaveText(originalTitle);
  const tomas = await openSignedInPage(browser, 'tomas@example.org', `${work}/correct`, false);
  await tomas.getByRole('button', { name: 'Agree as an author' }).click();
  await expect(tomas.getByText('You agree with the correction.')).toBeVisible();
  await visitor.reload();
  await expect(heading(visitor)).toHaveText(originalTitle);
  await passContestTimes();
  await visitor.reload();
  await expect(heading(visitor)).toHaveText(correctedTitle);
  const title = visitor.getByRole('group').filter({ hasText: 'Title' }).first();
  await title.getByText('Title').first().click();
  await expect(title).toContainText('Correction');
  await expect(title).toContainText('Evidence: <b>Page 1</b> says so.');
  await expect(title).toContainText(originalTitle);
  await expect(title.getByRole('link', { name: 'Correction' })).toHaveAttribute('href', 'https://harbour.example/footnotes');
  await expectAccessible(visitor);
});

for (const script of [true, false])
  test(`the reports to its sources can be copied and saved ${script ? 'with' : 'without'} script`, async ({ browser }) => {
    const page = await openPage(browser, script);
    await page.goto(`${work}/correct`);
    await page.getByRole('link', { name: 'Tell the source' }).click();
    await expect(heading(page)).toHaveText('Tell the source');
    await page.getByText('Other databases').click();
    await expect(page.getByLabel('Text for dblp')).toHaveValue(
      new RegExp(`Shown now: ${originalTitle.replace('?', '\\?')}\\nShould be: ${correctedTitle.replace('?', '\\?')}`),
    );
    await expect(page.getByLabel('Text for ORCID')).toHaveValue(/<common:title>How Far Does One Footnote Travel/);
    await expectFileMatchesText(page, 'dblp');
    if (script) await expectAccessible(page);
  });

test('a reviewer reverts the correction, and the page shows the value of its source again', async ({ browser }) => {
  const page = await openSignedInPage(browser, reviewer);
  await page.goto(`${work}/correct`);
  await expect(page.getByText(correctedTitle).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Revert as a reviewer' })).toHaveCount(0);
  runAccountsCommand('grant-admin', reviewer);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Add a passkey to revert it' })).toBeVisible();
  await markSessionsAsPasskey(reviewer);
  await page.reload();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Revert as a reviewer' }).click();
  await expect(page.getByText('The correction has ended.')).toBeVisible();
  await page.goto(work);
  await expect(heading(page)).toHaveText(originalTitle);
  runAccountsCommand('revoke-admin', reviewer);
});

test('the history of the work and of the record shows both, as pages and feeds', async ({ browser }) => {
  const page = await openPage(browser);
  for (const path of [`${work}/history`, '/authors/mara-lindqvist/history']) {
    await page.goto(path);
    await expect(heading(page)).toHaveText('History');
    await expect(page.getByText('Correction ended.').first()).toBeVisible();
    if (path.startsWith(work)) await expect(page.getByText(correctedTitle).first()).toBeVisible();
    await expectAccessible(page);
    for (const file of ['feed.atom', 'feed.json'])
      expect(await (await page.request.get(`${path}/${file}`)).text()).toContain(correctedTitle);
  }
});

test('two authors correct an affiliation, without script', async ({ browser }) => {
  const harbour = 'Harbour Institute of Images';
  const page = await openPage(browser, false);
  await page.goto(`${work}/correct`);
  await page.getByRole('link', { name: 'Affiliations', exact: true }).click();
  const text = page.getByLabel('Affiliations');
  const lines = (await text.inputValue()).split('\n');
  await text.fill(lines.map((line) => (line.startsWith('Mara Lindqvist') ? `Mara Lindqvist: ${harbour}` : line)).join('\n'));
  await page.getByLabel('Note').fill('The first page says so.');
  await page.getByRole('button', { name: 'Suggest the correction' }).click();
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  for (const email of ['mara@example.org', 'tomas@example.org']) {
    const author = await openSignedInPage(browser, email, `${work}/correct`, false);
    await author.getByRole('button', { name: 'Agree as an author' }).click();
    await expect(author.getByText('You agree with the correction.')).toBeVisible();
  }
  await passContestTimes();
  await page.goto(work);
  const fact = page.getByRole('group').filter({ hasText: 'Affiliations' }).first();
  await fact.getByText('Affiliations').first().click();
  // Only the number is shown: the list may contain a suppressed name.
  await expect(fact).toContainText('1 of 2');
  await expect(fact).toContainText('Evidence: The first page says so.');
  await page.goto(`${work}/correct`);
  await page.getByRole('link', { name: 'Affiliations', exact: true }).click();
  await expect(text).toHaveValue(new RegExp(`^Mara Lindqvist: ${harbour}$`, 'm'));
});

test('two authors correct the abstract and the language, without script; rows show the start of the abstract', async ({ browser }) => {
  const abstract = `${'A footnote travels as far as its readers. '.repeat(12)}<script>alert(1)</script>`.trim();
  const page = await openPage(browser, false);
  const suggest = async (label: string, fill: () => Promise<unknown>) => {
    await page.goto(`${work}/correct`);
    await page.getByRole('link', { name: label, exact: true }).click();
    await fill();
    await page.getByLabel('Note').fill('The first page says so.');
    await page.getByRole('button', { name: 'Suggest the correction' }).click();
  };
  await suggest('Pages', () => page.getByLabel('Pages', { exact: true }).fill('1'.repeat(101)));
  await expect(page.getByText('Up to 100 characters.')).toBeVisible();
  await suggest('Abstract', () => page.getByLabel('Abstract', { exact: true }).fill(abstract));
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  await suggest('Language', () => page.getByLabel('Language', { exact: true }).selectOption({ label: 'Swedish' }));
  await expect(page.getByText('Your correction is saved.')).toBeVisible();
  for (const email of ['mara@example.org', 'tomas@example.org']) {
    const author = await openSignedInPage(browser, email, `${work}/correct`, false);
    await expect(author.getByText(/^Language: Swedish \(sv\), instead of/)).toBeVisible();
    const row = author.getByRole('listitem').filter({ hasText: 'Abstract: ' });
    await expect(row.getByText('<script>')).toBeHidden();
    await row.getByText('A footnote travels').first().click();
    await expect(row.getByText('<script>')).toBeVisible();
    await row.getByRole('button', { name: 'Agree as an author' }).click();
    await author.getByRole('button', { name: 'Agree as an author' }).click();
    await expect(author.getByText('You agree with the correction.')).toBeVisible();
  }
  await passContestTimes();
  await page.goto(work);
  await expect(page.getByText(`${abstract} Abstract as corrected`)).toBeVisible();
  for (const text of [heading(page), page.locator('.abstract').first()]) await expect(text.locator('[lang=sv]')).toHaveCount(1);
  const fact = page.getByRole('group').filter({ hasText: 'Language' }).first();
  await fact.getByText('Language').first().click();
  await expect(fact).toContainText('Evidence: The first page says so.');
  await page.goto(`${work}/upstream`);
  await page.getByText('Other databases').last().click();
  await expect(page.getByLabel('Text for ORCID').first()).toHaveValue(/<work:short-description>A footnote|<common:language-code>sv</);
  const reader = await openPage(browser);
  for (const path of [`${work}/correct`, `${work}/upstream`, work]) {
    await reader.goto(path);
    await expectAccessible(reader);
  }
});

test('its source changes its value: an author who agreed keeps or ends the correction, without script', async ({ browser }) => {
  await changeDatabase(async (tx) => {
    const { findWorkWithRecords } = await import('#lib/catalog/ingest/queries.ts');
    const { storeWorks } = await import('#lib/catalog/ingest/commands/store-works.ts');
    const { records = [] } = (await findWorkWithRecords(tx, work.split('/').at(-1) ?? '')) ?? {};
    const sourceRecord = records.find(({ source, authors }) => source !== 'correction' && authors.length > 0);
    if (!sourceRecord) throw new Error('No source names the authors.');
    const authors = sourceRecord.authors.map((author) => ({ ...author, affiliation: 'Institute of Second Thoughts' }));
    await storeWorks(tx, { source: sourceRecord.source, importId: null, observedAt: new Date(), works: [{ ...sourceRecord, authors }] });
  });
  const page = await openSignedInPage(browser, 'mara@example.org', '/notifications', false);
  const notice = page.getByRole('link', { name: 'The sources of a corrected work have changed' });
  await expect(async () => {
    await page.reload();
    await expect(notice).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 180_000 });
  await notice.click();
  await expect(page).toHaveURL(new RegExp(`${work}/correct$`));
  await expect(page.getByText('the sources have changed since')).toBeVisible();
  await page.getByRole('button', { name: 'Agree as an author' }).click();
  await expect(page.getByText('You agree with the correction.')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'the sources have changed since' });
  await row.getByRole('button', { name: 'Revert' }).click();
  await expect(page.getByText('The correction has ended.')).toBeVisible();
  await expect(page.getByText('the sources have changed since')).toHaveCount(0);
});

test('a CV and lists of works use the corrected values', async ({ browser }) => {
  const page = await openPage(browser, false);
  await page.goto('/authors/mara-lindqvist/cv/cv.html');
  await expect(heading(page)).toHaveText('Mara Lindqvist');
  await expect(page.getByText('Lecturer in image archives')).toBeVisible();
  // The content security policy allows the style sheet of the exported file.
  await expect(page.locator('li').first()).toHaveCSS('break-inside', 'avoid');
  await expect(page.getByRole('link', { name: originalTitle })).toBeVisible();
  for (const file of ['resume.json', 'works.html', 'works.json'])
    expect(await (await page.request.get(`/authors/mara-lindqvist/cv/${file}`)).text()).toContain(originalTitle);
  expect((await page.request.get('/authors/mara-lindqvist/cv/nothing.txt')).status()).toBe(404);
});

test('the form of a retraction asks for its day and reason, and keeps the input, without script', async ({ browser }) => {
  const page = await openPage(browser, false);
  await page.goto(`${work}/correct`);
  await page.getByRole('link', { name: 'Retraction', exact: true }).click();
  await expect(page.getByLabel('It is not retracted')).toBeChecked();
  await page.getByLabel('It is retracted').check();
  await page.getByLabel('Retracted on').fill('last spring');
  await page.getByLabel('Reason').fill('It was printed twice.');
  await page.getByLabel('Note').fill('The notice says so.');
  await page.getByRole('button', { name: 'Suggest the correction' }).click();
  await expect(page.getByText('Enter a year, or a date such as')).toBeVisible();
  await expect(page.getByLabel('It is retracted')).toBeChecked();
  await expect(page.getByLabel('Reason')).toHaveValue('It was printed twice.');
});
