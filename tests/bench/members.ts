import { desc, like } from 'drizzle-orm';
import { sessionCookie } from '#lib/platform/auth/cookies.ts';
import { startSession } from '#lib/platform/auth/sessions.ts';
import { accounts } from '#lib/platform/db/schema/accounts.ts';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { startInstance } from '../instance.ts';
import { expectOk, keepAliveAgent, printLatency, sendAll } from './network/client.ts';
import { report } from './targets.ts';

const requests = 400;
const warmUp = 300;

/** The pages of a member, each with its target. */
const pages = {
  '/feed': 'feed of a member, CPU-ms',
  '/me': 'dashboard of a member, CPU-ms',
  '/notifications': 'notifications, CPU-ms',
  '/messages': 'messages, CPU-ms',
  '/me/security': 'security settings, CPU-ms',
  '/me/notifications': 'notification settings, CPU-ms',
  '/me/network': 'network of a member, CPU-ms',
  '/me/data': 'data settings, CPU-ms',
  '/me/saved': 'saved works, CPU-ms',
} as const;

/** Returns the Cookie header of a session of an invented person of the sample. */
async function signIn(store: Store, name: string, url: string): Promise<string> {
  const [person] = await store.reader.select({ id: accounts.id }).from(accounts).where(like(accounts.name, name));
  if (!person) throw new Error(`The sample has no account of ${name}.`);
  const session = { signInMethod: 'email', device: 'bench', network: null } as const;
  const { token } = await store.transact((tx) => startSession(tx, person.id, session));
  return `${sessionCookie(url)}=${token}`;
}

/** Measures the pages of a member of the sample who has a profile, invitations and messages, one request at a time. */
export async function benchMembers(): Promise<void> {
  const instance = await startInstance();
  const store = openStore(`file:${instance.dataDir}/peergraph.db`);
  const agent = keepAliveAgent(1);
  try {
    const headers = { 'Accept-Encoding': 'gzip, deflate, br', Cookie: await signIn(store, 'Mara Lindqvist', instance.url) };
    const ask = (path: string, count: number) =>
      sendAll(Array(count).fill({ url: instance.url + path, headers }), 1, { agent, pid: instance.pid, check: expectOk });
    const measure = async (path: string, times = 1) => {
      await ask(path, warmUp * times);
      return ask(path, requests * times);
    };
    // The first page would pay for the code that all pages have in common.
    for (const path of Object.keys(pages)) await ask(path, warmUp);
    for (const [path, target] of Object.entries(pages)) {
      const latency = await measure(path);
      printLatency(path, latency);
      report(target as (typeof pages)[keyof typeof pages], latency.cpuMs);
    }
    const isNotHers = (name: string) => !name.includes('Lindqvist');
    const others = await store.reader
      .select({ slug: authors.slug, name: authors.name })
      .from(authors)
      .orderBy(desc(authors.worksCount))
      .limit(5);
    const other = others.find(({ name }) => isNotHers(name));
    // A page from the cache takes so little that the compilation of its code would count most.
    const profile = await measure(`/authors/${other?.slug}`, 8);
    printLatency('profile of somebody else', profile);
    report('profile, by a member who has one, CPU-ms', profile.cpuMs);
  } finally {
    agent.destroy();
    await store.close();
    await instance.stop();
  }
}
