import { stat, statfs } from 'node:fs/promises';
import { and, asc, count, desc, eq, gte, lte, max, sql } from 'drizzle-orm';
import { unusualClaims } from '#lib/governance/claims/model/claim-brakes.ts';
import { addMs, minutesMs, now } from '#lib/platform/clock.ts';
import { dialect } from '#lib/platform/db/columns.ts';
import { databaseFile } from '#lib/platform/db/copies.ts';
import { claims } from '#lib/platform/db/schema/claims.ts';
import { imports } from '#lib/platform/db/schema/imports.ts';
import { jobs } from '#lib/platform/db/schema/jobs.ts';
import { evidenceEvents, logEnd, logHeads } from '#lib/platform/db/schema/trust.ts';
import type { Reader } from '#lib/platform/db/store.ts';
import { env } from '#lib/platform/env.ts';
import type { InstanceState } from '../model/instance-state.ts';
import { readLastBackup } from './last-backup.ts';

async function jobState(reader: Reader, at: Date): Promise<Pick<InstanceState, 'jobs' | 'oldestDue'>> {
  const rows = await reader.select({ kind: jobs.kind, state: jobs.state, count: count() }).from(jobs).groupBy(jobs.kind, jobs.state);
  const isDue = and(eq(jobs.state, 'waiting'), lte(jobs.runAt, at));
  const [oldest] = await reader.select({ runAt: jobs.runAt }).from(jobs).where(isDue).orderBy(asc(jobs.runAt)).limit(1);
  return { jobs: rows.filter(({ state }) => state !== 'done'), oldestDue: oldest?.runAt ?? null };
}

async function importState(reader: Reader): Promise<Pick<InstanceState, 'imports' | 'importsFailed'>> {
  const finishedRows = await reader
    .select({ source: imports.source, finishedAt: max(imports.finishedAt) })
    .from(imports)
    .where(eq(imports.state, 'finished'))
    .groupBy(imports.source);
  const finishedImports = finishedRows.flatMap(({ source, finishedAt }) =>
    finishedAt === null ? [] : [{ source, finishedAt: new Date(finishedAt) }],
  );
  const failedImports = await reader.select().from(imports).where(eq(imports.state, 'failed')).orderBy(desc(imports.startedAt)).limit(20);
  const isOpen = ({ source, startedAt }: (typeof failedImports)[number]) =>
    !finishedImports.some((each) => each.source === source && each.finishedAt > startedAt);
  return { imports: finishedImports, importsFailed: failedImports.filter(isOpen).map(({ source, startedAt }) => ({ source, startedAt })) };
}

async function logState(reader: Reader): Promise<InstanceState['log']> {
  const [end] = await reader.select().from(logEnd);
  const [first] = await reader.select({ at: evidenceEvents.at }).from(evidenceEvents).where(eq(evidenceEvents.number, 1));
  const [head] = await reader.select({ at: logHeads.at, number: logHeads.number }).from(logHeads).orderBy(desc(logHeads.day)).limit(1);
  return { events: end?.number ?? 0, begunAt: first?.at ?? null, head: head ?? null };
}

/** Returns how far the clock of the database is ahead of that of this machine, in milliseconds. */
export async function databaseClockAheadMs(reader: Reader): Promise<number> {
  if (dialect === 'sqlite') return 0;
  const ms = sql<string>`extract(epoch from clock_timestamp()) * 1000`;
  // Counted, so that there is a row before the first event too.
  const [row] = await reader.select({ ms, rows: count() }).from(logEnd);
  return Number(row?.ms) - now().getTime();
}

async function diskState(dataDir: string, databaseUrl: string): Promise<Pick<InstanceState, 'disk' | 'databaseBytes'>> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(dataDir);
  const file = databaseFile(databaseUrl);
  const sizeOf = async (path: string) => (await stat(path).catch(() => null))?.size ?? 0;
  return {
    disk: { freeBytes: bavail * bsize, bytes: blocks * bsize, freeInodes: files > 0 ? ffree : null },
    databaseBytes: file === null ? null : (await sizeOf(file)) + (await sizeOf(`${file}-wal`)),
  };
}

async function claimState(reader: Reader, at: Date): Promise<InstanceState['claims']> {
  const [row] = await reader
    .select({ count: count() })
    .from(claims)
    .where(gte(claims.createdAt, addMs(at, -minutesMs(unusualClaims.minutes))));
  return { inHour: row?.count ?? 0, unusualFrom: env().CLAIM_ALERT_PER_HOUR };
}

/** Reads the state of an instance with a few indexed queries and counts of open jobs. */
export async function readInstanceState(reader: Reader, settings: { dataDir: string; databaseUrl: string }): Promise<InstanceState> {
  const at = now();
  const startedMs = performance.now();
  const log = await logState(reader);
  const databaseMs = performance.now() - startedMs;
  const backup = readLastBackup(settings.dataDir);
  return {
    at,
    databaseMs,
    databaseAheadMs: await databaseClockAheadMs(reader),
    log,
    lastBackup: backup && { at: new Date(backup.at), bytes: backup.bytes },
    claims: await claimState(reader, at),
    ...(await jobState(reader, at)),
    ...(await importState(reader)),
    ...(await diskState(settings.dataDir, settings.databaseUrl)),
  };
}
