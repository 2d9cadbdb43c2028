import { sql } from 'drizzle-orm';
import { dialect } from '#lib/platform/db/columns.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { messages } from '#lib/platform/db/schema/invitations.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import type { Result } from './result.ts';
import type { WriteLog } from './writers.ts';

type Verification = Pick<Result, 'tried' | 'acknowledged' | 'lost' | 'duplicated' | 'wrong'>;

const countByKey = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

/** Compares the acknowledged writes with the database. */
export async function verify(url: string, written: WriteLog): Promise<Verification> {
  const store = openStore(url);
  try {
    const followRows = await store.reader.select({ accountId: follows.accountId, authorId: follows.authorId }).from(follows);
    const messageRows = await store.reader.select({ threadId: messages.threadId, body: messages.body }).from(messages);
    const keyOfFollow = (row: { accountId: string; authorId: string }) => `${row.accountId} ${row.authorId}`;
    const keyOfMessage = (row: { threadId: string; body: string }) => `${row.threadId} ${row.body}`;
    const [followed, posted] = [countByKey(followRows.map(keyOfFollow)), countByKey(messageRows.map(keyOfMessage))];
    const lost = [
      ...written.follows.filter((each) => !followed.has(keyOfFollow(each))),
      ...written.messages.filter((each) => !posted.has(keyOfMessage(each))),
    ].length;
    const duplicates = [...followed.values(), ...posted.values()].reduce((sum, times) => sum + times - 1, 0);
    return {
      tried: written.tried,
      acknowledged: written.follows.length + written.messages.length,
      lost,
      duplicated: duplicates + (await sumCountErrors(store, countByKey(followRows.map(({ authorId }) => authorId)))),
      wrong: await findCorruption(store),
    };
  } finally {
    await store.close();
  }
}

/** Returns the summed difference between stored follower counts and follow rows. */
async function sumCountErrors(store: Store, counts: ReadonlyMap<string, number>): Promise<number> {
  const rows = await store.reader.select({ id: authors.id, followers: authors.followersCount }).from(authors);
  return rows.reduce((sum, { id, followers }) => sum + Math.abs(followers - (counts.get(id) ?? 0)), 0);
}

async function findCorruption(store: Store): Promise<string[]> {
  if (dialect === 'postgres') return [];
  const integrity = await store.reader.rows<{ integrity_check: string }>(sql`pragma integrity_check`);
  const keys = await store.reader.rows(sql`pragma foreign_key_check`);
  return [
    ...integrity.flatMap(({ integrity_check: said }) => (said === 'ok' ? [] : [`integrity: ${said}`])),
    ...(keys.length > 0 ? [`${keys.length} broken foreign keys`] : []),
  ];
}
