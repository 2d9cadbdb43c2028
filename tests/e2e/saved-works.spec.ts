import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible, outboxPath, pressUntilAnswered, signIn } from './pages.ts';

const runId = Date.now().toString(36);

async function openMemberPage(browser: Browser, name: string, script: boolean): Promise<Page> {
  const page = await (
    await browser.newContext({ javaScriptEnabled: script, viewport: { width: script ? 1440 : 390, height: 900 } })
  ).newPage();
  await signIn(page, `${name}-${script ? 'with' : 'without'}-${runId}@example.org`, '/me/saved');
  return page;
}

/** Returns the titles and paths of the first works of a search. */
async function findWorks(page: Page, max: number): Promise<{ title: string; path: string }[]> {
  await page.goto('/search?q=learning&kind=works');
  const links = page.getByRole('main').locator('article :is(h2, h3) a[href^="/works/"]');
  await expect(links.nth(max - 1)).toBeVisible();
  const found = await links.evaluateAll((all) =>
    all.map((each) => ({ title: each.textContent ?? '', path: each.getAttribute('href') ?? '' })),
  );
  return found.slice(0, max);
}

const saveButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^save / });
const removeButton = (page: Page) => page.getByRole('main').getByRole('button', { name: /^remove from saved / });
const entries = (page: Page) => page.getByRole('main').getByRole('article');

for (const script of [true, false]) {
  test(`a member saves works from a search, their pages and the feed, downloads them and removes one (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const page = await openMemberPage(browser, 'keeper', script);
    const check = () => (script ? expectAccessible(page) : Promise.resolve());
    await expect(page.getByText('Nothing is saved yet.')).toBeVisible();
    await check();
    const works = await findWorks(page, 2);
    await pressUntilAnswered(
      entries(page)
        .first()
        .getByRole('button', { name: /^save / }),
    );
    await expect(
      entries(page)
        .first()
        .getByRole('button', { name: /^remove from saved / }),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/search\?q=learning&kind=works/);
    await check();
    const path = works[1]?.path ?? '';
    await page.goto(path);
    await pressUntilAnswered(saveButton(page));
    await expect(removeButton(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    if (script) await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeAttached();
    await check();
    // The reloaded page shows the same.
    await page.reload();
    await expect(removeButton(page)).toBeVisible();

    await page.locator('header summary', { hasText: 'Account of' }).click();
    await page.locator('header').getByRole('link', { name: 'Saved works' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Saved works');
    await expect(entries(page).getByRole('heading', { level: 2 })).toHaveText(works.toReversed().map(({ title }) => title));
    await expect(entries(page).first().getByRole('link', { name: 'cite' })).toBeVisible();
    await check();

    const bibtex = await page.request.get('/me/saved/cite.bib');
    expect((await bibtex.text()).match(/^@/gm)).toHaveLength(2);
    expect(bibtex.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': 'attachment; filename="saved-works.bib"',
    });
    expect(await (await page.request.get('/me/saved/cite.json')).json()).toHaveLength(2);
    expect((await (await page.request.get('/me/saved/cite.ris')).text()).match(/^TY {2}-/gm)).toHaveLength(2);

    await pressUntilAnswered(removeButton(page).first());
    if (script) await expect(saveButton(page)).toBeVisible();
    await page.goto('/me/saved');
    await expect(entries(page)).toHaveCount(1);

    await page.goto('/authors/yunquan-zhang');
    await pressUntilAnswered(page.getByRole('button', { name: /^Follow Yunquan Zhang/ }));
    await expect(page.getByRole('button', { name: /^Following Unfollow Yunquan Zhang/ })).toBeVisible();
    await page.goto('/feed');
    const first = page.getByRole('list', { name: 'Your feed' }).getByRole('article').first();
    const title = (await first.getByRole('heading').textContent()) ?? '';
    await pressUntilAnswered(first.getByRole('button', { name: /^save / }));
    await expect(first.getByRole('button', { name: /^remove from saved / })).toBeVisible();
    await check();
    await page.goto('/me/saved');
    await expect(entries(page).first().getByRole('heading', { level: 2 })).toHaveText(title);
  });
}

test('a visitor signs in, returns to the work, and has saved it; saved works of others are on no page and in no file', async ({
  browser,
}) => {
  const keeper = await openMemberPage(browser, 'private', true);
  const [work] = await findWorks(keeper, 1);
  const path = work?.path ?? '';
  await keeper.goto(path);
  await pressUntilAnswered(saveButton(keeper));
  await expect(removeButton(keeper)).toBeVisible();

  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(path);
  expect(await visitor.content()).not.toContain('remove from saved');
  expect((await visitor.request.get('/me/saved/cite.bib')).status()).toBe(404);
  expect(await (await visitor.request.get('/search?q=learning&kind=works')).text()).not.toContain('remove from saved');
  expect((await visitor.request.get('/api/saved-works/among?work=x')).status()).toBe(401);
  // Requests from the same machine are offered the demo sign-in too.
  await visitor.request.get(outboxPath(), { maxRedirects: 0 });
  await visitor
    .getByRole('main')
    .getByRole('link', { name: `save ${work?.title}` })
    .click();
  await expect(visitor.getByText(`After you sign in you will save “${work?.title}”`)).toBeVisible();
  await expectAccessible(visitor);
  const asked = new URL(visitor.url()).searchParams;
  expect(asked.get('next')).toBe(path);
  for (const form of ['ask', 'demo'])
    await expect(visitor.locator(`form[action="/api/auth/${form}"] input[name="save"]`).first()).toHaveValue(asked.get('save') ?? '');
  await expect(visitor.getByRole('link', { name: 'Sign in with a passkey' })).toHaveAttribute('href', /[?&]save=/);
  await signIn(visitor, `visitor-${runId}@example.org`, path, { save: asked.get('save') ?? '' });
  await expect(removeButton(visitor)).toBeVisible();
  expect(await (await visitor.request.get('/me/saved/cite.json')).json()).toHaveLength(1);

  // A made-up `save` parameter shows no promise.
  await visitor.goto('/sign-in?save=nothing');
  await expect(visitor.getByText('After you sign in')).toHaveCount(0);
});

test('a cached list links the page of a work; for a member with script it saves in place', async ({ browser }) => {
  const visitor = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  for (const path of ['/authors/kairong-luo', '/topics/machine-learning']) {
    await visitor.goto(path);
    await entries(visitor).first().getByRole('link', { name: 'save', exact: true }).click();
    await expect(visitor).toHaveURL(/\/works\/[0-9a-z]+#save$/);
    await expect(visitor.getByRole('main').getByRole('link', { name: /^save ./ })).toBeVisible();
  }

  const page = await openMemberPage(browser, 'lists', true);
  await page.goto('/authors/kairong-luo');
  await pressUntilAnswered(saveButton(page).first());
  await expect(removeButton(page)).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'is saved' })).toBeAttached();
  await expectAccessible(page);
  const title = (await entries(page).first().getByRole('heading').textContent()) ?? '';
  await page.goto('/topics/machine-learning');
  await expect(saveButton(page).first()).toBeVisible();
  await page.goto('/authors/kairong-luo');
  await expect(page.getByRole('button', { name: `remove from saved ${title}` })).toBeVisible();
  await page.goto('/authors/kairong-luo?select=on');
  await expect(saveButton(page)).toHaveCount(0);
  await page.goto('/me/saved');
  await expect(entries(page).getByRole('heading', { level: 2 })).toHaveText([title]);

  const asked = (works: number) =>
    page.request.get(`/api/saved-works/among?${new URLSearchParams(Array.from({ length: works }, () => ['work', 'x']))}`);
  expect(await (await asked(200)).json()).toEqual({ saved: [] });
  expect((await asked(201)).status()).toBe(400);
});
