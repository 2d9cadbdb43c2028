import { expect, test } from '@playwright/test';
import { openPage, requestSignInLink, signIn } from './pages.ts';
import { expectUnsentText, markupText, openFormWithoutScript } from './unsent-form-text.ts';

test('the statements of a profile are shown to copy when they were sent after the session had ended', async ({ browser }) => {
  const path = '/me/records/mara-lindqvist/about';
  const page = await openFormWithoutScript(browser, path);
  await page.getByLabel('Biography', { exact: true }).fill(markupText);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expectUnsentText(page, 'Biography', path);
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});

test('the address typed for a proof on a claim page, and the reason typed for a merge, are shown to copy, too', async ({ browser }) => {
  const [claimed, merged] = ['/claim/yunquan-zhang', '/authors/yunquan-zhang/merge?with=daning-chen'];
  const page = await openFormWithoutScript(browser, claimed);
  const target = 'https://yunquan.example/<b>me</b>';
  await page.getByLabel('Address of your page').fill(target);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Get the link' }).click();
  await expectUnsentText(page, 'Target', claimed, target);
  await page.goto(claimed);
  await expect(page.getByText('You are signed out: nothing was sent')).toHaveCount(0);

  const merging = await openFormWithoutScript(browser, merged);
  await merging.getByLabel('How do you know').fill(markupText);
  await merging.context().clearCookies({ name: 'peergraph-session' });
  await merging.getByRole('button', { name: /Propose this merge|Merge the profiles/ }).click();
  await expectUnsentText(merging, 'Reason', merged);
  await merging.goto(merged);
  await expect(merging).toHaveURL(/\/sign-in\?problem=not_signed_in&next=/);
});

test('a sign-in form that is sent twice leads to the requested page', async ({ browser }) => {
  const page = await openPage(browser, false);
  const mail = await requestSignInLink(page, `twice-${Date.now().toString(36)}@example.org`, '/authors');
  await mail.getByRole('link').first().click();
  const form = page.locator('form', { has: page.locator('input[name="code"]') });
  const fields = { code: await form.locator('input[name="code"]').inputValue(), next: '/authors' };
  const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  await form.getByRole('button').click();
  await expect(page).toHaveURL(/\/authors$/);
  // The second request was sent with the cookies of the first.
  const second = await fetch(new URL('/api/auth/confirm', page.url()), {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    redirect: 'manual',
  });
  await page.goto(second.headers.get('location') ?? '');
  await expect(page).toHaveURL(/\/authors$/);
});

test('a button that is pressed without script after the session has ended leads to the sign-in and back', async ({ browser }) => {
  const page = await openFormWithoutScript(browser, '/authors/lena-brandt');
  const end = () => page.context().clearCookies({ name: 'peergraph-session' });
  await end();
  await page.getByRole('button', { name: /^Follow Lena Brandt/ }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fauthors%2Flena-brandt&follow=/);
  await expect(page.getByText('After you sign in you will follow Lena Brandt')).toBeVisible();

  await signIn(page, 'mara@example.org', '/search?q=learning&kind=works');
  await end();
  await page
    .locator('main')
    .getByRole('button', { name: /^save / })
    .first()
    .click();
  await expect(page.getByText(/^After you sign in you will save “/)).toBeVisible();

  await signIn(page, 'mara@example.org', '/search?q=learning&kind=works');
  await end();
  await page.getByRole('button', { name: 'Follow this search' }).click();
  await expect(page.getByText('After you sign in you will follow the search “learning”')).toBeVisible();

  await signIn(page, 'mara@example.org', '/authors/mara-lindqvist');
  await end();
  await page.locator('main details').filter({ hasText: 'Why is this listed?' }).first().locator('summary').click();
  await page
    .locator('main')
    .getByRole('button', { name: /^(Pin|Unpin) / })
    .first()
    .click();
  await expect(page).toHaveURL('/sign-in?next=%2Fauthors%2Fmara-lindqvist%23works&problem=not_signed_in');
  await page.goto('/authors/mara-lindqvist');
  await expect(page.getByText('You are signed out')).toHaveCount(0);
});

test('with script, a button that is pressed after the session has ended says so beside itself, and one that works shows the change', async ({
  page,
}) => {
  await signIn(page, 'tomas@example.org', '/authors/tomas-okafor');
  const pins = page.locator('main').getByRole('button', { name: /^(Pin|Unpin) / });
  const openFirst = () => page.locator('main details').filter({ hasText: 'Why is this listed?' }).first().locator('summary').click();
  await openFirst();
  const label = (await pins.first().textContent()) ?? '';
  const changedLabel = label.startsWith('Pin') ? label.replace('Pin', 'Unpin') : label.replace('Unpin', 'Pin');
  await pins.first().click();
  await expect(page.getByRole('button', { name: changedLabel, exact: true, includeHidden: true })).toHaveCount(1);
  await openFirst();
  await pins.first().click();
  await expect(page.getByRole('button', { name: label, exact: true, includeHidden: true })).toHaveCount(1);
  await openFirst();
  await page.context().clearCookies({ name: 'peergraph-session' });
  await pins.first().click();
  const notice = page.locator('main [role="status"]').filter({ hasText: 'Sign in to continue' });
  await expect(notice.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/sign-in?next=%2Fauthors%2Ftomas-okafor');
});
