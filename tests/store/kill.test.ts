import { spawn } from 'node:child_process';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dialect } from '#lib/db/columns.ts';
import { openStore } from '#lib/db/store.ts';
import { freshDatabase, type TestDatabase } from '../database.ts';
import { recorded } from './stories.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  for (let person = 0; person < 40; person += 1) await recorded(database.store, `Person ${person}`);
});
afterAll(() => database.drop());

/** Lives for a moment among restless people, then ends as by a power cut. */
function killedAfter(ms: number): Promise<void> {
  const child = spawn(process.execPath, ['tests/store/restless.ts'], {
    env: { ...process.env, DATABASE_URL: database.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), ms));
  return new Promise((ended) => child.once('exit', () => ended()));
}

/** Each query finds what must never be there: a step that is half done. */
const halfDone: Record<string, string> = {
  'a count of followers that is not the number of follows':
    'select a.id from authors a where a.followers_count <> (select count(*) from follows f where f.author_id = a.id)',
  'a claimed record without its accepted claim, or the reverse':
    "select a.id from authors a where a.claim_state <> 'disputed' and (a.claim_state = 'claimed') <> exists (select 1 from claims c where c.author_id = a.id and c.state = 'accepted' and c.account_id = a.owner_id)",
  'a disputed record without an open dispute and a claim that it is about, or the reverse':
    "select a.id from authors a where (a.claim_state = 'disputed') <> exists (select 1 from disputes d join claims c on c.id = d.claim_id where d.author_id = a.id and d.state = 'open' and c.state in ('in_review', 'accepted', 'suspended'))",
  'a record under notice without a waiting claim, or the reverse':
    "select a.id from authors a where (a.claim_state = 'pending') <> exists (select 1 from claims c where c.author_id = a.id and c.state = 'notice_period')",
  'a claim without its history, or whose history ends elsewhere':
    'select c.id from claims c where not exists (select 1 from claim_events e where e.claim_id = c.id and e.to_state = c.state)',
  'an accepted claim without a proof':
    "select c.id from claims c where c.state = 'accepted' and not exists (select 1 from proofs p where p.author_id = c.author_id and p.account_id = c.account_id and p.state = 'valid')",
  'a proof that the log does not tell, or a gap in the log':
    "select p.id from proofs p where p.state = 'valid' and not exists (select 1 from evidence_events e where e.id = p.event_id) union select cast(l.number as text) from log_end l where l.number <> (select count(*) from evidence_events)",
  'a notice that nothing will ever end':
    "select c.id from claims c where c.state = 'notice_period' and not exists (select 1 from jobs j where j.once_key = 'end-claim-notice:' || c.id and j.state = 'waiting')",
};

test('killed again and again at any moment: every finished step is there, and none is half done', async () => {
  let before = 0;
  for (const ms of [60, 190, 310, 35, 240, 450]) {
    await killedAfter(ms);
    const store = openStore(database.url);
    if (dialect === 'sqlite') expect(await store.reader.rows(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }]);
    for (const [fault, query] of Object.entries(halfDone)) expect(await store.reader.rows(sql.raw(query)), fault).toEqual([]);
    const [row] = await store.reader.rows<{ count: number | string }>(sql`select count(*) as count from claim_events`);
    expect(Number(row?.count)).toBeGreaterThanOrEqual(before);
    before = Number(row?.count);
    await store.close();
  }
  expect(before).toBeGreaterThan(20);
});
