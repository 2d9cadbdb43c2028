import { type Fault, play, type Scene } from './fault.ts';
import { type Life, startLife } from './server.ts';

const lagMs = 2_000;
/** Maximum staleness of a public page: servers poll for changes once a second. */
const maxAgeMs = 1_500;

/** Reads the follower count from a public page. */
async function followersOn(life: Life, path: string): Promise<number | null> {
  const text = await (await fetch(`${life.url}${path}`)).text();
  const count = /Follow\s*<span[^>]*>(\d+)/.exec(text)?.[1];
  return count === undefined ? null : Number(count);
}

/** Adds a follow on one server, and polls the page of the other until its count changes. @returns milliseconds */
async function seenAfter(writer: Life, reading: Life, { people }: Scene, index: number): Promise<number> {
  const path = `/authors/person-${900 + index}`;
  const before = (await followersOn(reading, path)) ?? 0;
  const person = people.followers[index];
  const response = await fetch(`${writer.url}/api/follows`, {
    method: 'POST',
    headers: { cookie: `peergraph-session=${person?.token}`, origin: writer.url, accept: 'application/json' },
    body: new URLSearchParams({ authorId: people.authorIds[900 + index] ?? '', want: 'on' }),
  });
  if (!response.ok) throw new Error(`Following answered ${response.status}.`);
  const doneAt = performance.now();
  while (((await followersOn(reading, path)) ?? 0) <= before && performance.now() - doneAt < 10_000)
    await new Promise((later) => setTimeout(later, 20));
  return performance.now() - doneAt;
}

const twoServers: Fault = {
  name: 'two servers, a replica with lag',
  engines: ['postgres'],
  async run({ postgres }) {
    const replica = await postgres?.replica(lagMs);
    try {
      return await play(
        async (scene) => {
          const replicas = replica?.urlOf(scene.place.url) ?? '';
          const settings = { DATABASE_URL: scene.place.url, DATA_DIR: scene.place.folder, DATABASE_REPLICA_URL: replicas };
          const second = await startLife(settings);
          try {
            scene.expect(second.readyMs !== null, `the second server did not start: ${second.output().slice(-300)}`);
            for (let index = 0; index < 10; index += 1) {
              const [writer, reading] = index % 2 === 0 ? [scene.life, second] : [second, scene.life];
              const ms = await seenAfter(writer, reading, scene, index);
              scene.expect(ms <= maxAgeMs, `a page of the other server was ${Math.round(ms)} ms old`);
            }
            scene.writers.turnTo(second.url);
            scene.expect(await scene.writers.acknowledge(20), 'nothing was written over the second server');
            await scene.end('SIGKILL');
            scene.expect(await scene.writers.acknowledge(20), 'nothing was written after the first server was killed');
            await replica?.stop();
            scene.expect(await scene.writers.acknowledge(20), 'nothing was written after the replica was stopped');
          } finally {
            await scene.writers.stop();
            scene.result.orphans += (await second.end('SIGTERM')).orphans;
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
