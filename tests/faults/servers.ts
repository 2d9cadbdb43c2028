import { type Fault, type FaultContext, runFault } from './fault.ts';
import { type RunningInstance, startRunningInstance } from './server.ts';

const lagMs = 2_000;
/** Maximum staleness of a public page: servers poll for changes once a second. */
const maxAgeMs = 1_500;

/** Reads the follower count from a public page. */
async function readFollowerCount(instance: RunningInstance, path: string): Promise<number | null> {
  const text = await (await fetch(`${instance.url}${path}`)).text();
  const count = /Follow\s*<span[^>]*>(\d+)/.exec(text)?.[1];
  return count === undefined ? null : Number(count);
}

/** Adds a follow on one server, and polls the page of the other until its count changes. @returns milliseconds */
async function measureStaleness(
  writer: RunningInstance,
  reading: RunningInstance,
  { people }: FaultContext,
  index: number,
): Promise<number> {
  const path = `/authors/person-${900 + index}`;
  const before = (await readFollowerCount(reading, path)) ?? 0;
  const person = people.followers[index];
  const response = await fetch(`${writer.url}/api/follows`, {
    method: 'POST',
    headers: { cookie: `peergraph-session=${person?.token}`, origin: writer.url, accept: 'application/json' },
    body: new URLSearchParams({ authorId: people.authorIds[900 + index] ?? '', want: 'on' }),
  });
  if (!response.ok) throw new Error(`Following answered ${response.status}.`);
  const doneAt = performance.now();
  while (((await readFollowerCount(reading, path)) ?? 0) <= before && performance.now() - doneAt < 10_000)
    await new Promise((later) => setTimeout(later, 20));
  return performance.now() - doneAt;
}

const twoServers: Fault = {
  name: 'two servers, a replica with lag',
  engines: ['postgres'],
  async run({ postgres }) {
    const replica = await postgres?.replica(lagMs);
    try {
      return await runFault(
        async (context) => {
          const replicas = replica?.urlOf(context.storage.url) ?? '';
          const settings = { DATABASE_URL: context.storage.url, DATA_DIR: context.storage.folder, DATABASE_REPLICA_URL: replicas };
          const second = await startRunningInstance(settings);
          try {
            context.expect(second.readyMs !== null, `the second server did not start: ${second.output().slice(-300)}`);
            for (let index = 0; index < 10; index += 1) {
              const [writer, reading] = index % 2 === 0 ? [context.instance, second] : [second, context.instance];
              const ms = await measureStaleness(writer, reading, context, index);
              context.expect(ms <= maxAgeMs, `a page of the other server was ${Math.round(ms)} ms old`);
            }
            context.writers.switchTo(second.url);
            context.expect(await context.writers.acknowledge(20), 'nothing was written over the second server');
            await context.end('SIGKILL');
            context.expect(await context.writers.acknowledge(20), 'nothing was written after the first server was killed');
            await replica?.stop();
            context.expect(await context.writers.acknowledge(20), 'nothing was written after the replica was stopped');
          } finally {
            await context.writers.stop();
            context.result.orphans += (await second.end('SIGTERM')).orphans;
          }
        },
        { people: { records: 1000 } },
      );
    } finally {
      await replica?.stop();
    }
  },
};

export const servers: readonly Fault[] = [twoServers];
