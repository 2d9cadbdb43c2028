import { expect, type Page, test } from '@playwright/test';

/** The content of the record page, by the rows of the table in the product description, for people of the sample, without JavaScript. */
test.use({ javaScriptEnabled: false });

const yunquan = '/authors/yunquan-zhang';
const works = (page: Page) => page.getByRole('article');
const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('1: name, role and affiliation as far as somebody states them; availability only if the owner has set it; what is missing', async ({
  page,
}) => {
  await page.goto(yunquan);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yunquan Zhang');
  const head = page.getByRole('main');
  await expect(head.getByText('Researcher', { exact: true })).toHaveCount(0);
  await expect(head.getByText('Not claimed', { exact: true })).toBeVisible();
  await expect(head).toContainText('2 sources: BZPEER, Scholar Feed');
  await expect(head.getByText('No biography yet', { exact: true })).toBeVisible();
  await expect(head.getByText('Open to collaborate')).toHaveCount(0);
  await page.goto('/authors/tomas-okafor');
  await expect(page.getByRole('main').getByText('Open to collaborate', { exact: true })).toBeVisible();
  await page.goto('/authors/fei-yang');
  await expect(page.getByText('Zhejiang Lab', { exact: true }).first()).toBeVisible();
});

test('2: the trust snapshot has points, label, level, claim state, a date, and its parts with their evidence', async ({ page }) => {
  await page.goto(yunquan);
  await page.getByRole('link', { name: 'Trust 21 · Emerging · L1' }).click();
  await expect(page).toHaveURL(/\/authors\/yunquan-zhang\/trust$/);
  const trust = region(page, 'Trust 21 · Emerging · L1');
  await expect(trust.locator('time').first()).toBeVisible();
  await expect(trust.getByRole('link', { name: /^evidence-/ })).toHaveAttribute('href', '/trust');
  await page.getByText('Points by rule', { exact: true }).click();
  await expect(page.getByRole('row', { name: /Provenance .*6 of 20/ })).toBeVisible();
});

test('3: works, followers, topics, frequent co-authors; a source’s own count next to ours if they differ', async ({ page }) => {
  await page.goto(yunquan);
  const counters = page.locator('dl', { hasText: 'frequent co-authors' }).first();
  for (const word of ['works', 'follower', 'topics', 'frequent co-authors']) await expect(counters).toContainText(word);
  await expect(counters).toContainText('22');
  await page.goto(`${yunquan}/sources`);
  const declared = region(page, 'Metrics reported by other sites').getByRole('row', { name: /^Works/ });
  await expect(declared.getByRole('cell')).toHaveText(['22', '9', '16']);
  await page.goto('/authors/daning-cheng/sources');
  await expect(page.getByText('6 works declared by BZPEER, 5 listed.').first()).toBeVisible();
});

test('4: following is next to its count, and asks a reader without a session to sign in', async ({ page }) => {
  await page.goto(yunquan);
  const follow = page.getByRole('link', { name: /^Follow \d/ });
  await expect(follow).toContainText(/\d+/);
  await follow.click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fauthors%2Fyunquan-zhang/);
});

test('5: every state of a claim has its own sentence and next step', async ({ page }) => {
  for (const [slug, sentence] of [
    ['yunquan-zhang', /Claim this profile to add your affiliation/],
    ['ines-duarte', /notice/i],
    ['tomas-okafor', /claimed/i],
  ] as const) {
    await page.goto(`/authors/${slug}`);
    await expect(page.getByRole('complementary', { name: 'About this profile' })).toContainText(sentence);
  }
  await page.goto(yunquan);
  await page.getByRole('complementary').getByRole('link', { name: 'Claim this profile' }).click();
  await expect(page).toHaveURL(/\/claim\/yunquan-zhang|\/sign-in/);
});

test('6: the conditions of an invitation are listed separately for both sides', async ({ page }) => {
  await page.goto(yunquan);
  const invite = region(page, 'Invite to collaborate');
  await expect(invite.getByRole('listitem')).toHaveCount(2);
  await expect(invite).toContainText('This profile is not claimed');
  await expect(invite).toContainText('To invite people, claim your own profile first');
  // If the owner accepts invitations, their purposes come before the claim of the profile.
  await page.goto('/authors/mara-lindqvist');
  await expect(region(page, 'Invite to collaborate').getByRole('list', { name: 'Open to' })).toContainText('Writing a paper together');
  const headings = page.getByRole('complementary', { name: 'About this profile' }).getByRole('heading');
  expect((await headings.allInnerTexts()).slice(0, 2)).toEqual(['Invite to collaborate', 'Who owns this profile']);
});

test('7: the first slice of the graph is a picture and a table with the same content, and each edge is explained', async ({ page }) => {
  await page.goto(yunquan);
  const picture = region(page, 'In the graph').locator('svg.slice');
  await expect(picture).toBeVisible();
  const around = region(page, 'Closest co-authors');
  const names = await around.getByRole('listitem').locator('a[href^="/authors/"]').allInnerTexts();
  expect(names.length).toBe(5);
  const nodes = await picture.locator('title').allTextContents();
  for (const name of names) expect(nodes).toContain(name);
  await around.getByRole('link', { name: '9 works with Daning Cheng' }).click();
  await expect(works(page)).toHaveCount(9);
});

test('8: a work shows type, date, source, title and abstract, marks the own name, and is listed under its year', async ({ page }) => {
  await page.goto('/authors/fei-yang');
  const years = await page.getByRole('region').getByRole('heading', { level: 3 }).allInnerTexts();
  expect(years.filter((year) => /^\d{4}$/.test(year))).toEqual(['2026', '2024', '2022', '2021', '2012']);
  const first = works(page).first();
  await expect(first).toContainText('Conference paper');
  await expect(first.locator('time')).toHaveAttribute('datetime', /^2026/);
  await expect(first).toContainText('ACL Anthology');
  await expect(first.locator('b', { hasText: 'Fei Yang' })).toBeVisible();
  await expect(first.getByText('Why is this listed?')).toBeVisible();
  await page.goto(`${yunquan}?type=preprint&order=title`);
  await expect(page.getByRole('link', { name: 'Title', exact: true })).toHaveAttribute('aria-current', 'true');
});

test('9: h-index, papers and citations have a source and a date, and implausible ones a warning', async ({ page }) => {
  await page.goto('/authors/wenguang-chen/sources');
  const figures = region(page, 'Metrics reported by other sites');
  await expect(figures.getByRole('row', { name: /^h-index/ })).toContainText('41');
  await expect(figures.getByRole('row', { name: /^Citations/ })).toContainText('1,989');
  await expect(figures.getByRole('columnheader', { name: /Scholar Feed/ }).locator('time')).toBeVisible();
  await expect(region(page, 'Scholar Feed')).toContainText('h-index 41, ');
  await expect(figures).toContainText('an h-index of 41 and lists 19 works');
});

test('10: imported scores have their source; ours have a method, a sample and a date, or the reason for their absence', async ({
  page,
}) => {
  await page.goto(`${yunquan}/sources`);
  const figures = region(page, 'Metrics reported by other sites');
  for (const name of ['Novelty', 'AI Score']) await expect(figures.getByRole('row', { name: new RegExp(`^${name}`) })).toContainText('57');
  const ours = region(page, 'Indicators');
  for (const method of ['novelty-1', 'signal-1']) await expect(ours).toContainText(method);
  await page.goto('/authors/wenguang-chen');
  await page.getByText('Why is this listed?').first().click();
  const scored = works(page).filter({ hasText: /Scholar Feed gives it an? [a-z ]+ of 34\.9/ });
  await expect(scored).toHaveCount(1);
  await expect(scored).toContainText('without saying how');
});

test('11: a category has its full name, and every date its year', async ({ page }) => {
  await page.goto(yunquan);
  await expect(works(page).filter({ hasText: 'FP=xINT' })).toContainText('Machine Learning');
  for (const date of await works(page).locator('time').allTextContents()) expect(date).toMatch(/\b\d{4}$/);
});

test('12: code is linked, promised or unknown, each with its evidence', async ({ page }) => {
  await page.goto(yunquan);
  const promised = works(page).filter({ hasText: 'Code announced, not linked' }).first();
  await promised.getByText('Why is this listed?').click();
  await expect(promised.getByRole('listitem').filter({ hasText: 'Code announced, not linked:' })).toBeVisible();
  const linked = works(page).filter({ has: page.getByRole('link', { name: 'Code linked' }) });
  await expect(linked).toHaveCount(1);
  await expect(linked.getByRole('link', { name: 'Code linked' })).toHaveAttribute('rel', /nofollow/);
});

test('13: formulas are rendered on the server, and no raw command is left', async ({ page }) => {
  await page.goto('/authors/daning-cheng?abstracts=open');
  await expect(page.locator('article b', { hasText: /^L$/ }).first()).toBeVisible();
  await page.goto('/authors/ines-duarte?abstracts=open');
  await expect(page.locator('article math').first()).toBeVisible();
  expect(
    await page.locator('article').evaluateAll((all) =>
      all
        .map((each) => each.cloneNode(true) as HTMLElement)
        .map((each) => {
          for (const source of each.querySelectorAll('annotation')) source.remove();
          return each.textContent ?? '';
        })
        .join(' '),
    ),
  ).not.toMatch(/\\[a-z]+/i);
});

test('14: name variants and people of similar names, and no doubt that rests on a guess', async ({ page }) => {
  await page.goto('/authors/wenguang-chen/sources');
  await expect(region(page, 'Names')).toContainText('WenGuang Chen');
  await page.goto('/authors/daning-cheng/sources');
  await expect(region(page, 'Names').getByRole('link', { name: 'Daning Chen', exact: true })).toBeVisible();
  await page.goto('/authors/fei-yang');
  await expect(page.getByRole('main')).not.toContainText('namesake');
});

test('15: co-authors with counts and years, venues, topics and affiliations', async ({ page }) => {
  await page.goto('/authors/fei-yang/topics');
  for (const name of ['Venues', 'Affiliations']) {
    await expect(region(page, name).getByRole('link').first()).toBeVisible();
  }
  await page.goto(`${yunquan}/topics`);
  await expect(page.getByRole('table', { name: 'Topics by year' }).getByRole('row', { name: /^Machine Learning/ })).toContainText(/\d+$/);
  await page.goto(yunquan);
  await page.getByRole('link', { name: /^All \d+ co-authors$/ }).click();
  await expect(page.getByRole('row').nth(1)).toContainText(/Daning Cheng.*9/);
});

test('16: any reader can report an error, in typed words, privately', async ({ page }) => {
  await page.goto(yunquan);
  await page.locator('summary', { hasText: 'More actions' }).click();
  await page.getByRole('link', { name: 'Report a problem' }).click();
  await expect(page.getByRole('main')).toContainText('What you send is private');
  for (const kind of ['Not the same person', 'Something is wrong', 'A work is missing', 'Two profiles are one person']) {
    await expect(page.getByRole('main').getByRole('link', { name: kind }).first()).toBeVisible();
  }
});

test('works by year: the table has the content of the chart, and each year links to its works', async ({ page }) => {
  await page.goto(yunquan);
  const figure = page.getByRole('figure', { name: 'Works by year, 2019 to 2026' });
  await figure.getByText('as a table').click();
  const counts = (await figure.locator('tbody td:last-child').allInnerTexts()).map(Number);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(22);
  const bars = (await figure.locator('svg title').allTextContents()).map((text) => Number(text.split(': ')[1]));
  expect(bars).toEqual(counts.filter((count) => count > 0));
  await figure.getByRole('link', { name: '2024' }).press('Enter');
  await expect(page).toHaveURL(/from=2024&to=2024#works$/);
  await expect(works(page)).toHaveCount(3);
});

test('a source links to its home page if one is known, and a fact to its source record', async ({ page }) => {
  await page.goto('/authors/fei-yang/sources');
  const anthology = page.getByRole('region', { name: 'ACL Anthology', exact: true });
  await expect(anthology.getByRole('link', { name: 'https://aclanthology.org/' })).toHaveAttribute('rel', /nofollow/);
  await expect(anthology).toContainText(/Last checked\s*\d+ \w+ \d{4}/);
  await page.goto('/authors/fei-yang');
  await works(page).last().getByRole('heading').getByRole('link').click();
  await page.getByText(/^Title · /).click();
  const title = page.locator('details', { hasText: /^Title · / });
  await expect(title.getByRole('link', { name: /ACL Anthology/ }).first()).toHaveAttribute('href', /^https:\/\/aclanthology\.org\//);
});

test('a former URL keeps its filters in the redirect', async ({ page, request }) => {
  await page.goto(`${yunquan}/sources`);
  const permanent = (await page.getByRole('link', { name: 'Permanent link' }).getAttribute('href')) ?? '';
  const moved = await request.get(`${permanent}?type=preprint&from=2024&abstracts=open`, { maxRedirects: 0 });
  expect(moved.status()).toBe(308);
  expect(moved.headers().location).toMatch(/\/authors\/yunquan-zhang\?from=2024&type=preprint&abstracts=open$/);
});
