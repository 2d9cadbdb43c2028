import { expect, test } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { withInstanceStore } from './instance-database.ts';
import { moveClock, timeAfter } from './move-clock.ts';
import { signIn } from './pages.ts';
import { connectOrcid, createOrcid, stubResponse } from './trust-steps.ts';

/** An owner is notified of new works on their ORCID record and chooses which to add. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const profile = '/authors/mara-lindqvist';
const orcid = createOrcid(93);
const kelp = { title: 'Kelp Forests at Low Light', doi: '10.5555/kelp', contributors: ['Mara Lindqvist', 'Vera Kell'] };
const notes = { title: 'Field Notes', contributors: ['Mara Lindqvist'] };
const longTimeout = { timeout: 90_000 };

/** Waits until no check of Mara’s ORCID record is due on a day and the given number is planned for later. */
const expectPlannedChecks = (day: number, later: unknown) =>
  expect
    .poll(
      () =>
        withInstanceStore(async (store) => {
          const { jobs } = await import('#lib/platform/db/schema/jobs.ts');
          const { authors } = await import('#lib/platform/db/schema/authors.ts');
          const [mara] = await store.reader.select({ id: authors.id }).from(authors).where(eq(authors.slug, 'mara-lindqvist'));
          const checks = await store.reader.select().from(jobs).where(eq(jobs.kind, 'check-orcid'));
          const isMaras = ({ payload }: (typeof checks)[number]) => (payload as { authorId?: string }).authorId === mara?.id;
          const waiting = checks.filter((check) => isMaras(check) && (check.state === 'waiting' || check.state === 'running'));
          const due = waiting.filter(({ runAt }) => runAt <= timeAfter(day));
          return { due: due.length, later: waiting.length - due.length };
        }),
      longTimeout,
    )
    .toEqual({ due: 0, later });

/** Moves the clock to a day and waits for the due check, then to the worker's next round, which plans another check. */
async function advanceTo(day: number): Promise<void> {
  await moveClock(day);
  await expectPlannedChecks(day, expect.any(Number));
  await moveClock(day + 0.1);
  await expectPlannedChecks(day, 1);
}

test('a new work on the ORCID record is announced a week later; the owner adds it, and it is not announced again', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stubResponse(process.env.E2E_ORCID, orcid, []);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await connectOrcid(page, orcid);
  await advanceTo(1);

  await stubResponse(process.env.E2E_ORCID, orcid, [kelp, notes]);
  await advanceTo(9);
  const news = page.getByText('Your ORCID record has 2 new works', { exact: true });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(news).toHaveCount(1, { timeout: 500 });
  }).toPass(longTimeout);
  await page.getByText('They are not on the profile of Mara Lindqvist.').first().waitFor();
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(profile);
  await expect(visitor.getByText(kelp.title)).toHaveCount(0);

  await news.click();
  await expect(page).toHaveURL(/\/me\/records\/mara-lindqvist\/add/);
  await page.getByRole('button', { name: 'Read my ORCID record' }).click();
  const works = page.getByRole('region', { name: 'Choose what to add' });
  for (const { title } of [kelp, notes]) await expect(works.getByText(title, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  await expect(async () => {
    await visitor.goto(profile);
    for (const { title } of [kelp, notes])
      await expect(visitor.getByRole('article').filter({ hasText: title })).toHaveCount(1, { timeout: 500 });
  }).toPass(longTimeout);

  await advanceTo(18);
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);
  await expect(page.getByText('Your ORCID record has a new work')).toHaveCount(0);
  await visitor.close();
});
