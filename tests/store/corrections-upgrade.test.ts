import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { and, eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { decideAsOwner, revertAsOwner } from '#lib/governance/corrections/commands/owners.ts';
import { mintActor } from '#lib/platform/auth/actor.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { reviews } from '#lib/platform/db/schema/claims.ts';
import { corrections } from '#lib/platform/db/schema/corrections.ts';
import { works } from '#lib/platform/db/schema/works.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { voteOn } from '#lib/portal/decisions/commands/vote.ts';
import { viewInstance } from '../releases/corrections-view.ts';
import { createAdmin, findOpenReview, getRecord, inPasskeySession, runJobs, unwrap, voteOnSubject } from './fixtures.ts';
import { unpackRelease } from './release-databases.ts';

/** Opens the database with corrections in two tables, before or after its upgrade. */
async function withCorrections(isUpgraded: boolean, work: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'peergraph-corrections-'));
  const store = openStore(await unpackRelease('corrections', folder));
  if (isUpgraded) await store.migrate();
  await work(store);
  await store.close();
  rmSync(folder, { recursive: true });
}

type Row = Record<string, unknown>;
const rowsIn = async (store: Store, table: string): Promise<Row[]> =>
  (await store.reader.rows<Row>(sql`select * from ${sql.identifier(table)} order by id`)).map((row) => ({ ...row }));

const actorNamed = async ({ reader }: Store, name: string) => {
  const [account] = await reader.select().from(accounts).where(eq(accounts.name, name));
  if (!account) throw new Error(`There is no ${name}.`);
  return mintActor({ accountId: account.id, name, email: account.email, emailConfirmed: true });
};
const correctionOf = async ({ reader }: Store, value: string) => {
  const [row] = await reader.select().from(corrections).where(eq(corrections.value, value));
  return row ?? { id: '', state: 'none' };
};
const voteTwice = async (store: Store, id: string) => {
  for (const name of ['Edda', 'Rolf']) unwrap(await voteOnSubject(store, await actorNamed(store, name), id, 'approve'));
};

test('an upgrade keeps every row of both kinds of corrections', async () => {
  await withCorrections(false, async (store) => {
    const [ofWorks, ofRecords] = [await rowsIn(store, 'corrections'), await rowsIn(store, 'record_corrections')];
    expect([ofWorks.length, ofRecords.length]).toEqual([10, 8]);
    await store.migrate();
    const expected = [
      ...ofWorks.map(({ work_id, ...row }) => ({ ...row, subject: 'work', subject_id: work_id, decider_id: null })),
      ...ofRecords.map(({ author_id, ...row }) => ({ ...row, subject: 'author', subject_id: author_id })),
    ];
    expect((await rowsIn(store, 'corrections')).toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(
      expected.toSorted((a, b) => String((a as Row).id).localeCompare(String((b as Row).id))),
    );
  });
});

const withoutProofNotices = (view: unknown): unknown =>
  JSON.parse(JSON.stringify(view), (_, value) =>
    Array.isArray(value) ? value.filter((each: { kind?: unknown } | null) => each?.kind !== 'proof_kept') : value,
  );

test('an upgraded instance shows the same, in archives, cases, notifications, pages and the audit log', async () => {
  const text = gunzipSync(readFileSync(`tests/releases/corrections/${dialect}.json.gz`)).toString();
  // Notifications have the current name of a profile, also those from before its correction.
  const shownBefore = JSON.parse(text.replaceAll('It was about the name of Emmy Noether.', 'It was about the name of Emmy Nöther.'));
  await withCorrections(true, async (store) => {
    expect(await viewInstance(store)).toEqual(shownBefore);
    // Nothing is compared, asked or changed again; owners are told which proofs a new method asks more of.
    await runJobs(store);
    expect(withoutProofNotices(await viewInstance(store))).toEqual(shownBefore);
  });
});

test('what was open before an upgrade is decided after it: by votes, appeals, authors and owners', async () => {
  await withCorrections(true, async (store) => {
    const { reader } = store;
    await voteTwice(store, (await correctionOf(store, '12')).id);
    const [work] = await reader.select({ details: works.details, title: works.title, venue: works.venue }).from(works);
    expect(work).toMatchObject({ details: { volume: '12' }, title: 'On Lamps', venue: 'Journal of Light' });
    const place = await correctionOf(store, 'University of Göttingen');
    expect(await findOpenReview(store, place.id)).toMatchObject({ kind: 'record_correction' });
    await voteTwice(store, place.id);
    const [emmy] = await reader.select().from(authors).where(eq(authors.name, 'Emmy Nöther'));
    expect(emmy?.affiliation).toMatchObject({ name: 'University of Göttingen', source: 'correction' });

    const isOpenAppeal = and(eq(reviews.kind, 'appeal'), eq(reviews.state, 'open'));
    const appealed = await reader.select().from(reviews).where(isOpenAppeal);
    expect(appealed).toHaveLength(2);
    // Edda has cast the first vote on both, so others decide.
    const others = [await actorNamed(store, 'Rolf'), await createAdmin(store, 'Olga')];
    for (const { id: reviewId } of appealed) {
      const vote = { reviewId, decision: 'approve', reason: 'new_facts', remedy: 'corrected' } as const;
      for (const actor of others) unwrap(await store.transact((tx) => voteOn(tx, inPasskeySession(actor), vote)));
    }
    expect([(await correctionOf(store, '1-19')).state, (await correctionOf(store, 'Emy Noether')).state]).toEqual(['accepted', 'accepted']);

    const [ada, mary] = [await actorNamed(store, 'Ada Byron'), await actorNamed(store, 'Mary Somerville')];
    const { id: titleId } = await correctionOf(store, 'On Lamps');
    unwrap(await store.transact((tx) => revertAsOwner(tx, ada, { correctionId: titleId })));
    expect((await reader.select({ title: works.title }).from(works))[0]?.title).toBe('On Lampps');
    const { id: placeId } = await correctionOf(store, 'Analytical Society');
    unwrap(await store.transact((tx) => revertAsOwner(tx, ada, { correctionId: placeId })));
    const { id: nameId } = await correctionOf(store, 'Mary Greig');
    unwrap(await store.transact((tx) => decideAsOwner(tx, mary, { correctionId: nameId, accepts: 'no' })));
    expect(
      (await getRecord(store, (await reader.select().from(authors).where(eq(authors.ownerId, ada.accountId)))[0]?.id ?? '')).affiliation,
    ).toMatchObject({ name: 'Royal Society' });
    expect((await correctionOf(store, 'Mary Greig')).state).toBe('rejected');
  });
});
