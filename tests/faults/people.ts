import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { newId } from '#lib/platform/id.ts';
import { createAccount } from '../store/fixtures.ts';
import { createResearcher, createThread, openToInvitations } from '../store/researchers.ts';
import { removeFolder } from '../temporary-files.ts';

/** An account with a session. */
export interface Person {
  accountId: string;
  token: string;
}

/** The accounts that write during a fault, and the records and threads that they write to. */
export interface People {
  followers: Person[];
  authorIds: string[];
  /** Participants of threads. The rate limit is 30 messages in ten minutes per participant. */
  participants: { threadId: string; person: Person }[];
}

/** The database and data folder of an instance. */
export interface InstanceStorage {
  url: string;
  folder: string;
  drop(): Promise<void>;
}

let databases = 0;

/** @param parent the folder for the files; by default the system's temporary folder */
export async function createStorage(parent = tmpdir()): Promise<InstanceStorage> {
  const folder = mkdtempSync(join(parent, 'faults-'));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const drop = async () => removeFolder(folder);
  if (dialect === 'sqlite') return { url: `file:${join(folder, 'peergraph.db')}`, folder: join(folder, 'data'), drop };
  const url = new URL(process.env.DATABASE_URL ?? '');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  databases += 1;
  url.pathname = `/faults_${process.pid}_${databases}`;
  await client.query(`create database ${url.pathname.slice(1)}`);
  await client.end();
  return { url: url.href, folder: join(folder, 'data'), drop };
}

const origin = { signInMethod: 'email', device: 'test', network: null } as const;

async function createSession(store: Store, accountId: string): Promise<Person> {
  const { token } = await store.transact((tx) => startSession(tx, accountId, origin));
  return { accountId, token };
}

/** Fills an empty database with accounts and records. There are enough accounts that none reaches the limit of 120 changes a minute. */
export async function createPeople(url: string, { followers = 120, records = 1000, threads = 6 } = {}): Promise<People> {
  const store = openStore(url);
  await store.migrate();
  const at = new Date();
  const rows = Array.from({ length: records }, (_, index) => {
    const [id, name] = [newId(), `Person ${index}`];
    return { id, slug: `person-${index}`, name, sortName: name.toLowerCase(), worksCount: 3, createdAt: at, updatedAt: at };
  });
  await store.transact((tx) => tx.insert(authors).values(rows));
  const people: People = { followers: [], authorIds: rows.map(({ id }) => id), participants: [] };
  const signUp = async (_: unknown, each: number) => createSession(store, (await createAccount(store, `Follower ${each}`)).accountId);
  people.followers = await Promise.all(Array.from({ length: followers }, signUp));
  for (let each = 0; each < threads; each += 1) {
    const [from, to] = [
      await createResearcher(store, `Sender ${each}`),
      await openToInvitations(store, await createResearcher(store, `Invited ${each}`)),
    ];
    const { threadId } = await createThread(store, from, to);
    for (const { actor } of [from, to]) people.participants.push({ threadId, person: await createSession(store, actor.accountId) });
  }
  await store.close();
  return people;
}
