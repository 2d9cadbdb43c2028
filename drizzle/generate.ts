import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';

/**
 * `npm run migrations`: generates a migration for each engine. drizzle-kit compares the schema with the newest snapshot and reads no other,
 * so the others are removed.
 */
const drizzleKit = ['node_modules/drizzle-kit/bin.cjs', 'generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)];

for (const [engine, DATABASE_URL] of Object.entries({ sqlite: 'file:x', postgres: 'postgres://x' })) {
  const { status } = spawnSync(process.execPath, drizzleKit, { stdio: 'inherit', env: { ...process.env, DATABASE_URL } });
  if (status !== 0) process.exit(status ?? 1);
  const snapshots = readdirSync(`drizzle/${engine}/meta`).filter((name) => name.endsWith('_snapshot.json'));
  for (const older of snapshots.sort().slice(0, -1)) rmSync(`drizzle/${engine}/meta/${older}`);
}
