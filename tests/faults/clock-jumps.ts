import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { daysMs, minutesMs } from '#lib/platform/clock.ts';
import { openStore } from '#lib/platform/db/store.ts';
import { clockSettings, setAhead } from '../clock.ts';
import { type Fault, type FaultContext, runFault } from './fault.ts';
import { createStorage } from './people.ts';

const jumpsMs = [minutesMs(60), -daysMs(1), daysMs(31), -daysMs(400), daysMs(400)];

async function countSessions({ storage }: FaultContext): Promise<number> {
  const store = openStore(storage.url);
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
    const clock = await createStorage();
    const file = join(clock.folder, 'clock');
    setAhead(file, 0);
    try {
      return await runFault(
        async (context) => {
          const before = await countSessions(context);
          for (const ms of jumpsMs) {
            setAhead(file, ms);
            await wait(2_500);
            setAhead(file, 0);
            await wait(500);
          }
          const lost = before - (await countSessions(context));
          context.expect(lost === 0, `${lost} sessions were deleted`);
          const backAt = performance.now();
          context.expect(await context.writers.acknowledge(20), 'nothing was written after the clock was right again');
          context.result.readyMs.push(performance.now() - backAt);
        },
        { settings: { ...clockSettings(file), CLOCK_SETTLING_SECONDS: '900' } },
      );
    } finally {
      await clock.drop();
    }
  },
};

export const time: readonly Fault[] = [jumps];
