import { openStore } from '#lib/platform/db/store.ts';
import { startNginx } from '../nginx.ts';
import { report } from '../targets.ts';
import { signUp } from './accounts.ts';
import { type Asked, type Asking, askAll, keptOpen, ok, tellAsked } from './client.ts';

const abreast = 8;
const slug = 'jing-zheng';

/** Sends a request `count` times, after a warm-up of a tenth of that. */
async function many(asked: Asked, count: number, pid: number): Promise<Asking> {
  const agent = keptOpen(abreast);
  try {
    await askAll(Array<Asked>(count / 10).fill(asked), abreast, { agent, pid, check: ok });
    return await askAll(Array<Asked>(count).fill(asked), abreast, { agent, pid, check: ok });
  } finally {
    agent.destroy();
  }
}

/** Measures a record page from the page cache, as the same bytes from nginx, and rendered for a signed-in account. */
export async function benchReading(path: string, { url, pid }: { url: string; pid: number }): Promise<void> {
  const packed = { 'Accept-Encoding': 'gzip' };
  const page = `${url}/authors/${slug}`;
  const nginx = await startNginx({ [slug]: await (await fetch(page)).text() });
  const store = openStore(`file:${path}`);
  try {
    const [reader] = await signUp(store, 1, url, 'reader');
    console.log(`record page of 22 works, ${abreast} under way from one client, which limits the first two`);
    const kept = await many({ url: page, headers: packed }, 20_000, pid);
    const still = await many({ url: `${nginx.url}/${slug}`, headers: packed }, 20_000, nginx.workerPid());
    const signedIn = await many({ url: page, headers: { ...packed, Cookie: reader?.cookie } }, 1000, pid);
    tellAsked('kept in front', kept, `; ${(kept.cpuMs / still.cpuMs).toFixed(1)} times nginx's CPU`);
    tellAsked('  the same bytes from nginx', still);
    tellAsked('  signed in, made again', signedIn);
    report('record of 22 works, signed in, CPU-ms', signedIn.cpuMs);
  } finally {
    await nginx.stop();
    await store.close();
  }
}
