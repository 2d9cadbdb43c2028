import { expect, test } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { withInstanceStore } from './instance-database.ts';
import { moveClock, timeAfter } from './move-clock.ts';
import { signIn } from './pages.ts';
import { connectOrcid, createOrcid, stubResponse } from './trust-steps.ts';

/** An owner is told of works that their ORCID record has got, and chooses what to add. */
test.describe.configure({ mode: 'serial', timeout: 240_000 });

const profile = '/authors/mara-lindqvist';
const orcid = createOrcid(93);
const kelp = { title: 'Kelp Forests at Low Light', doi: '10.5555/kelp', contributors: ['Mara Lindqvist', 'Vera Kell'] };
const notes = { title: 'Field Notes', contributors: ['Mara Lindqvist'] };
const soon = { timeout: 90_000 };

/** Waits until no check of Mara’s ORCID record is due on a day, and so many are planned for later. */
const planned = (day: number, later: unknown) =>
  expect
    .poll(
      () =>
        withInstanceStore(async (store) => {
          const { jobs } = await import('#lib/platform/db/schema/jobs.ts');
          const { authors } = await import('#lib/platform/db/schema/authors.ts');
          const [mara] = await store.reader.select({ id: authors.id }).from(authors).where(eq(authors.slug, 'mara-lindqvist'));
          const checks = await store.reader.select().from(jobs).where(eq(jobs.kind, 'check-orcid'));
          const isHers = ({ payload }: (typeof checks)[number]) => (payload as { authorId?: string }).authorId === mara?.id;
          const waiting = checks.filter((check) => isHers(check) && (check.state === 'waiting' || check.state === 'running'));
          const due = waiting.filter(({ runAt }) => runAt <= timeAfter(day));
          return { due: due.length, later: waiting.length - due.length };
        }),
      soon,
    )
    .toEqual({ due: 0, later });

/** Moves the time so many days ahead. The check that is due is done; the worker's next round, an hour later, plans another. */
async function moveTo(day: number): Promise<void> {
  await moveClock(day);
  await planned(day, expect.any(Number));
  await moveClock(day + 0.1);
  await planned(day, 1);
}

test('a new work on the ORCID record is announced a week later; the owner adds it, and it is not announced again', async ({ browser }) => {
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await stubResponse(process.env.E2E_ORCID, orcid, []);
  await signIn(page, 'mara@example.org', '/me/records/mara-lindqvist/add');
  await connectOrcid(page, orcid);
  await moveTo(1);

  await stubResponse(process.env.E2E_ORCID, orcid, [kelp, notes]);
  await moveTo(9);
  const news = page.getByText('Your ORCID record has 2 new works', { exact: true });
  await expect(async () => {
    await page.goto('/notifications');
    await expect(news).toHaveCount(1, { timeout: 500 });
  }).toPass(soon);
  await page.getByText('They are not on the profile of Mara Lindqvist.').first().waitFor();
  const anybody = await (await browser.newContext()).newPage();
  await anybody.goto(profile);
  await expect(anybody.getByText(kelp.title)).toHaveCount(0);

  await news.click();
  await expect(page).toHaveURL(/\/me\/records\/mara-lindqvist\/add/);
  await page.getByRole('button', { name: 'Read my ORCID record' }).click();
  const works = page.getByRole('region', { name: 'Choose what to add' });
  for (const { title } of [kelp, notes]) await expect(works.getByText(title, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add the selected works' }).click();
  await expect(page.getByText('The works are on your profile.')).toBeVisible();
  await expect(async () => {
    await anybody.goto(profile);
    for (const { title } of [kelp, notes])
      await expect(anybody.getByRole('article').filter({ hasText: title })).toHaveCount(1, { timeout: 500 });
  }).toPass(soon);

  await moveTo(18);
  await page.goto('/notifications');
  await expect(news).toHaveCount(1);
  await expect(page.getByText('Your ORCID record has a new work')).toHaveCount(0);
  await anybody.close();
});
