import { spawnSync } from 'node:child_process';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { strongOrcid } from '../evidence.ts';
import { type Instance, startInstance } from '../instance.ts';
import { assignRecord, changeDatabase, markSessionsAsPasskey } from './instance-database.ts';
import { expectAccessible, signIn } from './pages.ts';

/** Splits, merges, an owner's statements about works, and reduced visibility, through the pages, with and without JavaScript. */
test.describe.configure({ mode: 'serial' });

let instance: Instance | undefined;
const sharedDataDir = process.env.E2E_DATA_DIR;

// A separate instance, because these changes of records would affect other tests.
test.beforeAll(async () => {
  instance = await startInstance();
  process.env.E2E_DATA_DIR = instance.dataDir;
});
test.afterAll(() => {
  process.env.E2E_DATA_DIR = sharedDataDir;
  return instance?.stop();
});

async function openSignedInPage(browser: Browser, email: string, next = '/me', { script = true, width = 1440 } = {}): Promise<Page> {
  const page = await openPage(browser, { script, width });
  await signIn(page, email, next);
  return page;
}

const openPage = async (browser: Browser, { script = true, width = 1440 } = {}): Promise<Page> => {
  const viewport = { width, height: 900 };
  return (await browser.newContext({ baseURL: instance?.url ?? '', javaScriptEnabled: script, viewport })).newPage();
};

/** Runs `npm run accounts -- …` on the instance's database, as the operator does. */
function runAccountsCommand(...args: string[]): number | null {
  const env = { ...process.env, ...instance?.env, DATABASE_URL: instance?.env.E2E_DATABASE_URL, NODE_NO_WARNINGS: '1' };
  return spawnSync(process.execPath, [databaseFlag(), 'lib/portal/accounts/cli.ts', ...args], { env, encoding: 'utf8' }).status;
}

const fei = '/authors/fei-yang';
const signTitle = 'Recognition of Nonmanual Markers in American Sign Language';
const works = (page: Page) => page.getByRole('article');

/** Reloads a page until the check passes, because jobs update records. */
async function expectEventually(page: Page, path: string, check: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await check();
  }).toPass({ timeout: 180_000 });
}

test('a member proposes that a work leaves a record, and sees the result before the request', async ({ browser }) => {
  const mara = await openSignedInPage(browser, 'mara@example.org', `${fei}/split`);
  await expectAccessible(mara);
  await expect(mara.getByRole('region', { name: 'What raises the question' })).toContainText('No work between 2012 and 2021');
  await expect(mara.getByRole('group', { name: /^Group A/ })).toBeVisible();
  await expect(mara.getByText('co-authors in common').first()).toBeVisible();
  await mara.getByRole('checkbox', { name: new RegExp(signTitle) }).check();
  await mara.getByRole('button', { name: 'Preview the change' }).click();
  await expect(mara.getByRole('heading', { level: 1 })).toHaveText('What the split would do');
  const row = (name: string) => mara.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Works')).toContainText('6');
  await expect(row('Works').getByRole('cell').nth(2)).toHaveText('1');
  await expect(row('Years').getByRole('cell').nth(1)).toHaveText('2021–2026');
  await expect(row('Years').getByRole('cell').nth(2)).toHaveText('2012');
  await expectAccessible(mara);
  await mara.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(mara);
  await mara.getByLabel('How do you know').fill('Another field, nine years apart, no co-author in common.');
  await mara.getByRole('button', { name: 'Propose this split' }).click();
  await expect(mara.getByText('Sent to the reviewers')).toBeVisible();
  await expect(mara.getByText('Nothing has been merged or split.')).toBeVisible();
});

test('the operator decides, the record is split, and the history lists it without the person who asked', async ({ browser }) => {
  const op = await openSignedInPage(browser, 'op@example.org');
  expect(runAccountsCommand('grant-admin', 'op@example.org')).toBe(0);
  await markSessionsAsPasskey('op@example.org', instance?.env);
  await op.goto('/review?kind=merge');
  await op
    .getByRole('link', { name: /Fei Yang/ })
    .first()
    .click();
  await op.getByText('Split the works off').first().click();
  await op.getByRole('button', { name: 'Split the works off' }).click();
  await expect(op.getByText('It is decided')).toBeVisible();
  const reader = await openPage(browser);
  await expectEventually(reader, fei, async () => {
    await expect(works(reader)).toHaveCount(5, { timeout: 1000 });
    await expect(reader.getByText('No sign of a namesake')).toBeVisible({ timeout: 1000 });
  });
  await expect(reader.getByText(signTitle)).toHaveCount(0);
  await expectEventually(reader, `${fei}-2`, () => expect(works(reader)).toHaveCount(1, { timeout: 1000 }));
  await expect(reader.getByText(signTitle).first()).toBeVisible();
  await reader.goto(`${fei}/history`);
  await expectAccessible(reader);
  await expect(reader.getByText('1 work left for a new profile')).toBeVisible();
  await expect(reader.getByRole('button', { name: 'Undo this split' })).toHaveCount(0);
  expect(await reader.content()).not.toMatch(/mara|Another field/i);
});

test('the operator undoes it, without script: everything is restored, and the second URL redirects back', async ({ browser }) => {
  const op = await openSignedInPage(browser, 'op@example.org', `${fei}/history`, { script: false, width: 390 });
  await op.getByRole('button', { name: 'Undo this split' }).click();
  await expect(op.getByText('Sign in with your passkey first')).toBeVisible();
  await markSessionsAsPasskey('op@example.org', instance?.env);
  await op.getByRole('button', { name: 'Undo this split' }).click();
  await expect(op.getByText('It is undone')).toBeVisible();
  await expectEventually(op, `${fei}-2`, async () => {
    expect(new URL(op.url()).pathname).toBe(fei);
    await expect(works(op)).toHaveCount(6, { timeout: 1000 });
    await expect(op.getByText('No sign of a namesake')).toHaveCount(0, { timeout: 1000 });
  });
});

for (const script of [true, false]) {
  test(`an owner with proof of control splits at once, and undoes it (${script ? 'with' : 'without'} script)`, async ({ browser }) => {
    const owner = await openSignedInPage(browser, 'fei@example.org', '/me', { script });
    if (script) await assignRecord('fei@example.org', 'fei-yang', strongOrcid('0000-0002-1825-0097', '10.1234/shared'), instance?.env);
    await expectEventually(owner, `${fei}/trust`, () =>
      expect(owner.getByRole('heading', { name: /L3/ }).first()).toBeVisible({ timeout: 1000 }),
    );
    await owner.goto(`${fei}/split`);
    await owner.getByRole('checkbox', { name: new RegExp(signTitle) }).check();
    await owner.getByRole('button', { name: 'Preview the change' }).click();
    await owner.getByLabel('How do you know').fill('I am not that person.');
    await owner.getByRole('button', { name: 'Split the profile' }).click();
    await expect(owner.getByText('It is done.')).toBeVisible();
    await expectEventually(owner, fei, () => expect(works(owner)).toHaveCount(5, { timeout: 1000 }));
    await owner.goto(`${fei}/history`);
    await owner.getByRole('button', { name: 'Undo this split' }).click();
    await expect(owner.getByText('It is undone')).toBeVisible();
    await expectEventually(owner, fei, () => expect(works(owner)).toHaveCount(6, { timeout: 1000 }));
  });

  test(`an owner states which works are theirs (${script ? 'with' : 'without'} script)`, async ({ browser }) => {
    const owner = await openSignedInPage(browser, 'fei@example.org', '/me', { script });
    await owner.goto(fei);
    await owner.getByRole('link', { name: 'Confirm your works' }).click();
    await owner.getByRole('link', { name: 'All', exact: true }).click();
    if (script) await expectAccessible(owner);
    const word = (opinion: string) => owner.getByRole('group', { name: new RegExp(signTitle) }).getByLabel(opinion, { exact: true });
    await word('Not mine').check();
    await owner.getByRole('button', { name: 'Save answers' }).click();
    await expect(owner.getByText('Saved for')).toBeVisible();
    await expectEventually(owner, fei, () => expect(works(owner)).toHaveCount(5, { timeout: 1000 }));
    const bibtex = await (await owner.request.get(`${fei}/works/cite.bib`)).text();
    expect(bibtex).not.toContain('Nonmanual');
    await owner.goto(`${fei}/review?show=all`);
    await owner.getByRole('button', { name: 'All 6 on this page are mine' }).click();
    await expect(owner.getByText('Saved for 6 works')).toBeVisible();
    await expectEventually(owner, fei, () => expect(works(owner)).toHaveCount(6, { timeout: 1000 }));
    await owner.locator('summary', { hasText: 'Why is this listed?' }).first().click();
    await expect(owner.getByText('Confirmed by the owner of this profile on').first()).toBeVisible();
    await owner.goto(`${fei}/review`);
    await expect(owner.getByText('You have answered for every work.')).toBeVisible();
    const stranger = await openSignedInPage(browser, 'somebody@example.org', '/me', { script });
    await stranger.goto(`${fei}/review`);
    await expect(stranger.getByText('This profile is not yours')).toBeVisible();
  });
}

/** Moves the first work of one record to another, and returns the key of the authorship. */
async function moveFirstWork(from: string, to: string, authorship?: number): Promise<number> {
  let key = authorship ?? 0;
  await changeDatabase(async (tx) => {
    const first = 'select min(s.key) as key from authorships s join authors a on a.key = s.author_key where a.slug = ?';
    key ||= Number((await tx.query<{ key: number }>(first, [], [from]))[0]?.key);
    const update = 'update authorships set author_key = (select key from authors where slug = ?) where key = ? returning key';
    await tx.execute(update, [], [to, key]);
  }, instance?.env);
  return key;
}

test('a merge is previewed before it is requested; two records with a joint work get a warning', async ({ browser }) => {
  const mara = await openSignedInPage(browser, 'mara@example.org', '/authors/daning-cheng/merge');
  await expectAccessible(mara);
  await mara.getByLabel('The other profile').fill('/authors/nobody-at-all');
  await mara.getByRole('button', { name: 'Preview the change' }).click();
  await expect(mara.locator(':focus').getByRole('alert')).toContainText('The other profile or work does not exist');
  await mara.getByLabel('The other profile').fill('/authors/yunquan-zhang');
  await mara.getByRole('button', { name: 'Preview the change' }).click();
  await expect(mara.getByText(/^Note: Both are authors of|Both are authors of \d+ works/).first()).toBeVisible();
  await mara.goto('/authors/daning-cheng/merge?with=daning-chen');
  await expect(
    mara
      .getByRole('row', { name: /^Works/ })
      .getByRole('cell')
      .last(),
  ).toHaveText('12');
  await expectAccessible(mara);
  await mara.getByLabel('How do you know').fill('One letter, the same co-authors.');
  // A work is moved before she submits: the preview is shown again, with her text.
  const authorship = await moveFirstWork('daning-cheng', 'fei-yang');
  await mara.getByRole('button', { name: 'Propose this merge' }).click();
  await expect(mara.getByText('The profile has changed in the meantime')).toBeVisible();
  await expect(mara.getByLabel('How do you know')).toHaveValue('One letter, the same co-authors.');
  await mara.getByRole('button', { name: 'Propose this merge' }).click();
  await expect(mara.getByText('Sent to the reviewers')).toBeVisible();
  await moveFirstWork('fei-yang', 'daning-cheng', authorship);
  const op = await openSignedInPage(browser, 'op@example.org', '/review?kind=merge');
  await markSessionsAsPasskey('op@example.org', instance?.env);
  await op
    .getByRole('link', { name: /Daning Cheng/ })
    .first()
    .click();
  await op.getByRole('button', { name: 'Merge the two profiles' }).click();
  await expect(op.getByText('It is decided')).toBeVisible();
  await expectEventually(op, '/authors/daning-chen', async () => {
    expect(new URL(op.url()).pathname).toBe('/authors/daning-cheng');
    await expect(works(op)).toHaveCount(12, { timeout: 1000 });
  });
  await op.goto('/authors/daning-cheng/history');
  await op.getByRole('button', { name: 'Undo this merge' }).click();
  await expect(op.getByText('It is undone')).toBeVisible();
  await expectEventually(op, '/authors/daning-chen', () => expect(works(op)).toHaveCount(1, { timeout: 1000 }));
});

for (const script of [true, false]) {
  test(`a proposed merge is listed for its proposer until it is withdrawn, and can be proposed again (${script ? 'with' : 'without'} script)`, async ({
    browser,
  }) => {
    const email = `withdraws-${script}@example.org`;
    const merge = '/authors/yunquan-zhang/merge?with=lena-brandt';
    const asker = await openSignedInPage(browser, email, merge, { script, width: script ? 1440 : 390 });
    const proposes = async () => {
      await asker.goto(merge);
      await asker.getByLabel('How do you know').fill('They share a desk.');
      await asker.getByRole('button', { name: 'Propose this merge' }).click();
      await expect(asker.getByText('Sent to the reviewers')).toBeVisible();
    };
    await proposes();
    const op = await openSignedInPage(browser, 'op@example.org', '/review?kind=merge');
    await markSessionsAsPasskey('op@example.org', instance?.env);
    await op
      .getByRole('link', { name: /Yunquan Zhang/ })
      .first()
      .click();
    await op.locator('#reject-reason').selectOption('not_same');
    await asker.goto('/me');
    await expect(asker.getByRole('listitem').filter({ hasText: 'Your merges and splits' })).toContainText('1 open');
    await asker.getByRole('link', { name: 'Your merges and splits' }).click();
    const list = asker.getByRole('region', { name: 'Your merges and splits' });
    await expect(list).toContainText('Merge Lena Brandt into Yunquan Zhang');
    await expect(list).toContainText('not decided yet. Your reason: They share a desk.');
    if (script) await expectAccessible(asker);
    const stale = await asker.context().newPage();
    await stale.goto('/me/network');
    await list.getByRole('button', { name: 'Withdraw this merge' }).click();
    await expect(list).toContainText('Your proposal is withdrawn');
    await expect(list).toContainText(/Proposed on .*, withdrawn\./);
    await expect(list.getByRole('button')).toHaveCount(0);
    await stale.getByRole('button', { name: 'Withdraw this merge' }).click();
    await expect(stale.getByRole('main').getByRole('alert')).toContainText('This proposal cannot be withdrawn');
    await op.getByRole('button', { name: 'Keep them apart' }).click();
    await expect(op.getByText('This case is closed')).toBeVisible();
    await op.reload();
    await expect(op.getByText('It was withdrawn, so there is nothing to decide.')).toBeVisible();
    await expect(op.getByRole('button', { name: 'Keep them apart' })).toHaveCount(0);
    await proposes();
    await asker.getByRole('link', { name: 'withdraw your proposal' }).click();
    await list.getByRole('button', { name: 'Withdraw this merge' }).click();
    await expect(list).toContainText('Your proposal is withdrawn');
    await expect(list.getByRole('listitem')).toHaveCount(2);
  });
}

test('a name is hidden without an account, after a review; an owner with a strong proof does that at once', async ({ browser }) => {
  const visitor = await openPage(browser, { script: false });
  await visitor.goto('/visibility?record=yongchao-liu');
  await visitor.getByLabel('Not shown at all').check();
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Your request is saved')).toBeVisible();
  await visitor.goto('/visibility?record=nobody-at-all');
  await visitor.getByLabel('Not shown at all').check();
  await visitor.getByLabel('Your email address (optional)').fill('nobody@example.org');
  await visitor.getByRole('button', { name: 'Send' }).click();
  await expect(visitor.getByText('Your request is saved')).toBeVisible();
  const op = await openSignedInPage(browser, 'op@example.org', '/review?kind=suppression');
  await markSessionsAsPasskey('op@example.org', instance?.env);
  await op
    .getByRole('link', { name: /Yongchao Liu/ })
    .first()
    .click();
  // The requester might be a reviewer, so two reviewers must agree.
  await expect(op.getByText('Two reviewers must agree')).toBeVisible();
  const question = new URL(op.url()).pathname;
  await op.getByRole('button', { name: 'Do as was asked' }).click();
  await expect(op.getByText('Waiting for a second reviewer')).toBeVisible();
  const second = await openSignedInPage(browser, 'op-two@example.org', '/me');
  expect(runAccountsCommand('grant-admin', 'op-two@example.org')).toBe(0);
  await markSessionsAsPasskey('op-two@example.org', instance?.env);
  await second.goto(question);
  await second.getByRole('button', { name: 'Do as was asked' }).click();
  await expect(second.getByText('It is decided')).toBeVisible();
  expect((await visitor.goto('/authors/yongchao-liu'))?.status()).toBe(404);
  await op.goto('/visibility?record=yongchao-liu');
  await expectAccessible(op);
  await op.getByLabel('Shown', { exact: true }).check();
  await op.getByRole('button', { name: 'Send' }).click();
  // One admin alone does not show again what reviewers have hidden.
  await expect(op.getByText('Your request is saved')).toBeVisible();
  expect((await visitor.goto('/authors/yongchao-liu'))?.status()).toBe(404);
  const owner = await openSignedInPage(browser, 'fei@example.org', '/me/records/fei-yang');
  await owner.getByRole('link', { name: 'Change how your name is shown' }).click();
  await owner.getByLabel('Not shown at all').check();
  await owner.getByRole('button', { name: 'Send' }).click();
  await expect(owner.getByText('It is set: not shown at all')).toBeVisible();
  for (const rest of ['', '/history', '/split', '/merge', '/review', '/trust', '/sources', '/works/cite.bib', '/feed.atom']) {
    expect((await visitor.goto(`${fei}${rest}`, { waitUntil: 'commit' }).catch(() => null))?.status() ?? 404, rest).toBe(404);
  }
});
