import { type Browser, expect, type Page, test } from '@playwright/test';
import { proveControl } from './instance-database.ts';
import { tabTo } from './keyboard.ts';
import { expectAccessible, heading, signIn } from './pages.ts';
import { expectUnsentText, markupText, openFormWithoutScript } from './unsent-form-text.ts';

/** Invitations and threads between people of the sample data: with JavaScript at 1440 px, then without at 390 px. */
test.describe.configure({ mode: 'serial' });

const wide = { javaScriptEnabled: true, viewport: { width: 1440, height: 900 } };
const narrow = { javaScriptEnabled: false, viewport: { width: 390, height: 844 } };

async function openSignedInPage(browser: Browser, options: typeof wide, email: string): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await signIn(page, email);
  return page;
}

/** Checks the page with axe, if needed in another context, because axe needs JavaScript. */
async function expectAccessibleWithScript(page: Page, options: typeof wide): Promise<void> {
  if (options.javaScriptEnabled) return expectAccessible(page);
  const context = await page
    .context()
    .browser()
    ?.newContext({ ...options, javaScriptEnabled: true, storageState: await page.context().storageState() });
  const other = await context?.newPage();
  await other?.goto(page.url());
  if (other) await expectAccessible(other);
  await context?.close();
}

/** Sets from whom the owner accepts invitations, and how many in 30 days. */
async function setAvailability(page: Page, from: string, monthly: string): Promise<void> {
  await page.goto('/me/records');
  await page.getByRole('link', { name: 'Edit Invitations to you' }).click();
  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByRole('radio', { name: from }).check();
  await page.getByLabel('At most, in any 30 days').fill(monthly);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
}

const markupMessage =
  'Dear Tomás, *please* read <img src=x onerror=alert(1)> [this](javascript:alert(1)) and https://draft.example/7 today.';

/** Writes an invitation to Tomás, previews it, and sends it. */
async function sendInvitation(page: Page, options: typeof wide, message: string): Promise<void> {
  await page.goto('/invite/tomas-okafor');
  await expect(heading(page)).toHaveText('Invite Tomás Okafor');
  await page.getByLabel('Review of a draft').check();
  await page.getByLabel('Your invitation', { exact: true }).fill(message);
  await page.getByLabel('Time it would take').selectOption({ label: 'A few days' });
  await page.getByLabel('A link (optional)').fill('https://draft.example/paper');
  await page.getByText('Refer to works (optional, up to five)').click();
  await page.getByRole('checkbox', { name: 'Maps That Admit What They Do Not Know' }).first().check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Nothing has been sent');
  await expect(preview).toContainText('a few days');
  await expect(preview.getByRole('link', { name: 'Maps That Admit What They Do Not Know' })).toBeVisible();
  await expect(page.getByLabel('Your invitation', { exact: true })).toHaveValue(message);
  await expect(page.getByLabel('Review of a draft')).toBeChecked();
  if (options.javaScriptEnabled) await expectAccessible(page);
  await page.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(heading(page)).toHaveText('Your invitation to Tomás Okafor');
  await expectStatusFocused(page, 'Your invitation is sent');
}

/** Opens the invitation as its recipient, from the dashboard. */
async function openInvitation(page: Page): Promise<void> {
  await page.goto('/me');
  await page.getByRole('region', { name: 'Invitations to answer' }).getByRole('link', { name: 'From Mara Lindqvist' }).first().click();
  await expect(heading(page)).toHaveText('Mara Lindqvist invites you');
}

/** Expects a status message to have the focus, so that screen readers announce it. */
const expectStatusFocused = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text })).toBeFocused();

async function sendMessage(page: Page, message: string): Promise<void> {
  await page.getByLabel('Your message').fill(message);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Expects the URLs of a thread to be not found for anyone except its participants. */
async function expectNotFoundForOthers(browser: Browser, thread: string, options: typeof wide): Promise<void> {
  const stranger = await openSignedInPage(browser, options, `outsider-${thread.slice(-4)}@example.org`);
  for (const path of ['', '/state', '/thread.txt', '/thread.json']) {
    expect((await stranger.request.get(`${thread}${path}`)).status(), path).toBe(404);
    const anonymous = await fetch(`${thread}${path}`, { redirect: 'manual' });
    expect(anonymous.status, path).toBe(path ? 404 : 307);
    expect(await anonymous.text()).not.toContain('javascript:');
  }
  await stranger.context().close();
}

// These tests run before the first invitation between the two people.
for (const button of ['Preview', 'Send the invitation'])
  test(`an invitation is shown to copy when the session has ended before "${button}"`, async ({ browser }) => {
    const path = '/invite/tomas-okafor';
    const page = await openFormWithoutScript(browser, path);
    await page.getByLabel('Review of a draft').check();
    await page.getByLabel('Your invitation', { exact: true }).fill(markupText);
    await page.context().clearCookies({ name: 'peergraph-session' });
    await page.getByRole('button', { name: button }).click();
    await expectUnsentText(page, 'Message', path);
    await page.goto(path);
    await expect(page.getByText('You are signed out: nothing was sent')).toHaveCount(0);
  });

test('a previewed invitation is still in the form after following a link and going back', async ({ browser }) => {
  const page = await openSignedInPage(browser, wide, 'mara@example.org');
  await page.goto('/invite/tomas-okafor');
  await page.getByLabel('Your invitation', { exact: true }).fill('Would you read a draft on lamps?');
  await page.getByLabel('Review of a draft').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await page.goto('/about');
  await page.goBack();
  await expect(page.getByLabel('Your invitation', { exact: true })).toHaveValue('Would you read a draft on lamps?');
  await page.context().close();
});

/** Opens the menu of a conversation. */
const openActions = (page: Page) => page.locator('main summary', { hasText: 'More actions' }).click();

test('with script: conditions, a preview, an acceptance, a thread, a collaboration, and its end', async ({ browser }) => {
  const [mara, tomas] = [
    await openSignedInPage(browser, wide, 'mara@example.org'),
    await openSignedInPage(browser, wide, 'tomas@example.org'),
  ];
  const consoleErrors: string[] = [];
  for (const page of [mara, tomas]) page.on('console', (message) => message.type() === 'error' && consoleErrors.push(message.text()));

  await setAvailability(tomas, 'People with whom you share a work or a collaborator', '2');
  await expectAccessible(tomas);
  await mara.goto('/invite/tomas-okafor');
  const conditions = mara.getByRole('region', { name: 'About Tomás Okafor' });
  await expect(conditions).toContainText('Open to: review of a draft and a talk or a visit');
  await expect(conditions).toContainText('From: people with whom they share a work or a collaborator');
  await expect(conditions).toContainText('At most 2 invitations in any 30 days');
  await expect(conditions).toContainText('of 3 invitations in seven days');
  await expect(mara.getByText('Not met')).toHaveCount(0);
  const common = mara.getByRole('region', { name: 'What you have in common' });
  await expect(common.getByRole('link', { name: /^\d works$/ })).toHaveAttribute('href', '/graph/mara-lindqvist/tomas-okafor');
  await expect(common.getByRole('link', { name: 'Inês Duarte' })).toBeVisible();
  await expectAccessible(mara);

  // By keyboard: from the text to the preview.
  await mara.getByLabel('Review of a draft').focus();
  await mara.keyboard.press('Space');
  await mara.getByLabel('Your invitation', { exact: true }).focus();
  await mara.keyboard.insertText(markupMessage);
  for (
    let each = 0;
    each < 6 && !(await mara.getByRole('button', { name: 'Preview' }).evaluate((button) => button === document.activeElement));
    each += 1
  )
    await mara.keyboard.press('Tab');
  await mara.keyboard.press('Enter');
  const preview = mara.getByRole('region', { name: 'Preview' });
  await expect(preview.locator('em')).toHaveText('please');
  await expect(preview).toBeInViewport();
  await expect(preview.locator('..')).toBeFocused();
  await expect(preview).toContainText('<img src=x onerror=alert(1)>');
  await expect(preview.locator('img')).toHaveCount(0);
  await expect(preview.getByRole('link')).toHaveCount(1);
  await expect(preview.getByRole('link')).toHaveAttribute('rel', 'nofollow ugc noopener');

  // If the session has ended, signing in opens another tab, and the text stays.
  const session = await mara.context().cookies();
  await mara.context().clearCookies();
  await mara.getByRole('button', { name: 'Send the invitation' }).click();
  const refusal = mara.getByRole('main').getByRole('alert');
  await expect(refusal).toContainText('in a new tab; what you have typed stays here');
  await expect(refusal).toBeInViewport();
  await expect(refusal.getByRole('link', { name: 'Sign in' })).toHaveAttribute('target', '_blank');
  await expect(mara.getByLabel('Your invitation', { exact: true })).toHaveValue(markupMessage);
  await mara.context().addCookies(session);

  await sendInvitation(mara, wide, markupMessage);
  await expectAccessible(mara);
  await mara.goto('/invite/tomas-okafor');
  await expect(mara.getByText('There is already an open invitation between you')).toBeVisible();
  for (const [javaScriptEnabled, zone] of [
    [true, /possible from \d+ \w+ \d{4} at \d\d:\d\d GMT\+5:45\./],
    [false, /possible from \d+ \w+ \d{4} at \d\d:\d\d UTC\./],
  ] as const) {
    const storageState = await mara.context().storageState();
    const context = await browser.newContext({ javaScriptEnabled, timezoneId: 'Asia/Kathmandu', storageState });
    const page = await context.newPage();
    await page.goto('/invite/tomas-okafor');
    await expect(page.getByText(zone)).toBeVisible();
    await context.close();
  }
  await expectAccessible(mara);

  await openInvitation(tomas);
  await expect(tomas.getByRole('link', { name: 'https://draft.example/paper' })).toHaveAttribute('rel', 'nofollow ugc noopener');
  await expect(tomas.locator('blockquote img')).toHaveCount(0);
  await expectAccessible(tomas);
  await tomas.getByRole('button', { name: 'Accept and open a conversation' }).click();
  await expect(heading(tomas)).toHaveText('With Mara Lindqvist');
  await expectStatusFocused(tomas, 'You accepted. You can now write to each other');
  await tomas.goto(`${tomas.url().split('?')[0]}?done=constructor&done=accepted`);
  await expect(tomas.getByText('You accepted')).toHaveCount(0);
  const thread = tomas.url().split(/[?#]/)[0] ?? '';
  await tomas.getByLabel('Your message').fill('# Gladly\n\n- plate **12**\n- plate `13`\n\n> how many\n\n<script>alert(1)</script>');
  await tomas.getByRole('button', { name: 'Preview' }).click();
  await expect(tomas.getByRole('region', { name: 'Preview' }).getByRole('listitem')).toHaveCount(2);
  await tabTo(tomas, tomas.getByRole('button', { name: 'Send', exact: true }));
  await tomas.keyboard.press('Enter');
  await expectStatusFocused(tomas, '<script>alert(1)</script>');
  await expect(tomas.locator('#latest').getByRole('status')).toBeFocused();
  await expect(tomas.getByRole('region', { name: 'Preview' })).toHaveCount(0);
  await expectAccessible(tomas);
  // Messages and read receipts of the other participant appear without a reload, and a draft stays.
  await tomas.getByLabel('Your message').fill('Half a thought');
  await tomas.getByRole('button', { name: 'Preview' }).click();
  await expect(tomas.getByRole('region', { name: 'Preview' })).toBeVisible();
  await tomas.getByLabel('Your message').focus();
  await mara.goto(thread);
  await expect(tomas.getByText(/^Read by Mara Lindqvist/)).toBeVisible({ timeout: 60_000 });
  const list = await tomas.context().newPage();
  await list.clock.install();
  await list.goto('/messages');
  // What is not sent is in the field again.
  await mara.route(thread, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ contentType: 'text/html', body: '<p>A proxy</p>' }) : route.continue(),
  );
  await sendMessage(mara, 'See you at the workshop.');
  await expect(mara.getByRole('main').getByRole('alert')).toContainText('This did not work');
  await expect(mara.getByLabel('Your message')).toHaveValue('See you at the workshop.');
  await mara.unroute(thread);
  await mara.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(tomas.locator('#latest').getByText('See you at the workshop.')).toBeVisible({ timeout: 60_000 });
  await expect(async () => {
    await list.clock.fastForward(61_000);
    await expect(list.getByRole('main')).toContainText('See you at the workshop.', { timeout: 1_000 });
  }).toPass();
  await list.close();
  await expect(tomas.getByLabel('Your message')).toHaveValue('Half a thought');
  // The message that was sent before does not take the focus from the one being written.
  await expect(tomas.getByLabel('Your message')).toBeFocused();

  // A collaboration is shown on both profiles, so both owners need a strong proof.
  for (const slug of ['mara-lindqvist', 'tomas-okafor']) await proveControl(slug);
  await mara.getByRole('button', { name: 'Confirm collaboration' }).click();
  await expect(mara.getByText('It is shown on both profiles once Tomás Okafor confirms it too')).toBeVisible();
  await mara.goto('/authors/mara-lindqvist/coauthors');
  await expect(mara.getByRole('region', { name: 'Works together with' })).toHaveCount(0);
  await tomas.goto(thread);
  await tomas.getByRole('button', { name: 'Yes, we work together' }).click();
  await expect(tomas.getByText('Both profiles say that you work together, since')).toBeVisible();
  await expectAccessible(tomas);
  const reader = await (await browser.newContext(wide)).newPage();
  for (const [slug, other] of [
    ['mara-lindqvist', 'Tomás Okafor'],
    ['tomas-okafor', 'Mara Lindqvist'],
  ] as const) {
    await reader.goto(`/authors/${slug}/coauthors`);
    await expect(reader.getByRole('region', { name: 'Works together with' }).getByRole('link', { name: other })).toBeVisible();
  }
  await expectAccessible(reader);
  await mara.goto(thread);
  await mara.getByRole('button', { name: 'End it' }).click();
  await expect(mara.getByRole('button', { name: 'Confirm collaboration' })).toBeVisible();
  await expect(async () => {
    await reader.reload();
    await expect(reader.getByRole('region', { name: 'Works together with' })).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 180_000 });

  const text = await mara.request.get(`${thread}/thread.txt`);
  expect([text.status(), text.headers()['cache-control'], text.headers()['content-type']]).toEqual([
    200,
    expect.stringContaining('no-store'),
    'text/plain; charset=utf-8',
  ]);
  expect(await text.text()).toContain('plate **12**');
  expect(await (await mara.request.get(`${thread}/thread.json`)).json()).toMatchObject({
    kind: 'peergraph-thread',
    messages: [{ mine: true }, { mine: false }, { mine: true }],
  });
  await expectNotFoundForOthers(browser, thread, wide);
  expect(consoleErrors).toEqual([]);
});

test('without script: the same form and preview, a decline with a reason, its cooldown, mute, report and leave', async ({ browser }) => {
  const [mara, tomas] = [
    await openSignedInPage(browser, narrow, 'mara@example.org'),
    await openSignedInPage(browser, narrow, 'tomas@example.org'),
  ];
  await sendInvitation(mara, narrow, 'May I ask a second time, about the maps and how their doubt is drawn? A short look would do.');
  await expectAccessibleWithScript(mara, narrow);
  await openInvitation(tomas);
  await expectAccessibleWithScript(tomas, narrow);
  const stale = await tomas.context().newPage();
  await stale.goto(tomas.url());
  await tomas.getByText('Decline', { exact: true }).first().click();
  await tomas.getByLabel('Not my field').check();
  await tomas.getByRole('button', { name: 'Decline' }).click();
  await expect(tomas.getByText(/It was declined on .*: not my field\./)).toBeVisible();
  await expect(tomas.getByText(/A new invitation between you is possible from \d+ \w+ \d{4}\./)).toBeVisible();
  await expectStatusFocused(tomas, 'The invitation is declined');
  await stale.getByRole('button', { name: 'Accept and open a conversation' }).click();
  await expect(stale.getByRole('main').getByRole('alert')).toContainText('This invitation is closed');
  await stale.close();
  // A `done` value that does not apply to the invitation shows no message.
  await tomas.goto(`${tomas.url().split('?')[0]}?done=sent`);
  await expect(tomas.getByText('is sent')).toHaveCount(0);
  await mara.goto('/invite/tomas-okafor');
  await expect(mara.getByText('An invitation between you was declined')).toBeVisible();
  const end = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(Date.now() + 90 * 86_400_000),
  );
  await expect(mara.getByText(`This is possible from ${end}`)).toBeVisible();
  await expect(mara.getByText('This person accepts no more invitations at present')).toBeVisible();
  await expect(mara.getByLabel('Your invitation', { exact: true })).toHaveCount(0);
  await expectAccessibleWithScript(mara, narrow);

  // The existing thread continues, and can be muted, archived and left, each by a plain form.
  await tomas.goto('/messages');
  await tomas.getByRole('main').getByRole('link', { name: 'With Mara Lindqvist' }).first().click();
  const thread = tomas.url();
  await openActions(tomas);
  await tomas.getByRole('button', { name: 'Mute this person' }).click();
  await expect(tomas.getByRole('button', { name: 'Mute this person' })).toBeHidden();
  await openActions(tomas);
  await tomas.getByRole('button', { name: 'Unmute this person' }).click();
  await expect(tomas.getByRole('button', { name: 'Unmute this person' })).toBeHidden();
  await openActions(tomas);
  await tomas.getByText('Report to reviewers').click();
  await tomas.getByLabel('Spam or advertising').check();
  await tomas.getByRole('button', { name: 'Send the report' }).click();
  await expect(tomas.getByRole('heading', { name: 'Your reports' })).toBeVisible();
  await tomas.goto(thread);
  await openActions(tomas);
  await expect(tomas.getByText('You have reported what they wrote')).toBeVisible();
  await tomas.getByRole('button', { name: 'Archive until there is a new message' }).click();
  await expectStatusFocused(tomas, 'The conversation is archived');
  await mara.goto(thread);
  await sendMessage(mara, 'One *last* word.');
  await expect(mara.locator('#latest em')).toHaveText('last');
  await tomas.goto('/messages');
  await expect(tomas.getByText('archived', { exact: true })).toHaveCount(0);
  await tomas.goto(thread);
  await expectAccessibleWithScript(tomas, narrow);
  await openActions(tomas);
  await tomas.locator('summary', { hasText: 'Leave this conversation' }).click();
  await tomas.getByRole('button', { name: 'Leave it' }).click();
  await expect(tomas.getByRole('button', { name: 'Leave it' })).toBeHidden();
  await mara.goto(thread);
  await expect(mara.getByText('This conversation is closed')).toBeVisible();
  await expect(mara.locator('#latest').getByText('One last word.')).toBeVisible();
  await expectAccessibleWithScript(mara, narrow);
  await setAvailability(tomas, 'Everybody with a claimed profile', '');
});
