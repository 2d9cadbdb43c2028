import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { markSessionsAsPasskey, runAccountsCommand } from '../e2e/instance-database.ts';
import { heading, mailsTo, outboxPath, signIn } from '../e2e/pages.ts';
import { createOrcid, importPapers, registeredWork, stubResponse } from '../e2e/trust-steps.ts';
import { eventually, expect, type Walker } from './walker.ts';

/** What was counted on a walk, and at most how many there may be. */
export interface Measure {
  what: string;
  count: number;
  max: number;
}

export interface Walk {
  name: string;
  /** Walks, and returns what was counted. The walker counts the clicks. */
  run(walker: Walker): Promise<Measure[]>;
}

const mara = { name: 'Mara Lindqvist', slug: 'mara-lindqvist', email: 'mara@example.org' };
const tomas = { name: 'Tomás Okafor', slug: 'tomas-okafor', email: 'tomas@example.org' };
const samuel = { name: 'Samuel Adeyemi', slug: 'samuel-adeyemi', email: 'samuel@walks.example' };
const ada = { name: 'Ada Nwosu', slug: 'ada-nwosu', email: 'ada@walks.example' };
const lena = { name: 'Lena Brandt', slug: 'lena-brandt', email: 'lena@walks.example' };
type Person = typeof mara;

/** The first of the elements that the window shows: the header and the bottom bar have the same links. */
const shown = (target: Locator): Locator => target.filter({ visible: true }).first();
const button = (page: Page | Locator, name: string | RegExp): Locator => shown(page.getByRole('button', { name }));
const link = (page: Page | Locator, name: string | RegExp): Locator => shown(page.getByRole('link', { name }));
const measure = (what: string, count: number, max: number): Measure => ({ what, count, max });

/** Claims a profile of the sample with an email address, and ends the notice. */
async function claimByEmail({ options: { browser, url } }: Walker, { name, slug, email }: Person): Promise<void> {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await signIn(page, email, `/claim/${slug}`);
  await page.request.get(outboxPath());
  await button(page, `Claim with ${email}`).click();
  await page.reload();
  await button(page, 'End the 7-day notice now (demo)').click();
  await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
  await page.context().close();
}

/** Opens the form of an invitation, as soon as a job has computed the sender's level. */
const waitForLevel = (page: Page, { slug }: Person): Promise<void> =>
  eventually(async () => {
    await page.goto(`/invite/${slug}`);
    await expect(page.getByLabel('Your invitation', { exact: true })).toBeVisible({ timeout: 2_000 });
  });

/** Opens a page as somebody who may decide cases and act as an admin. */
async function openAsAdmin(walker: Walker, path: string, email: string): Promise<Page> {
  const page = await walker.open('/me', email);
  runAccountsCommand('grant-admin', email);
  await markSessionsAsPasskey(email);
  await page.goto(path);
  return page;
}

const newcomer: Walk = {
  name: 'the five minutes of README.md',
  async run(walker) {
    const page = await walker.open(outboxPath());
    const { name, slug, email } = samuel;
    walker.startCount();
    await walker.press(page, link(page, 'sign in with your own address'));
    await walker.write(page, page.getByLabel('Email address'), email);
    await walker.press(page, button(page, 'Send me a link'));
    await walker.press(page, link(page, 'read it in the outbox'));
    await expect(heading(page)).toHaveText('Outbox');
    await eventually(async () => {
      await page.reload();
      await expect(mailsTo(page, email).first()).toBeVisible({ timeout: 500 });
    });
    await walker.press(page, mailsTo(page, email).first().getByRole('link').first());
    await walker.press(page, page.getByRole('button', { name: 'Sign in', exact: true }));
    await expect(page).toHaveURL(/\/(me|welcome)/);
    await page.goto('/authors/yunquan-zhang');
    await walker.press(page, button(page, 'Follow Yunquan Zhang'));
    await expect(button(page, 'Following Unfollow Yunquan Zhang')).toBeVisible();
    await page.goto(`/authors/${slug}`);
    await walker.press(page, shown(page.locator(`main a[href="/claim/${slug}"]`)));
    await walker.press(page, button(page, `Claim with ${email}`));
    await walker.press(page, button(page, 'End the 7-day notice now (demo)'));
    await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
    await waitForLevel(page, mara);
    await page.goto(`/authors/${mara.slug}`);
    await walker.press(page, shown(page.locator(`main a[href="/invite/${mara.slug}"]`)));
    await walker.press(page, page.getByLabel('Writing a paper together'));
    await walker.write(
      page,
      page.getByLabel('Your invitation', { exact: true }),
      'Shall we count the herons of the harbour office together?',
    );
    await walker.press(page, button(page, 'Send the invitation'));
    await expect(heading(page)).toHaveText(`Your invitation to ${mara.name}`);
    await page.goto('/notifications');
    await walker.press(page, button(page, `Accept the invitation of ${tomas.name}`));
    await expect(heading(page)).toHaveText(`With ${tomas.name}`);
    await walker.write(page, page.getByLabel('Your message'), 'Ten plates are a good start.');
    await walker.press(page, page.getByRole('button', { name: 'Send', exact: true }));
    await expect(page.getByText('Ten plates are a good start.').last()).toBeVisible();
    await page.goto(outboxPath());
    await walker.press(page, button(page, `Continue as ${mara.name}`));
    await expect(page).toHaveURL(/\/me$/);
    await page.goto('/notifications');
    await walker.press(page, button(page, `Accept the invitation of ${name}`));
    await expect(heading(page)).toHaveText(`With ${name}`);
    return [measure('the walk', walker.clicks, 18)];
  },
};

const findAndInvite: Walk = {
  name: 'find somebody open to a dataset in my topic, and invite them',
  async run(walker) {
    await claimByEmail(walker, lena);
    const page = await walker.open('/', lena.email);
    await waitForLevel(page, mara);
    await page.goto('/');
    walker.startCount();
    await walker.press(page, link(page, 'Collaborate'));
    const filters = page.getByRole('navigation', { name: 'Filters' });
    await walker.press(page, link(filters, /^Dataset/));
    await walker.press(page, link(filters, /^Cartography/));
    const found = page.getByRole('article', { name: mara.name });
    await expect(found).toContainText('Dataset');
    await expect(page.getByRole('article', { name: tomas.name })).toHaveCount(0);
    const toFind = walker.clicks;
    await walker.press(page, link(found, /^Invite/));
    await walker.press(page, page.getByLabel('Building or sharing a dataset'));
    await walker.write(
      page,
      page.getByLabel('Your invitation', { exact: true }),
      'I have 40 surveys of one coast. Shall we publish them as a dataset?',
    );
    await walker.press(page, button(page, 'Send the invitation'));
    await expect(heading(page)).toHaveText(`Your invitation to ${mara.name}`);
    return [measure('to the person', toFind, 3)];
  },
};

const decideFromMail: Walk = {
  name: 'decide about an invitation from its mail',
  async run(walker) {
    const text = 'I have 40 surveys of one coast. Shall we publish them together?';
    // On its first day an account can send one invitation, so somebody else sends this one.
    await claimByEmail(walker, ada);
    const sender = await walker.open('/', ada.email);
    await waitForLevel(sender, samuel);
    await sender.getByLabel('Building or sharing a dataset').check();
    await sender.getByLabel('Your invitation', { exact: true }).fill(text);
    await sender.getByRole('button', { name: 'Send the invitation' }).click();
    const page = await walker.open('/me', samuel.email);
    const mail = mailsTo(page, samuel.email)
      .filter({ hasText: `${ada.name} invites you` })
      .first();
    await eventually(async () => {
      await page.goto(outboxPath());
      await expect(mail).toBeVisible({ timeout: 500 });
    });
    for (const part of ['dataset', text, 'until']) await expect(mail).toContainText(part);
    walker.startCount();
    await walker.press(page, link(mail, /invitation/));
    await expect(page.getByText(text).first()).toBeVisible();
    await walker.press(page, button(page, /^Accept/));
    await expect(heading(page)).toHaveText(`With ${ada.name}`);
    return [measure('to the decision', walker.clicks, 2)];
  },
};

const completeProfile: Walk = {
  name: 'claim a profile, and complete it',
  async run(walker) {
    const { name, email, slug, orcid, title } = await importNora();
    const page = await walker.open(`/authors/${slug}`, email);
    walker.startCount();
    await walker.press(page, shown(page.locator(`main a[href="/claim/${slug}"]`)));
    await walker.press(page, button(page, 'Connect your ORCID iD first'));
    await page.getByLabel('ORCID iD').fill(orcid);
    await page.getByRole('button', { name: 'Authorize access' }).click();
    await walker.press(page, button(page, `Claim with ${orcid}`));
    await expect(page.getByText(`The profile of ${name} is yours`).first()).toBeVisible();
    const atAcceptance = walker.clicks;
    const complete = page.getByRole('region', { name: 'Complete your profile' });
    await eventually(async () => {
      await page.reload();
      await expect(complete.getByRole('link', { name: 'Photo' })).toBeVisible({ timeout: 500 });
    });
    await walker.write(page, complete.getByLabel('Affiliation'), 'Lamp Society');
    await walker.write(page, complete.getByLabel('Biography'), 'I measure how long lamps burn.');
    await walker.press(page, complete.getByLabel(new RegExp(title)));
    await walker.press(page, complete.getByLabel('Building or sharing a dataset'));
    await walker.press(page, button(complete, 'Save'));
    await expect(page.getByText('Saved, and shown on your profile')).toBeVisible();
    await walker.press(page, link(complete, 'Photo'));
    const photo = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#264' } })
      .png()
      .toBuffer();
    // One click opens the dialog of the browser, and one chooses the file.
    await walker.press(page, page.getByLabel('Photo', { exact: true }), () =>
      page.getByLabel('Photo', { exact: true }).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo }),
    );
    await walker.press(page, button(page, 'Upload the photo'));
    await expect(button(page, 'Remove the photo')).toBeVisible();
    const toComplete = walker.clicks + 1 - atAcceptance;
    await page.goto(`/claim/${slug}`);
    await expect(page.getByRole('heading', { name: 'Your profile is complete' })).toBeVisible();
    return [measure('from the acceptance', toComplete, 8)];
  },
};

/** Imports two works of an invented person, whose ORCID record lists one of them. */
async function importNora() {
  const name = 'Nora Wick';
  const [title, other] = ['How Long a Lamp Burns', 'Wicks of Nine Ports'];
  const people = [{ name }, { name: 'Otto Glim' }];
  importPapers({ id: '2024.lamps', titles: [title, other], people, dois: true });
  const orcid = createOrcid(4711);
  await stubResponse(process.env.E2E_ORCID, orcid, [{ ...registeredWork(title, name), contributors: ['Otto Glim'] }]);
  return { name, slug: 'nora-wick', email: 'nora@walks.example', orcid, title };
}

const followThree: Walk = {
  name: 'follow three people from one list',
  async run(walker) {
    const path = `/authors/${mara.slug}/coauthors`;
    const page = await walker.open(path, 'follows@walks.example');
    walker.startCount();
    for (const name of [tomas.name, 'Inês Duarte', 'Ada Nwosu']) {
      await walker.press(page, button(page, `Follow ${name}`));
      await expect(button(page, `Following Unfollow ${name}`)).toBeVisible();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    }
    const toFollow = walker.clicks;
    const question = page.getByRole('region', { name: 'New works by email' });
    await walker.press(page, button(question, 'Weekly'));
    const toDecide = walker.clicks - toFollow;
    await page.goto(path);
    await expect(button(page, 'Weekly')).toHaveCount(0);
    return [measure('to follow', toFollow, 3), measure('to decide about the digest', toDecide, 1)];
  },
};

const answerMessage: Walk = {
  name: 'read and answer a message',
  async run(walker) {
    const sender = await walker.open('/messages', ada.email);
    await sender.getByRole('link', { name: new RegExp(samuel.name) }).click();
    await sender.getByLabel('Your message').fill('The 40 surveys have an index now.');
    await sender.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(sender.getByText('The 40 surveys have an index now.').last()).toBeVisible();
    const page = await walker.open('/', samuel.email);
    walker.startCount();
    await walker.press(page, link(page.getByRole('navigation'), /Messages/));
    await walker.press(page, link(page.getByRole('main'), new RegExp(ada.name)));
    await expect(page.getByText('The 40 surveys have an index now.').last()).toBeInViewport();
    await walker.write(page, page.getByLabel('Your message'), 'Then let us begin in March.');
    await walker.press(page, page.getByRole('button', { name: 'Send', exact: true }));
    await expect(page.getByText('Then let us begin in March.').last()).toBeInViewport();
    return [measure('to the answer', walker.clicks, 3)];
  },
};

const copyCitation: Walk = {
  name: 'copy an APA citation from a list',
  async run(walker) {
    const page = await walker.open(`/authors/${mara.slug}`);
    const work = page.getByRole('article').filter({ hasText: 'Maps That Admit What They Do Not Know' }).first();
    walker.startCount();
    await work.hover();
    await walker.press(page, link(work, /cite/i));
    const apa = 'Lindqvist, M., Duarte, I., & Okafor, T. (2026). Maps That Admit';
    if (walker.hasScript) await walker.press(page, button(page, 'Copy APA'));
    else await walker.press(page, page.locator('[data-citation]'));
    const copied = walker.hasScript
      ? () => page.evaluate(() => navigator.clipboard.readText())
      : () => page.evaluate(() => String(getSelection()));
    await expect.poll(copied).toContain(apa);
    return [measure('to the copy', walker.clicks, 2)];
  },
};

const missingWork: Walk = {
  name: 'report a missing work, and see it added',
  async run(walker) {
    const path = '/authors/yunquan-zhang';
    const title = 'Lanterns for Small Matrices';
    const page = await walker.open(path, 'reader@walks.example');
    walker.startCount();
    await walker.press(page, page.locator('summary', { hasText: 'More actions' }));
    await walker.press(page, link(page.locator('.menu'), 'Report a problem'));
    await walker.press(page, link(page, 'A work is missing'));
    await walker.press(page, page.getByLabel('The work is not on this site'));
    await walker.write(page, page.getByLabel('Which work is missing'), '10.5555/lanterns');
    await walker.press(page, button(page, 'Send the report'));
    await expect(page.getByText('Your report is saved')).toBeVisible();
    const toReport = walker.clicks;
    const admin = await openAsAdmin(walker, '/review', 'adds@walks.example');
    await link(admin, /Report: Yunquan Zhang/).click();
    await admin.locator('#vote-uphold').getByLabel('Remedy').selectOption({ label: 'The work is listed now.' });
    await admin.getByRole('button', { name: 'The report holds' }).click();
    await expect(admin.getByText('It is decided')).toBeVisible();
    await eventually(async () => {
      await page.goto(path);
      await expect(page.getByRole('article').filter({ hasText: title }).first()).toBeVisible({ timeout: 500 });
    });
    return [measure('to the report', toReport, 6)];
  },
};

const decideCase: Walk = {
  name: 'decide a case without leaving its page',
  async run(walker) {
    const page = await openAsAdmin(walker, '/', 'decides@walks.example');
    const reporter = await walker.open('/authors/fei-yang/fix?kind=not_same_person');
    await reporter.getByLabel('Some of these works are by somebody else of this name').check();
    await reporter.getByLabel('Which works are another person’s').fill('CALM: A CKA-Guided Adaptive Layer-Wise Modularization Framework');
    await reporter.getByRole('button', { name: 'Send the report' }).click();
    await expect(reporter.getByText('Your report is saved')).toBeVisible();
    await page.goto('/review');
    walker.startCount();
    await walker.press(page, link(page, /Report: Fei Yang/));
    const casePath = new URL(page.url()).pathname;
    // The reported work is matched and linked, and the works of the profile are beside it in groups.
    await expect(page.getByRole('region', { name: 'Reported works' }).getByRole('link').first()).toBeVisible();
    const form = page.locator('#vote-dismiss');
    await walker.choose(page, form.getByLabel('Why'), 'Nothing that could be checked bears it out.');
    await walker.choose(page, form.getByLabel('Remedy'), 'If you know where it can be checked, report it again with that address.');
    await walker.press(page, button(page, 'The report does not hold'));
    await expect(page.getByText('It is decided')).toBeVisible();
    expect([casePath, '/review']).toContain(new URL(page.url()).pathname);
    return [measure('to the decision', walker.clicks, 6)];
  },
};

const suspendAccount: Walk = {
  name: 'suspend an account',
  async run(walker) {
    const loud = await walker.open('/me', 'loud@walks.example');
    const page = await openAsAdmin(walker, '/', 'admin@walks.example');
    walker.startCount();
    await walker.press(page, shown(page.locator('summary', { hasText: 'Account of' })));
    await walker.press(page, link(page, /^Admin/));
    await walker.press(page, link(page, 'Accounts'));
    await walker.press(page, link(page.getByRole('row').filter({ hasText: 'loud@walks.example' }), /./));
    await walker.press(page, page.getByLabel('It sent advertising, or the same message to many people.'));
    await walker.press(page, button(page, 'Suspend account'));
    await expect(page.getByText('The account is suspended, and its sessions have ended')).toBeVisible();
    await loud.goto('/me');
    await expect(loud).toHaveURL(/\/sign-in/);
    return [measure('to the suspension', walker.clicks, 7)];
  },
};

const settingsParts = ['about', 'picture', 'career', 'pinned', 'credits', 'privacy', 'availability', 'addresses', 'powers'];
const settingsPaths = ['network', 'saved', 'notifications', 'data', 'security', 'records/mara-lindqvist'];

/** Not a walk: what an owner sees first of each page of settings. */
const settings: Walk = {
  name: 'settings at first sight',
  async run(walker) {
    const page = await walker.open('/me/notifications', mara.email);
    const controls = await page
      .getByRole('main')
      .locator('form')
      .locator('input, select, textarea, button')
      .filter({ visible: true })
      .count();
    let tallest = { path: '', screens: 0 };
    for (const path of [...settingsPaths, ...settingsParts.map((part) => `records/mara-lindqvist/${part}`)]) {
      await page.goto(`/me/${path}`);
      const height = await page.getByRole('main').evaluate((main) => main.getBoundingClientRect().height);
      const screens = Math.round((height / walker.options.viewport.height) * 10) / 10;
      if (screens > tallest.screens) tallest = { path, screens };
    }
    return [
      measure('controls of notifications', controls, 8),
      // Two screens of a desktop; a phone shows one column.
      measure(`screens of /me/${tallest.path}`, tallest.screens, walker.options.viewport.width >= 1440 ? 2 : 6),
    ];
  },
};

/** In this order, because some use what others have done. */
export const walks: readonly Walk[] = [
  newcomer,
  findAndInvite,
  decideFromMail,
  completeProfile,
  followThree,
  answerMessage,
  copyCitation,
  missingWork,
  decideCase,
  suspendAccount,
  settings,
];
