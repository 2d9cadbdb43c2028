import { desc } from 'drizzle-orm';
import { authors } from '#lib/platform/db/schema/authors.ts';
import { follows } from '#lib/platform/db/schema/follows.ts';
import { openStore, type Store } from '#lib/platform/db/store.ts';
import { startNginx } from '../nginx.ts';
import { report } from '../targets.ts';
import { createMembers } from './accounts.ts';
import { type BenchRequest, expectOk, keepAliveAgent, type Latency, printLatency, sendAll } from './client.ts';

const concurrency = 8;
const slug = 'jing-zheng';

/** Sends a request `count` times, after a warm-up. With a short one, most of the time of a page from the cache is the compilation of its code. */
async function measureRequests(benchRequest: BenchRequest, count: number, pid: number, warmUp = count / 10): Promise<Latency> {
  const agent = keepAliveAgent(concurrency);
  try {
    await sendAll(Array<BenchRequest>(warmUp).fill(benchRequest), concurrency, { agent, pid, check: expectOk });
    return await sendAll(Array<BenchRequest>(count).fill(benchRequest), concurrency, { agent, pid, check: expectOk });
  } finally {
    agent.destroy();
  }
}

/** Measures the feed of a member who follows three authors with many works, and of one who follows a thousand. */
async function benchMemberPages(store: Store, url: string, pid: number): Promise<void> {
  const counts = [3, 1_000];
  const members = await createMembers(store, counts.length, url, 'member');
  for (const [at, { id: accountId, cookie }] of members.entries()) {
    const count = counts[at] ?? 0;
    const subjects = await store.reader.select({ id: authors.id }).from(authors).orderBy(desc(authors.worksCount)).limit(count);
    const since = new Date();
    await store.transact((tx) =>
      tx.insert(follows).values(subjects.map(({ id: authorId }) => ({ accountId, authorId, state: 'on', since }))),
    );
    const feed = await measureRequests({ url: `${url}/feed`, headers: { 'Accept-Encoding': 'br', Cookie: cookie } }, 500, pid, 1_300);
    printLatency(`feed of a member with ${count} follows`, feed);
    report(count > 3 ? 'feed of a member with 1,000 follows, CPU-ms' : 'feed of a member, CPU-ms', feed.cpuMs);
  }
}

/** Measures a record page from the page cache, as the same bytes from nginx, and rendered for a signed-in account. */
export async function benchRecordPage(path: string, { url, pid }: { url: string; pid: number }): Promise<void> {
  const gzipHeaders = { 'Accept-Encoding': 'gzip' };
  const page = `${url}/authors/${slug}`;
  const nginx = await startNginx({ [slug]: await (await fetch(page)).text() });
  const store = openStore(`file:${path}`);
  try {
    const [reader] = await createMembers(store, 1, url, 'reader');
    console.log(`record page of 22 works, ${concurrency} under way from one client, which limits the first two`);
    const cached = await measureRequests({ url: page, headers: gzipHeaders }, 20_000, pid);
    const fromNginx = await measureRequests({ url: `${nginx.url}/${slug}`, headers: gzipHeaders }, 20_000, nginx.workerPid());
    const signedIn = await measureRequests({ url: page, headers: { ...gzipHeaders, Cookie: reader?.cookie } }, 3_000, pid, 3_000);
    printLatency('kept in front', cached, `; ${(cached.cpuMs / fromNginx.cpuMs).toFixed(1)} times nginx's CPU`);
    printLatency('  the same bytes from nginx', fromNginx);
    printLatency('  signed in, made again', signedIn);
    report('record of 22 works, signed in, CPU-ms', signedIn.cpuMs);
    await benchMemberPages(store, url, pid);
  } finally {
    await nginx.stop();
    await store.close();
  }
}
