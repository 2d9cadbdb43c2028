import { expect, test } from '@playwright/test';
import { hostileText, showsUnsentText, typing } from './unsent-text.ts';

test('the statements of a profile are shown to copy when they were sent after the session had ended', async ({ browser }) => {
  const path = '/me/records/mara-lindqvist';
  const page = await typing(browser, path);
  await page.getByLabel('Biography', { exact: true }).fill(hostileText);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Save profile' }).click();
  await showsUnsentText(page, 'Biography', path);
  await page.goto(path);
  await expect(page).toHaveURL(/\/sign-in\?problem=not_signed_in/);
});

test('the address typed for a proof on a claim page, and the reason typed for a merge, are shown to copy, too', async ({ browser }) => {
  const [claimed, merged] = ['/claim/yunquan-zhang', '/authors/yunquan-zhang/merge?with=lena-brandt'];
  const page = await typing(browser, claimed);
  const target = 'https://yunquan.example/<b>me</b>';
  await page.getByLabel('Address of your page').fill(target);
  await page.context().clearCookies({ name: 'peergraph-session' });
  await page.getByRole('button', { name: 'Give me the link to place' }).click();
  await showsUnsentText(page, 'Target', claimed, target);
  await page.goto(claimed);
  await expect(page.getByText('You are signed out: nothing was sent')).toHaveCount(0);

  const merging = await typing(browser, merged);
  await merging.getByLabel('How do you know').fill(hostileText);
  await merging.context().clearCookies({ name: 'peergraph-session' });
  await merging.getByRole('button', { name: /Propose this merge|Merge the profiles/ }).click();
  await showsUnsentText(merging, 'Reason', merged);
  await merging.goto(merged);
  await expect(merging).toHaveURL(/\/sign-in\?next=/);
});
