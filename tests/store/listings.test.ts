import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { asOwner } from '#lib/catalog/ownership/commands/as-owner.ts';
import { ownedRecordsOf } from '#lib/catalog/ownership/queries/ownership.ts';
import { blockOtherParty, setListing } from '#lib/community/invitations/commands/boundaries.ts';
import { remindOfListings } from '#lib/community/invitations/commands/listings.ts';
import { listingDays, listingReminderDays } from '#lib/community/invitations/model/listing.ts';
import { closenessTo, hiddenOwnersFor, listedPurposesOf, listingsIn, listingsOf } from '#lib/community/invitations/queries/listings.ts';
import { unreadThreadsCount } from '#lib/community/invitations/queries/threads.ts';
import { notificationsOf } from '#lib/community/notifications/queries/notifications.ts';
import { withdrawClaim } from '#lib/governance/claims/commands/end.ts';
import { claimsOf } from '#lib/governance/claims/queries/claims.ts';
import type { Actor } from '#lib/platform/auth/actor.ts';
import { addMs, daysMs, now, setClock } from '#lib/platform/clock.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { createAccount, createRecord, createWork } from './fixtures.ts';
import { createResearcher, openToInvitations, sendInvitation } from './researchers.ts';
import { databasePerFile } from './test-database.ts';

const database = databasePerFile();
const list = (actor: Actor, authorId: string, want: 'on' | 'off' = 'on') =>
  database.store.transact((tx) => asOwner(setListing)(tx, actor, { authorId, want }));
const listedNames = async () => (await listingsOf(database.store.reader)).map(({ name }) => name);

describe('people who are open to collaborate', () => {
  test('are listed by their own act only, until they end it or the record is no longer theirs', async () => {
    const { store } = database;
    const closed = await createResearcher(store, 'Closed Carla');
    const open = await openToInvitations(store, await createResearcher(store, 'Open Olga'), ['dataset']);
    // Being open to invitations is no listing.
    expect(await listedNames()).toEqual([]);
    expect(await list(closed.actor, closed.id)).toMatchObject({ ok: false, code: 'listing_needs_purposes' });
    expect(await list(closed.actor, open.id)).toMatchObject({ ok: false, code: 'not_your_record' });
    expect(await list(await createAccount(store, 'Nobody'), open.id)).toMatchObject({ ok: false });
    expect(await listedNames()).toEqual([]);
    expect(await list(open.actor, open.id)).toMatchObject({ ok: true });
    expect(await listingsOf(store.reader)).toMatchObject([
      { name: 'Open Olga', purposes: ['dataset'], note: 'Write to me about birds.', from: 'anybody', ownerId: open.actor.accountId },
    ]);
    expect(await listedPurposesOf(store.reader, [open.id, closed.id], now())).toEqual(new Map([[open.id, ['dataset']]]));
    expect(await listedPurposesOf(store.reader, [open.id], addMs(now(), daysMs(listingDays + 1)))).toEqual(new Map());
    await list(open.actor, open.id, 'off');
    expect(await listedNames()).toEqual([]);
    const set = (changes: Partial<typeof authors.$inferInsert>) =>
      store.transact((tx) => tx.update(authors).set(changes).where(eq(authors.id, open.id)));
    await set({ visibility: 'search_only' });
    expect(await list(open.actor, open.id)).toMatchObject({ ok: false, code: 'listing_needs_visibility' });
    await set({ visibility: 'visible' });
    await list(open.actor, open.id);
    expect(await ownedRecordsOf(store.reader, open.actor)).toMatchObject([{ listedUntil: expect.any(Date), isInLists: true }]);
    await set({ listedUntil: addMs(now(), -1) });
    expect(await ownedRecordsOf(store.reader, open.actor)).toMatchObject([{ listedUntil: null }]);
    await list(open.actor, open.id);
    const [claim] = await claimsOf(store.reader, open.actor);
    await store.transact((tx) => withdrawClaim(tx, open.actor, { claimId: claim?.id ?? '' }));
    expect(await listedNames()).toEqual([]);
  });

  test('are hidden from those who have blocked them, and not from those whom they have blocked', async () => {
    const { store } = database;
    const [ada, ben] = [
      await openToInvitations(store, await createResearcher(store, 'Ada Listed')),
      await openToInvitations(store, await createResearcher(store, 'Ben Listed')),
    ];
    for (const { actor, id } of [ada, ben]) await list(actor, id);
    const sent = await sendInvitation(store, ada.actor, ben);
    if (!sent.ok) throw new Error(sent.code);
    await store.transact((tx) => blockOtherParty(tx, ada.actor, { invitationId: sent.value.invitationId }));
    expect(await hiddenOwnersFor(store.reader, ada.actor)).toEqual(new Set([ben.actor.accountId]));
    // Otherwise Ben could tell that he is blocked.
    expect(await hiddenOwnersFor(store.reader, ben.actor)).toEqual(new Set());
    expect(await unreadThreadsCount(store.reader, ada.actor)).toBe(0);
  });

  test('are shown with the joint works and co-authors of the viewer', async () => {
    const { store } = database;
    const [me, near, far] = [
      await createResearcher(store, 'Me Myself'),
      await openToInvitations(store, await createResearcher(store, 'Near Nora')),
      await openToInvitations(store, await createResearcher(store, 'Far Fred')),
    ];
    const between = await createRecord(store, 'Between Bo');
    const as = ({ key }: { key: number }, name: string) => ({ key, name });
    await createWork(store, 'One together', [as(me, 'Me Myself'), as(near, 'Near Nora')]);
    await createWork(store, 'Mine with Bo', [as(me, 'Me Myself'), as(between, 'Between Bo')]);
    await createWork(store, 'Fred with Bo', [as(far, 'Far Fred'), as(between, 'Between Bo')]);
    for (const { actor, id } of [near, far]) await list(actor, id);
    const listed = (await listingsOf(store.reader)).filter(({ name }) => /Nora|Fred/.test(name));
    const closeness = await closenessTo(store.reader, me.actor, listed);
    expect(closeness?.get(near.key)).toMatchObject({ works: 1 });
    expect(closeness?.get(far.key)).toMatchObject({ works: 0, common: [{ name: 'Between Bo' }] });
    const hiding = { privacy: { hidden: ['coauthors'], indexed: true } };
    await store.transact((tx) => tx.update(authors).set(hiding).where(eq(authors.key, between.key)));
    expect((await closenessTo(store.reader, me.actor, listed))?.get(far.key)).toEqual({ works: 0, common: [] });
    expect(await closenessTo(store.reader, await createAccount(store, 'Reader'), listed)).toBeNull();
    expect(await listingsIn(store.reader, 'no-such-context')).toEqual([]);
  });

  test('are reminded once before the listing ends', async () => {
    const { store } = database;
    const person = await openToInvitations(store, await createResearcher(store, 'Reminded Rita'));
    await list(person.actor, person.id);
    const remind = () => store.transact(remindOfListings);
    const titles = async () =>
      (await notificationsOf(store.reader, person.actor))
        .map(({ title }) => title)
        .filter((title) => title.startsWith('Your listing ends'));
    await remind();
    expect(await titles()).toEqual([]);
    const start = now();
    setClock(() => addMs(start, daysMs(listingDays - listingReminderDays) + 1));
    try {
      await remind();
      await remind();
      expect(await titles()).toHaveLength(1);
    } finally {
      setClock(() => new Date());
    }
  });
});
