import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { daysMs, minutesMs } from '#lib/platform/clock.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { clockSettings, setAhead } from '../clock.ts';
import { type Fault, play, type Scene } from './fault.ts';
import { newPlace } from './people.ts';

const jumpsMs = [minutesMs(60), -daysMs(1), daysMs(31), -daysMs(400), daysMs(400)];

async function sessionsOf({ place }: Scene): Promise<number> {
  const store = openStore(place.url);
  try {
    const [row] = await store.reader.rows<{ n: number | string }>(sql`select count(*) as n from sessions`);
    return Number(row?.n ?? 0);
  } finally {
    await store.close();
  }
}

const jumps: Fault = {
  name: 'clock jumps',
  engines: ['sqlite', 'postgres'],
  async run() {
    const clock = await newPlace();
    const file = join(clock.folder, 'clock');
    setAhead(file, 0);
    try {
      return await play(
        async (scene) => {
          const before = await sessionsOf(scene);
          for (const ms of jumpsMs) {
            setAhead(file, ms);
            await wait(2_500);
            setAhead(file, 0);
            await wait(500);
          }
          const lost = before - (await sessionsOf(scene));
          scene.expect(lost === 0, `${lost} sessions were deleted`);
          const backAt = performance.now();
          scene.expect(await scene.writers.acknowledge(20), 'nothing was written after the clock was right again');
          scene.result.readyMs.push(performance.now() - backAt);
        },
        { settings: { ...clockSettings(file), CLOCK_SETTLING_SECONDS: '900' } },
      );
    } finally {
      await clock.drop();
    }
  },
};

export const time: readonly Fault[] = [jumps];
