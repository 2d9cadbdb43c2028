import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { databaseFlag } from '#lib/platform/processes/child-process.ts';
import { type Instance, startInstance } from '../instance.ts';
import { type ArrivedMail, startSmtp, type TestSmtp } from '../servers/smtp.ts';
import { createDatabase } from './instance-database.ts';
import { expectAccessible, heading, pressUntilAnswered } from './pages.ts';

/**
 * Three authors of the reference pages: a follow, a digest, a declined and an accepted invitation, a thread, a joint work, and a block.
 * Each author has their own browser context. The instance is a separate one and sends mail to a real SMTP server.
 */
test.describe.configure({ mode: 'serial' });
test.use({ actionTimeout: 40_000 });

let instance: Instance;
let smtp: TestSmtp;
let pages: Record<'yunquan' | 'daning' | 'fei', Page>;

const people = {
  yunquan: { name: 'Yunquan Zhang', slug: 'yunquan-zhang', email: 'yunquan@story.example', orcid: '0000-0002-1825-0097' },
  daning: { name: 'Daning Cheng', slug: 'daning-cheng', email: 'daning@story.example', orcid: '0000-0001-5109-3700' },
  fei: { name: 'Fei Yang', slug: 'fei-yang', email: 'fei@story.example', orcid: '0000-0002-9079-593X' },
} as const;
type Person = (typeof people)[keyof typeof people];
const { yunquan, daning, fei } = people;

/** Runs a command with the environment of the instance, as the operator does. */
const runCommand = (...args: string[]): string => {
  const { E2E_DATABASE_URL: DATABASE_URL = '', E2E_DATA_DIR: DATA_DIR = '' } = instance.env;
  const env = { ...process.env, DATABASE_URL, DATA_DIR, PUBLIC_URL: instance.url, SMTP_URL: smtp.url, LOG_LEVEL: 'error' };
  return execFileSync(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
};

const mailsTo = ({ email }: Person, subject: RegExp | string): ArrivedMail[] =>
  smtp.arrived.filter(({ recipients, mail }) => recipients.includes(email) && (mail.subject ?? '').match(subject) !== null);

/** Waits until a person has the given number of mails with a subject, and returns the newest. Expects the person as its only recipient. */
async function waitForMail(person: Person, subject: RegExp | string, count = 1): Promise<ArrivedMail['mail']> {
  await expect
    .poll(() => mailsTo(person, subject).length, { timeout: 60_000, message: `a mail “${subject}” to ${person.name}` })
    .toBe(count);
  const [newest] = mailsTo(person, subject).slice(-1);
  if (!newest) throw new Error('There is no mail.');
  expect(newest.recipients).toEqual([person.email]);
  return newest.mail;
}

const header = (mail: ArrivedMail['mail'], name: string) => mail.headers.find(({ key }) => key === name)?.value;

/**
 * Expects a mail with the texts in both its plain and its HTML part, and with the headers of a one-click unsubscribe link (RFC 8058).
 * @returns the unsubscribe link
 */
function expectUnsubscribable(mail: ArrivedMail['mail'], ...texts: string[]): string {
  const plain = (mail.html ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replaceAll('&amp;', '&');
  for (const words of texts) {
    expect(mail.text).toContain(words);
    expect(plain.replace(/\s+/g, ' ')).toContain(words);
  }
  expect(mail.html).toMatch(/<html[^>]*lang="en"/);
  expect(mail.html).not.toMatch(/<script|<img|src="http/);
  expect(mail.messageId).toMatch(/^<[\w-]+@localhost>$/);
  expect(header(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const [, link = ''] = /^<([^>]+)>$/.exec(header(mail, 'list-unsubscribe') ?? '') ?? [];
  expect(link).toMatch(new RegExp(`^${instance.url}/unsubscribe/[\\w.-]+/\\w+$`));
  expect(mail.text).toContain('Unsubscribe, or change your settings');
  return link;
}

async function signInByMail(browser: Browser, { email }: Person): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: instance.url, viewport: { width: 1280, height: 900 } })).newPage();
  await page.goto('/sign-in?next=%2Fme');
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect.poll(() => smtp.arrived.some(({ recipients }) => recipients.includes(email)), { timeout: 120_000 }).toBe(true);
  const mail = smtp.arrived.find(({ recipients }) => recipients.includes(email))?.mail;
  await page.goto(/http\S+\/sign-in\/confirm\S+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/me$/);
  return page;
}

/** Opens the form of an invitation, as soon as the worker has computed the sender's level. */
async function openInvitationForm(page: Page, { slug }: Person): Promise<void> {
  await expect(async () => {
    await page.goto(`/invite/${slug}`);
    await expect(page.getByLabel('Your invitation', { exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 180_000 });
}

const article = (key: string, title: string, authors: string, year: number): string =>
  `@article{${key}, title = {${title}}, author = {${authors}}, journal = {Quarterly of Small Matrices}, year = {${year}}}`;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(400_000);
  smtp = await startSmtp();
  instance = await startInstance({
    ...(await createDatabase('story')),
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Peergraph <peergraph@story.example>',
  });
  const open = async (person: Person) => signInByMail(browser, person);
  pages = { yunquan: await open(yunquan), daning: await open(daning), fei: await open(fei) };
  for (const { email, slug, orcid } of Object.values(people))
    runCommand(databaseFlag(), '--conditions=react-server', 'tests/e2e/story-steps.ts', 'own', email, slug, orcid);
});
test.afterAll(async () => {
  await instance?.stop();
  await smtp?.stop();
});

test('Yunquan opens his profile; Daning follows him, and finds a new work in her feed and in her digest', async () => {
  const { yunquan: his, daning: hers } = pages;
  await his.goto(`/me/records/${yunquan.slug}/availability`);
  await his.getByRole('radio', { name: 'Yes, for the purposes selected below' }).check();
  await his.getByLabel('Writing a paper together').check();
  await his.getByLabel('A sentence about it').fill('Small matrices, and what makes them fast.');
  await his.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(his.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expectAccessible(his);

  await hers.goto(`/authors/${yunquan.slug}`);
  await pressUntilAnswered(hers.getByRole('button', { name: 'Follow Yunquan Zhang' }));
  await expect(hers.getByRole('button', { name: 'Following Unfollow Yunquan Zhang' })).toBeVisible();
  await hers.goto('/me/notifications');
  await hers.getByText('Get a digest').click();
  await hers.getByLabel('How often').selectOption('daily');
  await hers.getByLabel('At', { exact: true }).selectOption('7');
  await hers.getByLabel('Time zone').selectOption('Asia/Shanghai');
  await hers.getByRole('button', { name: 'Save the digest' }).click();
  await expect(hers.getByText('every day at 07:00 (Asia/Shanghai)')).toBeVisible();

  const file = join(instance.dataDir, 'small.bib');
  const known = 'IAAT: A Input-Aware Adaptive Tuning framework for Small GEMM';
  const authors = 'Zhang, Yunquan and Small, Ada';
  writeFileSync(file, [article('known', known, authors, 2022), article('new', 'Small Matrices, One at a Time', authors, 2026)].join('\n'));
  runCommand('lib/runtime/server/runtime.mjs', '--max-old-space-size=256', 'lib/catalog/ingest/cli.ts', 'bibtex', file);
  await hers.goto('/feed');
  const entry = hers.getByRole('main').getByRole('listitem').filter({ hasText: 'Small Matrices, One at a Time' });
  await expect(entry.first()).toContainText('You follow Yunquan Zhang.');
  await expectAccessible(hers);

  expect(mailsTo(daning, /New in what you follow/)).toEqual([]);
  runCommand(databaseFlag(), '--conditions=react-server', 'tests/e2e/story-steps.ts', 'digest-is-due', daning.email);
  const mail = await waitForMail(daning, /^New in what you follow/);
  const link = expectUnsubscribable(mail, 'Small Matrices, One at a Time', 'You follow Yunquan Zhang.', 'Open your feed');
  expect(link).toMatch(/\/digest$/);
});

test('Daning invites Yunquan after a preview; he declines with a reason, and she learns when she can invite him again', async () => {
  const { yunquan: his, daning: hers } = pages;
  await openInvitationForm(hers, yunquan);
  await expect(hers.getByRole('region', { name: 'About Yunquan Zhang' })).toContainText('Open to: writing a paper together');
  await hers.getByLabel('Writing a paper together').check();
  const text = 'Shall we write down *when* a small matrix stops being small? I have timed 4,000 of them.';
  await hers.getByLabel('Your invitation', { exact: true }).fill(text);
  await hers.getByRole('button', { name: 'Preview' }).click();
  const preview = hers.getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Nothing has been sent');
  await expect(preview.locator('em')).toHaveText('when');
  await expectAccessible(hers);
  expect(mailsTo(yunquan, /invites you/)).toEqual([]);
  await hers.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(heading(hers)).toHaveText('Your invitation to Yunquan Zhang');

  const received = await waitForMail(yunquan, /^Daning Cheng invites you$/);
  expect(expectUnsubscribable(received, 'It is about: writing a paper together.', 'Read the invitation')).toMatch(/\/invitation_received$/);
  expect(received.text).toContain('when a small matrix stops being small?');
  expect(received.text).toMatch(/until \d+ \w+ \d{4}\./);
  await his.goto(/http\S+\/invitations\/\w+/.exec(received.text ?? '')?.[0] ?? '');
  await expect(heading(his)).toHaveText('Daning Cheng invites you');
  await his.getByText('Decline', { exact: true }).first().click();
  await his.getByLabel('Not my field').check();
  await his.getByRole('button', { name: 'Decline' }).click();
  await expect(his.getByText(/It was declined on .*: not my field\./)).toBeVisible();

  const declined = await waitForMail(daning, /^Yunquan Zhang has declined your invitation$/);
  expect(expectUnsubscribable(declined, 'They say: not my field. You can invite them again after 90 days.')).toMatch(
    /\/invitation_declined$/,
  );
  await hers.goto(`/invite/${yunquan.slug}`);
  await expect(hers.getByText('An invitation between you was declined')).toBeVisible();
  const ends = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  await expect(hers.getByText(`This is possible from ${ends.format(Date.now() + 90 * 86_400_000)}`)).toBeVisible();
  await expect(hers.getByLabel('Your invitation', { exact: true })).toHaveCount(0);
  await expectAccessible(hers);
});

test('Fei invites him too; he accepts, they write, and both confirm a collaboration', async ({ browser }) => {
  const { yunquan: his, fei: theirs } = pages;
  await openInvitationForm(theirs, yunquan);
  await theirs.getByLabel('Writing a paper together').check();
  await theirs
    .getByLabel('Your invitation', { exact: true })
    .fill('Would you look at the kernels behind our sign language recogniser with me?');
  await theirs.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(heading(theirs)).toHaveText('Your invitation to Yunquan Zhang');

  const received = await waitForMail(yunquan, /^Fei Yang invites you$/);
  await his.goto(/http\S+\/invitations\/\w+/.exec(received.text ?? '')?.[0] ?? '');
  await his.getByRole('button', { name: 'Accept and open a conversation' }).click();
  await expect(heading(his)).toHaveText('With Fei Yang');
  const thread = his.url().split(/[?#]/)[0] ?? '';

  const accepted = await waitForMail(fei, /^Yunquan Zhang has accepted your invitation$/);
  expect(expectUnsubscribable(accepted, 'A conversation is open between the two of you.')).toMatch(/\/invitation_accepted$/);
  await his.getByLabel('Your message').fill('# Kernels\n\n1. `gemm` first\n2. then **the rest**\n\n<script>alert(1)</script>');
  await his.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(his.getByText('<script>alert(1)</script>').last()).toBeVisible();

  const written = await waitForMail(fei, /Yunquan Zhang has written/);
  const stop = expectUnsubscribable(written, 'New message in your conversation.');
  expect(written.text).not.toContain('gemm');
  await theirs.goto(thread);
  await expect(theirs.locator('main code')).toHaveText('gemm');
  await expect(theirs.locator('main li').filter({ hasText: 'then' }).locator('strong')).toHaveText('the rest');
  await theirs.getByLabel('Your message').fill('The rest is mostly waiting.');
  await theirs.getByRole('button', { name: 'Send', exact: true }).click();
  await waitForMail(yunquan, /Fei Yang has written/);
  await expectAccessible(theirs);

  // A mail client unsubscribes by one POST request without a session.
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
  expect((await fetch(stop)).status).toBeLessThan(400);
  await theirs.goto('/me/notifications');
  await expect(theirs.getByLabel('By email: New message')).toHaveValue('now');
  expect((await fetch(stop, { method: 'POST', body })).status).toBe(200);
  await theirs.reload();
  await expect(theirs.getByLabel('By email: New message')).toHaveValue('off');
  await his.goto(thread);
  await his.getByLabel('Your message').fill('So is most of the time that they take.');
  await his.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(his.getByText('So is most of the time that they take.').last()).toBeVisible();
  await theirs.goto('/notifications');
  await expect(theirs.getByRole('main').getByText('Yunquan Zhang has written to you').first()).toBeVisible();

  await his.getByRole('button', { name: 'Confirm collaboration' }).click();
  await expect(his.getByText('It is shown on both profiles once Fei Yang confirms it too')).toBeVisible();
  await theirs.goto(thread);
  await theirs.getByRole('button', { name: 'Yes, we work together' }).click();
  await expect(theirs.getByText('Both profiles say that you work together, since')).toBeVisible();
  const reader = await (await browser.newContext({ baseURL: instance.url })).newPage();
  await reader.goto(`/authors/${fei.slug}/coauthors`);
  await expect(reader.getByRole('region', { name: 'Works together with' }).getByRole('link', { name: 'Yunquan Zhang' })).toBeVisible();
  expect(mailsTo(fei, /Yunquan Zhang has written/)).toHaveLength(1);
});

test('Yunquan mutes Fei, who is not notified', async () => {
  const { yunquan: his, fei: theirs } = pages;
  const [mailsBefore, thread] = [
    smtp.arrived.filter(({ recipients }) => recipients.includes(fei.email)).length,
    his.url().split('#')[0] ?? '',
  ];
  await his.goto(thread);
  await his.locator('main summary', { hasText: 'More actions' }).click();
  await his.getByText('Block this person', { exact: true }).first().click();
  await his.getByRole('button', { name: 'Block', exact: true }).click();
  await his.getByRole('alertdialog').getByRole('button', { name: 'Block', exact: true }).click();
  await expect(his.getByRole('heading', { name: 'Blocked people' })).toBeVisible();
  await expectAccessible(his);

  await theirs.goto('/notifications');
  const main = theirs.getByRole('main');
  await expect(main).not.toContainText(/block/i);
  await theirs.goto(thread);
  await expect(theirs.getByText('This conversation is closed')).toBeVisible();
  await theirs.goto(`/invite/${yunquan.slug}`);
  await expect(main).not.toContainText(/block/i);
  await expect(theirs.getByLabel('Your invitation', { exact: true })).toHaveCount(0);
  await theirs.goto(`/authors/${yunquan.slug}`);
  await expect(heading(theirs)).toHaveText('Yunquan Zhang');
  expect(smtp.arrived.filter(({ recipients }) => recipients.includes(fei.email))).toHaveLength(mailsBefore);
});

test('every mail of the story went to one of the three, each once', () => {
  const addresses = new Set<string>(Object.values(people).map(({ email }) => email));
  expect(smtp.arrived.flatMap(({ recipients }) => recipients).filter((address) => !addresses.has(address))).toEqual([]);
  const ids = smtp.arrived.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(ids.length);
});
