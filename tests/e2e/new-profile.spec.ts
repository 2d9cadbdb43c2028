import { expect, test } from '@playwright/test';
import sharp from 'sharp';
import { proveControl } from './instance-database.ts';
import { expectAccessible, openPage, pressUntilAnswered, signIn } from './pages.ts';

/** A person in no source creates a profile. Lists, searches and counts do not show it, so other tests are not affected. */
test.describe.configure({ mode: 'serial' });

for (const script of [true, false]) {
  const [name, file] = script ? ['Leocadia Brandwijk', 'leocadia-brandwijk'] : ['Wenzel Ostrowick', 'wenzel-ostrowick'];
  const email = `${file}@example.org`;
  /** The short address stays free for a person whom a source names. */
  let slug = '';
  test(`a newcomer creates a profile ${script ? 'from a pasted text' : 'by hand, without script'}`, async ({ browser }) => {
    const page = await openPage(browser, script);
    await page.goto(`/search?q=${encodeURIComponent(name)}`);
    await page.getByRole('link', { name: 'Create a profile' }).click();
    await expect(page).toHaveURL(/\/sign-in/);
    await signIn(page, email, '/me/new-profile');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('button', { name: 'Look for this name' }).click();
    await expect(page.getByRole('heading', { name: 'Are you one of these?' })).toHaveCount(0);
    if (script) {
      await expectAccessible(page);
      const mine = `@article{one, title={Tides Under a Wooden Pier}, author={${name} and Aldous Kerrigan}, year={2021}}`;
      await page.getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate').fill(mine);
      await page.getByRole('button', { name: 'Read the works' }).click();
    } else {
      await page.getByText('Enter one work by hand').click();
      await page.getByLabel('Title').fill('Bells Heard Across a Frozen Bay');
      await page.getByLabel('Date').fill('2019');
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Choose your works' })).toBeVisible();
    if (script) await expectAccessible(page);
    await page.getByRole('button', { name: 'Create the profile' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await expect(page).toHaveURL(new RegExp(`/authors/${file}-[a-z0-9]+(#|$)`));
    slug = new URL(page.url()).pathname.slice('/authors/'.length);
    await expect(page.getByText('Created by its owner, and not listed yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add a proof' })).toBeVisible();
    if (script) await expectAccessible(page);
    await page.goto('/me/new-profile');
    await expect(page.getByText('You own a profile already')).toBeVisible();
  });

  test(`${name} states where they work, and their part in the work ${script ? '' : 'without script'}`, async ({ browser }) => {
    // Pins, roles and a photo need more than a created profile without proofs.
    await proveControl(slug);
    const page = await openPage(browser, script);
    await signIn(page, email, `/me/records/${slug}`);
    if (script) await expectAccessible(page);
    await page.goto(`/me/records/${slug}/career`);
    if (script) await expectAccessible(page);
    const position = page.getByRole('group', { name: 'Position 1' });
    await position.getByLabel('Position').fill('Reader in tides');
    await position.getByLabel('From').fill('2021');
    await page.getByRole('button', { name: 'Save positions and education' }).click();
    await expect(page.getByText('Enter the organisation, or clear the whole entry.')).toBeVisible();
    await expect(position.getByLabel('Position')).toHaveValue('Reader in tides');
    await position.getByLabel('Organisation').fill('Harbour <b>College');
    await page.getByRole('button', { name: 'Save positions and education' }).click();
    await expect(page).toHaveURL(/saved=career/);
    await page.goto(`/me/records/${slug}/about`);
    await page.getByText('More: pronouns').click();
    await page.getByRole('textbox', { name: 'Pronouns' }).fill('they/them');
    await page.getByRole('button', { name: 'Save profile' }).click();
    await expect(page).toHaveURL(/saved=about/);
    await page.goto(`/me/records/${slug}/pinned`);
    await page.getByRole('button', { name: 'Pin it' }).click();
    await page.getByLabel('A note beside it').fill('Begun on a ferry.');
    await pressUntilAnswered(page.getByRole('button', { name: 'Save the note' }));
    await expect(async () => {
      await page.goto(`/authors/${slug}`);
      await expect(page.getByText('“Begun on a ferry.”')).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.goto(`/me/records/${slug}/credits`);
    await page.getByLabel('Methodology').check();
    await page.getByLabel('Writing – original draft').check();
    await page.getByRole('button', { name: 'Save roles' }).click();
    await expect(page.getByText('Methodology, Writing – original draft')).toBeVisible();
    if (script) await expectAccessible(page);
    await page.goto(`/authors/${slug}`);
    await expect(page.getByRole('region', { name: 'Positions' })).toContainText('Harbour <b>College · since 2021');
    await expect(page.getByText('they/them')).toBeVisible();
    if (script) await expectAccessible(page);
    await page.goto(`/me/records/${slug}/picture`);
    await page.locator('#photo-file').setInputFiles({ name: 'me.svg', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await page.getByRole('button', { name: 'Upload the photo' }).click();
    await expect(page.getByText('The photo cannot be read')).toBeVisible();
    if (script) await expect(page.locator(':focus').getByRole('alert')).toContainText('The photo cannot be read');
    const portrait = await sharp({
      create: { width: 2_400, height: 3_000, channels: 3, background: '#335577', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    await page.locator('#photo-file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: portrait });
    await page.getByRole('button', { name: 'Upload the photo' }).click();
    await expect(page).toHaveURL(/saved=picture/);
    await page.goto(`/authors/${slug}`);
    const shown = page.getByRole('img', { name: `${name}, as shown by the owner` });
    await expect(shown).toBeVisible();
    expect(await shown.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth])).toEqual([true, 288]);
    const answer = await page.request.get(`/authors/${slug}/photo.jpg`);
    expect(answer.headers()).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    });
    const resized = `/_next/image?url=${encodeURIComponent(`/authors/${slug}/photo.jpg`)}&w=256&q=75`;
    expect((await page.request.get(resized)).status(), 'a copy that outlives the photo').toBe(404);
    if (script) await expectAccessible(page);
    else {
      await page.goto(`/me/records/${slug}/picture`);
      await page.getByRole('button', { name: 'Remove the photo' }).click();
      await expect(page).toHaveURL(/saved=picture/);
      expect((await page.request.get(`/authors/${slug}/photo.jpg`)).status()).toBe(404);
    }
    await page.goto(`/authors/${slug}/cv/cv.html`);
    await expect(page.getByText('Reader in tides, Harbour <b>College (since 2021)')).toBeVisible();
  });

  test(`others find ${name} by URL only`, async ({ browser }) => {
    const page = await openPage(browser, true);
    const answer = await page.goto(`/authors/${slug}`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/);
    await expect(page.getByText('Created by its owner, and not listed yet')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Add a proof' })).toHaveCount(0);
    await page.getByRole('article').getByRole('link').first().click();
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', /noindex/);
    for (const query of [name, script ? 'Tides Under a Wooden Pier' : 'Bells Heard Across a Frozen Bay']) {
      await page.goto(`/search?q=${encodeURIComponent(query)}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(query);
      await expect(page.getByRole('main').getByRole('link', { name: query })).toHaveCount(0);
    }
    expect((await page.goto('/authors/aldous-kerrigan'))?.status()).toBe(404);
  });
}

test('namesakes are shown first, with links to their claim pages', async ({ browser }) => {
  const page = await openPage(browser, false);
  await signIn(page, 'another-mara@example.org', '/me/new-profile');
  await page.goto('/me/new-profile?name=Mara+Lindqvist');
  await expect(page.getByRole('heading', { name: 'Are you one of these?' })).toBeVisible();
  await page
    .getByLabel('BibTeX, RIS, CSL-JSON or RO-Crate')
    .fill('@misc{one, title={A Quiet Catalogue of Weirs}, author={Lindqvist, Mara}, year={2022}}');
  await page.getByRole('button', { name: 'Read the works' }).click();
  await page.getByRole('button', { name: 'Create the profile' }).click();
  await expect(page.getByText('Somebody with this name is here')).toBeVisible();
  await page.getByLabel('I am none of the people above').check();
  await page.getByRole('button', { name: 'Create the profile' }).click();
  await expect(page.getByText('Created by its owner, and not listed yet')).toBeVisible();
  await page.goto('/me/new-profile?name=%3Cscript%3E');
  await expect(page.getByText('You own a profile already')).toBeVisible();
});
