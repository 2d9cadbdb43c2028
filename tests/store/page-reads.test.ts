import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { mainTopicsOf } from '#lib/catalog/contexts/queries/authors.ts';
import { pinnedWorkIdsOf } from '#lib/catalog/ownership/queries/own-record.ts';
import { pendingClaimOf, proveOwnership } from '#lib/catalog/ownership/queries/ownership.ts';
import { indexDocuments, type SearchDocument } from '#lib/catalog/search-index/documents.ts';
import type { SearchFilters } from '#lib/catalog/search-index/model/search-query.ts';
import { findNewMatches } from '#lib/catalog/search-index/new-matches.ts';
import { reviewPageOf } from '#lib/catalog/statements/queries/opinions.ts';
import { topFeedPosition } from '#lib/community/feeds/model.ts';
import { selectListableKeys } from '#lib/community/feeds/queries/cursors.ts';
import { followContext } from '#lib/community/follows/commands/contexts.ts';
import { contextFollowState, followableContext } from '#lib/community/follows/queries/contexts.ts';
import { invitedRecordOf } from '#lib/community/invitations/queries/lists.ts';
import { threadsOf } from '#lib/community/invitations/queries/threads.ts';
import { notify } from '#lib/community/notifications/commands/notify.ts';
import { notificationPath, notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { addedWorksOf } from '#lib/governance/additions/queries.ts';
import { mintReviewer } from '#lib/governance/cases/model/review-case.ts';
import { issueProof, removeUnfinishedProof } from '#lib/governance/claims/commands/issue.ts';
import { attestationsOf } from '#lib/governance/claims/queries/attestations.ts';
import { openObjections } from '#lib/governance/claims/queries/disputes.ts';
import { stateOpinionsOnWorks } from '#lib/governance/identity/commands/opinions.ts';
import { historyOf } from '#lib/governance/identity/queries/history.ts';
import { writeAuditEntry } from '#lib/platform/audit/entries.ts';
import { grantAdmin, listRoles } from '#lib/platform/audit/roles.ts';
import { addMs, daysMs, now } from '#lib/platform/clock.ts';
import { erasures } from '#lib/platform/db/schema/accounts.ts';
import { addedWorks } from '#lib/platform/db/schema/additions.ts';
import { authorNames, authors } from '#lib/platform/db/schema/authors.ts';
import { claims, disputes, reviews, reviewVotes } from '#lib/platform/db/schema/claims.ts';
import { authorContexts } from '#lib/platform/db/schema/contexts.ts';
import { identityChanges } from '#lib/platform/db/schema/identity.ts';
import { invitations, threadMembers, threads } from '#lib/platform/db/schema/invitations.ts';
import { attestations } from '#lib/platform/db/schema/trust.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { newId } from '#lib/platform/id.ts';
import { nameKey } from '#lib/platform/names/name-key.ts';
import { notifyReviewers } from '#lib/portal/decisions/commands/notify-reviewers.ts';
import { appealView } from '#lib/portal/decisions/queries/appeals.ts';
import { queuePage } from '#lib/portal/decisions/queries/queue.ts';
import { reviewerOf } from '#lib/portal/decisions/queries/reviewers.ts';
import { erasureOf } from '#lib/portal/erasure/queries.ts';
import { firstStepsOf } from '#lib/portal/me/queries/first-steps.ts';
import { parseAuditQuery } from '#lib/portal/operations/model/audit.ts';
import { auditFrom } from '#lib/portal/operations/queries/audit.ts';
import type { Admin } from '#lib/portal/operations/queries/operations.ts';
import { searchView } from '#lib/portal/search/queries/results.ts';
import { sitemapEntries } from '#lib/portal/sitemaps/queries.ts';
import { assignRecord, createAccount, createAdmin, createContext, createRecord, createWork, unwrap } from './fixtures.ts';
import { createResearcher, openToInvitations, type Researcher, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

/** Reads of pages that no test of a command covers: lists, filters and counts for accounts, reviewers and the operator. */
const database = databasePerFile();
const daysFromNow = (days: number): Date => addMs(now(), daysMs(days));
let noor: Researcher;
let ida: Researcher;

beforeAll(async () => {
  noor = await openToInvitations(database.store, await createResearcher(database.store, 'Noor Haddad'));
  ida = await createResearcher(database.store, 'Ida Lind');
});

describe('an account reads', () => {
  test('its claims under notice, the first to end first', async () => {
    const { store } = database;
    const tove = await createAccount(store, 'Tove');
    expect(await pendingClaimOf(store.reader, tove)).toBeNull();
    for (const days of [9, 4]) {
      const { id } = await createRecord(store, `Tove ${days}`);
      const row = { id: newId(), authorId: id, accountId: tove.accountId, state: 'notice_period', strength: 'fair', createdAt: now() };
      await store.transact((tx) => tx.insert(claims).values({ ...row, noticeEndsAt: daysFromNow(days) }));
    }
    expect(await pendingClaimOf(store.reader, tove)).toMatchObject({ name: 'Tove 4' });
  });

  test('what its erasure removes, whether one is pending, and whether it has an open objection', async () => {
    const { store } = database;
    const per = await createAccount(store, 'Per');
    const record = await createRecord(store, 'Per Holm');
    await assignRecord(store, per, record);
    const session = { actor: per, signedInAt: now(), id: null, seenAt: null, signInMethod: null };
    expect(await erasureOf(store.reader, session)).toMatchObject({
      waiting: null,
      inDispute: false,
      soleAdmin: false,
      records: [{ slug: record.slug, name: 'Per Holm' }],
    });
    await store.transact(async (tx) => {
      await tx.insert(erasures).values({ accountId: per.accountId, requestedAt: now(), runAt: daysFromNow(7) });
      const doubt = { id: newId(), authorId: ida.id, claimId: newId(), accountId: per.accountId, kind: 'dns', strength: 'fair' };
      await tx.insert(disputes).values({ ...doubt, state: 'open', openedAt: now() });
    });
    expect(await erasureOf(store.reader, session)).toMatchObject({ waiting: { runsAt: expect.any(Date) }, inDispute: true });
  });

  test('objections to its claim, without their authors', async () => {
    const { store } = database;
    const [claim] = await store.reader.select().from(claims).where(eq(claims.accountId, noor.actor.accountId));
    const doubt = {
      id: newId(),
      authorId: noor.id,
      claimId: claim?.id ?? '',
      accountId: ida.actor.accountId,
      kind: 'dns',
      strength: 'fair',
    };
    await store.transact((tx) => tx.insert(disputes).values({ ...doubt, state: 'open', openedAt: now(), marks: false }));
    expect(await openObjections(store.reader, noor.actor, noor.id)).toEqual([
      { id: doubt.id, at: expect.any(Date), kind: 'dns', freezesRecord: false },
    ]);
    expect(await openObjections(store.reader, ida.actor, noor.id)).toEqual([]);
    await store.transact((tx) => tx.update(disputes).set({ state: 'dismissed' }).where(eq(disputes.id, doubt.id)));
    expect(await openObjections(store.reader, noor.actor, noor.id)).toEqual([]);
  });

  test('attestations that it was asked for, though it owns no record any more', async () => {
    const { store } = database;
    const una = await createAccount(store, 'Una');
    const row = { id: newId(), kind: 'vouch', authorId: noor.id, fromAuthorId: ida.id, fromAccountId: una.accountId, state: 'given' };
    await store.transact((tx) => tx.insert(attestations).values({ ...row, requestedAt: now(), answeredAt: now() }));
    expect((await attestationsOf(store.reader, una)).from).toMatchObject([{ id: row.id }]);
    expect((await attestationsOf(store.reader, una)).about).toEqual([]);
  });

  test('the target of its own notification, and of nobody else’s', async () => {
    const { store } = database;
    const facts = { name: 'Ida Lind', path: '/threads/one' };
    await store.transact((tx) => notify(tx, { accountId: noor.actor.accountId, kind: 'invitation_accepted', facts, onceKey: newId() }));
    const [told] = await notificationsOf(store.reader, noor.actor);
    expect(await notificationPath(store.reader, noor.actor, told?.id ?? '')).toBe('/threads/one');
    expect(await notificationPath(store.reader, ida.actor, told?.id ?? '')).toBeNull();
  });

  test('why its claim was rejected, until when it can appeal, and nothing of the claims of others', async () => {
    const { store } = database;
    const [nils, { id, slug }] = [await createAccount(store, 'Nils'), await createRecord(store, 'Nils Rask')];
    const row = { id: newId(), authorId: id, accountId: nils.accountId, state: 'notice_period', strength: 'fair', createdAt: now() };
    await store.transact((tx) => tx.insert(claims).values(row));
    const view = (actor = nils) => appealView(store.reader, actor.accountId, { of: 'claim', subjectId: row.id });
    expect(await view()).toBeNull();
    const decided = { state: 'rejected', reason: 'rival_proof', remedy: 'show_strong_proof', decidedAt: daysFromNow(-1) };
    await store.transact((tx) => tx.update(claims).set(decided).where(eq(claims.id, row.id)));
    expect(await view()).toMatchObject({
      about: { name: 'Nils Rask', path: `/authors/${slug}` },
      decided: { reason: 'rival_proof', remedy: 'show_strong_proof', at: decided.decidedAt, byAppeal: false },
      refusal: null,
      appeal: null,
    });
    expect(await view(ida.actor)).toBeNull();
  });

  test('the profile that an invitation was sent to, as its recipient', async () => {
    const { store } = database;
    const { invitationId } = unwrap(await sendInvitation(store, ida.actor, noor));
    expect(await invitedRecordOf(store.reader, noor.actor, invitationId)).toBe(noor.id);
    expect(await invitedRecordOf(store.reader, ida.actor, invitationId)).toBeNull();
  });

  test('unclaimed profiles with its name, in its first steps', async () => {
    const { store } = database;
    const ren = await createAccount(store, 'Ren Ito');
    const [free, taken] = [await createRecord(store, 'Ren Ito'), await createRecord(store, 'Ren Ito')];
    await assignRecord(store, ida.actor, taken);
    const names = [free, taken].map(({ key }) => ({ authorKey: key, name: 'Ren Ito', nameKey: nameKey('Ren Ito') }));
    await store.transact((tx) => tx.insert(authorNames).values(names));
    expect((await firstStepsOf(store.reader, ren)).profiles).toEqual([{ slug: free.slug, name: 'Ren Ito', works: 3 }]);
  });

  test('an unfinished proof, which only that account can remove once', async () => {
    const { store } = database;
    const [finn, record] = [await createAccount(store, 'Finn'), await createRecord(store, 'Finn Aalto')];
    const proof = unwrap(
      await store.transact((tx) => issueProof(tx, finn, { authorId: record.id, kind: 'rel_me', target: 'https://finn.example/' })),
    );
    const drop = (actor = finn) => store.transact((tx) => removeUnfinishedProof(tx, actor, { proofId: proof.id }));
    expect(await drop(ida.actor)).toEqual({ ok: false, code: 'unknown_proof' });
    expect(await drop()).toEqual({ ok: true, value: { authorId: record.id } });
    expect(await drop()).toEqual({ ok: false, code: 'unknown_proof' });
  });
});

describe('the owner of a profile reads', () => {
  test('its works page by page, with co-authors and opinions on each', async () => {
    const { store } = database;
    const keys: number[] = [];
    for (const title of ['Reeds', 'Wicks', 'Lamps']) {
      keys.push(
        await createWork(
          store,
          title,
          [noor, ida].map(({ key, name }) => ({ key, name })),
        ),
      );
    }
    const ids = await store.reader.select({ id: works.id, key: works.key }).from(works);
    const lamps = ids.find(({ key }) => key === keys[2])?.id ?? '';
    const opinions = new Map([[lamps, 'not_mine' as const]]);
    unwrap(await store.transact((tx) => stateOpinionsOnWorks(tx, noor.actor, { authorId: noor.id, opinions })));
    const page = (filter: 'all' | 'unsaid' | 'not_mine', after: string | null = null) =>
      reviewPageOf(store.reader, noor.key, { filter, after, limit: 2 });
    const first = await page('all');
    const rest = await page('all', first.next);
    expect([...first.works, ...rest.works].map(({ title }) => title).sort()).toEqual(['Lamps', 'Reeds', 'Wicks']);
    expect([first.counts, rest.next]).toEqual([{ all: 3, opinions: 1 }, null]);
    expect((await page('not_mine')).works).toMatchObject([{ title: 'Lamps', opinion: 'not_mine' }]);
    expect((await page('unsaid')).works.map(({ title }) => title)).toEqual(['Wicks', 'Reeds']);
  });

  test('pinned works that are still on the profile, and works that were added by hand', async () => {
    const { store } = database;
    const owner = await proveOwnership(store.reader, ida.actor, ida.id);
    if (!owner) throw new Error('Ida owns no profile.');
    const key = await createWork(store, 'A pinned work', [{ key: ida.key, name: ida.name }]);
    const [work] = await store.reader.select().from(works).where(eq(works.key, key));
    const id = work?.id ?? '';
    await store.transact(async (tx) => {
      await tx
        .update(authors)
        .set({ pinned: ['gone', id] })
        .where(eq(authors.id, ida.id));
      await tx.insert(addedWorks).values({ recordId: newId(), workId: id, authorId: ida.id, accountId: ida.actor.accountId, at: now() });
    });
    expect(await pinnedWorkIdsOf(store.reader, owner)).toEqual([id]);
    const adder = { accountId: ida.actor.accountId, authorId: ida.id };
    expect(await addedWorksOf(store.reader, adder)).toEqual([{ id, title: 'A pinned work', at: expect.any(Date) }]);
    expect(await addedWorksOf(store.reader, { ...adder, authorId: noor.id })).toEqual([]);
  });

  test('merges and splits that were made, with the names of public profiles', async () => {
    const { store } = database;
    const [other, hidden] = [await createRecord(store, 'N. Haddad'), await createRecord(store, 'H. Hidden', { visibility: 'suppressed' })];
    const change = { kind: 'merge', authorId: noor.id, reason: 'The same person.', proposedAt: daysFromNow(-3) };
    const rows = [
      { ...change, id: newId(), state: 'applied', otherId: other.id, appliedAt: daysFromNow(-2) },
      { ...change, id: newId(), state: 'undone', otherId: hidden.id, appliedAt: daysFromNow(-1) },
      { ...change, id: newId(), state: 'proposed', otherId: ida.id, appliedAt: null },
    ];
    await store.transact((tx) => tx.insert(identityChanges).values(rows));
    const history = await historyOf(store.reader, { id: noor.id, privacy: null });
    expect(history.map(({ state, role, other: of }) => [state, role, of?.name ?? null])).toEqual([
      ['undone', 'took_in', null],
      ['applied', 'took_in', 'N. Haddad'],
    ]);
    expect(await historyOf(store.reader, { id: other.id, privacy: null })).toMatchObject([{ role: 'was_taken_in' }]);
  });
});

test('threads are listed by their last message, however many are newer, and archived ones last', async () => {
  const { store } = database;
  const kim = await createResearcher(store, 'Kim Hub');
  const rows = Array.from({ length: 101 }, (_, index) => ({ id: newId(), invitationId: newId(), openedAt: daysFromNow(index - 200) }));
  const [oldest, archived] = [rows[0]?.id ?? '', rows[100]?.id ?? ''];
  const invitation = { senderId: kim.actor.accountId, senderAuthorId: kim.id, recipientId: ida.actor.accountId, recipientAuthorId: ida.id };
  const asked = {
    ...invitation,
    purpose: 'co-author',
    message: 'Hello',
    pair: 'kim ida',
    sentAt: now(),
    expiresAt: daysFromNow(30),
    state: 'accepted',
  };
  await store.transact(async (tx) => {
    await tx.insert(invitations).values(rows.map(({ invitationId }) => ({ ...asked, id: invitationId })));
    await tx.insert(threads).values(rows);
    const member = { accountId: kim.actor.accountId };
    await tx.insert(threadMembers).values(rows.map(({ id }) => ({ ...member, threadId: id, archivedAt: id === archived ? now() : null })));
    await tx.update(threads).set({ lastMessageAt: now() }).where(eq(threads.id, oldest));
  });
  const cards = await threadsOf(store.reader, kim.actor);
  expect(cards.map(({ id }) => id)).toEqual([
    oldest,
    ...rows
      .slice(1, 100)
      .map(({ id }) => id)
      .reverse(),
  ]);
});

describe('a topic', () => {
  test('can be followed, shows the state for an account, and is in the sitemap', async () => {
    const { store } = database;
    const topic = await createContext(store, 'topic', 'Lamp Theory');
    expect(await followableContext(store.reader, topic.id)).toEqual({ id: topic.id, name: 'Lamp Theory' });
    expect(await contextFollowState(store.reader, noor.actor, topic.id)).toBe('off');
    await store.transact((tx) => followContext(tx, noor.actor, { contextId: topic.id, want: 'on' }));
    expect(await contextFollowState(store.reader, noor.actor, topic.id)).toBe('on');
    expect(await sitemapEntries(store.reader, 'contexts', 1)).toContainEqual({
      path: `/topics/${topic.slug}`,
      updatedAt: expect.any(Date),
    });
  });

  test('with the most works, and of these the latest, is the main topic of an author', async () => {
    const { store } = database;
    const [few, many, institution] = [
      await createContext(store, 'topic', 'Few'),
      await createContext(store, 'topic', 'Many'),
      await createContext(store, 'institution', 'Institute'),
    ];
    const of = (contextKey: number, count: number) => ({ authorKey: noor.key, contextKey, works: count, firstYear: 2020, lastYear: 2024 });
    await store.transact((tx) => tx.insert(authorContexts).values([of(few.key, 1), of(many.key, 4), of(institution.key, 9)]));
    expect(await mainTopicsOf(store.reader, [noor.key, ida.key])).toEqual(new Map([[noor.key, 'Many']]));
    expect(await mainTopicsOf(store.reader, [])).toEqual(new Map());
  });
});

test('files of a list keep its order, and exclude works whose profiles are all hidden', async () => {
  const { store } = database;
  const hidden = await createRecord(store, 'Hilda Hidden');
  await store.transact((tx) => tx.update(authors).set({ visibility: 'suppressed' }).where(eq(authors.id, hidden.id)));
  const by = { key: hidden.key, name: 'Hilda Hidden' };
  const [alone, shared, shown] = [
    await createWork(store, 'Hidden alone', [by]),
    await createWork(store, 'Hidden and shown', [by, noor]),
    await createWork(store, 'Shown', [noor]),
  ];
  expect(await selectListableKeys(store.reader, [shown, alone, shared])).toEqual([shown, shared]);
  expect(await selectListableKeys(store.reader, [])).toEqual([]);
});

test('works of a search are filtered by topic, venue, type, source and code, and counted for each filter', async () => {
  const { store } = database;
  const keys: number[] = [];
  for (const title of ['Glowworm one', 'Glowworm two', 'Glowworm three']) keys.push(await createWork(store, title, [noor]));
  const [first = 0, second = 0] = keys;
  const topic = await createContext(store, 'topic', 'Insects', [first, second]);
  const venue = await createContext(store, 'venue', 'Night Letters', [first]);
  await store.transact(async (tx) => {
    await tx.update(works).set({ codeUrl: 'https://github.com/noor/glow' }).where(eq(works.key, first));
    const documents = keys.map((subjectKey): SearchDocument => ({ kind: 'work', subjectKey, importance: 1, title: 'Glowworm', body: '' }));
    await indexDocuments(tx, documents);
  });
  const view = (filters: SearchFilters) => searchView(store.reader, { q: 'glowworm', kind: 'works', filters });
  const count = async (filters: SearchFilters) => (await view(filters)).sections.map(({ total }) => total.count);
  expect(await count({})).toEqual([3]);
  expect(await count({ topic: topic.slug })).toEqual([2]);
  expect(await count({ topic: topic.slug, venue: venue.slug })).toEqual([1]);
  expect(await count({ code: 'yes', type: 'article' })).toEqual([1]);
  expect(await count({ source: 'acl-anthology' })).toEqual([]);
  const arrivals = (stretch: { below: number; above: number }) =>
    findNewMatches(store.reader, { q: 'glowworm', kind: 'works', filters: { topic: topic.slug } }, { ...stretch, limit: 9 });
  expect(await arrivals({ below: topFeedPosition.work, above: 0 })).toEqual([second, first]);
  expect(await arrivals({ below: second, above: 0 })).toEqual([first]);
  expect(await arrivals({ below: topFeedPosition.work, above: first })).toEqual([second]);
  const { facets } = await view({ topic: topic.slug });
  const values = facets.flatMap(({ name, options }) => options.map((option) => `${name} ${option.value} ${option.count}`));
  expect(values).toEqual(['type article 2', `topic ${topic.slug} 2`, `venue ${venue.slug} 1`, 'code yes 1']);
});

describe('reviewers and the operator read', () => {
  test('the open cases of one kind, page by page, oldest first', async () => {
    const { store } = database;
    const rows = Array.from({ length: 33 }, (_, index) => ({
      id: newId(),
      kind: index === 0 ? 'report' : 'suppression',
      subjectId: newId(),
      parties: [],
      votesNeeded: 2,
      state: 'open',
      // Some were opened at the same time: these are ordered by id.
      openedAt: daysFromNow(-40 + Math.floor(index / 3)),
    }));
    await store.transact((tx) => tx.insert(reviews).values(rows));
    const reviewer = mintReviewer(noor.actor.accountId, 'reviewer');
    const first = await queuePage(store.reader, reviewer, 'suppression', null);
    const rest = await queuePage(store.reader, reviewer, 'suppression', first.next);
    const suppressions = rows.filter(({ kind }) => kind === 'suppression');
    const inOrder = suppressions.toSorted((a, b) => a.openedAt.getTime() - b.openedAt.getTime() || (a.id < b.id ? -1 : 1));
    expect([first.rows.length, rest.rows.length, rest.next]).toEqual([30, 2, null]);
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
    const all = await queuePage(store.reader, reviewer, null, first.next);
    expect(all.rows.length).toBe(2);
  });

  test('that a case waits, although they have voted on the whole first page', async () => {
    const { store } = database;
    const rita = await createAdmin(store, 'Rita');
    const told = async () => {
      await notifyReviewers(store);
      return (await notificationsOf(store.reader, rita)).filter(({ read }) => !read).length;
    };
    const open = await store.reader.select().from(reviews).where(eq(reviews.state, 'open')).orderBy(reviews.openedAt, reviews.id);
    expect(open.length).toBeGreaterThan(30);
    const vote = { accountId: rita.accountId, decision: 'approve', favours: 'asker', reason: 'other', at: now() };
    const votes = open.map(({ id }) => ({ ...vote, reviewId: id }));
    await store.transact((tx) => tx.insert(reviewVotes).values(votes));
    expect(await told()).toBe(0);
    await store.transact((tx) => tx.delete(reviewVotes).where(eq(reviewVotes.reviewId, open.at(-1)?.id ?? '')));
    expect(await told()).toBe(1);
  });

  test('everybody with a role, and the audit log by person, by subject and from a cursor', async () => {
    const { store } = database;
    const olga = await createAccount(store, 'Olga');
    await store.transact((tx) => grantAdmin(tx, olga.email ?? ''));
    expect(await listRoles(store.reader)).toContainEqual({ role: 'admin', email: olga.email, name: 'Olga', since: expect.any(Date) });
    const admin = (await reviewerOf(store.reader, olga)) as Admin;
    const acts = [
      { accountId: olga.accountId, subjectId: 'one' },
      { accountId: olga.accountId, subjectId: 'two' },
      { accountId: null, subjectId: 'one' },
    ];
    for (const act of acts) await store.transact((tx) => writeAuditEntry(tx, { ...act, action: 'announce', subject: 'announcement' }));
    const found = async (asked: Record<string, string>) => {
      const page = await auditFrom(store.reader, admin, parseAuditQuery({ action: 'announce', ...asked }), 10);
      return page.rows.map(({ by, subject }) => `${by?.name ?? 'system'} ${subject.id}`).sort();
    };
    expect(await found({})).toEqual(['Olga one', 'Olga two', 'system one']);
    const from = (asked: Record<string, string>, limit = 10) => auditFrom(store.reader, admin, parseAuditQuery(asked), limit);
    const subjects = async (asked: Record<string, string>) => (await from(asked)).rows.map(({ subject }) => subject.id).sort();
    expect(await subjects({ by: olga.accountId })).toEqual(['one', 'two']);
    expect(await subjects({ subject: 'one' })).toEqual(['one', 'one']);
    expect(await subjects({ by: olga.accountId, subject: 'one' })).toEqual(['one']);
    expect(await subjects({ by: 'system', subject: 'one' })).toEqual(['one']);
    const all = (await from({})).rows.map(({ id }) => id);
    const first = await from({}, 2);
    const rest = await from({ after: first.next ?? '' });
    expect([...first.rows, ...rest.rows].map(({ id }) => id)).toEqual(all);
    expect(all.length).toBeGreaterThan(3);
  });
});
