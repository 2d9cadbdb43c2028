import { and, inArray, lte, sql } from 'drizzle-orm';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { addMs, now } from '#lib/platform/clock.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { createAccount } from '../store/fixtures.ts';
import { claimRecord, type Person, pick, type World, writes } from './writes.ts';

type Kind = keyof typeof writes;

/** How often each kind of write happens in a minute. */
const writesPerMinute: Record<Kind, number> = { claim: 1, addedWork: 1, hiddenField: 1, correction: 1, importedRecord: 1, follow: 10 };

export const statedRates = Object.entries(writesPerMinute)
  .map(([kind, rate]) => `${kind} ${rate}`)
  .join(', ');

/** Accounts that follow in turn, because of the rate limit of each account. */
const manyMembers = 50;
const manyOwners = 20;
const maxSettlingMs = 120_000;

export interface Writers {
  /** Session cookies of members. */
  cookies: string[];
  nextPersonId(): string;
  /** Waits until the instance has no job to run, for up to two minutes, because jobs that follow an import change pages. */
  settle(): Promise<void>;
  start(): void;
  /** Ends the writes. @returns how many of each kind there were. @throws the error of a write that failed */
  stop(): Promise<string>;
  close(): Promise<void>;
}

/** Prepares members, owners and unrelated random people to write about, through a store of this process. */
export async function openWriters(databaseUrl: string, dataDir: string, random: () => number): Promise<Writers> {
  const store = openStore(databaseUrl);
  const isListed = sql`merged_into is null and visibility = 'visible' and kind = 'person' and owner_id is null`;
  const people = await store.reader.rows<Person>(sql`select id, name from authors where ${isListed}`);
  const works = await store.reader.rows<{ id: string; title: string }>(sql`select id, title from works where title is not null`);
  const among = <Item>(items: readonly Item[]) => pick(items, Math.floor(random() * items.length));
  const world: World = {
    store,
    databaseUrl,
    dataDir,
    members: [],
    owners: [],
    nextPerson: () => among(people),
    nextWork: () => among(works),
  };
  const cookies: string[] = [];
  for (let at = 0; at < manyMembers; at += 1) {
    const member = await createAccount(store, `Bench ${at}`);
    const session = { signInMethod: 'email', device: 'bench', network: null } as const;
    const { token } = await store.transact((tx) => startSession(tx, member.accountId, session));
    world.members.push(member);
    cookies.push(`peergraph-session=${token}`);
  }
  for (let at = 0; at < manyOwners; at += 1) world.owners.push(await claimRecord(world, `Owner ${at}`));
  return {
    cookies,
    nextPersonId: () => world.nextPerson().id,
    settle: () => settle(store),
    ...schedule(world),
    close: () => store.close(),
  };
}

async function settle(store: Store): Promise<void> {
  const isOpen = inArray(jobs.state, ['waiting', 'running']);
  const givesUpAt = Date.now() + maxSettlingMs;
  for (let quietSeconds = 0; quietSeconds < 3 && Date.now() < givesUpAt; quietSeconds += 1) {
    const due = await store.reader
      .select({ kind: jobs.kind })
      .from(jobs)
      .where(and(isOpen, lte(jobs.runAt, addMs(now(), 3_000))));
    if (due.length > 0) quietSeconds = -1;
    await new Promise((wait) => setTimeout(wait, 1_000));
  }
}

/** Runs each kind of write at its rate. The kinds do not begin together. */
function schedule(world: World): Pick<Writers, 'start' | 'stop'> {
  const counts = new Map<string, number>();
  let running: Promise<unknown> = Promise.resolve();
  let timers: NodeJS.Timeout[] = [];
  const kinds = Object.entries(writesPerMinute) as [Kind, number][];
  const run = (kind: Kind) => {
    const at = counts.get(kind) ?? 0;
    counts.set(kind, at + 1);
    running = Promise.all([running, writes[kind](world, at)]);
    running.catch(() => undefined);
  };
  return {
    start() {
      timers = kinds.map(([kind, rate], place) => {
        const interval = 60_000 / rate;
        return setTimeout(
          () => {
            run(kind);
            timers.push(setInterval(run, interval, kind));
          },
          (interval * (place + 1)) / (kinds.length + 1),
        );
      });
    },
    async stop() {
      for (const timer of timers) clearTimeout(timer);
      await running;
      return [...counts].map(([kind, count]) => `${kind} ${count}`).join(', ');
    },
  };
}
