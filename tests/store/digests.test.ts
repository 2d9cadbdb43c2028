import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followAuthor } from '#lib/community/follows/commands/authors.ts';
import { recordEvent } from '#lib/community/follows/commands/record-events.ts';
import { notify, readNotifications } from '#lib/community/notifications/commands/notify.ts';
import { unsubscribe, unsubscribeTokenOf, updateNotificationSettings } from '#lib/community/notifications/commands/settings.ts';
import type { Schedule } from '#lib/community/notifications/model/digest-schedule.ts';
import { parseNotificationFilter } from '#lib/community/notifications/model/filter.ts';
import { maxUnreadCounted } from '#lib/community/notifications/model/notification.ts';
import { notificationPage, unreadCount } from '#lib/community/notifications/queries/notifications.ts';
import { withdrawProposal } from '#lib/governance/identity/commands/lock.ts';
import { proposeMerge } from '#lib/governance/identity/commands/propose.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { now, setClock } from '#lib/platform/clock.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { digests, notifications } from '#lib/platform/db/schema/notifications.ts';
import type { Store } from '#lib/platform/db/store.ts';
import { enqueue, type JobPayloads } from '#lib/platform/jobs/queue.ts';
import { renderHtml } from '#lib/platform/mail/template.ts';
import { listOutboxMails, smtpTransport } from '#lib/platform/mail/transport.ts';
import { signUnsubscribeToken, verifyUnsubscribeToken } from '#lib/platform/mail/unsubscribe.ts';
import { enqueueDueDigests, sendDigest, setSchedule } from '#lib/portal/digests/commands.ts';
import { runDueJobs } from '#lib/runtime/worker/worker.ts';
import { startSmtp } from '../servers/smtp.ts';
import { type AuthorRecord, createAccount, createAdmin, createRecord, createWork, unwrap } from './fixtures.ts';
import { databasePerTest } from './test-database.ts';
import { countAttempts, expireLeases, startWorkerProcess, waitForExit } from './worker-process.ts';

const database = databasePerTest();
let noor: Actor;
let ada: AuthorRecord;
let clock: Date;
const setTime = (moment: string) => {
  clock = new Date(moment);
};
beforeEach(async () => {
  setTime('2026-10-20T12:00:00Z');
  setClock(() => clock);
  noor = await createAccount(database.store, 'Noor');
  ada = await createRecord(database.store, 'Ada Brandt');
  await database.store.transact((tx) => followAuthor(tx, noor, { authorId: ada.id }));
});

const rome: Schedule = { frequency: 'daily', hour: 8, weekday: 1, timeZone: 'Europe/Rome' };
const setDigest = (actor: Actor, schedule: Schedule) => database.store.transact((tx) => setSchedule(tx, actor, schedule));
const createWorkOfAda = (title: string) => createWork(database.store, title, [{ key: ada.key, name: 'Ada Brandt' }]);
const nextDigestAt = async (actor: Actor = noor) =>
  (await database.store.reader.select().from(digests).where(eq(digests.accountId, actor.accountId)))[0]?.nextAt?.toISOString();

type MailPayload = JobPayloads['send-mail'];
/** Runs all due jobs, and returns the mails that they send. */
async function sendMails(store: Store = database.store): Promise<MailPayload[]> {
  const mails: MailPayload[] = [];
  await runDueJobs({ store, handlers: { 'send-mail': { outside: async (mail) => void mails.push(mail) } } });
  return mails;
}

describe('a digest', () => {
  test('lists at its hour what arrived since it was set up, and the next one what arrived since then', async () => {
    await createWorkOfAda('Before it was asked for');
    await setDigest(noor, rome);
    await createWorkOfAda('First');
    await createWorkOfAda('Second');
    await database.store.transact((tx) => recordEvent(tx, { authorId: ada.id, kind: 'claimed' }));
    expect(await sendMails()).toEqual([]);
    setTime('2026-10-21T06:00:00Z');
    const [mail, ...more] = await sendMails();
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: noor.email, subject: 'New in what you follow: 2 works' });
    for (const said of ['First', 'Second', 'You follow Ada Brandt.', 'Ada Brandt has claimed their profile'])
      expect(mail?.text).toContain(said);
    expect(mail?.text).not.toContain('Before it was asked for');
    expect(await nextDigestAt()).toBe('2026-10-22T06:00:00.000Z');
    await createWorkOfAda('Third');
    setTime('2026-10-22T06:00:00Z');
    const [second] = await sendMails();
    expect([second?.subject, second?.text.includes('First'), second?.text.includes('Third')]).toEqual([
      'New in what you follow: a work',
      false,
      true,
    ]);
  });

  test('keeps its hour when the clock changes, and is not sent when nothing is new', async () => {
    await setDigest(noor, rome);
    setTime('2026-10-24T06:00:00Z');
    expect(await sendMails()).toEqual([]);
    expect(await nextDigestAt()).toBe('2026-10-25T07:00:00.000Z');
    await createWorkOfAda('On the longest day');
    setTime('2026-10-25T06:59:59Z');
    expect(await sendMails()).toEqual([]);
    setTime('2026-10-25T07:00:00Z');
    expect((await sendMails()).length).toBe(1);
    expect(await nextDigestAt()).toBe('2026-10-26T07:00:00.000Z');
  });

  test('is sent once by two concurrent workers, and once after an attempt that was killed', async () => {
    const { store } = database;
    await setDigest(noor, rome);
    await createWorkOfAda('First');
    setTime('2026-10-21T06:00:00Z');
    const due = { accountId: noor.accountId, due: Date.parse('2026-10-21T06:00:00Z') };
    const dying: Store = { ...store, transact: () => Promise.reject(new Error('The power went.')) };
    await expect(sendDigest(dying, due)).rejects.toThrow('The power went.');
    await Promise.all([1, 2, 3, 4].map(() => sendDigest(store, due)));
    expect((await sendMails()).length).toBe(1);
    await store.transact(enqueueDueDigests);
    await sendDigest(store, due);
    expect(await sendMails()).toEqual([]);
  });

  test('that was missed is scheduled again, and covers the whole time since', async () => {
    await setDigest(noor, rome);
    await createWorkOfAda('First');
    await database.store.transact((tx) => tx.delete(jobs).where(eq(jobs.kind, 'send-digest')));
    setTime('2026-10-23T10:00:00Z');
    expect(await sendMails()).toEqual([]);
    await database.store.transact(enqueueDueDigests);
    expect((await sendMails()).length).toBe(1);
    expect(await nextDigestAt()).toBe('2026-10-24T06:00:00.000Z');
  });

  test('is sent only at its new time after a change, and never after it is turned off', async () => {
    await setDigest(noor, { ...rome, hour: 16 });
    await setDigest(noor, { ...rome, hour: 20 });
    await createWorkOfAda('First');
    setTime('2026-10-20T17:59:59Z');
    expect(await sendMails()).toEqual([]);
    setTime('2026-10-20T18:00:00Z');
    expect((await sendMails()).length).toBe(1);
    await setDigest(noor, { ...rome, frequency: 'off' });
    await createWorkOfAda('Second');
    setTime('2026-11-20T18:00:00Z');
    expect(await sendMails()).toEqual([]);
  });

  test('waits while topics of new works are computed', async () => {
    await setDigest(noor, rome);
    await createWorkOfAda('First');
    setTime('2026-10-21T06:00:00Z');
    const { store } = database;
    await store.transact((tx) =>
      tx.insert(jobs).values({
        id: 'topics',
        kind: 'find-topics',
        payload: {},
        state: 'running',
        runAt: now(),
        leaseEndsAt: new Date('2126-01-01'),
        createdAt: now(),
      }),
    );
    expect(await sendMails()).toEqual([]);
    await store.transact((tx) => tx.update(jobs).set({ state: 'done' }).where(eq(jobs.id, 'topics')));
    setTime('2026-10-21T06:02:00Z');
    expect((await sendMails()).length).toBe(1);
  });

  test('is sent to no sample account, and to none without a confirmed address', async () => {
    const { store } = database;
    const orcidOnly = await createAccount(store, 'Orla', { noEmail: true });
    expect(await setDigest(orcidOnly, rome)).toEqual({ ok: false, code: 'needs_address_for_mail' });
    const [invented, unsure] = [await createAccount(store, 'Invented'), await createAccount(store, 'Unsure')];
    for (const actor of [invented, unsure]) {
      await store.transact((tx) => followAuthor(tx, actor, { authorId: ada.id }));
      await setDigest(actor, rome);
    }
    await store.transact(async (tx) => {
      await tx.update(accounts).set({ sample: true }).where(eq(accounts.id, invented.accountId));
      await tx.update(accounts).set({ emailVerified: null }).where(eq(accounts.id, unsure.accountId));
    });
    await createWorkOfAda('First');
    setTime('2026-10-21T06:00:00Z');
    expect(await sendMails()).toEqual([]);
    expect(await nextDigestAt(invented)).toBe('2026-10-22T06:00:00.000Z');
  });

  test('names no hidden person, and includes notifications that were held for it', async () => {
    const { store } = database;
    await setDigest(noor, rome);
    await createWorkOfAda('First');
    await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, ada.id)));
    const tell = (onceKey: string) =>
      store.transact((tx) =>
        notify(tx, {
          accountId: noor.accountId,
          kind: 'report_decided',
          facts: { name: 'Ben Okri', decision: 'uphold', path: '/me' },
          onceKey,
        }),
      );
    setTime('2026-10-20T13:00:00Z');
    await tell('one');
    setTime('2026-10-21T06:00:00Z');
    const [mail] = await sendMails();
    expect(mail?.subject).toBe('New for you on Peergraph');
    expect(mail?.text).toContain('Your report was upheld');
    expect(JSON.stringify(mail)).not.toContain('Brandt');
    setTime('2026-10-21T07:00:00Z');
    await tell('two');
    await store.transact((tx) => readNotifications(tx, noor));
    setTime('2026-10-22T06:00:00Z');
    expect(await sendMails()).toEqual([]);
  });

  test('asks reviewers for decisions only while cases wait, also if the site does not show this kind', async () => {
    const { store } = database;
    const edda = await createAdmin(store, 'Edda');
    await store.transact((tx) => updateNotificationSettings(tx, edda, [{ kind: 'review_waiting', mail: 'digest', centre: false }]));
    await setDigest(edda, rome);
    const propose = async (name: string) => {
      const [one, other] = [await createRecord(store, name), await createRecord(store, `${name} II`)];
      const input = { authorId: one.id, otherId: other.id, reason: 'One office, one desk.' };
      return unwrap(await store.transact((tx) => proposeMerge(tx, noor, input))).changeId;
    };
    const withdraw = async (changeId: string) => unwrap(await store.transact((tx) => withdrawProposal(tx, noor, { changeId })));
    setTime('2026-10-20T13:00:00Z');
    const first = await propose('Uta Holm');
    expect(await sendMails()).toEqual([]);
    setTime('2026-10-21T06:00:00Z');
    expect((await sendMails()).map(({ text }) => text)).toEqual([expect.stringContaining('Cases need your decision')]);
    setTime('2026-10-21T13:00:00Z');
    const second = await propose('Vera Holm');
    await sendMails();
    await withdraw(first);
    await withdraw(second);
    setTime('2026-10-22T06:00:00Z');
    expect(await sendMails()).toEqual([]);
    setTime('2026-10-22T13:00:00Z');
    await propose('Wim Holm');
    await sendMails();
    setTime('2026-10-23T06:00:00Z');
    expect(await sendMails()).toHaveLength(1);
  });

  test('continues in the next one when it is full: every notification is listed once', async () => {
    const { store } = database;
    await setDigest(noor, rome);
    await store.transact((tx) => updateNotificationSettings(tx, noor, [{ kind: 'attestation_given', mail: 'digest', centre: false }]));
    for (let each = 0; each < 100; each += 1) {
      clock = new Date(clock.getTime() + 1000);
      const facts = { name: `Giver ${each}.`, path: '/me' };
      await store.transact((tx) => notify(tx, { accountId: noor.accountId, kind: 'attestation_given', facts, onceKey: `${each}` }));
    }
    const letters: string[] = [];
    for (let day = 21; day < 26; day += 1) {
      setTime(`2026-10-${day}T0${day === 25 ? 7 : 6}:00:00Z`);
      letters.push(...(await sendMails()).map(({ text }) => text));
    }
    const named = letters.map((text) => [...new Set(text.match(/Giver \d+/g))]);
    expect(named.flat()).toEqual(Array.from({ length: 100 }, (_, each) => `Giver ${each}`));
    expect(letters.map((text) => text.includes('The next digest continues'))).toEqual([true, true, false]);
  });

  test('continues past more notifications of one moment than it can list, and lists none twice', async () => {
    const { store } = database;
    await setDigest(noor, rome);
    await store.transact((tx) => updateNotificationSettings(tx, noor, [{ kind: 'attestation_given', mail: 'digest', centre: false }]));
    const tell = (count: number, from: number) =>
      store.transact(async (tx) => {
        for (let each = from; each < from + count; each += 1) {
          const facts = { name: `Giver ${each}.`, path: '/me' };
          await notify(tx, { accountId: noor.accountId, kind: 'attestation_given', facts, onceKey: `${each}` });
        }
      });
    // First 30, then 20 of one moment: the second 20 fit into one mail. Then there are more than fit into one.
    await tell(30, 0);
    clock = new Date(clock.getTime() + 1000);
    await tell(20, 30);
    clock = new Date(clock.getTime() + 1000);
    await tell(45, 50);
    clock = new Date(clock.getTime() + 1000);
    await tell(1, 95);
    const counts: number[] = [];
    for (let day = 21; day < 25; day += 1) {
      setTime(`2026-10-${day}T06:00:00Z`);
      for (const { text } of await sendMails()) counts.push(new Set(text.match(/Giver \d+/g)).size);
    }
    expect(counts).toEqual([30, 20, 40, 1]);
  });

  test('has a one-click unsubscribe link in both forms when a mail server receives it', async () => {
    const smtp = await startSmtp();
    await setDigest(noor, rome);
    await createWorkOfAda('Grey herons');
    setTime('2026-10-21T06:00:00Z');
    const [mail] = await sendMails();
    if (!mail) throw new Error('There is no mail.');
    const { to, subject, text, unsubscribe } = mail;
    await smtpTransport(smtp.url, 'Peergraph <peergraph@example.org>', 'example.org').deliver({
      ...{ id: 'digest1', to, subject, text, unsubscribe },
      html: await renderHtml(mail),
    });
    await smtp.stop();
    const arrived = smtp.arrived[0]?.mail;
    const header = (name: string) => arrived?.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(header('list-unsubscribe')).toBe(`<${unsubscribe}>`);
    for (const form of [arrived?.text, arrived?.html]) {
      expect(form).toContain('Grey herons');
      expect(form).toContain('You follow Ada Brandt.');
      expect(form).toContain('because you asked for it');
    }
  });
});

describe('notifications', () => {
  const tell = (kind: 'claim_accepted' | 'attestation_given', onceKey: string) =>
    database.store.transact((tx) => notify(tx, { accountId: noor.accountId, kind, facts: { name: 'Ada', path: '/me' }, onceKey }));

  test('are mailed at once, in the digest or not at all, as set; and only once where the notification centre is off', async () => {
    const { store } = database;
    await tell('claim_accepted', 'a');
    await tell('attestation_given', 'b');
    expect((await sendMails()).map(({ subject }) => subject)).toEqual(['Your claim is accepted']);
    await store.transact((tx) => updateNotificationSettings(tx, noor, [{ kind: 'claim_accepted', mail: 'now', centre: false }]));
    expect(await unreadCount(store.reader, noor)).toBe(1);
    for (const _ of [1, 2]) await tell('claim_accepted', 'c');
    expect((await sendMails()).length).toBe(1);
    expect((await notificationPage(store.reader, noor, { limit: 9 })).notifications.map(({ title }) => title)).toEqual([
      'Ada has confirmed',
    ]);
    await store.transact((tx) => updateNotificationSettings(tx, noor, [{ kind: 'claim_accepted', mail: 'off', centre: true }]));
    await tell('claim_accepted', 'd');
    expect(await sendMails()).toEqual([]);
    expect(await unreadCount(store.reader, noor)).toBe(2);
  });

  test('are paged while new ones arrive, and marked as read one by one by their own account only', async () => {
    const { store } = database;
    const other = await createAccount(store, 'Other');
    for (let each = 0; each < 5; each += 1) {
      clock = new Date(clock.getTime() + (each % 2) * 1000);
      await tell('claim_accepted', `n${each}`);
    }
    const first = await notificationPage(store.reader, noor, { limit: 2 });
    clock = new Date(clock.getTime() + 1000);
    await tell('claim_accepted', 'later');
    const second = await notificationPage(store.reader, noor, { limit: 2, cursor: first.next ?? '' });
    const third = await notificationPage(store.reader, noor, { limit: 2, cursor: second.next ?? '' });
    const ids = [first, second, third].flatMap(({ notifications: some }) => some.map(({ id }) => id));
    expect([new Set(ids).size, third.next]).toEqual([5, null]);
    const [id] = ids;
    await store.transact((tx) => readNotifications(tx, other, { id }));
    expect(await unreadCount(store.reader, noor)).toBe(6);
    await store.transact((tx) => readNotifications(tx, noor, { id }));
    expect(await unreadCount(store.reader, noor)).toBe(5);
    const countOf = async (show: string) =>
      (await notificationPage(store.reader, noor, { limit: 9, filter: parseNotificationFilter(show) })).notifications.length;
    expect([await countOf('unread'), await countOf('claims-and-proofs'), await countOf('invitations'), await countOf('none')]).toEqual([
      5, 6, 0, 6,
    ]);
    // A notification that arrives after a page was loaded is not marked by that page.
    const loadedAt = clock;
    clock = new Date(clock.getTime() + 1000);
    await tell('claim_accepted', 'unseen');
    await store.transact((tx) => readNotifications(tx, noor, { until: loadedAt }));
    expect(await unreadCount(store.reader, noor)).toBe(1);
    await store.transact((tx) => readNotifications(tx, noor));
    expect(await unreadCount(store.reader, noor)).toBe(0);
  });

  test('are counted up to a limit, so that a page costs the same however many are unread', async () => {
    const { store } = database;
    const rows = Array.from({ length: maxUnreadCounted + 20 }, (_, at) => ({
      ...{ id: `unread-${at}`, accountId: noor.accountId, kind: 'claim_accepted', facts: {}, onceKey: `u${at}`, createdAt: clock },
    }));
    await store.transact((tx) => tx.insert(notifications).values(rows));
    expect(await unreadCount(store.reader, noor)).toBe(maxUnreadCounted);
    const others = rows.slice(31).map(({ id }) => id);
    await store.transact((tx) => tx.delete(notifications).where(inArray(notifications.id, others)));
    expect(await unreadCount(store.reader, noor)).toBe(31);
  });

  test('are turned off by the link of a mail: its kind, the digest or all; no other link does that', async () => {
    const { store } = database;
    await setDigest(noor, rome);
    await tell('claim_accepted', 'a');
    const [mail] = await sendMails();
    const [, seal = '', of] = /\/unsubscribe\/([^/]+)\/(\w+)$/.exec(mail?.unsubscribe ?? '') ?? [];
    expect(of).toBe('claim_accepted');
    const token = verifyUnsubscribeToken(seal, 'claim_accepted') ?? '';
    expect(token).toBe(await store.transact((tx) => unsubscribeTokenOf(tx, noor.accountId)));
    for (const wrong of [
      seal.replace(/.$/, (sign) => (sign === 'A' ? 'B' : 'A')),
      signUnsubscribeToken(token, 'digest'),
      token,
      `.${seal}`,
      '',
    ])
      expect(verifyUnsubscribeToken(wrong, 'claim_accepted')).toBeNull();
    await store.transact((tx) => unsubscribe(tx, { token, target: 'claim_accepted' }));
    await tell('claim_accepted', 'b');
    expect(await sendMails()).toEqual([]);
    expect(await unreadCount(store.reader, noor)).toBe(2);
    await store.transact((tx) => unsubscribe(tx, { token, target: 'digest' }));
    expect(await nextDigestAt()).toBeUndefined();
    await store.transact((tx) => unsubscribe(tx, { token, target: 'all' }));
    await tell('attestation_given', 'c');
    expect(await sendMails()).toEqual([]);
    expect(await store.transact((tx) => unsubscribe(tx, { token: 'nobody', target: 'all' }))).toEqual({
      ok: false,
      code: 'unknown_link',
    });
  });
});

describe('killed workers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-digests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const running: ChildProcess[] = [];
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  test('two at a time, repeatedly, mail each digest once and store each notification once', async () => {
    setClock(() => new Date());
    const { store } = database;
    const people = await Promise.all(Array.from({ length: 12 }, (_, each) => createAccount(store, `Reader ${each}`)));
    const due = new Date(Date.now() - 1000);
    for (const actor of people) {
      await store.transact(async (tx) => {
        await followAuthor(tx, actor, { authorId: ada.id });
        await setSchedule(tx, actor, rome);
        await tx.update(digests).set({ nextAt: due }).where(eq(digests.accountId, actor.accountId));
      });
      await store.transact((tx) =>
        notify(tx, { accountId: actor.accountId, kind: 'attestation_given', facts: { name: 'Ada', path: '/me' }, onceKey: 'w' }),
      );
    }
    await createWorkOfAda('Grey herons');
    const begin = () => {
      const child = startWorkerProcess({ DATABASE_URL: database.url, DATA_DIR: folder });
      running.push(child);
      return child;
    };
    for (let kills = 0; kills < 4; kills += 1) {
      for (const { accountId } of people.slice(kills * 3, kills * 3 + 3))
        await store.transact((tx) => enqueue(tx, { kind: 'send-digest', payload: { accountId, due: due.getTime() } }));
      const before = await countAttempts(store);
      const both = [begin(), begin()];
      await expect.poll(() => countAttempts(store), { timeout: 60_000, interval: 10 }).toBeGreaterThan(before);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      for (const child of both) child.kill('SIGKILL');
      await Promise.all(both.map(waitForExit));
      await expireLeases(store);
    }
    const last = begin();
    const soon = and(eq(jobs.state, 'waiting'), eq(jobs.kind, 'send-mail'));
    await expect
      .poll(
        async () => (await store.reader.select().from(jobs).where(soon)).length + (await listOutboxMails(join(folder, 'outbox'))).length,
        {
          timeout: 60_000,
        },
      )
      .toBe(12);
    await expect.poll(async () => (await listOutboxMails(join(folder, 'outbox'))).length, { timeout: 60_000 }).toBe(12);
    last.kill('SIGTERM');
    await waitForExit(last);
    const mails = await listOutboxMails(join(folder, 'outbox'));
    expect(new Set(mails.map(({ to }) => to)).size).toBe(12);
    for (const { text } of mails) {
      expect(text).toContain('Grey herons');
      expect(text).toContain('Ada has confirmed');
    }
    expect((await store.reader.select().from(notifications)).length).toBe(12);
  });
});
